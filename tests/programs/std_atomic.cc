// RACE-FREE

#include <atomic>
#include <thread>

struct pair {
  int left, right;
};
std::atomic<int> x{0};
std::atomic<pair> both{{0, 0}};
std::atomic<const char *> text{"abc"};
std::atomic<bool> flag{false};

void work () {
  x++;
  x.fetch_or (8, std::memory_order_relaxed);
  pair old = both.load ();
  while (!both.compare_exchange_weak (old, {old.left + 1, old.right - 1}))
    ;
  text.store ("def", std::memory_order_release);
  if (!flag.exchange (true, std::memory_order_acq_rel))
    x += 16;
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
  return both.load ().left != 2;
}
