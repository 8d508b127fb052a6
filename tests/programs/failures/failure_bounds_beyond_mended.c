// RACE-FREE
// WHY: an index goes beyond one object in memory that is the program's: globals that the
// linker puts into one array, and what malloc gives beyond the bytes that were asked for

#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

#define TABLE __attribute__ ((section ("tables"), used))
TABLE static int first[2] = {1, 2};
TABLE static int second[2] = {3, 4};
extern int __start_tables[];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned at, last = 4, sum;
static char *block;

static void *look (void *a) {
  pthread_mutex_lock (&lock);
  sum += __start_tables[at] + block[last];
  pthread_mutex_unlock (&lock);
  return a;
}

static void *move (void *a) {
  pthread_mutex_lock (&lock);
  at = 3;
  last = malloc_usable_size (block) - 1;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  block = malloc (20);
  for (size_t i = 0; i < malloc_usable_size (block); i++)
    block[i] = 0;
  pthread_create (&t[0], 0, look, 0);
  pthread_create (&t[1], 0, move, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  free (block);
}
