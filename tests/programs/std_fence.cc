// RACE-FREE

#include <atomic>
#include <thread>

std::atomic<bool> ready{false};
int x;

int main () {
  std::thread t ([] {
    x = 1;
    std::atomic_thread_fence (std::memory_order_release);
    ready.store (true, std::memory_order_relaxed);
  });
  while (!ready.load (std::memory_order_relaxed))
    std::this_thread::yield ();
  std::atomic_thread_fence (std::memory_order_acquire);
  x = 2;
  t.join ();
}
