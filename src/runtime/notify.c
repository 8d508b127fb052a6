// Threads that the C library makes to notify the program (SIGEV_THREAD): of a
// timer, a message queue, asynchronous input and output, names that were looked
// up.
//
// The runtime's function is notified in place of the program's.  It makes the
// thread a recorded one, orders it behind whatever may have caused the
// notification, and calls the program's function.  Each of these threads counts
// as a child of the first thread; they are numbered in the order in which they
// come.

#include <aio.h>
#include <mqueue.h>
#include <netdb.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "runtime/happens_before.h"
#include "runtime/libc_access.h"
#include "runtime/notify.h"
#include "runtime/policy.h"
#include "runtime/replayer.h"
#include "runtime/scheduler.h"
#include "runtime/start.h"
#include "runtime/syscall.h"
#include "runtime/thread.h"
#include "runtime/thread_log.h"

bool ft_notifications_expected;

struct ft_notification {
  void (*function) (union sigval);
  union sigval value;
  struct sigevent *given; // what the program gave, if the C library reads it
  uint64_t caused;        // happens-before word: how often it was asked for
  uint32_t number;
};

static uint64_t cause_of (const struct ft_notification *n) {
  return FT_WIRE_CAUSE (FT_WIRE_CAUSE_NOTIFICATION, n->number);
}

// ---- the thread ------------------------------------------------------------

// Without the token, in memory of its own.
static ft_thread *new_thread (void) {
  size_t ring = FT_MAX_PENDING_SIGNALS * sizeof (struct ft_pending_signal);
  ft_thread *t = ft_sys_mmap (sizeof *t + ring, -1, 0);
  if (!t)
    return NULL;
  t->pending = (struct ft_pending_signal *)(void *)(t + 1);
  t->unrecorded = FT_IN_RUNTIME;
  t->id = UINT32_MAX;
  t->detached = true;
  t->first = FT_FIRST_NOTIFIED;
  t->handle = pthread_self ();
  return t;
}

// With the scheduler lock.  In a replay the schedule names the thread before it
// runs.
static void arrive (ft_thread *t) {
  static uint32_t arrived;
  t->child = FT_WIRE_NOTIFIED | arrived++;
  ft_policy_thread_created (t);
  uint32_t number =
      ft_replaying () ? ft_replay_thread_number (0, t->child) : UINT32_MAX;
  if (number != UINT32_MAX) {
    t->id = number;
    ft_threads[number] = t;
    if (number >= ft_thread_count)
      ft_thread_count = number + 1;
  }
  ft_token_request (t);
}

static void begin (ft_thread *t) {
  uint32_t scheduled = ft_replay_thread_count ();
  if (t->id == UINT32_MAX)
    t->id = ft_thread_count > scheduled ? ft_thread_count : scheduled;
  if (t->id >= FT_MAX_THREADS)
    ft_fail (69, "more threads than can be recorded (%d)", FT_MAX_THREADS);
  ft_live_thread_count++;
  ft_handles_add (t);
  ft_thread_begin (t);
  t->unrecorded = 0;
  ft_scheduling_point_slow (t);
}

// The thread ends in its destructors, as all others.
static ft_thread *become_recorded (void) {
  ft_thread *t = ft_is_recording && !ft_self ? new_thread () : NULL;
  if (!t)
    return NULL;
  ft_thread_bind (t);
  ft_thread_find_stack (t, t->handle);
  ft_scheduler_lock ();
  arrive (t);
  ft_scheduler_unlock ();
  ft_token_wait (t);
  begin (t);
  return t;
}

static void run (union sigval pointer) {
  struct ft_notification *n = pointer.sival_ptr;
  ft_thread *t = become_recorded ();
  if (t) {
    ft_happens_after (t, &n->caused, cause_of (n));
    ft_channel_receive_unknown (t);
  }
  if (n->given) {
    n->given->sigev_notify_function = n->function;
    n->given->sigev_value = n->value;
  }
  n->function (n->value);
}

// ---- asking for a notification ---------------------------------------------

void ft_notification_caused (ft_thread *t, struct ft_notification *n) {
  if (t && n)
    ft_happens_before (t, &n->caused, cause_of (n));
}

struct ft_notification *ft_notification_new (ft_thread *t,
                                             struct sigevent *event) {
  static uint32_t count;
  if (!t || !event || event->sigev_notify != SIGEV_THREAD ||
      event->sigev_notify_function == run)
    return NULL;
  struct ft_notification *n = ft_arena_alloc (sizeof *n);
  n->function = event->sigev_notify_function;
  n->value = event->sigev_value;
  n->number = ++count;
  event->sigev_notify_function = run;
  event->sigev_value.sival_ptr = n;
  ft_notifications_expected = true;
  return n;
}

// ---- the C library's functions ---------------------------------------------

FT_EXPORT int mq_notify (mqd_t queue, const struct sigevent *event) {
  ft_thread *t = ft_wrapper_enter ();
  struct sigevent own = event ? *event : (struct sigevent){0};
  struct ft_notification *n = ft_notification_new (t, event ? &own : NULL);
  ft_notification_caused (t, n);
  return FT_REAL_OF (mq_notify) (queue, n ? &own : event);
}

FT_EXPORT int getaddrinfo_a (int mode, struct gaicb *list[], int count,
                             struct sigevent *event) {
  ft_thread *t = ft_wrapper_enter ();
  struct sigevent own = event ? *event : (struct sigevent){0};
  struct ft_notification *n = ft_notification_new (t, event ? &own : NULL);
  ft_notification_caused (t, n);
  return FT_REAL_OF (getaddrinfo_a) (mode, list, count, n ? &own : event);
}

// The C library reads the event when the request is done.
static void notify_of_request (ft_thread *t, struct sigevent *event) {
  struct ft_notification *n = ft_notification_new (t, event);
  if (n)
    n->given = event;
  ft_notification_caused (t, n);
}

#define REQUESTS(name, type)                                                   \
  FT_EXPORT int name (struct type *request) {                                  \
    ft_thread *t = ft_wrapper_enter ();                                        \
    notify_of_request (t, &request->aio_sigevent);                             \
    ft_channel_send_any (t);                                                   \
    return FT_REAL_OF (name) (request);                                        \
  }

REQUESTS (aio_read, aiocb)
REQUESTS (aio_read64, aiocb64)
REQUESTS (aio_write, aiocb)
REQUESTS (aio_write64, aiocb64)

#define SYNCHRONISES(name, type)                                               \
  FT_EXPORT int name (int operation, struct type *request) {                   \
    ft_thread *t = ft_wrapper_enter ();                                        \
    notify_of_request (t, &request->aio_sigevent);                             \
    ft_channel_send_any (t);                                                   \
    return FT_REAL_OF (name) (operation, request);                             \
  }

SYNCHRONISES (aio_fsync, aiocb)
SYNCHRONISES (aio_fsync64, aiocb64)

#define LISTS(name, type)                                                      \
  FT_EXPORT int name (int mode, struct type *const list[], int count,          \
                      struct sigevent *event) {                                \
    ft_thread *t = ft_wrapper_enter ();                                        \
    struct sigevent own = event ? *event : (struct sigevent){0};               \
    struct ft_notification *n =                                                \
        ft_notification_new (t, event && mode == LIO_NOWAIT ? &own : NULL);    \
    ft_notification_caused (t, n);                                             \
    for (int i = 0; t && i < count; i++) {                                     \
      if (list[i])                                                             \
        notify_of_request (t, &list[i]->aio_sigevent);                         \
      ft_scheduling_point (t);                                                 \
    }                                                                          \
    ft_channel_send_any (t);                                                   \
    if (t)                                                                     \
      ft_blocking_begin (t);                                                   \
    int result = FT_REAL_OF (name) (mode, list, count, n ? &own : event);      \
    if (t)                                                                     \
      ft_blocking_end (t);                                                     \
    ft_channel_receive_any (t);                                                \
    return result;                                                             \
  }

LISTS (lio_listio, aiocb)
LISTS (lio_listio64, aiocb64)
