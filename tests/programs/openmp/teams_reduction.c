// RACE-FREE
// FLAGS: -fopenmp
// WHY: a reduction over the teams of a league, and over the threads of each

int sum, all;

int main (void) {
#pragma omp teams num_teams(3) reduction(+ : sum)
  sum += 1;
#pragma omp teams distribute parallel for num_teams(2) reduction(+ : all)
  for (int i = 0; i < 8; i++)
    all += i;
  return sum - 3 + all - 28;
}
