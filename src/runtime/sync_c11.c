// C11 threads.  glibc's functions call internal names of its pthread functions,
// which cannot be interposed; the functions of this file call the public names,
// which are recorded.  glibc's types of C11 threads have the layout of those of
// pthread.

#include <errno.h>
#include <threads.h>

#include "runtime/libc_access.h"
#include "runtime/sync_ops.h"
#include "runtime/thread.h"

struct start {
  thrd_start_t function;
  void *argument;
};

void *__libc_malloc (size_t);
void __libc_free (void *);

static int result_of (int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case ENOMEM:
    return thrd_nomem;
  case ETIMEDOUT:
    return thrd_timedout;
  case EBUSY:
    return thrd_busy;
  default:
    return thrd_error;
  }
}

void *ft_thrd_run (void *argument) {
  struct start start = *(struct start *)argument;
  __libc_free (argument);
  return (void *)(intptr_t)start.function (start.argument);
}

FT_EXPORT int thrd_create (thrd_t *thread, thrd_start_t function,
                           void *argument) {
  struct start *start = __libc_malloc (sizeof *start);
  if (!start)
    return thrd_nomem;
  *start = (struct start){function, argument};
  int error = pthread_create (thread, NULL, ft_thrd_run, start);
  if (error)
    __libc_free (start);
  return error == EAGAIN ? thrd_nomem : result_of (error);
}

FT_EXPORT int thrd_join (thrd_t thread, int *result) {
  void *value = NULL;
  int error = pthread_join (thread, &value);
  if (!error && result) {
    *result = (int)(intptr_t)value;
    ft_log_write_range (ft_recorded_thread (), result, sizeof *result);
  }
  return result_of (error);
}

FT_EXPORT int thrd_detach (thrd_t thread) {
  return result_of (pthread_detach (thread));
}

FT_EXPORT _Noreturn void thrd_exit (int result) {
  pthread_exit ((void *)(intptr_t)result);
}

FT_EXPORT void thrd_yield (void) {
  sched_yield ();
}

FT_EXPORT int thrd_sleep (const struct timespec *time,
                          struct timespec *remaining) {
  int error = clock_nanosleep (CLOCK_REALTIME, 0, time, remaining);
  return error == EINTR ? -1 : error ? -2 : 0;
}

FT_EXPORT int mtx_init (mtx_t *m, int type) {
  if (type & ~(mtx_recursive | mtx_timed))
    return thrd_error;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_settype (&attributes, type & mtx_recursive
                                              ? PTHREAD_MUTEX_RECURSIVE
                                              : PTHREAD_MUTEX_NORMAL);
  int error = pthread_mutex_init ((pthread_mutex_t *)m, &attributes);
  pthread_mutexattr_destroy (&attributes);
  return result_of (error);
}

FT_EXPORT void mtx_destroy (mtx_t *m) {
  pthread_mutex_destroy ((pthread_mutex_t *)m);
}

FT_EXPORT int mtx_lock (mtx_t *m) {
  return result_of (pthread_mutex_lock ((pthread_mutex_t *)m));
}

FT_EXPORT int mtx_trylock (mtx_t *m) {
  return result_of (pthread_mutex_trylock ((pthread_mutex_t *)m));
}

FT_EXPORT int mtx_timedlock (mtx_t *m, const struct timespec *time) {
  return result_of (pthread_mutex_timedlock ((pthread_mutex_t *)m, time));
}

FT_EXPORT int mtx_unlock (mtx_t *m) {
  return result_of (pthread_mutex_unlock ((pthread_mutex_t *)m));
}

FT_EXPORT int cnd_init (cnd_t *c) {
  return result_of (pthread_cond_init ((pthread_cond_t *)c, NULL));
}

FT_EXPORT void cnd_destroy (cnd_t *c) {
  pthread_cond_destroy ((pthread_cond_t *)c);
}

FT_EXPORT int cnd_wait (cnd_t *c, mtx_t *m) {
  return result_of (
      pthread_cond_wait ((pthread_cond_t *)c, (pthread_mutex_t *)m));
}

FT_EXPORT int cnd_timedwait (cnd_t *c, mtx_t *m, const struct timespec *time) {
  return result_of (
      pthread_cond_timedwait ((pthread_cond_t *)c, (pthread_mutex_t *)m, time));
}

FT_EXPORT int cnd_signal (cnd_t *c) {
  return result_of (pthread_cond_signal ((pthread_cond_t *)c));
}

FT_EXPORT int cnd_broadcast (cnd_t *c) {
  return result_of (pthread_cond_broadcast ((pthread_cond_t *)c));
}

FT_EXPORT void call_once (once_flag *flag, void (*function) (void)) {
  pthread_once ((pthread_once_t *)flag, function);
}
