// load_orders RUN...: compares the order of accesses as 'ft_load_open_order' has it with that
// of the load with re-execution (load/load.h), for tests/cli/test_load_orders.sh.  Of each
// two conflicting accesses the checker says whether the recorded order, up to the later
// one, is a race: what is one without re-execution must be one with it, or be ordered by
// memory that was given back alone.  Whether somebody uses its name is known by
// re-execution only (docs/guide/verdicts.md).

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "format/whole.h"
#include "load/load.h"
#include "load/open.h"
#include "trace/assumed.h"
#include "witness/checker.h"

enum { MOST_PAIRS = 20000 };

typedef struct side {
  ft_trace *trace;
  ft_checker *checker;
} side;

// Whether the event looks whether the memory behind a name was given back.
static bool is_name (const ft_trace *t, const ft_event *e) {
  static const char name[] = FT_SYSTEM "memory given back";
  return ft_kind_accesses (e->kind) &&
         !strncmp (ft_trace_name (t, FT_CLASS_VARIABLE, e->target), name,
                   sizeof name - 1);
}

static void drop_names (ft_trace *t) {
  for (ft_id i = 0; i < t->size; i++)
    if (is_name (t, t->events + i))
      t->events[i].flags |= FT_DROPPED;
}

static bool open_side (side *s, const char *run, bool order) {
  ft_error error = FT_NO_ERROR;
  s->trace = ft_trace_read (run, (ft_read_options){.order = order}, NULL, NULL,
                            &error);
  if (s->trace && s->trace->size && !s->trace->ticks) {
    ft_error_set (&error, 69, "has no ticks");
    ft_trace_free (s->trace);
    s->trace = NULL;
  }
  if (!s->trace)
    fprintf (stderr, "%s: %s\n", run, error.message);
  else
    s->checker = ft_checker_new (s->trace);
  return s->trace;
}

static bool is_race (const side *s, ft_id first, ft_id second) {
  ft_witness w = {.memory = FT_MEMORY_C11, .pair = {first, second}};
  ft_strbuf reason = {0};
  for (ft_id e = 0; e <= second; e++)
    FT_PUSH (w.schedule, e);
  bool fine = ft_checker_accepts (s->checker, &w, &reason);
  ft_strbuf_release (&reason);
  ft_witness_release (&w);
  return fine;
}

static uint64_t address_of (const ft_trace *t, const ft_event *e) {
  const ft_variable *v = t->tables.variables.begin + e->target;
  return v->addressed ? v->address : UINT64_MAX;
}

// The access of the other trace that is the same one; FT_NO_ID: it has none.
static ft_id twin_of (const side *from, ft_id event, const side *to) {
  const ft_event *e = from->trace->events + event;
  const ft_tick *tick = from->trace->ticks + event;
  for (ft_id i = 0; i < to->trace->size; i++) {
    const ft_event *f = to->trace->events + i;
    if (ft_kind_accesses (f->kind) && f->kind == e->kind &&
        to->trace->ticks[i].thread == tick->thread &&
        to->trace->ticks[i].word == tick->word &&
        address_of (to->trace, f) == address_of (from->trace, e))
      return i;
  }
  return FT_NO_ID;
}

static bool is_access (const ft_trace *t, ft_id i) {
  const ft_event *e = t->events + i;
  return ft_kind_accesses (e->kind) && e->kind != FT_FREE &&
         address_of (t, e) != UINT64_MAX;
}

static void close_side (side *s) {
  ft_checker_free (s->checker);
  ft_trace_free (s->trace);
}

static bool compare (const char *run) {
  side quick = {0}, full = {0}, nameless = {0};
  size_t pairs = 0, races = 0, named = 0, wrong = 0;
  ft_id conflict;
  if (!open_side (&quick, run, true) || !open_side (&full, run, false) ||
      !open_side (&nameless, run, false))
    exit (69);
  ft_checker_free (nameless.checker);
  drop_names (nameless.trace);
  nameless.checker = ft_checker_new (nameless.trace);
  for (ft_id i = 0; i < quick.trace->size; i++)
    for (ft_id k = i + 1; k < quick.trace->size && pairs < MOST_PAIRS; k++) {
      if (!is_access (quick.trace, i) || !is_access (quick.trace, k) ||
          !ft_trace_conflict (quick.trace, i, k, &conflict))
        continue;
      pairs++;
      if (!is_race (&quick, i, k))
        continue;
      races++;
      ft_id a = twin_of (&quick, i, &full);
      ft_id b = twin_of (&quick, k, &full);
      if (a != FT_NO_ID && b != FT_NO_ID && is_race (&full, a, b))
        continue;
      if (a != FT_NO_ID && b != FT_NO_ID && is_race (&nameless, a, b))
        named++;
      else {
        printf ("%s: events %u and %u race without re-execution alone\n", run,
                (unsigned)i, (unsigned)k);
        wrong++;
      }
    }
  printf ("%s: %zu pairs, %zu race, %zu of them beside names, %zu wrong\n", run,
          pairs, races, named, wrong);
  close_side (&quick);
  close_side (&full);
  close_side (&nameless);
  return !wrong;
}

int main (int argc, char **argv) {
  bool fine = true;
  for (int i = 1; i < argc; i++)
    fine &= compare (argv[i]);
  return !fine;
}
