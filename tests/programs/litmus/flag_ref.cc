// FREE: -DS=release -DL=acquire
// RACY: -DS=relaxed -DL=acquire
// RACY: -DS=release -DL=relaxed
// FLAGS: -std=c++20
// WHY: std::atomic_flag that is waited for, and std::atomic_ref of a plain int
#include <atomic>
#include <thread>

#define ORDER_(name) std::memory_order_##name
#define ORDER(name) ORDER_ (name)

static std::atomic_flag flag;
static int ready, data;

int main () {
  std::thread sender ([] {
    data = 1;
    std::atomic_ref<int> (ready).store (1, ORDER (S));
    flag.test_and_set (std::memory_order_relaxed);
    flag.notify_all ();
  });
  std::thread receiver ([] {
    flag.wait (false, std::memory_order_relaxed);
    while (!std::atomic_ref<int> (ready).load (ORDER (L)))
      std::this_thread::yield ();
    data = 2;
  });
  sender.join ();
  receiver.join ();
}
