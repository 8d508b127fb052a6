// RACE: 10 11
// WHY: what std::string does out of line is seen, too

#include <string>
#include <thread>

std::string text;

int main () {
  std::thread t ([] { text.append ("abc"); });
  text.replace (0, 0, "de");
  t.join ();
}
