// RACE: 13 13
// FLAGS: -fopenmp
// WHY: what a task has of its own ends with it, and its destructor is a part of the task

#include <omp.h>

int destroyed;

struct counted {
  int from = 0;
  counted () = default;
  counted (const counted &other) : from (other.from + 1) {}
  ~counted () { destroyed += from ? 1 : 0; }
};

int main () {
  counted c;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 2; i++)
#pragma omp task firstprivate(c)
    c.from++;
  return destroyed == 0;
}
