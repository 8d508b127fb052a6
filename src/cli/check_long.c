#include "cli/check_long.h"

#include <sys/stat.h>

#include "base/processors.h"
#include "candidate/stream_forecast.h"
#include "cli/check_run.h"
#include "cli/resume.h"
#include "grammar/ftz_load.h"
#include "grammar/slp_threads.h"
#include "predict/prefix.h"
#include "run/run.h"

// Below this many events for each item of the grammar the forecast costs too
// much, and for a trace with fewer events a prefix saves nothing.
enum { LEAST_RATIO = 16, LEAST_EVENTS = 4 * FT_PREFIX_FIRST };

static bool is_wanted (const ft_long_check *c) {
  return c->expand != FT_NO_POS && !c->read.lenient &&
         ft_prefix_allowed (c->check) && !ft_subcommand_reads_once (c->trace);
}

static ft_pos event_limit (const ft_long_check *c, ft_pos events) {
  ft_pos most = c->expand ? c->expand : ft_prefix_limit (events);
  return most < events ? most : events;
}

static bool check (const ft_long_check *c, ft_forecast *forecast,
                   ft_trace **trace, ft_results *results, ft_error *error) {
  ft_prefix b = {.path = c->trace,
                 .read = c->read,
                 .forecast = forecast,
                 .first = FT_PREFIX_FIRST,
                 .most = event_limit (c, forecast->events),
                 .progress = c->progress ? ft_show_reading : NULL,
                 .context = c->progress};
  *trace = ft_prefix_check (&b, c->check, results, error);
  return true;
}

// Prints why a trace that is worth a forecast is expanded as a whole.
static void explain_loading (const ft_long_check *c, const char *why) {
  if (!c->quiet)
    fprintf (stderr, "foretrace: %s: expanded as a whole, since %s\n", c->trace,
             why);
}

static bool check_prefix (const ft_long_check *c, const ft_ftz_loaded *l,
                          ft_trace **trace, ft_results *results,
                          ft_error *error) {
  ft_forecast forecast;
  const char *why;
  bool known = ft_forecast_init (&forecast, &l->slp, &l->tables, &why);
  bool done = known && check (c, &forecast, trace, results, error);
  if (!known)
    explain_loading (c, why);
  ft_forecast_release (&forecast);
  return done;
}

static bool check_compressed (const ft_long_check *c, ft_trace **trace,
                              ft_results *results, ft_error *error) {
  ft_ftz_loaded l;
  if (!ft_ftz_load_if (c->trace, c->read.format, LEAST_RATIO, &l, error))
    return true;
  bool done = ft_slp_length (&l.slp) >= LEAST_EVENTS &&
              (!ft_slp_check_threads (&l.slp, &l.tables, c->trace, error) ||
               check_prefix (c, &l, trace, results, error));
  ft_ftz_loaded_release (&l);
  return done;
}

// ---- other files -----------------------------------------------------------

// Fewer bytes are fewer events than are held at once, in most files.
static bool may_be_long (const ft_long_check *c) {
  struct stat file;
  return c->expand ||
         (!stat (c->trace, &file) && S_ISREG (file.st_mode) &&
          ft_prefix_limit ((ft_pos)file.st_size) < (ft_pos)file.st_size);
}

// Half of the time for reading is for the forecast.
static bool check_stream (const ft_long_check *c, ft_trace **trace,
                          ft_results *results, ft_error *error) {
  ft_forecast forecast = {0};
  ft_filter_resume resume = {0};
  ft_deadline half = {0};
  if (c->read.deadline)
    half = ft_deadline_part (c->read.deadline, 1. / 2);
  ft_stream_forecast stream = {.path = c->trace,
                               .read = c->read,
                               .threads = c->check->jobs ? c->check->jobs
                                                         : ft_processors (),
                               .deadline = c->read.deadline ? &half : NULL,
                               .resume = c->resume ? &resume : NULL,
                               .shown = {c->progress ? ft_show_reading : NULL,
                                         c->progress}};
  uint64_t events;
  bool fine = ft_stream_forecast_length (&stream, &events, error);
  if (fine && event_limit (c, events) == events)
    return false;
  fine = fine && (!c->resume || ft_resume_init (&resume, c->resume, c->trace,
                                                &c->read, error));
  if (fine && ft_stream_forecast_init (&stream, events, &forecast, error))
    check (c, &forecast, trace, results, error);
  if (*trace && !forecast.partial && !results->interrupted)
    ft_resume_over (&resume);
  ft_forecast_release (&forecast);
  return true;
}

bool ft_check_long (const ft_long_check *c, ft_trace **trace,
                    ft_results *results, ft_error *error) {
  *trace = NULL;
  if (ft_run_exists (c->trace))
    return ft_check_run (c, trace, results, error);
  return is_wanted (c) &&
         (check_compressed (c, trace, results, error) ||
          (may_be_long (c) && check_stream (c, trace, results, error)));
}
