// RACE: 11 14

#include <atomic>
#include <thread>

int x;
std::atomic<bool> done;

int main () {
  std::thread ([] {
    x = 1;
    done = true;
  }).detach ();
  x = 2;
  while (!done)
    std::this_thread::yield ();
}
