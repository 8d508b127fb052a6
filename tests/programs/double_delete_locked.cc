// RACE-FREE
// EXIT: 134
// WHY: the lock keeps the two deletions apart, and both happen

#include <mutex>
#include <thread>

static std::mutex lock;
struct item {
  int values[300];
};
static item *block;

static void one () {
  std::lock_guard<std::mutex> hold (lock);
  delete block;
}

static void two () {
  std::lock_guard<std::mutex> hold (lock);
  delete block;
}

int main () {
  block = new item ();
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
