// RACE: 18 18
// FLAGS: -std=c++20
// WHY: a binary semaphore as a lock; what is behind the release races, and no wake of the semaphore orders it

#include <semaphore>
#include <thread>

static std::binary_semaphore lock (1);
static int guarded;
static int open_count;

static void work () {
  for (int round = 0; round < 2; round++) {
    lock.acquire ();
    guarded++;
    lock.release ();

    open_count++;
  }
}

int main () {
  std::thread a (work), b (work), c (work);
  a.join ();
  b.join ();
  c.join ();
  return guarded != 6;
}
