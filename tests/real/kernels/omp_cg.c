// The pattern of a conjugate gradient solver: a sparse matrix times a vector,
// dot products by reductions, vector updates; one region around all of it, so
// that barriers of loops and of 'single' are what orders the steps.
#include <stdio.h>

enum { points = 24, steps = 4, entries = 3 };
static double x[points], r[points], p[points], q[points];
static double value[points * entries];
static int column[points * entries], row[points + 1];
static double rho, alpha, beta, pq, next_rho;

static void make_matrix (void) {
  int n = 0;
  for (int i = 0; i < points; i++) {
    row[i] = n;
    for (int j = i - 1; j <= i + 1; j++)
      if (j >= 0 && j < points) {
        column[n] = j;
        value[n++] = i == j ? 4 : -1;
      }
  }
  row[points] = n;
}

static void multiply (void) {
#pragma omp for
  for (int i = 0; i < points; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += value[k] * p[column[k]];
    q[i] = sum;
  }
}

static void step (void) {
  multiply ();
#pragma omp for reduction(+ : pq)
  for (int i = 0; i < points; i++)
    pq += p[i] * q[i];
#pragma omp single
  {
    alpha = rho / pq;
    next_rho = 0;
  }
#pragma omp for reduction(+ : next_rho)
  for (int i = 0; i < points; i++) {
    x[i] += alpha * p[i];
    r[i] -= alpha * q[i];
    next_rho += r[i] * r[i];
  }
#pragma omp single
  {
    beta = next_rho / rho;
    rho = next_rho;
    pq = 0;
  }
#pragma omp for
  for (int i = 0; i < points; i++)
    p[i] = r[i] + beta * p[i];
}

int main (void) {
  make_matrix ();
#pragma omp parallel
  {
#pragma omp for reduction(+ : rho)
    for (int i = 0; i < points; i++) {
      p[i] = r[i] = 1;
      rho += 1;
    }
    for (int k = 0; k < steps; k++)
      step ();
  }
  printf ("%g\n", rho);
  return rho > 1e-2;
}
