// FAILURE: abort 29
// FLAGS: -Wno-exceptions
// WHY: a function that lets no exception out throws one; its caller, who would catch it, is not asked

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

static void check () noexcept {
  std::lock_guard<std::mutex> guard (lock);
  if (left)
    throw left;
}

int main () {
  std::thread first (take), second (take_at_once);
  first.join ();
  second.join ();
  try {
    check ();
  } catch (int) {
  }
}
