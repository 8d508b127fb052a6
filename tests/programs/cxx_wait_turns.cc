// RACE-FREE
// FLAGS: -std=c++20
// WHY: turns by wait and notify_one of an atomic int, and a flag that notify_all publishes with

#include <atomic>
#include <thread>

static std::atomic<int> turn{0};
static std::atomic<bool> ready{false};
static int ball, start;

static void play (int me) {
  ready.wait (false);
  for (int round = 0; round < 2; round++) {
    for (int seen; (seen = turn.load ()) != me;)
      turn.wait (seen);
    ball += start;
    turn.store (1 - me);
    turn.notify_one ();
  }
}

int main () {
  std::thread a (play, 0), b (play, 1);
  start = 1;
  ready.store (true);
  ready.notify_all ();
  a.join ();
  b.join ();
  return ball != 4;
}
