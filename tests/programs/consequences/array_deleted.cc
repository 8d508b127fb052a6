// CONSEQUENCE: memory
// WHY: an array is deleted before it is read

#include <thread>

static long *numbers;
static long result;

static void one () {
  result = numbers[6];
}

static void two () {
  delete[] numbers;
}

int main () {
  numbers = new long[8] ();
  std::thread t (one), u (two);
  t.join ();
  u.join ();
}
