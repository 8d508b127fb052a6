// BUG: Apache 2.0.48 (25520): workers append to the buffer of the access log without a lock
// FIRST: data race on 'log\.outcnt'.*DIFFERENT OUTPUT

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct {
  size_t outcnt;
  char outbuf[64];
} log;

static void ap_buffered_log_writer (const char *line) {
  size_t at = log.outcnt;
  memcpy (log.outbuf + at, line, strlen (line));
  log.outcnt = at + strlen (line);
}

static void *worker_get (void *a) {
  ap_buffered_log_writer ("GET /index.html\n");
  return a;
}

static void *worker_post (void *a) {
  ap_buffered_log_writer ("POST /form\n");
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, worker_get, 0);
  pthread_create (&u, 0, worker_post, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  fwrite (log.outbuf, 1, log.outcnt, stdout);
  return 0;
}
