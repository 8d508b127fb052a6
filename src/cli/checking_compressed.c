#include "cli/checking_compressed.h"

#include "grammar/ftz_load.h"
#include "grammar/slp_threads.h"
#include "predict/beginning.h"

// A grammar with fewer events for an item says little at its price, and of a
// shorter trace a beginning saves nothing.
enum { LEAST_RATIO = 16, LEAST_EVENTS = 4 * FT_BEGINNING_FIRST };

static bool is_wanted (const ft_checking *c) {
  const ft_check_request *q = c->request;
  return !c->decide && !c->confirm && q->expand != FT_NO_POS &&
         !q->read.lenient && ft_beginning_allowed (&q->check) &&
         !ft_command_reads_once (q->trace);
}

static ft_pos most_of (const ft_check_request *q, ft_pos events) {
  ft_pos most = q->expand ? q->expand : ft_beginning_most (events);
  return most < events ? most : events;
}

static bool check (ft_checking *c, ft_outlook *outlook, ft_trace **trace,
                   ft_results *results, ft_error *error) {
  const ft_check_request *q = c->request;
  ft_beginning b = {.path = q->trace,
                    .read = q->read,
                    .outlook = outlook,
                    .first = FT_BEGINNING_FIRST,
                    .most = most_of (q, outlook->events),
                    .progress = ft_show_reading,
                    .context = &c->progress};
  *trace = ft_beginning_check (&b, &q->check, results, error);
  return true;
}

// The reason why the trace is expanded as a whole, where one would wonder.
static void tell (const ft_check_request *q, const char *why) {
  if (!q->quiet)
    fprintf (stderr, "foretrace: %s: expanded as a whole, since %s\n",
             q->trace, why);
}

static bool look_ahead (ft_checking *c, const ft_ftz_loaded *l,
                        ft_trace **trace, ft_results *results,
                        ft_error *error) {
  ft_outlook outlook;
  const char *why;
  bool told = ft_outlook_init (&outlook, &l->slp, &l->tables, &why);
  bool done = told && check (c, &outlook, trace, results, error);
  if (!told)
    tell (c->request, why);
  ft_outlook_release (&outlook);
  return done;
}

bool ft_checking_compressed (ft_checking *c, ft_trace **trace,
                             ft_results *results, ft_error *error) {
  ft_ftz_loaded l;
  *trace = NULL;
  if (!is_wanted (c))
    return false;
  if (!ft_ftz_load_if (c->request->trace, c->request->read.format,
                       LEAST_RATIO, &l, error))
    return true;
  bool done = ft_slp_length (&l.slp) >= LEAST_EVENTS &&
              (!ft_slp_check_threads (&l.slp, &l.tables, c->request->trace,
                                      error) ||
               look_ahead (c, &l, trace, results, error));
  ft_ftz_loaded_release (&l);
  return done;
}
