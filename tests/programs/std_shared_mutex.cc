// RACE-FREE

#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex l;
std::map<int, int> numbers;
int sums[2];

void writer () {
  for (int i = 0; i < 4; i++) {
    std::unique_lock<std::shared_mutex> lock (l);
    numbers[i] = i;
  }
}

void reader (int me) {
  std::shared_lock<std::shared_mutex> lock (l);
  for (auto &number : numbers)
    sums[me] += number.second;
}

int main () {
  std::thread t (writer), u (reader, 0), v (reader, 1);
  t.join ();
  u.join ();
  v.join ();
}
