// FAILURE: abort 32
// WHY: std::terminate is called where one is left

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

int main () {
  std::thread first (take), second (take_at_once);
  first.join ();
  second.join ();
  std::lock_guard<std::mutex> guard (lock);
  if (left)
    std::terminate ();
}
