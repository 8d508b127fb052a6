// RACE: 12 12
// WHY: the count is atomic, what is counted is not

#include <atomic>
#include <thread>

std::atomic<int> count{0};
int last;

void work () {
  count.fetch_add (1, std::memory_order_relaxed);
  last = 1;
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
}
