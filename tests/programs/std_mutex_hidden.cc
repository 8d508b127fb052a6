// RACE: 12 16

#include <mutex>
#include <thread>

std::mutex l;
int x;

int main () {
  std::thread t ([] {
    std::lock_guard<std::mutex> guard (l);
    x = 1;
  });
  std::thread u ([] {
    { std::lock_guard<std::mutex> guard (l); }
    x = 2;
  });
  t.join ();
  u.join ();
}
