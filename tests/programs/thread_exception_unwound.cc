// RACE: 9 27
// WHY: a destructor that an exception runs, deep in the stack

#include <thread>

int x;
struct noted {
  ~noted () {
    x = 1;
  }
};

void deep (int n) {
  noted here;
  if (n == 0)
    throw 1;
  deep (n - 1);
}

int main () {
  std::thread t ([] {
    try {
      deep (5);
    } catch (int) {
    }
  });
  x = 2;
  t.join ();
}
