// CONSEQUENCE: none
// NOTE: disjoint bits
// WHY: what a thread writes has the bits of the other one already

#include <thread>

static unsigned char bits;

int main () {
  bits = 0;
  std::thread one ([] { bits = 1; });
  std::thread two ([] { bits = 3; });
  one.join ();
  two.join ();
  bits = 0;
}
