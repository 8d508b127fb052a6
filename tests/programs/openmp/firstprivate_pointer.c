// RACE: 9 9
// FLAGS: -fopenmp
// WHY: each thread has a copy of the pointer, to one variable

int main (void) {
  int v = 0, *p = &v;
#pragma omp parallel for num_threads(2) firstprivate(p)
  for (int i = 0; i < 8; i++)
    *p = i;
  return v < 0;
}
