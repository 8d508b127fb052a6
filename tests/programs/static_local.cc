// RACE-FREE
// WHY: the language initialises a local static once

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
  if (get ().level != 42)
    throw 1;
}

int main () {
  std::thread t (work), u (work);
  t.join ();
  u.join ();
}
