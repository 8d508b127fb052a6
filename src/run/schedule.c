// The schedule of a run: which thread runs next, and how far; and the logs that
// this needs.

#include "run/run_reader_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// ---- forked processes ------------------------------------------------------

enum { DEEPEST_FORK = 64, PATH = 4096 };

// The run directory of a process, which is inside that of the first process.
static void find_process (char path[PATH], const char *directory,
                          uint32_t pid) {
  struct stat st;
  snprintf (path, PATH, "%s/../process-%u", directory, pid);
  if (stat (path, &st))
    snprintf (path, PATH, "%s/..", directory);
}

// Replay the log of the forking thread up to the fork, for the frames in which
// the forked thread begins.
static bool go_back (ft_run_reader *w, ft_run_thread *t, const char *directory,
                     const struct ft_wire_thread *h, int depth,
                     ft_error *error) {
  char path[PATH];
  find_process (path, directory, h->forked_pid);
  ft_run_log *log = ft_run_log_open (path, h->forked_by, error);
  if (!log)
    return false;
  bool fine = !log->header.forked_pid || depth == DEEPEST_FORK ||
              go_back (w, t, path, &log->header, depth + 1, error);
  ft_run_record r;
  t->log = log;
  t->tick = 0;
  w->limit = h->forked_at;
  while (fine && t->tick < w->limit) {
    int got = ft_run_reader_read (w, &r, error);
    fine = got >= 0;
    if (!got)
      break;
  }
  ft_run_log_free (log);
  return fine;
}

// The first thread of a forked process begins in the functions that the forking
// thread was in.
static bool inherit_frames (ft_run_reader *w, ft_run_thread *t,
                            ft_error *error) {
  ft_run_log *log = t->log;
  uint64_t words = w->words, limit = w->limit;
  ft_run_thread *now = w->now;
  w->now = t;
  bool fine = go_back (w, t, w->run->path, &log->header, 0, error);
  w->now = now;
  w->limit = limit;
  w->words = words;
  t->log = log;
  t->tick = 0;
  return fine;
}

ft_run_thread *ft_run_reader_open_thread (ft_run_reader *w, uint32_t number,
                                          ft_error *error) {
  FT_GROW (w->threads, (size_t)number + 1, NULL);
  ft_run_thread *t = w->threads.begin[number];
  if (t)
    return t;
  ft_run_log *log = ft_run_log_open (w->run->path, number, error);
  if (!log)
    return NULL;
  t = FT_NEW (ft_run_thread);
  t->number = number;
  t->log = log;
  ft_run_thread_begin_fibre (w, t);
  w->threads.begin[number] = t;
  if (log->header.forked_pid && !inherit_frames (w, t, error))
    return NULL;
  return t;
}

void ft_run_thread_close_log (ft_run_thread *t) {
  if (t->tick < t->log->header.words)
    return;
  ft_run_log_free (t->log);
  t->log = NULL;
}

// ---- turns -----------------------------------------------------------------

// The recording was killed or ran out of space: files may be shorter than
// 'control' says.
static bool is_torn (const ft_run_reader *w) {
  return w->run->control.state != FT_WIRE_ENDED;
}

static int bad_entry (const ft_run_reader *w, ft_error *error,
                      const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

static int bad_entry (const ft_run_reader *w, ft_error *error,
                      const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_error_set (
      error, FT_EXIT_BAD_INPUT, "%.400s/schedule: byte %llu: %s", w->run->path,
      (unsigned long long)((w->entry - 1) * sizeof (struct ft_wire_switch)),
      text);
  return -1;
}

// Start the next turn: 1 if 'now' may run to 'limit'.
static int take_turn (ft_run_reader *w, ft_error *error) {
  struct ft_wire_switch s;
  memcpy (&s, w->run->schedule.bytes + w->entry++ * sizeof s, sizeof s);
  uint32_t threads = w->run->control.threads;
  if (s.thread >= threads)
    return bad_entry (w, error, "thread %u, but there are %u threads", s.thread,
                      threads);
  ft_run_thread *t = ft_run_reader_open_thread (w, s.thread, error);
  if (!t)
    return -1;
  if (s.tick < t->tick)
    return bad_entry (w, error,
                      "thread %u runs until word %llu, but it was at word "
                      "%llu before",
                      s.thread, (unsigned long long)s.tick,
                      (unsigned long long)t->tick);
  w->now = t;
  w->limit = s.tick;
  if (s.reason == FT_WIRE_TAKEN)
    t->taken = s.tick + 1;
  return 1;
}

// Whether the thread has words behind all entries of the schedule.
static int has_more (ft_run_reader *w, uint32_t number, ft_error *error) {
  ft_run_thread *t = ft_run_reader_thread (w, number);
  if (t)
    return t->log && t->log->header.words > t->tick;
  ft_run_log *log = ft_run_log_open (w->run->path, number, error);
  if (!log)
    return -1;
  int more = log->header.words > 0;
  ft_run_log_free (log);
  return more;
}

static int two_last (ft_run_reader *w, uint32_t a, uint32_t b,
                     ft_error *error) {
  if (is_torn (w)) {
    snprintf (w->incomplete, sizeof w->incomplete,
              "the schedule ends before the logs of threads %u and %u", a, b);
    return 0;
  }
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s/schedule: ends before the logs of threads %u and %u; "
                "only one thread can be the last to run",
                w->run->path, a, b);
  return -1;
}

// Start the last turn, of the thread that had the scheduler token when the
// recording ended.  After a recording has stopped (FT_WIRE_STOPPED) threads ran
// whose switches were not written.
static int take_last_turn (ft_run_reader *w, ft_error *error) {
  uint32_t found = UINT32_MAX, threads = w->run->control.threads;
  w->last = true;
  if (w->run->control.state == FT_WIRE_STOPPED)
    return 0;
  for (uint32_t i = 0; i < threads; i++) {
    int more = has_more (w, i, error);
    if (more < 0)
      return -1;
    if (more && found != UINT32_MAX)
      return two_last (w, found, i, error);
    if (more)
      found = i;
  }
  if (found == UINT32_MAX)
    return 0;
  w->now = ft_run_reader_open_thread (w, found, error);
  if (!w->now)
    return -1;
  w->limit = w->now->log->header.words;
  return 1;
}

int ft_run_reader_next_turn (ft_run_reader *w, ft_error *error) {
  if (w->last || w->incomplete[0])
    return 0;
  return w->entry < w->run->switches ? take_turn (w, error)
                                     : take_last_turn (w, error);
}

int ft_run_reader_ends_early (ft_run_reader *w, ft_error *error) {
  const ft_run_thread *t = w->now;
  if (!is_torn (w) && !t->tick && t->log && t->log->header.words)
    return ft_run_reader_fail (
        w, t, 0, error,
        "the log is empty: the run was recorded in light mode, its "
        "events are to be made by replaying it first");
  if (!is_torn (w))
    return ft_run_reader_fail (
        w, t, t->tick, error, "the log ends here; it should go on to word %llu",
        (unsigned long long)w->limit);
  snprintf (w->incomplete, sizeof w->incomplete,
            "the log of thread %u ends at word %llu of %llu", t->number,
            (unsigned long long)t->tick, (unsigned long long)w->limit);
  return 0;
}
