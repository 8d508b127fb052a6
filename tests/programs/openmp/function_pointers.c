// RACE: 8 8
// FLAGS: -fopenmp
// WHY: the function that is called through the table adds to what all share

int sum, a[16];

static void plus (int *x) {
  sum += *x;
}

static void twice (int *x) {
  *x *= 2;
}

static void (*const table[]) (int *) = {plus, twice};

int main (void) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 16; i++) {
    twice (a + i);
    table[i % 2](a + i);
  }
  return sum;
}
