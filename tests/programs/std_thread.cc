// RACE-FREE
// TINY

#include <thread>

int x;

void work (int n) {
  x += n;
}

int main () {
  std::thread (work, 1).join ();
  std::thread t (work, 2);
  t.join ();
  return x != 3;
}
