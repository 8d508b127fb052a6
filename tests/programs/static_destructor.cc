// RACE: 11 19
// WHY: a global object is destroyed while a detached thread still uses it

#include <atomic>
#include <thread>

std::atomic<bool> done{false};
struct logger {
  int lines = 0;
  ~logger () {
    lines = -1;
    while (!done)
      std::this_thread::yield ();
  }
} logger;

int main () {
  std::thread ([] {
    logger.lines = 1;
    done = true;
  }).detach ();
}
