// RACE-FREE

#include <string>
#include <thread>

int main () {
  std::string common = "a text that is too long for a short string";
  std::string results[2];
  auto work = [&] (int me) {
    std::string mine = common;
    for (int i = 0; i < 5; i++)
      mine += std::to_string (i);
    results[me] = std::move (mine);
  };
  std::thread t (work, 0), u (work, 1);
  t.join ();
  u.join ();
  return results[0] != results[1];
}
