// RACE: 11 11
// FLAGS: -fopenmp
// WHY: two iterations reach one element by different indices

int to[8] = {0, 1, 2, 3, 4, 5, 6, 3};
double element[8];

int main (void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 8; i++)
    element[to[i]] += i;
  return element[3] < 0;
}
