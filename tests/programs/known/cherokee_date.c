// BUG: Cherokee 0.9.2 (326): two workers renew the cached date of the log in one static buffer
// FIRST: data race on 'now\[[0-9.]*\]'.*DIFFERENT OUTPUT

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char now[8];

static void build_log_string (const char *date) {
  for (size_t i = 0; i < strlen (date); i++)
    now[i] = date[i];
}

static void *worker_before (void *a) {
  build_log_string ("09:59");
  return a;
}

static void *worker_after (void *a) {
  build_log_string ("10:00");
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, worker_before, 0);
  pthread_create (&u, 0, worker_after, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  puts (now);
  return 0;
}
