// The schedule of a certified race or deadlock.  Events that run first and as
// recorded are one line; of a long rest, the first and the last steps are
// shown.

#include "report/text_race.h"

#include "base/utf8.h"
#include "report/row.h"

enum {
  LEAST_PREFIX = 4, // events worth a summary
  MOST_STEPS = 24,  // shown whole
  SHOWN_STEPS = 8,  // of a longer schedule, at each end
  WIDEST = 30       // longer names push their own row out of line
};

// What of a schedule is shown: the steps [prefix, head) and [tail, size).
typedef struct layout {
  const ft_witness *witness;
  const ft_id *pending; // the pair, or the blocked acquires
  size_t count;
  size_t prefix, head, tail, size;
  size_t event_column, location_column;
} layout;

// How many events run first, in the order of the trace, without a gap.
static size_t recorded_prefix (const ft_witness *witness) {
  size_t n = 0;
  while (n < witness->schedule.size && witness->schedule.begin[n] == n)
    n++;
  return n >= LEAST_PREFIX ? n : 0;
}

static void widen (size_t *column, size_t begin, ft_strbuf *text) {
  size_t width = ft_utf8_width (ft_strbuf_text (text));
  if (width <= WIDEST && begin + width + 2 > *column)
    *column = begin + width + 2;
  ft_strbuf_release (text);
}

static void fit_thread (layout *l, const ft_trace *t, ft_id position) {
  ft_strbuf thread = {0};
  ft_row_name (&thread,
               ft_trace_name (t, FT_CLASS_THREAD, t->events[position].thread));
  widen (&l->event_column, 10, &thread);
}

static void fit_event (layout *l, const ft_trace *t, ft_id position) {
  ft_strbuf event = {0};
  ft_row_event (&event, t, position);
  widen (&l->location_column, l->event_column, &event);
}

// Calls 'fit' for every step that is shown, and what is pending in rows of its
// own.
static void fit_all (layout *l, const ft_trace *t,
                     void (*fit) (layout *, const ft_trace *, ft_id)) {
  for (size_t i = 0; i < (FT_EMPTY (l->witness->blocked) ? 1 : l->count); i++)
    fit (l, t, l->pending[i]);
  for (size_t i = l->prefix; i < l->size; i++)
    if (i < l->head || i >= l->tail)
      fit (l, t, l->witness->schedule.begin[i]);
}

static layout lay_out (const ft_text_writer *w, const ft_witness *witness,
                       size_t count, const ft_id *pending) {
  layout l = {.witness = witness,
              .pending = pending,
              .count = count,
              .size = witness->schedule.size};
  l.prefix = recorded_prefix (witness);
  bool whole = l.size - l.prefix <= MOST_STEPS || w->style->verbose;
  l.head = whole ? l.size : l.prefix + SHOWN_STEPS;
  l.tail = whole ? l.size : l.size - SHOWN_STEPS;
  fit_all (&l, w->report->trace, fit_thread);
  fit_all (&l, w->report->trace, fit_event);
  return l;
}

static void add_step (ft_strbuf *row, const ft_text_writer *w, const layout *l,
                      size_t number, ft_id position) {
  const ft_trace *t = w->report->trace;
  ft_strbuf_add (row, "  %6zu  ", number);
  ft_row_name (row,
               ft_trace_name (t, FT_CLASS_THREAD, t->events[position].thread));
  ft_row_column (row, l->event_column);
  ft_row_event (row, t, position);
}

static void write_steps (const ft_text_writer *w, const layout *l, size_t from,
                         size_t to) {
  const ft_trace *t = w->report->trace;
  ft_strbuf row = {0};
  for (size_t i = from; i < to; i++) {
    ft_id position = l->witness->schedule.begin[i];
    add_step (&row, w, l, i - l->prefix + 1, position);
    if (t->events[position].location != FT_NO_ID)
      ft_row_column (&row, l->location_column);
    ft_row_location (&row, t, t->events[position].location);
    ft_row_end (w->file, &row);
  }
  ft_strbuf_release (&row);
}

static void write_pair (const ft_text_writer *w, const layout *l) {
  const ft_trace *t = w->report->trace;
  ft_id second = l->pending[1];
  ft_strbuf row = {0};
  add_step (&row, w, l, l->size - l->prefix + 1, l->pending[0]);
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
    add_step (&row, w, l, l->size - l->prefix + 1, l->pending[i]);
    ft_strbuf_add (&row, "  waits for ");
    ft_row_name (&row,
                 ft_trace_name (t, FT_CLASS_THREAD, t->events[holder].thread));
    ft_row_end (w->file, &row);
  }
  ft_strbuf_release (&row);
}

static void write_layout (const ft_text_writer *w, layout l) {
  fprintf (w->file,
           "  A schedule in which every read%s returns what it returned "
           "before:\n",
           w->index->has_branches ? " that matters" : "");
  if (l.prefix)
    fprintf (w->file, "          events 0–%zu as recorded\n", l.prefix - 1);
  write_steps (w, &l, l.prefix, l.head);
  if (l.head < l.tail)
    fprintf (w->file, "       … %zu more steps (--format json has all)\n",
             l.tail - l.head);
  write_steps (w, &l, l.tail, l.size);
}

void ft_text_schedule (const ft_text_writer *w, const ft_race *race) {
  layout l = lay_out (w, &race->witness, 2, race->pair);
  write_layout (w, l);
  write_pair (w, &l);
}

void ft_text_blocked (const ft_text_writer *w, const ft_deadlock *deadlock) {
  layout l =
      lay_out (w, &deadlock->witness, deadlock->length, deadlock->acquires);
  write_layout (w, l);
  write_blocked (w, &l);
}
