// RACE-FREE
// FLAGS: -O0
// WHY: libstdc++ makes the future ready when the thread ends, without a record; only
// the thread that waits has records of the word

#include <cstdio>
#include <future>
#include <thread>

int x;
std::packaged_task<void ()> task ([] {});
std::future<void> done = task.get_future ();

static void work () {
  x = 42;
  std::thread ([] { task.make_ready_at_thread_exit (); }).detach ();
}

static void wait () {
  done.wait ();
  if (x == 42)
    std::puts ("done");
}

int main () {
  std::thread t (work), u (wait);
  t.join ();
  u.join ();
}
