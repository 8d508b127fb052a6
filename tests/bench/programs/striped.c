// A hash table with one lock per stripe, and counts that THREADS threads add
// to.  With STATISTICS there is one that no lock protects; with PUBLISHED the
// first thread sets a variable that the others read once a flag says so.
// Usage: striped [OPERATIONS [THREADS]]
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { STRIPES = 64, SLOTS = 1 << 16, MOST = 64 };
static struct {
  uint64_t key, count;
} table[SLOTS];
static pthread_mutex_t locks[STRIPES];
static long operations = 400000, threads = 4;
#ifdef STATISTICS
static long done; // no lock protects it
#endif
#ifdef PUBLISHED
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static long setting, is_set, used;

static void publish (void) {
  setting = 17;
  pthread_mutex_lock (&guard);
  is_set = 1;
  pthread_mutex_unlock (&guard);
}

static void await (void) {
  for (long set = 0; !set;) {
    pthread_mutex_lock (&guard);
    set = is_set;
    pthread_mutex_unlock (&guard);
  }
  used = setting; // no race, which only reading the flag shows
}
#endif

static void add (uint64_t key) {
  uint64_t slot = key * 0x9E3779B97F4A7C15u >> 48;
  pthread_mutex_t *lock = &locks[slot / (SLOTS / STRIPES)];
  pthread_mutex_lock (lock);
  uint64_t base = slot & ~(uint64_t)(SLOTS / STRIPES - 1);
  for (int probe = 0; probe < SLOTS / STRIPES; probe++) {
    uint64_t at = base | ((slot + (uint64_t)probe) & (SLOTS / STRIPES - 1));
    if (table[at].key == key || !table[at].key) {
      table[at].key = key;
      table[at].count++;
      break;
    }
  }
  pthread_mutex_unlock (lock);
}

static void *work (void *argument) {
#ifdef PUBLISHED
  if (argument)
    await ();
  else
    publish ();
#endif
  uint64_t state = (uint64_t)(uintptr_t)argument + 1;
  for (long i = 0; i < operations / threads; i++) {
    for (int j = 0; j < 16; j++) // what a key costs to make
      state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    add (state % 20000 + 1);
#ifdef STATISTICS
    done++;
#endif
  }
  return NULL;
}

int main (int argc, char **argv) {
  pthread_t workers[MOST];
  if (argc > 1)
    operations = atol (argv[1]);
  if (argc > 2)
    threads = atol (argv[2]);
  if (operations < 1 || threads < 1 || threads > MOST)
    return 64;
  for (int i = 0; i < STRIPES; i++)
    pthread_mutex_init (&locks[i], NULL);
  for (long i = 0; i < threads; i++)
    pthread_create (&workers[i], NULL, work, (void *)i);
  for (long i = 0; i < threads; i++)
    pthread_join (workers[i], NULL);
  uint64_t sum = 0;
  for (int i = 0; i < SLOTS; i++)
    sum += table[i].count;
  printf ("%llu\n", (unsigned long long)sum);
  return 0;
}
