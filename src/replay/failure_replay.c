#include "replay/failure_replay.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/directory.h"
#include "replay/bounds_seen.h"
#include "replay/thread_numbers.h"

void ft_failure_seen_release (ft_failure_seen *s) {
  ft_strbuf_release (&s->text);
  *s = (ft_failure_seen){0};
}

// ---- the place -------------------------------------------------------------

// The length of "dir/a.c:30" in "dir/a.c:30:3".
static size_t line_part (const char *location) {
  size_t n = strlen (location);
  const char *column = strrchr (location, ':');
  if (!column || column == location)
    return n;
  for (const char *p = location; p < column; p++)
    if (*p == ':')
      return (size_t)(column - location);
  return n;
}

static const char *base_name (const char *path, size_t n) {
  const char *base = path;
  for (size_t i = 0; i < n; i++)
    if (path[i] == '/')
      base = path + i + 1;
  return base;
}

// "stl_map.h:551:4" of "a.cc:9:60 (stl_map.h:551:4)", where a library's header is called
// from the program: stacks have the two as frames of their own.
static const char *innermost (const char *location) {
  const char *within = strrchr (location, '(');
  return within && within > location && within[-1] == ' ' ? within + 1 : location;
}

// Whether the text names the line of the location, "a.c:30:".
static bool names_line (const char *text, const char *location) {
  location = innermost (location);
  size_t n = line_part (location);
  const char *base = base_name (location, n);
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "%.*s:", (int)(n - (size_t)(base - location)), base);
  bool found = strstr (text, ft_strbuf_text (&line));
  ft_strbuf_release (&line);
  return found;
}

static bool is_in_stack (const ft_continuation *c, const char *location) {
  for (size_t i = 0; i < c->ending.stack.size; i++)
    if (names_line (c->ending.stack.begin[i].location, location))
      return true;
  return FT_EMPTY (c->ending.stack);
}

// ---- the failure -----------------------------------------------------------

static bool was_signaled (const ft_continuation *c, int signal) {
  return c->end == FT_CONTINUATION_SIGNALED && c->signal == signal;
}

// Whether the failure is one that the records show.
static bool is_of_memory (const ft_failure *f) {
  return f->kind == FT_FAILURE_USE_AFTER_FREE || f->kind == FT_FAILURE_DOUBLE_FREE;
}

static bool waits_at (const ft_continuation *c, const char *location) {
  for (size_t i = 0; i < c->deadlock.threads.size; i++)
    if (names_line (c->deadlock.threads.begin[i].location, location))
      return c->end == FT_CONTINUATION_BLOCKED;
  return false;
}

static bool traps (const ft_continuation *c) {
  return was_signaled (c, SIGILL) || was_signaled (c, SIGTRAP);
}

bool ft_failure_is_seen (enum ft_failure_kind kind, const char *location,
                         const ft_continuation *c) {
  const char *said = ft_strbuf_text (&c->assertion);
  const char *freed = ft_strbuf_text (&c->memory.freed);
  switch (kind) {
  case FT_FAILURE_ASSERTION:
    return was_signaled (c, SIGABRT) && strstr (said, "Assertion `") &&
           names_line (said, location);
  case FT_FAILURE_ABORT:
    return ((was_signaled (c, SIGABRT) || traps (c)) && !strstr (said, "Assertion `") &&
            is_in_stack (c, location)) ||
           (c->end == FT_CONTINUATION_EXITED && c->status);
  case FT_FAILURE_NULLED:
    return was_signaled (c, SIGSEGV) && c->ending.fault &&
           c->ending.fault <= FT_NULL_PAGE && is_in_stack (c, location);
  case FT_FAILURE_BOUNDS: // far beyond, where there is no memory
    return was_signaled (c, SIGSEGV) && c->ending.fault &&
           is_in_stack (c, location);
  case FT_FAILURE_ARITHMETIC:
    return (was_signaled (c, SIGFPE) || traps (c)) && is_in_stack (c, location);
  case FT_FAILURE_LOST_WAKEUP:
  case FT_FAILURE_DEADLOCK:
    return waits_at (c, location);
  case FT_FAILURE_USE_AFTER_FREE:
    return names_line (freed, location);
  case FT_FAILURE_DOUBLE_FREE:
    return strstr (freed, " freed again ") && names_line (freed, location);
  case FT_FAILURE_NONE:
    break;
  }
  return false;
}

// A use of freed memory is seen in the records, where the allocator does not
// notice.
static bool is_use_seen (const ft_trace *t, const ft_failure *f,
                         const ft_continuation *c) {
  const ft_event *fails = t->events + f->fails, *freed = t->events + f->freed;
  return ft_failure_is_seen (
             FT_FAILURE_USE_AFTER_FREE,
             ft_tables_name (&t->tables, FT_CLASS_LOCATION, fails->location), c) &&
         names_line (ft_strbuf_text (&c->memory.freed),
                     ft_tables_name (&t->tables, FT_CLASS_LOCATION,
                                     freed->location));
}

bool ft_failure_has_no_record (enum ft_failure_kind kind, const ft_continuation *c) {
  return kind == FT_FAILURE_NULLED || kind == FT_FAILURE_BOUNDS ||
         kind == FT_FAILURE_ARITHMETIC ||
         (kind == FT_FAILURE_ABORT && !was_signaled (c, SIGABRT));
}

// Where the thread that fails made its last record in the schedule; NULL if it
// made none.
static const char *last_place (const ft_trace *t, const ft_failure *f) {
  for (size_t i = f->witness.schedule.size; i--;) {
    const ft_event *e = t->events + f->witness.schedule.begin[i];
    if (e->thread == t->events[f->fails].thread && e->location != FT_NO_ID &&
        !ft_kind_computes ((enum ft_kind)e->kind))
      return ft_tables_name (&t->tables, FT_CLASS_LOCATION, e->location);
  }
  return NULL;
}

static bool is_thread_of (const ft_trace *t, const ft_failure *f,
                          const ft_continuation *c) {
  return !strcmp (c->ending.thread,
                  ft_tables_name (&t->tables, FT_CLASS_THREAD,
                                  t->events[f->fails].thread));
}

// A function that lets no exception out is left before the program ends, for what clang
// has it call then.
static bool is_terminated (const ft_trace *t, const ft_failure *f,
                           const ft_continuation *c) {
  return t->events[f->fails].value == FT_MARK_THROW && was_signaled (c, SIGABRT) &&
         is_thread_of (t, f, c) && !FT_EMPTY (c->ending.stack) &&
         strstr (c->ending.stack.begin->location, "__clang_call_terminate") &&
         strstr (ft_strbuf_text (&c->assertion), "terminate called");
}

static bool is_end_seen (const ft_trace *t, const ft_failure *f,
                         const ft_continuation *c) {
  const ft_event *fails = t->events + f->fails;
  const char *location =
      ft_tables_name (&t->tables, FT_CLASS_LOCATION, fails->location);
  if (ft_failure_is_seen (f->kind, location, c) || is_terminated (t, f, c))
    return true;
  const char *last =
      ft_failure_has_no_record (f->kind, c) ? last_place (t, f) : NULL;
  return last && ft_failure_is_seen (f->kind, last, c) && is_thread_of (t, f, c);
}

// The last tick of the schedule at which the thread was stopped.  In the last slice it
// runs alone, and fails.
static uint64_t last_tick (const ft_replay_schedule *s, uint32_t thread) {
  uint64_t tick = 0;
  for (size_t i = 0; i + 1 < s->slices.size; i++)
    if (s->slices.begin[i].to.thread == thread)
      tick = s->slices.begin[i].to.word;
  return tick;
}

static bool is_beyond_seen (const ft_trace *t, const ft_failure *f,
                            const ft_replay_schedule *schedule,
                            const char *run, ft_strbuf *text) {
  uint32_t thread = ft_replay_thread_of (t, t->events[f->fails].thread);
  ft_tick from = {thread, last_tick (schedule, thread)};
  ft_bounds b;
  return ft_bounds_of_failure (t, f, &b) &&
         ft_bounds_is_seen (&b, run, from,
                            ft_tables_name (&t->tables, FT_CLASS_LOCATION,
                                            t->events[f->fails].location),
                            text);
}

typedef struct judged {
  const ft_trace *trace;
  const ft_failure *failure;
  const ft_replay_schedule *schedule;
  ft_failure_seen *seen;
} judged;

static void judge (void *context, const char *run, const ft_target_exit *ended) {
  const judged *o = context;
  const ft_trace *t = o->trace;
  const ft_failure *f = o->failure;
  ft_failure_seen *s = o->seen;
  ft_strbuf beyond = {0};
  ft_continuation c = {.reached = true};
  ft_continuation_read (&c, run, ended);
  const ft_tick begin = {ft_replay_thread_of (t, t->events[f->fails].thread),
                         0};
  if (is_of_memory (f)) // whatever the thread that fails does wrong
    ft_memory_findings_read (&c.memory, run, &begin, 1, !ended->timed_out);
  s->seen = f->kind == FT_FAILURE_BOUNDS
                ? is_beyond_seen (t, f, o->schedule, run, &beyond) ||
                      is_end_seen (t, f, &c)
            : f->freed != FT_NO_ID ? is_use_seen (t, f, &c)
                                   : is_end_seen (t, f, &c);
  s->failure =
      ended->timed_out ? FT_REPLAY_FAILURE_HUNG : FT_REPLAY_FAILURE_ELSEWHERE;
  if (!s->seen)
    ft_strbuf_add (&s->text, "the program ended otherwise: ");
  if (s->seen && is_of_memory (f))
    ft_strbuf_add (&s->text, "%s; ", ft_strbuf_text (&c.memory.freed));
  if (s->seen && beyond.size)
    ft_strbuf_add (&s->text, "%s; ", ft_strbuf_text (&beyond));
  ft_continuation_add_end (&s->text, &c);
  ft_strbuf_release (&beyond);
  ft_continuation_release (&c);
}

bool ft_replay_to_end (const ft_replay_context *r,
                       const ft_replay_schedule *schedule,
                       void (*judge_it) (void *context, const char *run,
                                         const ft_target_exit *),
                       void *context, int *interrupted, ft_error *error) {
  ft_strbuf path = {0};
  ft_target_exit ended;
  ft_replay_context own = *r;
  own.captures = own.ends_deadlocks = true;
  own.look = NULL;
  if (!ft_directory_temporary (&path, error))
    return false;
  const char *run = ft_strbuf_text (&path);
  bool fine = ft_replay_run (&own, schedule, run, &ended, error);
  *interrupted = fine ? ended.interrupted : 0;
  if (fine && !*interrupted)
    judge_it (context, run, &ended);
  ft_directory_remove (run);
  ft_strbuf_release (&path);
  return fine;
}

bool ft_failure_replay (const ft_replay_context *r, const ft_failure *f,
                        const ft_replay_schedule *schedule, ft_failure_seen *s,
                        ft_error *error) {
  judged o = {r->trace, f, schedule, s};
  *s = (ft_failure_seen){0};
  return ft_replay_to_end (r, schedule, judge, &o, &s->interrupted, error);
}
