// The pattern of a breadth-first search by levels, as Rodinia has it: threads
// that look at nodes of the frontier write the same cost into the nodes behind
// it, without atomics.  That is a race of equal values, and stays one here.
#include <stdbool.h>
#include <stdio.h>

enum { nodes = 32, degree = 3 };
static int edge[nodes][degree], cost[nodes];
static bool in_frontier[nodes], found[nodes], visited[nodes];

static void look (int n) {
  in_frontier[n] = false;
  for (int e = 0; e < degree; e++) {
    int to = edge[n][e];
    if (!visited[to]) {
      cost[to] = cost[n] + 1;
      found[to] = true;
    }
  }
}

static bool next_frontier (void) {
  bool more = false;
#pragma omp parallel for reduction(|| : more)
  for (int n = 0; n < nodes; n++)
    if (found[n]) {
      in_frontier[n] = visited[n] = true;
      found[n] = false;
      more = true;
    }
  return more;
}

int main (void) {
  for (int n = 0; n < nodes; n++) {
    edge[n][0] = (2 * n + 1) % nodes;
    edge[n][1] = (2 * n + 2) % nodes;
    edge[n][2] = (n + 7) % nodes;
  }
  in_frontier[0] = visited[0] = true;
  do {
#pragma omp parallel for schedule(static, 1)
    for (int n = 0; n < nodes; n++)
      if (in_frontier[n])
        look (n);
  } while (next_frontier ());
  printf ("%d\n", cost[nodes - 1]);
  return 0;
}
