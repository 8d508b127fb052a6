// RACE: 10 10
// WHY: destructors of thread-local objects run while others still work

#include <thread>

int ended;
struct noted {
  int value = 0;
  ~noted () {
    ended = 1;
  }
};
thread_local noted mine;

void work () {
  mine.value++;
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
}
