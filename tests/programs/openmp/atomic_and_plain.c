// RACE: 11 15
// FLAGS: -fopenmp
// WHY: an atomic update and a plain read

int count, seen;

int main (void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp masked
    seen = count;
#pragma omp masked filter(1)
    {
#pragma omp atomic
      count += 1;
    }
  }
  return 0;
}
