// RACE: 11 11

#include <mutex>
#include <thread>

std::once_flag once;
int x;

void work () {
  std::call_once (once, [] { x = 42; });
  x++;
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
}
