// RACE-FREE

#include <mutex>
#include <thread>

std::mutex l;
int x;

void work () {
  std::unique_lock<std::mutex> lock (l, std::defer_lock);
  lock.lock ();
  x++;
  lock.unlock ();
  while (!lock.try_lock ())
    std::this_thread::yield ();
  x++;
  std::unique_lock<std::mutex> moved (std::move (lock));
  x++;
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
  return x != 6;
}
