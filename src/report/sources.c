#include "report/sources.h"
#include "load/open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/run_file.h"
#include "report/failure_order.h"
#include "report/source_state.h"
#include "run/line_marks.h"

struct ft_sources_marks {
  bool read;
  ft_line_marks *marks;
};

static int compare (const void *left, const void *right) {
  ft_pos a = *(const ft_pos *)left, b = *(const ft_pos *)right;
  return (a > b) - (a < b);
}

static void sort (ft_sources *s) {
  size_t n = 0;
  if (s->events.size)
    qsort (s->events.begin, s->events.size, sizeof *s->events.begin, compare);
  for (size_t i = 0; i < s->events.size; i++)
    if (!n || s->events.begin[i] != s->events.begin[n - 1])
      s->events.begin[n++] = s->events.begin[i];
  s->events.size = n;
}

// Adds an event; the run has no records of events of alternative paths.
static void add_event (ft_sources *s, const ft_report *r, ft_id event) {
  if (event < r->trace->size)
    FT_PUSH (s->events, event);
}

static void choose_steps (ft_sources *s, const ft_report *r,
                          const ft_witness *w) {
  size_t n = w->schedule.size;
  size_t from = n > r->steps ? n - r->steps : 0;
  for (size_t i = 0; r->steps && i < n; i++) {
    ft_id event = w->schedule.begin[i];
    if (i >= from || r->trace->events[event].kind == FT_FORK)
      add_event (s, r, event);
  }
}

static void choose (ft_sources *s, const ft_report *r, bool all) {
  const ft_results *x = r->results;
  for (size_t i = 0; i < x->size; i++) {
    if (x->races[i].verdict == FT_REFUTED && !all)
      continue;
    add_event (s, r, x->races[i].pair[0]);
    add_event (s, r, x->races[i].pair[1]);
    choose_steps (s, r, &x->races[i].witness);
  }
  for (size_t i = 0; i < x->deadlock_count; i++) {
    for (uint32_t k = 0; k < x->deadlocks[i].length; k++)
      FT_PUSH (s->events, x->deadlocks[i].acquires[k]);
    choose_steps (s, r, &x->deadlocks[i].witness);
  }
  for (size_t i = 0; i < x->failures_certified; i++) {
    ft_failure_order o = ft_failure_order_of (r->trace, x->failures + i);
    for (uint32_t k = 0; k < ft_failure_order_count (&o); k++)
      add_event (s, r, o.events[k]);
  }
  sort (s);
}

static void read_run_file (ft_sources *s, const char *run) {
  ft_error error = FT_NO_ERROR;
  ft_run_file file;
  ft_source_states_init (s->states, run, NULL);
  if (!ft_run_file_read (&file, run, &error))
    return; // a run with nothing but logs, or a forked process
  s->replayable = true;
  s->build_id = *file.build_id ? ft_strdup (file.build_id) : NULL;
  s->program = ft_strdup (file.program);
  s->schedule = ft_strdup (file.schedule);
  s->seed = file.seed;
  ft_source_states_init (s->states, run, file.program);
  for (size_t i = 0; i < file.uninstrumented.size; i++)
    ft_strbuf_add (&s->plain, "%s%s", i ? ", " : "",
                   file.uninstrumented.begin[i]);
  ft_run_file_release (&file);
}

ft_sources *ft_sources_new (const ft_report *r, bool all) {
  ft_error error = FT_NO_ERROR;
  if (strcmp (r->trace->format, "run"))
    return NULL;
  ft_sources *s = FT_NEW (ft_sources);
  s->states = FT_NEW (ft_source_states);
  s->marks = FT_NEW (struct ft_sources_marks);
  choose (s, r, all);
  read_run_file (s, r->trace->path);
  ft_run_deadlock_read (&s->deadlock, r->trace->path);
  ft_run_ending_read (&s->ending, r->trace->path);
  if (s->events.size &&
      !ft_load_describe (r->trace->path, ft_trace_shared (r->trace),
                         s->events.begin, s->events.size, r->looking, &s->known,
                         &error)) {
    fprintf (stderr, "foretrace: warning: %s\n", error.message);
    s->known = (ft_descriptions){0};
  }
  return s;
}

const ft_line_marks *ft_sources_line_marks (const ft_report *r) {
  struct ft_sources_marks *m = r->sources ? r->sources->marks : NULL;
  if (m && !m->read)
    *m = (struct ft_sources_marks){true, ft_line_marks_read (r->trace->path)};
  return m ? m->marks : NULL;
}

void ft_sources_free (ft_sources *s) {
  if (!s)
    return;
  FT_RELEASE (s->events);
  ft_descriptions_release (&s->known);
  ft_strbuf_release (&s->plain);
  ft_run_deadlock_release (&s->deadlock);
  ft_run_ending_release (&s->ending);
  ft_source_states_release (s->states);
  free (s->states);
  ft_line_marks_free (s->marks->marks);
  free (s->marks);
  free (s->program);
  free (s->build_id);
  free (s->schedule);
  free (s);
}

const ft_description *ft_sources_at (const ft_sources *s, ft_id event) {
  if (!s || !s->known.size)
    return NULL;
  ft_pos wanted = event;
  const ft_pos *found = bsearch (&wanted, s->events.begin, s->events.size,
                                 sizeof wanted, compare);
  return found ? s->known.list + (found - s->events.begin) : NULL;
}

const ft_creation *ft_sources_thread (const ft_sources *s, uint32_t thread) {
  return s && thread < s->known.thread_count ? s->known.threads + thread : NULL;
}

size_t ft_sources_own_frame (const ft_backtrace *b) {
  for (size_t i = 0; i < b->size; i++)
    if (!b->frames[i].library && *b->frames[i].file)
      return i;
  return 0;
}
