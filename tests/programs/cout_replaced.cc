// RACE-FREE
// WHY: std::cout and std::cin are pipes of the program's own, and what is read was printed before

#include <iostream>
#include <string>
#include <thread>
#include <unistd.h>

int x, y;

int main () {
  int ends[2];
  if (pipe (ends) || dup2 (ends[1], STDOUT_FILENO) < 0 ||
      dup2 (ends[0], STDIN_FILENO) < 0)
    return 2;
  std::thread first ([] {
    x = 1;
    std::cout << "line" << std::endl;
  });
  std::string line;
  if (std::getline (std::cin, line))
    x = 2;
  first.join ();
  std::thread second ([] {
    y = 1;
    std::cout << 'c' << std::flush;
  });
  char c;
  if (std::cin.get (c))
    y = 2;
  second.join ();
  return 0;
}
