// RACE: 12 12
// WHY: a cache is filled under the shared lock

#include <shared_mutex>
#include <thread>

std::shared_mutex l;
int cached;

void reader () {
  std::shared_lock<std::shared_mutex> lock (l);
  cached = 1;
}

int main () {
  std::thread t (reader), u (reader);
  t.join ();
  u.join ();
}
