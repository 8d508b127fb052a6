#include "explore/context_switches.h"

#include <assert.h>
#include <string.h>

#include "witness/checker.h"

enum { MOST_CHECKS = 100, MOST_EVENTS = 100000 };

static ft_tid thread_of (const ft_trace *trace, const ft_witness *w, size_t i) {
  return trace->events[w->schedule.begin[i]].thread;
}

static size_t block_end (const ft_trace *trace, const ft_witness *w,
                         size_t from) {
  size_t to = from + 1;
  while (to < w->schedule.size &&
         thread_of (trace, w, to) == thread_of (trace, w, from))
    to++;
  return to;
}

size_t ft_context_switches_count (const ft_trace *trace, const ft_witness *w) {
  size_t count = 0;
  for (size_t i = 1; i < w->schedule.size; i++)
    count += thread_of (trace, w, i) != thread_of (trace, w, i - 1);
  return count;
}

// Exchanges the ranges [from, middle) and [middle, to).
static void rotate (ft_witness *w, size_t from, size_t middle, size_t to) {
  ft_id *at = w->schedule.begin;
  assert (from < middle && middle < to);
  ft_id *kept = FT_ARRAY (ft_id, middle - from);
  memcpy (kept, at + from, (middle - from) * sizeof *kept);
  memmove (at + from, at + middle, (to - middle) * sizeof *at);
  memcpy (at + from + to - middle, kept, (middle - from) * sizeof *kept);
  free (kept);
}

static bool accepts (ft_checker *checker, ft_witness *w) {
  ft_strbuf why = {0};
  bool fine = ft_checker_accepts (checker, w, &why);
  ft_strbuf_release (&why);
  return fine;
}

// Merges the outer ones of three blocks if they are of one thread: the last
// block moves before the middle one, or the first one behind it.
static bool merge_at (const ft_trace *trace, ft_checker *checker, ft_witness *w,
                      size_t from, unsigned *checks) {
  size_t a = block_end (trace, w, from);
  size_t b = a < w->schedule.size ? block_end (trace, w, a) : a;
  if (b >= w->schedule.size ||
      thread_of (trace, w, b) != thread_of (trace, w, from))
    return false;
  size_t c = block_end (trace, w, b);
  ++*checks;
  rotate (w, a, b, c);
  if (accepts (checker, w))
    return true;
  rotate (w, a, a + (c - b), c);
  ++*checks;
  rotate (w, from, a, b);
  if (accepts (checker, w))
    return true;
  rotate (w, from, from + (b - a), b);
  return false;
}

void ft_context_switches_reduce (const ft_trace *trace, ft_witness *w) {
  if (w->schedule.size > MOST_EVENTS)
    return;
  ft_checker *checker = ft_checker_new (trace);
  unsigned checks = 0;
  for (size_t from = 0; from < w->schedule.size && checks < MOST_CHECKS;)
    if (!merge_at (trace, checker, w, from, &checks))
      from = block_end (trace, w, from);
  ft_checker_free (checker);
}
