// WHY: the exception is caught by its type in the function that throws it

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
  try {
    if (left)
      throw left;
  } catch (int) {
    left = 0;
  }
}
