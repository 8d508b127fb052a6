// FAILURE: abort 29
// WHY: an exception of the library, in a thread whose function does not catch it; what starts the thread does

#include <stdexcept>
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
    throw std::runtime_error ("one is left");
}

int main () {
  std::thread first (take), second (take_at_once);
  first.join ();
  second.join ();
  try {
    std::thread last (check);
    last.join ();
  } catch (...) {
  }
}
