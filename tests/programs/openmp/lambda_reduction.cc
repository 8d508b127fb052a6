// RACE-FREE
// FLAGS: -fopenmp
// WHY: C++: a reduction over a class, and a vector

#include <vector>

struct sum {
  int value = 0;
  sum &operator+= (const sum &other) {
    value += other.value;
    return *this;
  }
};
#pragma omp declare reduction(+ : sum : omp_out += omp_in)

int main () {
  std::vector<int> a (10, 2);
  sum all;
#pragma omp parallel for reduction(+ : all)
  for (std::size_t i = 0; i < a.size (); i++)
    all.value += a[i];
  return all.value - 20;
}
