// Opens and reads traces in several threads at once, under ThreadSanitizer
// (tests/cli/test_parallel.sh): opening a trace writes nothing that threads
// share.
//
// Usage: open_traces TRACE...

#include <pthread.h>
#include <stdio.h>

#include "load/open.h"

enum { READERS = 2, ROUNDS = 3, MOST = 16 };

typedef struct reading {
  const char *path;
  uint64_t digest; // 0: reading failed
  ft_error error;
} reading;

static void *read_trace (void *context) {
  reading *r = context;
  for (int i = 0; i < ROUNDS; i++) {
    r->error = FT_NO_ERROR;
    ft_trace *t =
        ft_trace_read (r->path, (ft_read_options){0}, NULL, NULL, &r->error);
    r->digest = t ? ft_trace_digest (t) : 0;
    ft_trace_free (t);
  }
  return NULL;
}

int main (int count, char **paths) {
  reading readings[MOST * READERS];
  pthread_t threads[MOST * READERS];
  int n = 0, failed = 0;
  for (int i = 1; i < count && i <= MOST; i++)
    for (int k = 0; k < READERS; k++, n++)
      readings[n] = (reading){.path = paths[i]};
  for (int i = 0; i < n; i++)
    failed |= pthread_create (threads + i, NULL, read_trace, readings + i);
  for (int i = 0; i < n && !failed; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < n; i++) {
    const reading *first = readings + i / READERS * READERS;
    if (!readings[i].digest || readings[i].digest != first->digest) {
      fprintf (stderr, "%s: %s\n", readings[i].path,
               readings[i].digest ? "another digest than in the first thread"
                                  : readings[i].error.message);
      failed = 1;
    }
  }
  return failed || !n;
}
