// RACE: 15 19
// RACE: 13 22
// FLAGS: -fopenmp
// WHY: flush and plain accesses do not order

int data, ready;

int main (void) {
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      data = 1;
#pragma omp flush
      ready = 1;
    }
#pragma omp section
    {
      int seen = ready;
#pragma omp flush
      if (seen)
        data = 2;
    }
  }
  return 0;
}
