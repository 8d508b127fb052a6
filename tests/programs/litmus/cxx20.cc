// FREE: -DW=release -DR=acquire
// RACY: -DW=relaxed -DR=acquire
// RACY: -DW=release -DR=relaxed
// FREE: -DREF -DW=release -DR=acquire
// RACY: -DREF -DW=relaxed -DR=relaxed
// FREE: -DFLAG -DW=release -DR=acquire
// RACY: -DFLAG -DW=release -DR=relaxed
// FLAGS: -std=c++20
// WHY: wait and notify synchronise as the atomic's own order says; atomic_ref;
// atomic_flag
#include <atomic>
#include <cstdio>
#include <thread>

static int data;
static int word;
static std::atomic<int> flag;
static std::atomic_flag done;
#define ORDER_(name) std::memory_order_##name
#define ORDER(name) ORDER_ (name)

static void put () {
  data++;
#if defined REF
  std::atomic_ref<int> (word).store (1, ORDER (W));
#elif defined FLAG
  done.test_and_set (ORDER (W));
  done.notify_one ();
#else
  flag.store (1, ORDER (W));
  flag.notify_one ();
#endif
}

static void take () {
#if defined REF
  while (!std::atomic_ref<int> (word).load (ORDER (R)))
    std::this_thread::yield ();
#elif defined FLAG
  done.wait (false, ORDER (R));
#else
  flag.wait (0, ORDER (R));
#endif
  printf ("%d\n", data);
}

int main () {
  std::thread t (put), u (take);
  t.join ();
  u.join ();
}
