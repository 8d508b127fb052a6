// RACE-FREE
// WHY: on the side printing calls a function of the program, which ends it

#include <printf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int begun;
static int data;

static int print (FILE *to, const struct printf_info *how, const void *const *what) {
  (void)to;
  (void)how;
  (void)what;
  _exit (1);
}

static int list (const struct printf_info *how, size_t n, int *types, int *sizes) {
  (void)how;
  if (n) {
    types[0] = PA_INT;
    sizes[0] = sizeof (int);
  }
  return 1;
}

static void *begin (void *a) {
  atomic_store (&begun, 1);
  data = 2;
  atomic_store (&begun, 0);
  return a;
}

static void *use (void *a) {
  if (atomic_load (&begun)) {
    printf ("%d\n", 1);
    data = 1;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  register_printf_specifier ('d', print, list);
  pthread_create (&t, 0, begin, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
