// APART: 11 14
// FLAGS: -fopenmp
// WHY: the single is the first one of its region and the chunk the second one, which both go to the second member at first
int x;
int main (void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 4; i++)
      if (i == 1)
        x = 1;
#pragma omp single nowait
    {
      x = 2;
    }
  }
  return 0;
}
