// WHY: the exception is caught two calls further up

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

static void check_twice () {
  check ();
  check ();
}

int main () {
  std::thread first (take), second (take_at_once);
  first.join ();
  second.join ();
  try {
    check_twice ();
  } catch (...) {
  }
}
