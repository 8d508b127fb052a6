#include "cli/check_run.h"

#include "candidate/screening.h"
#include "load/load.h"
#include "predict/prefix.h"

// Below this many times the words of the first prefix it saves nothing.
enum { LEAST_PREFIXES = 16 };

// The words of the first prefix.  Where tests make any run a long one, it is
// short.
static uint64_t first_words (void) {
  uint64_t long_run = ft_load_altpath_words () / LEAST_PREFIXES;
  return long_run < FT_PREFIX_FIRST ? long_run + 1 : FT_PREFIX_FIRST;
}

static bool is_wanted (const ft_long_check *c) {
  return !c->read.lenient && !c->read.format;
}

static bool begins (const ft_long_check *c) {
  return c->expand != FT_NO_POS && ft_prefix_allowed (c->check);
}

static ft_trace *check_prefix (const ft_long_check *c,
                               ft_forecast *forecast, ft_results *results,
                               ft_error *error) {
  ft_prefix b = {.path = c->trace,
                 .read = c->read,
                 .forecast = forecast,
                 .first = first_words (),
                 .most = forecast->events,
                 .progress = c->progress ? ft_show_reading : NULL,
                 .context = c->progress};
  return ft_prefix_check (&b, c->check, results, error);
}

static ft_trace *check_nothing (const ft_long_check *c, uint64_t records,
                                ft_results *results) {
  ft_trace *trace = ft_trace_new (c->trace, FT_FORMAT_RUN);
  trace->screened = records;
  ft_check (trace, c->check, results);
  return trace;
}

// Alternative paths of shorter runs may have candidates of their own.
bool ft_check_run (const ft_long_check *c, ft_trace **trace,
                   ft_results *results, ft_error *error) {
  ft_progress_callback shown = {c->progress ? ft_show_reading : NULL,
                                c->progress};
  ft_forecast forecast = {0};
  if (!is_wanted (c) || (!begins (c) && !c->screens))
    return false;
  ft_screening s =
      ft_screen (c->trace, ft_load_altpath_words () + 1, true,
                 begins (c) ? &forecast : NULL, c->read.deadline, shown);
  bool nothing =
      c->screens && (c->check->deadlocks ? s.no_cycles : s.no_pairs);
  if (s.forecast)
    *trace = check_prefix (c, &forecast, results, error);
  else if (nothing)
    *trace = check_nothing (c, s.records, results);
  ft_forecast_release (&forecast);
  return nothing || s.forecast;
}
