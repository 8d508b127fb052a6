// RACE: 10 16
// FLAGS: -fopenmp
// WHY: the loop of the first function has no barrier, nor has its caller

int a[32], total;

static void fill (void) {
#pragma omp for nowait
  for (int i = 0; i < 32; i++)
    a[i] = i;
}

static void add (void) {
#pragma omp for reduction(+ : total)
  for (int i = 0; i < 32; i++)
    total += a[31 - i];
}

int main (void) {
#pragma omp parallel num_threads(2)
  {
    fill ();
    add ();
  }
  return total < 0;
}
