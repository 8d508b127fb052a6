// Threads of the program: their numbers, creation, end.
//
// The recording of a thread ends in the last round of destructors of
// thread-specific data, so that the program's own destructors are recorded.
// C++ thread_local destructors run before all of them.

#include "runtime/channels.h"
#include "runtime/thread.h"

#include <dlfcn.h>
#include <limits.h>
#include <string.h>

#include "runtime/address_space.h"
#include "runtime/blocking.h"
#include "runtime/files.h"
#include "runtime/happens_before.h"
#include "runtime/late.h"
#include "runtime/modules.h"
#include "runtime/parallel.h"
#include "runtime/policy.h"
#include "runtime/replayer.h"
#include "runtime/scheduler.h"
#include "runtime/start.h"
#include "runtime/sync_state.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"
#include "runtime/watchdog.h"

ft_thread *ft_threads[FT_MAX_THREADS];
uint32_t ft_thread_count;
uint32_t ft_live_thread_count;

static pthread_key_t key;
static bool has_key;

ft_thread *ft_thread_new (uint32_t parent, uint32_t child, uint32_t id) {
  ft_thread *t = ft_arena_alloc (sizeof *t);
  t->id = id;
  t->parent = parent;
  t->child = child;
  t->pending = ft_arena_alloc (FT_MAX_PENDING_SIGNALS * sizeof *t->pending);
  ft_policy_thread_created (t);
  return t;
}

static void at_destructors (void *pointer) {
  ft_thread *t = pointer;
  if (++t->destructor_calls < PTHREAD_DESTRUCTOR_ITERATIONS)
    pthread_setspecific (key, t);
  else
    ft_thread_end (t);
}

void ft_thread_bind (ft_thread *t) {
  t->task = ft_sys_gettid ();
  t->limit = &ft_limit;
  __atomic_store_n (&t->cursor, &ft_cursor, __ATOMIC_RELEASE);
  ft_self = t;
  if (!has_key)
    has_key = pthread_key_create (&key, at_destructors) == 0;
  pthread_setspecific (key, t);
}

void ft_thread_begin (ft_thread *t) {
  ft_threads[t->id] = t;
  if (t->id >= ft_thread_count)
    ft_thread_count = t->id + 1;
  ft_live_thread_count += t->id == 0;
  ft_log_start (t);
  uint64_t first = t->first == FT_FIRST_FRAME ? t->first_frame
                   : t->first == FT_FIRST_CALLS ? 0
                                                : (uint64_t)t->first;
  ft_log_record2 (t, FT_WIRE_THREAD_START, first, t->stack_low, t->stack_end);
}

static void leave_scheduler (ft_thread *t) {
  ft_wake_all (t); // threads that join it
  ft_log_close (t);
  if (t->detached)
    ft_handles_remove (t);
  ft_scheduler_lock_with_token (t);
  ft_replay_thread_ends (t);
  ft_live_thread_count--;
  ft_token_release (t, FT_SCHED_ENDED, FT_WIRE_THREAD_ENDED);
  ft_scheduler_unlock ();
}

void ft_thread_end (ft_thread *t) {
  if (t->unrecorded & FT_IN_KERNEL)
    ft_blocking_end (t);
  if (t->unrecorded & FT_RECORDING_ENDED)
    return;
  ft_scheduling_point (t);
  ft_sync_thread_ends (t);
  ft_channel_receiving (t, -1); // if it was cancelled in the call
  ft_scheduling_point (t);
  ft_happens_before (t, &t->end_word,
                     FT_WIRE_CAUSE (FT_WIRE_CAUSE_THREAD_END, t->id));
  ft_log_record (t, FT_WIRE_THREAD_END, 0);
  t->unrecorded = FT_IN_RUNTIME;
  ft_log_publish (t);
  leave_scheduler (t);
  t->unrecorded = FT_RECORDING_ENDED;
  *t->limit = NULL;
}

// ---- creation ------------------------------------------------------------

// For the creating thread: the C library allocates, and the new thread does not
// have the token yet.
void ft_thread_find_stack (ft_thread *t, pthread_t handle) {
  pthread_attr_t attributes;
  void *low;
  size_t size;
  if (pthread_getattr_np (handle, &attributes))
    return;
  pthread_attr_getstack (&attributes, &low, &size);
  pthread_attr_destroy (&attributes);
  t->stack_low = (uintptr_t)low;
  t->stack_end = t->stack_low + size; // thread-local storage is at its top
}

// Where the function that is called next has its frame, if it has a frame
// pointer, as recorded functions do; 0 if that is not known.
__attribute__ ((always_inline)) static inline uint64_t next_frame (void) {
#ifdef __x86_64__
  uint64_t top;
  __asm__ volatile("mov %%rsp, %0" : "=r"(top));
  return top - 16;
#else
  return 0;
#endif
}

static void *run (void *pointer) {
  ft_thread *t = pointer;
  ft_thread_bind (t);
  FT_REAL_OF (pthread_sigmask) (SIG_SETMASK, &t->mask, NULL);
  ft_token_wait (t);
  t->first_frame = next_frame ();
  ft_thread_begin (t);
  t->unrecorded = 0;
  ft_scheduling_point_slow (t);
  ft_wrapper_leave (t);
  void *result = t->routine (t->argument);
  __asm__ volatile("" : "+r"(result)); // no tail call
  return result;
}

static uint32_t next_number (const ft_thread *parent) {
  uint32_t number = ft_replay_thread_number (parent->id, parent->children);
  if (number != UINT32_MAX)
    return number;
  uint32_t scheduled = ft_replay_thread_count ();
  return ft_thread_count > scheduled ? ft_thread_count : scheduled;
}

// Functions of the runtime and of the C++ library that do nothing but call the
// program's.
static bool only_calls (void *(*routine) (void *)) {
  Dl_info info;
  return routine == ft_thrd_run ||
         (dladdr ((void *)(uintptr_t)routine, &info) && info.dli_fname &&
          (strstr (info.dli_fname, "libstdc++") ||
           strstr (info.dli_fname, "libc++")));
}

static ft_thread *prepare (ft_thread *parent, void *(*routine) (void *),
                           void *argument) {
  uint32_t number = next_number (parent);
  if (number >= FT_MAX_THREADS)
    return NULL;
  ft_thread *t = ft_thread_new (parent->id, parent->children, number);
  t->routine = routine;
  t->first = only_calls (routine)       ? FT_FIRST_CALLS
             : ft_modules_has ((void *)(uintptr_t)routine) ? FT_FIRST_FRAME
                                                     : FT_FIRST_UNRECORDED;
  t->argument = argument;
  t->unrecorded = FT_IN_RUNTIME;
  return t;
}

static void admit (ft_thread *parent, ft_thread *t) {
  parent->children++;
  ft_live_thread_count++;
  ft_scheduler_lock ();
  ft_threads[t->id] = t;
  if (t->id >= ft_thread_count)
    ft_thread_count = t->id + 1;
  ft_token_enqueue (t);
  ft_scheduler_unlock ();
}

static bool is_detached (const pthread_attr_t *attributes) {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes)
    pthread_attr_getdetachstate (attributes, &state);
  return state == PTHREAD_CREATE_DETACHED;
}

// With all signals blocked: a new thread must not get one before it has its
// 'ft_self'.
static int make (pthread_t *handle, const pthread_attr_t *attributes,
                 ft_thread *t) {
  sigset_t all;
  sigfillset (&all);
  FT_REAL_OF (pthread_sigmask) (SIG_SETMASK, &all, &t->mask);
  int error = FT_REAL_OF (pthread_create) (handle, attributes, run, t);
  FT_REAL_OF (pthread_sigmask) (SIG_SETMASK, &t->mask, NULL);
  return error;
}

static bool is_too_many (void) {
  return ft_config.max_threads && ft_thread_count > ft_config.max_threads;
}

// Ends the recording at the limit on threads, once those that there are had
// their turns.
static void stop_at_limit (ft_thread *t) {
  enum { TURNS = 100 };
  t->pauses = true;
  for (int i = 0; i < TURNS && ft_scheduler_has_others (); i++)
    ft_yield (t);
  t->pauses = false;
  if (ft_keeps_logs)
    ft_log_stop (t, "the threads have reached their limit");
}

static int create (ft_thread *parent, pthread_t *handle,
                   const pthread_attr_t *attributes, void *(*routine) (void *),
                   void *argument) {
  ft_scheduling_point (parent);
  if (ft_keeps_logs && is_too_many ())
    stop_at_limit (parent);
  ft_thread *t = prepare (parent, routine, argument);
  if (!t) {
    ft_warn ("more threads than can be recorded (%d)", FT_MAX_THREADS);
    return EAGAIN;
  }
  ft_library_begin (parent);
  ft_watchdog_start ();
  ft_late_expected ();
  int error = make (handle, attributes, t);
  if (!error)
    ft_thread_find_stack (t, *handle);
  else if (error == EAGAIN)
    ft_address_space_check (attributes);
  ft_library_end (parent);
  if (error)
    return error;
  t->handle = *handle;
  t->detached = is_detached (attributes);
  ft_handles_add (t);
  // The handle is written before the new thread runs.
  ft_log_record1 (parent, FT_WIRE_WRITE_RANGE, ft_address (handle),
                  sizeof *handle);
  ft_log_record (parent, FT_WIRE_FORK, t->id);
  admit (parent, t);
  return 0;
}

int backtrace (void **, int) __attribute__ ((weak)); // none in static programs

// The first thread that is unwound, by pthread_exit or an exception, makes the C
// library load and initialise the unwinder.  That happens here, so that the
// records of threads do not depend on which of them is the first.
static void prepare_unwinding (ft_thread *t) {
  static bool prepared;
  void *frame;
  if (prepared || !backtrace)
    return;
  prepared = true;
  ft_library_begin (t);
  backtrace (&frame, 1);
  ft_library_end (t);
}

FT_EXPORT int pthread_create (pthread_t *handle,
                              const pthread_attr_t *attributes,
                              void *(*routine) (void *), void *argument) {
  ft_thread *t = ft_recorded_thread ();
  if (!t && ft_self && ft_self->unrecorded == FT_IN_KERNEL) {
    ft_blocking_end (ft_self); // a library creates it, within a blocking call
    t = ft_recorded_thread ();
  }
  if (!t)
    return FT_REAL_OF (pthread_create) (handle, attributes, routine, argument);
  prepare_unwinding (t);
  return create (t, handle, attributes, routine, argument);
}

// ---- handles ---------------------------------------------------------------

enum { BUCKETS = 1024 };

static ft_thread *bucket[BUCKETS]; // hash table by handle

static ft_thread **bucket_of (pthread_t handle) {
  return &bucket[(uint64_t)handle * UINT64_C (0x9e3779b97f4a7c15) >> 54];
}

void ft_handles_add (ft_thread *t) {
  ft_thread **b = bucket_of (t->handle);
  t->same_hash = *b;
  *b = t;
}

void ft_handles_remove (ft_thread *t) {
  ft_thread **b = bucket_of (t->handle);
  while (*b && *b != t)
    b = &(*b)->same_hash;
  if (*b)
    *b = t->same_hash;
}

ft_thread *ft_handles_find (pthread_t handle) {
  ft_thread *t = *bucket_of (handle);
  while (t && t->handle != handle)
    t = t->same_hash;
  return t;
}

void ft_handles_after_fork (ft_thread *t) {
  for (unsigned i = 0; i < BUCKETS; i++)
    bucket[i] = NULL;
  ft_handles_add (t);
}
