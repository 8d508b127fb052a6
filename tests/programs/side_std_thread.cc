// RACE path: 24 12
// WHY: what the C++ library calls in a thread returns nothing, and so hands it
// no address

#include <mutex>
#include <thread>

static std::mutex lock;
static int data, ready;

static void publish () {
  data = 1;
  std::lock_guard<std::mutex> guard (lock);
  ready = 1;
}

static void use () {
  int seen;
  {
    std::lock_guard<std::mutex> guard (lock);
    seen = ready;
  }
  if (!seen)
    data = 2;
}

int main () {
  std::thread first (publish), second (use);
  first.join ();
  second.join ();
}
