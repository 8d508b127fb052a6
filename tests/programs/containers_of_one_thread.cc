// RACE: 16 30
// FLAGS: -std=c++17
// WHY: what the containers of one thread link and hash in the library has nothing to do
// with what that thread has read before

#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

std::mutex m;
int shared, data, seen;

void one () {
  data = 1;
  std::lock_guard<std::mutex> held (m);
  shared = 5;
}

void two () {
  m.lock ();
  int found = shared;
  m.unlock ();
  std::list<int> links;
  std::unordered_map<std::string, int> table;
  links.push_front (1);
  table["one"] = 1;
  table["two"] = 2;
  data = 2;
  seen = found;
}

int main () {
  std::thread a (one), b (two);
  a.join ();
  b.join ();
}
