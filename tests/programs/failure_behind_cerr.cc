// RACE-FREE
// FAILURE: abort 32
// WHY: the side that is not taken tells what is wrong by std::cerr and std::cout

#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>

static std::mutex lock;
static int first, second;

static void set () {
  {
    std::lock_guard<std::mutex> guard (lock);
    first = 1;
  }
  std::lock_guard<std::mutex> guard (lock);
  second = 1;
}

static void test () {
  int x, y;
  {
    std::lock_guard<std::mutex> guard (lock);
    x = first;
    y = second;
  }
  if (x != y) {
    std::cerr << "first is " << x << ',' << " second is " << long (y) << std::endl;
    std::cout << "this is wrong\n" << std::flush;
    std::abort ();
  }
}

int main () {
  std::thread t (set), u (test);
  t.join ();
  u.join ();
}
