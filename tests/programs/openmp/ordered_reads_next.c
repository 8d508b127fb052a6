// RACE: 12 16
// FLAGS: -fopenmp
// WHY: an element that a later iteration writes before its turn has come

int a[64], sum;

int main (void) {
#pragma omp parallel for ordered schedule(static, 1) num_threads(2)
  for (int i = 0; i < 63; i++) {
    int own = i * i;
    if (i == 40)
      a[i] = own;
#pragma omp ordered
    {
      if (i == 39)
        sum += a[i + 1];
      sum++;
    }
  }
  return 0;
}
