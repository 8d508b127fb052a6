// RACE-FREE
// FLAGS: -fopenmp
// WHY: the region never has a team
int a[32];
int main (int argc, char **argv) {
#pragma omp parallel for if (argc > 1)
  for (int i = 0; i < 64; i++)
    a[i / 2] = i; // never in parallel
  return 0;
}
