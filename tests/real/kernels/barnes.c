// The pattern of an n-body tree code: threads insert bodies into one shared
// tree, looking at a child without a lock and again under the lock of its
// cell; cells are handed out by a counter under a mutex; then forces, then
// positions, a barrier after each.  The look without a lock
// races with the insertion of another thread, as it does in the original.
#include "kernel.h"

enum { bodies = 12, cells = 64, locks = 4, steps = 2, depth = 20 };
struct body { double at, speed, force; };
struct cell {
  int child[2]; // 0: none; n + 1: cell n; -n - 1: body n
  double low, high, mass, centre;
};
static struct body body[bodies];
static struct cell cell[cells];
static int used_cells;
static pthread_mutex_t lock[locks], pool = PTHREAD_MUTEX_INITIALIZER;


static int new_cell (double low, double high) {
  pthread_mutex_lock (&pool);
  int c = used_cells++;
  pthread_mutex_unlock (&pool);
  if (c >= cells)
    abort ();
  cell[c] = (struct cell){.low = low, .high = high};
  return c;
}

static int side_of (int c, double at) {
  return at >= (cell[c].low + cell[c].high) / 2;
}

// The two bodies go into a cell below C, which is under its lock.
static void split (int c, int side, int other) {
  double middle = (cell[c].low + cell[c].high) / 2;
  int inner = new_cell (side ? middle : cell[c].low, side ? cell[c].high : middle);
  cell[inner].child[side_of (inner, body[other].at)] = -other - 1;
  cell[c].child[side] = inner + 1;
}

static void insert (int b) {
  int c = 0;
  for (int level = 0; level < depth; level++) {
    int side = side_of (c, body[b].at);
    int seen = cell[c].child[side]; // without the lock
    if (seen <= 0) {
      pthread_mutex_lock (&lock[c % locks]);
      seen = cell[c].child[side];
      if (!seen)
        cell[c].child[side] = -b - 1;
      else if (seen < 0)
        split (c, side, -seen - 1);
      int done = !seen;
      seen = cell[c].child[side];
      pthread_mutex_unlock (&lock[c % locks]);
      if (done)
        return;
    }
    c = seen - 1;
  }
}

static double force_on (int b, int c) {
  double force = 0;
  for (int side = 0; side < 2; side++) {
    int child = cell[c].child[side];
    if (child > 0)
      force += force_on (b, child - 1);
    else if (child < 0 && child != -b - 1) {
      double distance = body[-child - 1].at - body[b].at;
      force += distance / (distance * distance + 0.01);
    }
  }
  return force;
}

static void step (long self) {
  if (!self) {
    used_cells = 0;
    new_cell (0, 1024);
  }
  barrier_wait ();
  for (int b = self; b < bodies; b += threads)
    insert (b);
  barrier_wait ();
  for (int b = first (self, bodies); b < first (self + 1, bodies); b++)
    body[b].force = force_on (b, 0);
  barrier_wait ();
  for (int b = first (self, bodies); b < first (self + 1, bodies); b++) {
    body[b].speed += body[b].force * 0.1;
    body[b].at += body[b].speed * 0.1;
  }
  barrier_wait ();
}

static void kernel (long self) {
  for (int i = 0; i < steps; i++)
    step (self);
}

int main (void) {
  unsigned seed = 3;
  for (int i = 0; i < bodies; i++)
    body[i].at = next_random (&seed) % 1000 + i / 100.0;
  for (int i = 0; i < locks; i++)
    pthread_mutex_init (&lock[i], 0);
  run_kernel ();
  double sum = 0;
  for (int i = 0; i < bodies; i++)
    sum += body[i].at;
  printf ("%.3f\n", sum);
  return 0;
}
