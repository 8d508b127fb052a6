// FAILURE: abort 34
// WHY: an exception of its own that nothing catches, thrown in a function that main calls; that function has an object to destroy

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

struct left_over : std::exception {
  int count;
  explicit left_over (int count_) : count (count_) {}
};

static void check () {
  std::lock_guard<std::mutex> guard (lock);
  if (left)
    throw left_over (left);
}

int main () {
  std::thread first (take), second (take_at_once);
  first.join ();
  second.join ();
  check ();
}
