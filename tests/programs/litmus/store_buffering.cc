// FREE: -DW=seq_cst -DR=seq_cst
// STALE: -DW=relaxed -DR=relaxed
// STALE: -DW=release -DR=acquire
// WHY: as in store_buffering.c, of pointers
#include <atomic>
#include <thread>

static int data, here;
static std::atomic<int *> one, two;
#define ORDER_(name) std::memory_order_##name
#define ORDER(name) ORDER_ (name)

static void work (std::atomic<int *> &mine, std::atomic<int *> &other) {
  mine.store (&here, ORDER (W));
  if (other.load (ORDER (R)) == nullptr)
    data++;
}

int main () {
  std::thread t ([] { work (one, two); }), u ([] { work (two, one); });
  t.join ();
  u.join ();
}
