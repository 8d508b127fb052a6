// RACE: 13 13
// FLAGS: -fopenmp
// WHY: a critical section excludes only the threads of its own team of a league

int count;

int main (void) {
#pragma omp teams num_teams(2)
  {
#pragma omp parallel num_threads(1)
    {
#pragma omp critical
      count = 1;
    }
  }
  return 0;
}
