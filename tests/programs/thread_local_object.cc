// RACE-FREE
// WHY: objects with constructors and destructors, one for each thread

#include <atomic>
#include <string>
#include <thread>

std::atomic<int> alive{0};
struct counted {
  std::string name = "a name that is too long for a short string";
  counted () {
    alive++;
  }
  ~counted () {
    alive--;
  }
};
thread_local counted mine;

void work () {
  mine.name += '.';
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
  return alive != 0;
}
