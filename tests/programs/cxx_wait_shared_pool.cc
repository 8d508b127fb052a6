// RACE: 14 20
// FLAGS: -std=c++20
// WHY: two atomics that share a pool of waiters, the version of which is no order between their notifications

#include <atomic>
#include <thread>

struct alignas (64) flag {
  std::atomic<bool> set{false};
};
static flag first, second;
static int data;
static void one () {
  data = 1;
  first.set.store (true);
  first.set.notify_one ();
}
static void two () {
  second.set.notify_one ();
  data = 2;
}

int main () {
  std::thread a (one);
  std::thread b (two);
  first.set.wait (false);
  a.join ();
  b.join ();
}
