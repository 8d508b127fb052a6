// RACE: 9 10
// WHY: elements of vector<bool> are bits of one word

#include <thread>
#include <vector>

int main () {
  std::vector<bool> bits (8);
  std::thread t ([&] { bits[0] = true; });
  bits[7] = true;
  t.join ();
  return !bits[7] && !bits[0];
}
