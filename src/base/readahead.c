#include "base/readahead.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/processors.h"

enum { PIECES = 4 };
#define PIECE ((size_t)256 << 10)

typedef struct piece {
  char *bytes;     // owned, PIECE of them
  size_t size;     // bytes in use
  ptrdiff_t after; // 1: more follows; 0: end of the file; -1: an error
  double progress; // share of the file up to the end of the piece
} piece;

struct ft_readahead {
  ft_decompressor *in; // owned; if 'threaded', used by the thread alone
  bool threaded;
  pthread_t thread;
  pthread_mutex_t mutex; // guards 'filled', 'taken' and 'stop'
  pthread_cond_t changed;
  uint64_t filled, taken; // numbers of pieces so far
  bool stop;
  piece pieces[PIECES]; // from 'taken' to 'filled': the reader's, else the
                        // thread's
  ft_error error;       // after the last piece
  size_t at;            // offset of the reader in its first piece
  double progress;      // share of the file up to the end of that piece
};

// ---- the thread ------------------------------------------------------------

static void fill (ft_readahead *a, piece *p) {
  p->size = 0;
  p->after = 1;
  while (p->after > 0 && p->size < PIECE) {
    p->after = ft_decompressor_read (a->in, p->bytes + p->size, PIECE - p->size,
                                     &a->error);
    p->size += p->after > 0 ? (size_t)p->after : 0;
  }
  p->progress = ft_decompressor_progress (a->in);
}

// The piece to fill next; NULL if the reader has stopped.
static piece *next_empty (ft_readahead *a) {
  pthread_mutex_lock (&a->mutex);
  while (a->filled - a->taken == PIECES && !a->stop)
    pthread_cond_wait (&a->changed, &a->mutex);
  piece *p = a->stop ? NULL : a->pieces + a->filled % PIECES;
  pthread_mutex_unlock (&a->mutex);
  return p;
}

static void advance (ft_readahead *a, uint64_t *count) {
  pthread_mutex_lock (&a->mutex);
  ++*count;
  pthread_cond_signal (&a->changed);
  pthread_mutex_unlock (&a->mutex);
}

static void *run (void *context) {
  ft_readahead *a = context;
  piece *p;
  bool more = true;
  while (more && (p = next_empty (a))) {
    fill (a, p);
    more = p->after > 0;
    advance (a, &a->filled);
  }
  return NULL;
}

// The thread blocks all signals: they are for the threads of the program.
static void start (ft_readahead *a) {
  sigset_t all, before;
  pthread_mutex_init (&a->mutex, NULL);
  pthread_cond_init (&a->changed, NULL);
  for (unsigned i = 0; i < PIECES; i++)
    a->pieces[i].bytes = ft_calloc (PIECE, 1);
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, &before);
  a->threaded = !pthread_create (&a->thread, NULL, run, a);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

ft_readahead *ft_readahead_new (ft_decompressor *in) {
  ft_readahead *a = FT_NEW (ft_readahead);
  a->in = in;
  if (ft_decompressor_compressed_bytes (in) > PIECE && ft_processors () > 1)
    start (a);
  return a;
}

void ft_readahead_free (ft_readahead *a) {
  if (!a)
    return;
  if (a->threaded) {
    pthread_mutex_lock (&a->mutex);
    a->stop = true;
    pthread_cond_signal (&a->changed);
    pthread_mutex_unlock (&a->mutex);
    pthread_join (a->thread, NULL);
  }
  for (unsigned i = 0; i < PIECES; i++)
    free (a->pieces[i].bytes);
  ft_decompressor_free (a->in);
  free (a);
}

// ---- the reader ------------------------------------------------------------

static piece *first_full (ft_readahead *a) {
  pthread_mutex_lock (&a->mutex);
  while (a->filled == a->taken)
    pthread_cond_wait (&a->changed, &a->mutex);
  pthread_mutex_unlock (&a->mutex);
  piece *p = a->pieces + a->taken % PIECES;
  a->progress = p->progress;
  return p;
}

static ptrdiff_t finish (const ft_readahead *a, const piece *p,
                         ft_error *error) {
  if (p->after < 0)
    *error = a->error;
  return p->after;
}

// The last piece stays the reader's, so that the end is reported again.
ptrdiff_t ft_readahead_read (ft_readahead *a, char *to, size_t n,
                             ft_error *error) {
  if (!a->threaded)
    return ft_decompressor_read (a->in, to, n, error);
  piece *p = first_full (a);
  if (a->at == p->size && p->after > 0) {
    a->at = 0;
    advance (a, &a->taken);
    p = first_full (a);
  }
  size_t part = p->size - a->at < n ? p->size - a->at : n;
  if (!part)
    return finish (a, p, error);
  memcpy (to, p->bytes + a->at, part);
  a->at += part;
  return (ptrdiff_t)part;
}

const char *ft_readahead_path (const ft_readahead *a) {
  return ft_decompressor_path (a->in);
}

double ft_readahead_progress (const ft_readahead *a) {
  return a->threaded ? a->progress : ft_decompressor_progress (a->in);
}
