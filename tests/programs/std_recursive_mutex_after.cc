// RACE: 17 17

#include <mutex>
#include <thread>

std::recursive_mutex l;
int x;

void add (int n) {
  std::lock_guard<std::recursive_mutex> guard (l);
  if (n > 0)
    add (n - 1);
}

void work () {
  add (3);
  x = 1;
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
}
