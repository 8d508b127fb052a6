// RACE: 11 12
// TINY
// WHY: two threads write the same character of one string

#include <string>
#include <thread>

int main () {
  std::string text = "a text that is too long for a short string";
  char *letters = &text[0];
  std::thread t ([letters] { letters[3] = 'x'; });
  letters[3] = 'y';
  t.join ();
}
