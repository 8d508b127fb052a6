// RACE: 21 21
// FLAGS: -fopenmp
// WHY: the sum of a row is shared in its region; each region comes behind the last

#define SIZE 100

double matrix[SIZE][SIZE], vector[SIZE], product[SIZE];

int main (void) {
  int i, j;
  double sum;
  for (i = 0; i < SIZE; i++) {
    vector[i] = i;
    for (j = 0; j < SIZE; j++)
      matrix[i][j] = i * j;
  }
  for (i = 0; i < SIZE; i++) {
    sum = 0;
#pragma omp parallel for
    for (j = 0; j < SIZE; j++)
      sum += matrix[i][j] * vector[j];
    product[i] = sum;
  }
  return product[3] < 0;
}
