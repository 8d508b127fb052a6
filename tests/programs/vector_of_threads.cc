// RACE-FREE

#include <numeric>
#include <thread>
#include <vector>

int main () {
  std::vector<long> sums (4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back ([&sums, i] { sums[i] = i; });
  for (auto &thread : threads)
    thread.join ();
  return std::accumulate (sums.begin (), sums.end (), 0L) != 6;
}
