// The schedule of a certified race.  Events that run first and as recorded
// are one line; of a long rest, the first and the last steps are shown.

#include "report/text_race.h"

#include "report/row.h"

enum {
  LEAST_PREFIX = 4, // events worth a summary
  MOST_STEPS = 24,  // shown whole
  SHOWN_STEPS = 8   // of a longer schedule, at each end
};

// How many events run first, in the order of the trace, without a gap.
static size_t recorded_prefix (const ft_witness *witness) {
  size_t n = 0;
  while (n < witness->schedule.size && witness->schedule.begin[n] == n)
    n++;
  return n >= LEAST_PREFIX ? n : 0;
}

static void write_step (const ft_text_writer *w, size_t number,
                        ft_id position) {
  const ft_trace *t = w->report->trace;
  const ft_event *e = t->events + position;
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  %6zu  ", number);
  ft_row_name (&line, ft_trace_name (t, FT_CLASS_THREAD, e->thread));
  ft_row_column (&line, 14);
  ft_row_event (&line, t, position);
  if (e->location != FT_NO_ID)
    ft_row_column (&line, 34);
  ft_row_location (&line, t, e->location);
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

static void write_pair (const ft_text_writer *w, size_t number,
                        const ft_race *race) {
  const ft_trace *t = w->report->trace;
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  %6zu  ", number);
  for (int side = 0; side < 2; side++) {
    const ft_event *e = t->events + race->pair[side];
    ft_strbuf_add (&line, side ? "  <->  " : "");
    ft_row_name (&line, ft_trace_name (t, FT_CLASS_THREAD, e->thread));
    if (!side)
      ft_row_column (&line, 14);
    else
      ft_strbuf_add (&line, "  ");
    ft_row_event (&line, t, race->pair[side]);
  }
  ft_row_column (&line, 44);
  ft_strbuf_add (&line, "both enabled");
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

// Steps [from, to) of the schedule, numbered from 1 after the prefix.
static void write_steps (const ft_text_writer *w, const ft_race *race,
                         size_t prefix, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    write_step (w, i - prefix + 1, race->witness.schedule.begin[i]);
}

void ft_text_schedule (const ft_text_writer *w, const ft_race *race) {
  size_t size = race->witness.schedule.size;
  size_t prefix = recorded_prefix (&race->witness), rest = size - prefix;
  fprintf (w->file,
           "  A schedule in which every read%s returns what it returned "
           "before:\n",
           w->index->has_branches ? " that matters" : "");
  if (prefix)
    fprintf (w->file, "          events 0–%zu as recorded\n", prefix - 1);
  if (rest <= MOST_STEPS || w->style->verbose) {
    write_steps (w, race, prefix, prefix, size);
  } else {
    write_steps (w, race, prefix, prefix, prefix + SHOWN_STEPS);
    fprintf (w->file, "       … %zu more steps (--format json has all)\n",
             rest - 2 * SHOWN_STEPS);
    write_steps (w, race, prefix, size - SHOWN_STEPS, size);
  }
  write_pair (w, rest + 1, race);
}
