// RACE: 10 10
// FLAGS: -fopenmp
// WHY: teams have no order among them

int last;

int main (void) {
#pragma omp teams distribute num_teams(2)
  for (int i = 0; i < 2; i++)
    last = i;
  return 0;
}
