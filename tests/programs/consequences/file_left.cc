// CONSEQUENCE: output
// WHY: the temporary file stays if the flag is seen too late.
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

static bool done;
static std::string path;

int main (int, char **argv) {
  path = std::string (argv[0]) + ".tmp";
  std::ofstream (path) << "half\n";
  std::thread finish ([] { done = true; });
  std::thread clean ([] {
    if (done)
      std::remove (path.c_str ());
  });
  finish.join ();
  clean.join ();
}
