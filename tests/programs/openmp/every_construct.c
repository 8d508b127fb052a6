// RACE-FREE
// FLAGS: -fopenmp -fopenmp-version=51
// WHY: the constructs and clauses that no other program here has, each without a race

#include <omp.h>

#define N 4

static int a[N], b[N], grid[36];

#pragma omp declare target
static int next (int n) { return n + 1; }
#pragma omp end declare target

#pragma omp declare simd
static int square (int n) { return n * n; }

static int loops (void) {
  int sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < N; i++)
    sum += i; // 6
  if (sum != 6)
    return 0;
  sum = 0; // clang 19 leaves out what a scan begins with
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < N; i++) {
    sum += 1;
#pragma omp scan inclusive(sum)
    a[i] = sum; // 1 to 4
  }
#pragma omp parallel loop
  for (int i = 0; i < N; i++)
    b[i] = i;
#pragma omp parallel num_threads(2)
  {
#pragma omp for collapse(2) schedule(static, 3) nowait
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        grid[i * 6 + j] = i;
#pragma omp for schedule(monotonic : dynamic, 4)
    for (int i = 0; i < N; i++)
      b[i] = square (i);
#pragma omp for schedule(runtime)
    for (unsigned i = 0; i < N; i++)
      b[i] += 1;
#pragma omp for schedule(auto)
    for (long long i = N - 1; i >= 0; i -= 3)
      b[i] += 1;
  }
  return sum + b[3] + a[0]; // 4 + 11 + 1
}

static int devices (void) {
  int x = 0;
#pragma omp target data map(tofrom : a)
  {
#pragma omp target teams loop
    for (int i = 0; i < N; i++)
      a[i] = next (i);
#pragma omp target update from(a)
  }
#pragma omp target enter data map(to : b)
#pragma omp target exit data map(from : b)
#pragma omp teams num_teams(2) thread_limit(2)
#pragma omp distribute parallel for simd dist_schedule(static, 2)
  for (int i = 0; i < N; i++)
    a[i] += 1;
#pragma omp teams num_teams(2)
#pragma omp distribute parallel for schedule(dynamic)
  for (int i = 0; i < N; i++)
    a[i] += 1;
#pragma omp allocate(x) allocator(omp_default_mem_alloc)
  x = a[3];
  return x; // 6
}

static int tasks (void) {
  int x = 0, seen = 0;
  omp_event_handle_t event;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(event)
    {
      x = 2;
      omp_fulfill_event (event);
    }
#pragma omp taskwait
    omp_depend_t depends;
#pragma omp depobj(depends) depend(inout : x)
#pragma omp task depend(depobj : depends)
    x++;
#pragma omp task depend(iterator(k = 0 : 3), in : grid[k]) depend(in : x)
    seen = x;
#pragma omp taskwait depend(inout : x)
    x++;
#pragma omp depobj(depends) destroy
#pragma omp taskyield
  }
#pragma omp parallel num_threads(2)
#pragma omp masked taskloop grainsize(2)
  for (int i = 0; i < N; i++)
    a[i] = i;
  return x * 10 + seen; // 43
}

static int clauses (void) {
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    sum += 5;
#pragma omp cancel parallel if (0)
#pragma omp cancellation point parallel
  }
#pragma omp parallel if (0)
  sum += omp_get_num_threads ();
#pragma omp parallel num_threads(2) reduction(task, + : sum)
  {
#pragma omp task in_reduction(+ : sum)
    sum += 1;
  }
  return sum; // 15 + 1 + 2
}

int main (void) {
  if (loops () != 16)
    return 1;
  if (devices () != 6)
    return 2;
  if (tasks () != 43)
    return 3;
  return clauses () == 18 ? 0 : 4;
}
