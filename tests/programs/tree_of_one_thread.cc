// RACE: 13 28
// WHY: what a tree of one thread links in the library has nothing to do with what that
// thread has read before

#include <map>
#include <mutex>
#include <thread>

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
  std::map<int, int> tree;
  tree[1] = 1;
  tree.insert ({2, 2});
  int sum = 0;
  for (auto &x : tree)
    sum += x.second;
  data = 2;
  seen = found + sum;
}

int main () {
  std::thread a (one), b (two);
  a.join ();
  b.join ();
}
