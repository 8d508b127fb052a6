#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static int total, ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *sum (void *a) {
  total += 1;
  total += 2;
  return a;
}
static void *check (void *a) {
  pthread_mutex_lock (&m);
  int seen = ready;
  pthread_mutex_unlock (&m);
  assert (!seen);
  return a;
}
static void *prepare (void *a) {
  pthread_mutex_lock (&m);
  ready = 1;
  pthread_mutex_unlock (&m);
  return a;
}
int main (int argc, char **argv) {
  const char *test = argc > 1 ? argv[argc - 1] : "";
  if (!strcmp (test, "--gtest_list_tests")) {
    puts ("Bug.\n  Pairs\n  Asserts");
    return 0;
  }
  int pairs = strstr (test, "Pairs") != NULL;
  pthread_t t, u;
  pthread_create (&t, 0, pairs ? sum : check, 0);
  pthread_create (&u, 0, pairs ? sum : prepare, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
