// RACE: 14 17
// WHY: a global that is a structured binding has no name of its own in debug
// information; it is called by its line

#include <thread>

struct pair {
  int low, high;
};

static pair make () { return {1, 2}; }
auto [low, high] = make ();

static void set () { low = 3; }
int main () {
  std::thread t (set);
  low = 4;
  t.join ();
  return high - 2;
}
