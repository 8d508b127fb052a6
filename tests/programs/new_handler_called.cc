// RACE-FREE
// WHY: a handler of operator new is called only where it has been set

#include <new>
#include <thread>
#include <unistd.h>

int x;

static void handler () {
  x = 2;
  std::set_new_handler (nullptr);
}

int main () {
  std::thread t ([] {
    x = 1;
    std::set_new_handler (handler);
  });
  std::thread u ([] {
    usleep (50000);
    try {
      volatile std::size_t most = std::size_t{1} << 46;
      char *p = new char[most];
      *p = 1;
    } catch (std::bad_alloc &) {
    }
  });
  t.join ();
  u.join ();
}
