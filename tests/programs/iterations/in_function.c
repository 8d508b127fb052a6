// APART: 5 5
// FLAGS: -fopenmp
// WHY: the access is in a function that the iteration calls
static int cell[64];
__attribute__ ((noinline)) static void put (int at, int v) { cell[at] = v; }
int main (void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    put (i / 2, i);
  return 0;
}
