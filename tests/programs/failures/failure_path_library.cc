// FAILURE: assertion 35
// WHY: two threads of the C++ library find that there is no service, and both make one; the path of the second one ends where its function returns to the library

#include <cassert>
#include <mutex>
#include <thread>

struct service {
  int uses = 0;
};

static std::mutex lock;
static service *only;
static int made;

static void use () {
  bool missing;
  {
    std::lock_guard<std::mutex> guard (lock);
    missing = only == nullptr;
  }
  if (missing) {
    std::lock_guard<std::mutex> guard (lock);
    only = new service;
    made++;
  }
  std::lock_guard<std::mutex> guard (lock);
  only->uses++;
}

int main () {
  std::thread first (use), second (use);
  first.join ();
  second.join ();
  assert (made == 1);
}
