// CONSEQUENCE: crash
// WHY: a virtual call through a cleared pointer

#include <thread>

struct shape {
  virtual int area () { return 1; }
};
static shape square;
static shape *drawn = &square;
static int result;

static void one () {
  result = drawn->area ();
}

static void two () {
  drawn = nullptr;
}

int main () {
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
