// WHY: the program says itself how an exception that nothing catches ends it: as if all were well

#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>

static std::mutex lock;
static int left = 2;

static void take () {
  int seen;
  {
    std::lock_guard<std::mutex> guard (lock);
    seen = left;
  }
  std::lock_guard<std::mutex> guard (lock);
  left = seen - 1;
}

static void take_at_once () {
  std::lock_guard<std::mutex> guard (lock);
  left--;
}

static void check () {
  std::lock_guard<std::mutex> guard (lock);
  if (left)
    throw left;
}

int main () {
  std::set_terminate ([] { _Exit (0); });
  std::thread first (take), second (take_at_once);
  first.join ();
  second.join ();
  check ();
}
