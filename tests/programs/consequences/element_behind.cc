// CONSEQUENCE: memory
// WHY: the length grows before the memory does

#include <thread>

static long *elements = new long[4];
static int length = 4;

int main () {
  std::thread one ([] { elements[length - 1] = 7; });
  std::thread two ([] { length++; });
  one.join ();
  two.join ();
  delete[] elements;
}
