// WHY: a library that is not instrumented catches what its caller throws: a stream is bad then

#include <ostream>
#include <streambuf>
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

struct counting : std::streambuf {
  int overflow (int) override {
    std::lock_guard<std::mutex> guard (lock);
    if (left)
      throw left;
    return 0;
  }
};

int main () {
  std::thread first (take), second (take_at_once);
  first.join ();
  second.join ();
  counting buffer;
  std::ostream out (&buffer);
  out << 1;
}
