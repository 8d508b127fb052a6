// See 'packed_readahead.h'.

#include "format/packed_readahead.h"

#include <pthread.h>
#include <signal.h>

#include "base/processors.h"

// The result of one load.
typedef struct result {
  enum ft_packed_load_result how;
  ft_error error;
  ft_packed_block block;
  ft_packed_status status;
} result;

struct ft_packed_readahead {
  ft_packed_file *file; // owned; used by the thread while 'asked'
  result next;          // likewise
  ft_packed_status status;
  pthread_t thread;
  bool runs;             // the thread was started
  bool ahead;            // and was asked for a block
  pthread_mutex_t mutex; // protects the fields below
  pthread_cond_t changed;
  bool asked; // 'next' is being read
  bool ready; // 'next' is read and not yet taken
  bool ended; // the thread must end
};

ft_packed_readahead *ft_packed_readahead_new (ft_packed_file *file) {
  ft_packed_readahead *a = FT_NEW (ft_packed_readahead);
  a->file = file;
  a->status = ft_packed_file_status (file);
  pthread_mutex_init (&a->mutex, NULL);
  pthread_cond_init (&a->changed, NULL);
  return a;
}

static void load (ft_packed_readahead *a, result *r) {
  r->error = FT_NO_ERROR;
  r->how = ft_packed_file_load (a->file, &r->block, &r->error);
  r->status = ft_packed_file_status (a->file);
}

// ---- the thread ------------------------------------------------------------

static void *read_blocks (void *context) {
  ft_packed_readahead *a = context;
  pthread_mutex_lock (&a->mutex);
  while (!a->ended) {
    if (a->asked) {
      pthread_mutex_unlock (&a->mutex);
      load (a, &a->next);
      pthread_mutex_lock (&a->mutex);
      a->asked = false;
      a->ready = true;
      pthread_cond_signal (&a->changed);
    } else
      pthread_cond_wait (&a->changed, &a->mutex);
  }
  pthread_mutex_unlock (&a->mutex);
  return NULL;
}

// Starts the thread with all signals blocked: signals are for the first thread.
static void start_thread (ft_packed_readahead *a) {
  sigset_t all, before;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  a->runs = !pthread_create (&a->thread, NULL, read_blocks, a);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

static void request_block (ft_packed_readahead *a) {
  pthread_mutex_lock (&a->mutex);
  a->asked = true;
  pthread_cond_signal (&a->changed);
  pthread_mutex_unlock (&a->mutex);
}

static void await_block (ft_packed_readahead *a) {
  pthread_mutex_lock (&a->mutex);
  while (!a->ready)
    pthread_cond_wait (&a->changed, &a->mutex);
  a->ready = false;
  pthread_mutex_unlock (&a->mutex);
}

void ft_packed_readahead_free (ft_packed_readahead *a) {
  if (!a)
    return;
  if (a->runs) {
    pthread_mutex_lock (&a->mutex);
    a->ended = true;
    pthread_cond_signal (&a->changed);
    pthread_mutex_unlock (&a->mutex);
    pthread_join (a->thread, NULL);
  }
  pthread_mutex_destroy (&a->mutex);
  pthread_cond_destroy (&a->changed);
  ft_packed_block_release (&a->next.block);
  ft_packed_file_free (a->file);
  free (a);
}

// ---- the first thread ------------------------------------------------------

// Whether another block is likely: a full block is hardly the last one.
static bool expects_more (const ft_packed_readahead *a) {
  return a->next.how == FT_PACKED_LOAD_BLOCK && a->status.progress >= 0 &&
         a->next.block.header.count == FT_PACKED_EVENTS;
}

enum ft_packed_load_result ft_packed_readahead_load (ft_packed_readahead *a,
                                                     ft_packed_block *b,
                                                     ft_error *error) {
  if (a->ahead)
    await_block (a);
  else
    load (a, &a->next);
  enum ft_packed_load_result how = a->next.how;
  a->status = a->next.status;
  if (!a->runs && expects_more (a) && ft_processors () > 1)
    start_thread (a);
  ft_packed_block taken = a->next.block;
  a->next.block = *b;
  *b = taken;
  if (a->next.error.code)
    *error = a->next.error;
  a->ahead = a->runs && how == FT_PACKED_LOAD_BLOCK;
  if (a->ahead)
    request_block (a);
  return how;
}

ft_packed_status ft_packed_readahead_status (const ft_packed_readahead *a) {
  return a->status;
}

const char *ft_packed_readahead_path (const ft_packed_readahead *a) {
  return ft_packed_file_path (a->file);
}
