// RACE value: 20 24
// WHY: as end_counted_locked.c, with threads of C++: the library's own code
// around their functions depends on nothing

#include <mutex>
#include <thread>

static std::mutex lock;
static long hits;

static void count () {
  std::lock_guard<std::mutex> guard (lock);
  hits++;
}

int main () {
  static int data[16];
  auto *where = data;
  std::thread t ([where] {
    where[8] = 1, count ();
  });
  std::thread u ([] { count (); });
  u.join ();
  where[8] = 2;
  t.join ();
}
