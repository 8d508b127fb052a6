// Functions that the program registers for its end: atexit (which calls
// __cxa_atexit), on_exit, at_quick_exit, and destructors of static C++ objects.
//
// A function that runs at the end was registered before, by whatever thread: no
// reordering may change that.  A function of exit is registered with a word of its
// own, which the registration changes and the function's start reads.  Those of
// quick_exit have no argument that could lead to a word; they share one.

#include <stdlib.h>

#include "runtime/happens_before.h"
#include "runtime/libc_access.h"
#include "runtime/process.h"
#include "runtime/thread.h"

typedef void handler (void *);
typedef void status_handler (int, void *);

typedef struct {
  uint64_t registered;
  uint32_t number; // from 1
  handler *run;
  status_handler *run_with_status;
  void *argument;
} registration;

int __cxa_atexit (handler *, void *, void *);
int __cxa_at_quick_exit (handler *, void *);

static uint64_t quick;

// The number of those of quick_exit is 0.
static uint64_t cause_of (uint32_t number) {
  return FT_WIRE_CAUSE (FT_WIRE_CAUSE_REGISTRATION, number);
}

// NULL also where the runtime registers its own functions, as it starts.
static ft_thread *enter (void) {
  return ft_self ? ft_wrapper_enter () : NULL;
}

static registration *new_registration (ft_thread *t, void *argument) {
  static uint32_t count;
  registration *r = ft_arena_alloc (sizeof *r);
  r->argument = argument;
  r->number = ++count;
  ft_happens_before (t, &r->registered, cause_of (r->number));
  return r;
}

static void begin (const registration *r) {
  ft_thread *t = ft_wrapper_enter ();
  if (t)
    ft_happens_after (t, &r->registered, cause_of (r->number));
}

static void run (void *r) {
  const registration *registered = r;
  begin (registered);
  registered->run (registered->argument);
}

static void run_with_status (int status, void *r) {
  const registration *registered = r;
  begin (registered);
  registered->run_with_status (status, registered->argument);
}

FT_EXPORT int __cxa_atexit (handler *function, void *argument, void *library) {
  ft_thread *t = enter ();
  if (!t)
    return FT_REAL_OF (__cxa_atexit) (function, argument, library);
  registration *r = new_registration (t, argument);
  r->run = function;
  return FT_REAL_OF (__cxa_atexit) (run, r, library);
}

FT_EXPORT int on_exit (status_handler *function, void *argument) {
  ft_thread *t = enter ();
  if (!t)
    return FT_REAL_OF (on_exit) (function, argument);
  registration *r = new_registration (t, argument);
  r->run_with_status = function;
  return FT_REAL_OF (on_exit) (run_with_status, r);
}

FT_EXPORT int __cxa_at_quick_exit (handler *function, void *library) {
  ft_thread *t = enter ();
  if (t)
    ft_happens_before (t, &quick, cause_of (0));
  return FT_REAL_OF (__cxa_at_quick_exit) (function, library);
}

void ft_quick_exit_begins (void) {
  ft_thread *t = ft_wrapper_enter ();
  if (t)
    ft_happens_after (t, &quick, cause_of (0));
}
