// RACE: 14 14
// FLAGS: -fopenmp
// WHY: the variable of one thread is reached by all through its address

static int own;
#pragma omp threadprivate(own)
int *p;

int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    p = &own;
    *p += 1;
  }
  return 0;
}
