// The schedule of a certified race or deadlock in the text report.  The events
// that run first as recorded are one line, and so is a long range of steps of
// one thread (see 'fold.h').  Of many lines, the first and the last are
// written.

#include "report/failure_order.h"
#include "report/text_race.h"

#include "base/text_width.h"
#include "report/fold.h"
#include "report/row.h"

enum {
  LEAST_PREFIX = 4, // events worth a summary
  MOST_LINES = 12,  // shown whole
  FIRST_LINES = 3,  // of a longer schedule
  LAST_LINES = 6,   // lines just before the race
  WIDEST = 30       // a longer name shifts its own row
};

// The layout of a schedule: the lines [0, head) and [tail, lines.size) are
// written.
typedef struct layout {
  const ft_witness *witness;
  const ft_id *pending; // the pair, or the blocked acquires
  size_t count;
  ft_fold lines; // owned
  size_t prefix, head, tail;
  size_t *number; // owned: the number of each step, from 1
  size_t thread_column, event_column, location_column;
} layout;

// The number of first steps that are the first events of the trace, without a
// gap.
static size_t recorded_prefix (const ft_witness *witness) {
  size_t n = 0;
  while (n < witness->schedule.size && witness->schedule.begin[n] == n)
    n++;
  return n >= LEAST_PREFIX ? n : 0;
}

static bool is_step (ft_fold_line line) {
  return line.to == line.from + 1;
}

static ft_id first_of (const layout *l, ft_fold_line line) {
  return l->witness->schedule.begin[line.from];
}

// The line of the race itself, after the schedule.
static ft_fold_line race_line (const layout *l) {
  size_t n = l->witness->schedule.size;
  return (ft_fold_line){n, n + 1};
}

// "17" or "1-17".
static void add_number (ft_strbuf *row, const layout *l, ft_fold_line line) {
  size_t from = l->number[line.from];
  ft_strbuf_add (row, "%zu", from);
  if (!is_step (line) && l->number[line.to] > from + 1)
    ft_strbuf_add (row, "-%zu", l->number[line.to] - 1);
}

// Numbers the steps from 1, without the prefix and without steps that are never
// written; the race itself has the next number.
static void number_steps (layout *l, const ft_trace *t, bool all) {
  size_t n = l->witness->schedule.size, number = 1;
  l->number = FT_ARRAY (size_t, n + 1);
  for (size_t i = l->prefix; i < n; i++) {
    const ft_event *e = t->events + l->witness->schedule.begin[i];
    l->number[i] = number;
    number += all || !ft_fold_is_silent (e);
  }
  l->number[n] = number;
}

static void widen (size_t *column, size_t begin, ft_strbuf *text) {
  size_t width = ft_text_width (ft_strbuf_text (text));
  if (width <= WIDEST && begin + width + 2 > *column)
    *column = begin + width + 2;
  ft_strbuf_release (text);
}

static void fit_number (layout *l, const ft_trace *t, ft_fold_line line,
                        ft_id position) {
  (void)t, (void)position;
  ft_strbuf number = {0};
  add_number (&number, l, line);
  widen (&l->thread_column, 2, &number);
}

static void fit_thread (layout *l, const ft_trace *t, ft_fold_line line,
                        ft_id position) {
  (void)line;
  ft_strbuf thread = {0};
  ft_row_name (&thread,
               ft_trace_name (t, FT_CLASS_THREAD, t->events[position].thread));
  widen (&l->event_column, l->thread_column, &thread);
}

static void fit_event (layout *l, const ft_trace *t, ft_fold_line line,
                       ft_id position) {
  ft_strbuf event = {0};
  if (is_step (line))
    ft_row_event (&event, t, position);
  widen (&l->location_column, l->event_column, &event);
}

// Calls 'fit' for every line that is written, and for the pending events, which
// have rows of their own.
static void fit_all (layout *l, const ft_trace *t,
                     void (*fit) (layout *, const ft_trace *, ft_fold_line,
                                  ft_id)) {
  size_t rows = FT_EMPTY (l->witness->blocked) ? 1 : l->count;
  for (size_t i = 0; i < rows; i++)
    fit (l, t, race_line (l), l->pending[i]);
  for (size_t i = 0; i < l->lines.size; i++)
    if (i < l->head || i >= l->tail)
      fit (l, t, l->lines.begin[i], first_of (l, l->lines.begin[i]));
}

static layout lay_out (const ft_text_writer *w, const ft_witness *witness,
                       size_t count, const ft_id *pending) {
  const ft_trace *t = w->report->trace;
  layout l = {.witness = witness,
              .pending = pending,
              .count = count,
              .thread_column = 10};
  l.prefix = recorded_prefix (witness);
  number_steps (&l, t, w->style->verbose);
  l.lines = w->style->verbose ? ft_fold_nothing (witness, l.prefix)
                              : ft_fold_schedule (t, witness, l.prefix);
  bool whole = l.lines.size <= MOST_LINES || w->style->verbose;
  l.head = whole ? l.lines.size : FIRST_LINES;
  l.tail = whole ? l.lines.size : l.lines.size - LAST_LINES;
  fit_all (&l, t, fit_number);
  fit_all (&l, t, fit_thread);
  fit_all (&l, t, fit_event);
  return l;
}

// Begins a row with the number, right-aligned, and the thread.
static void begin_row (ft_strbuf *row, const ft_text_writer *w, const layout *l,
                       ft_fold_line line, ft_id position) {
  const ft_trace *t = w->report->trace;
  ft_strbuf number = {0};
  add_number (&number, l, line);
  ft_strbuf_add (row, "%*s  ", (int)l->thread_column - 2,
                 ft_strbuf_text (&number));
  ft_strbuf_release (&number);
  ft_row_name (row,
               ft_trace_name (t, FT_CLASS_THREAD, t->events[position].thread));
  ft_row_column (row, l->event_column);
}

static void add_step (ft_strbuf *row, const ft_trace *t, const layout *l,
                      ft_id position) {
  ft_row_event (row, t, position);
  if (t->events[position].location != FT_NO_ID)
    ft_row_column (row, l->location_column);
  ft_row_location (row, t, t->events[position].location);
}

// "17 events as recorded, location 168 to 174"
static void add_folded (ft_strbuf *row, const ft_trace *t, const layout *l,
                        ft_fold_line line) {
  ft_id first = t->events[first_of (l, line)].location;
  ft_id last = t->events[l->witness->schedule.begin[line.to - 1]].location;
  ft_strbuf_add (row, "%zu events as recorded", line.to - line.from);
  if (first == FT_NO_ID || last == FT_NO_ID)
    return;
  ft_strbuf_add (row, ", ");
  ft_row_location (row, t, first);
  if (first == last)
    return;
  ft_strbuf_add (row, " to ");
  ft_row_name (row, ft_trace_name (t, FT_CLASS_LOCATION, last));
}

static void write_lines (const ft_text_writer *w, const layout *l, size_t from,
                         size_t to) {
  ft_strbuf row = {0};
  for (size_t i = from; i < to; i++) {
    ft_fold_line line = l->lines.begin[i];
    ft_id position = first_of (l, line);
    begin_row (&row, w, l, line, position);
    if (is_step (line))
      add_step (&row, w->report->trace, l, position);
    else
      add_folded (&row, w->report->trace, l, line);
    ft_row_end (w->file, &row);
  }
  ft_strbuf_release (&row);
}

static void write_pair (const ft_text_writer *w, const layout *l) {
  const ft_trace *t = w->report->trace;
  ft_id second = l->pending[1];
  ft_strbuf row = {0};
  begin_row (&row, w, l, race_line (l), l->pending[0]);
  ft_row_event (&row, t, l->pending[0]);
  ft_strbuf_add (&row, "  <->  ");
  ft_row_name (&row,
               ft_trace_name (t, FT_CLASS_THREAD, t->events[second].thread));
  ft_strbuf_add (&row, "  ");
  ft_row_event (&row, t, second);
  ft_strbuf_add (&row, "      both enabled");
  ft_row_end (w->file, &row);
  ft_strbuf_release (&row);
}

static void write_blocked (const ft_text_writer *w, const layout *l) {
  const ft_trace *t = w->report->trace;
  ft_strbuf row = {0};
  for (size_t i = 0; i < l->count; i++) {
    ft_id holder = l->pending[(i + 1) % l->count];
    begin_row (&row, w, l, race_line (l), l->pending[i]);
    ft_row_event (&row, t, l->pending[i]);
    ft_strbuf_add (&row, "  waits for ");
    ft_row_name (&row,
                 ft_trace_name (t, FT_CLASS_THREAD, t->events[holder].thread));
    ft_row_end (w->file, &row);
  }
  ft_strbuf_release (&row);
}

// Writes the wrong reads and flipped branches of the schedule.
static void write_changes (const ft_text_writer *w, const ft_witness *witness) {
  enum { MOST = 5 };
  ft_strbuf row = {0};
  size_t n = witness->changed.size;
  for (size_t i = 0; i < n && i < MOST; i++) {
    const ft_changed *c = witness->changed.begin + i;
    const ft_event *e = w->report->trace->events + c->read;
    ft_strbuf_add (&row, "    ");
    ft_row_name (&row,
                 ft_trace_name (w->report->trace, FT_CLASS_THREAD, e->thread));
    ft_strbuf_add (&row, "  ");
    ft_row_event (&row, w->report->trace, c->read);
    if (e->flags & FT_HAS_VALUE)
      ft_strbuf_add (&row, "  %lld before", (long long)e->value);
    if (c->known)
      ft_strbuf_add (&row, ", %lld here", (long long)c->value);
    ft_row_end (w->file, &row);
  }
  if (n > MOST)
    fprintf (w->file, "    … %zu more (--format json has all)\n", n - MOST);
  ft_strbuf_release (&row);
}

static void write_heading (const ft_text_writer *w, const ft_witness *witness) {
  if (witness->model == FT_MODEL_MCM) {
    fprintf (w->file,
             "  A schedule in which every read%s returns what it returned "
             "before:\n",
             w->index->has_branches ? " that matters" : "");
    return;
  }
  if (FT_EMPTY (witness->flipped))
    fprintf (w->file,
             "  A schedule in which all branches go as before, although "
             "other values are read:\n");
  else
    fprintf (w->file,
             "  A schedule in which %zu branch%s another way, as other "
             "values are read:\n",
             witness->flipped.size,
             witness->flipped.size == 1 ? " goes" : "es go");
  write_changes (w, witness);
  fprintf (w->file, "  The schedule:\n");
}

static void write_layout (const ft_text_writer *w, const layout *l) {
  if (l->prefix)
    fprintf (w->file, "          events 0–%zu as recorded\n", l->prefix - 1);
  write_lines (w, l, 0, l->head);
  if (l->head < l->tail)
    fprintf (w->file, "       … %zu more steps (--format json has all)\n",
             l->lines.begin[l->tail].from - l->lines.begin[l->head].from);
  write_lines (w, l, l->tail, l->lines.size);
}

void ft_text_schedule (const ft_text_writer *w, const ft_race *race) {
  layout l = lay_out (w, &race->witness, 2, race->pair);
  write_heading (w, &race->witness);
  write_layout (w, &l);
  if (race->witness.memory == FT_MEMORY_SC) // else the schedule has both
    write_pair (w, &l);
  FT_RELEASE (l.lines);
  free (l.number);
}

void ft_text_blocked (const ft_text_writer *w, const ft_deadlock *deadlock) {
  layout l =
      lay_out (w, &deadlock->witness, deadlock->length, deadlock->acquires);
  write_heading (w, &deadlock->witness);
  write_layout (w, &l);
  write_blocked (w, &l);
  FT_RELEASE (l.lines);
  free (l.number);
}

static void write_failing (const ft_text_writer *w, const layout *l,
                           const ft_failure *f) {
  const ft_trace *t = w->report->trace;
  const ft_event *e = t->events + f->fails;
  ft_strbuf row = {0};
  begin_row (&row, w, l, race_line (l), f->fails);
  if (ft_event_fails (e))
    ft_strbuf_add (&row, "%s", ft_failure_said (t, f->kind, f->fails));
  else
    ft_row_event (&row, t, f->fails);
  ft_row_column (&row, l->location_column);
  ft_row_location (&row, t, e->location);
  ft_row_end (w->file, &row);
  ft_strbuf_release (&row);
}

void ft_text_failing (const ft_text_writer *w, const ft_failure *failure) {
  layout l = lay_out (w, &failure->witness, 1, &failure->fails);
  write_heading (w, &failure->witness);
  write_layout (w, &l);
  write_failing (w, &l, failure);
  FT_RELEASE (l.lines);
  free (l.number);
}
