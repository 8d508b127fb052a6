// RACE: 16 25
// FLAGS: -std=c++20
// WHY: a thread that writes behind its count_down of a latch that the reader waits for; what is written before it is ordered

#include <latch>
#include <thread>

static std::latch done (2);
static int before[2];
static int behind[2];

static void work (int i) {
  before[i] = 1;
  done.count_down ();
  if (!i)
    behind[0] = 1;
}

int main () {
  std::thread a (work, 0);
  std::thread b (work, 1);
  done.wait ();
  int sum = before[0] + before[1];

  sum += behind[0];
  a.join ();
  b.join ();
  return sum < 2;
}
