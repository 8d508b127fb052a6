// RACE-FREE

#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

std::mutex l;
std::map<int, std::string> names;
std::unordered_map<std::string, int> numbers;

void work (int me) {
  for (int i = 0; i < 4; i++) {
    std::lock_guard<std::mutex> guard (l);
    names[me + i] = std::string (30, 'a');
    numbers[names[me]]++;
    names.erase (me + i - 1);
  }
}

int main () {
  std::thread t (work, 0), u (work, 10);
  t.join ();
  u.join ();
}
