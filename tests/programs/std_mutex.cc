// RACE-FREE

#include <mutex>
#include <thread>

std::mutex l;
int x;

void work () {
  for (int i = 0; i < 5; i++) {
    std::lock_guard<std::mutex> guard (l);
    x++;
  }
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
  return x != 10;
}
