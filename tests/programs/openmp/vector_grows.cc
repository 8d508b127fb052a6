// RACE-FREE
// FLAGS: -fopenmp
// WHY: C++: push_back of several threads

#include <vector>

int main () {
  std::vector<int> *a = new std::vector<int>;
  a->reserve (4);
#pragma omp parallel num_threads(2)
#pragma omp single nowait
  a->push_back (1);
  delete a;
  return 0;
}
