// RACE: 17 17

#include <thread>

struct config {
  int level;
  config () : level (42) {
  }
};

config &get () {
  static config instance;
  return instance;
}

void work () {
  get ().level = 43;
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
}
