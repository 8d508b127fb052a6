// RACE value: 21 21
// WHY: what a thread registers for the end of its variables keeps no value that it has read

#include <mutex>
#include <thread>

std::mutex m;
int total, made;
struct counted {
  int value = 0;
  counted () {
    std::lock_guard<std::mutex> guard (m);
    made++;
  }
  ~counted ();
};
thread_local counted mine;

// In the recording the lock separates the two.
counted::~counted () {
  total += value;
  std::lock_guard<std::mutex> guard (m);
  made++;
}

void work () {
  mine.value++;
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
}
