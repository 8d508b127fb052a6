// RACE: 14 14
// RACE: 14 12

#include <mutex>
#include <thread>

std::mutex l;
int x;

void work () {
  std::unique_lock<std::mutex> lock (l);
  x = 1;
  lock.unlock ();
  x = 2;
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
}
