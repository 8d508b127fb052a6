// See 'options.h'.

#include "api/options.h"

static void report_progress (void *context, const char *phase, uint64_t done,
                             uint64_t total, uint64_t certified) {
  ft_listener *l = context;
  (void)certified;
  if (l->progress (l->context, phase, done, total))
    l->stop = 1; // ends the check
}

static enum ft_model translate_model (foretrace_model model) {
  switch (model) {
  case FORETRACE_ANY_MODEL:
    return FT_MODEL_RELAXED;
  case FORETRACE_MCM:
    return FT_MODEL_MCM;
  case FORETRACE_VALUE:
    return FT_MODEL_VALUE;
  case FORETRACE_PATH:
    return FT_MODEL_PATH;
  }
  return FT_MODEL_RELAXED;
}

static void set_progress (ft_check_options *to, const foretrace_options *from,
                          ft_listener *l) {
  *l = (ft_listener){from->progress, from->context, 0};
  if (!l->progress)
    return;
  to->progress = report_progress;
  to->context = l;
  to->stop = &l->stop;
}

ft_check_options ft_api_options (const foretrace_options *from,
                                 ft_listener *l) {
  ft_check_options to = FT_CHECK_DEFAULTS;
  to.model = FT_MODEL_RELAXED;
  if (!from)
    return to;
  to.model = translate_model (from->model);
  to.all_pairs = from->all_pairs;
  set_progress (&to, from, l);
  to.jobs = from->jobs;
  to.window = from->window;
  if (from->timeout_seconds > 0)
    to.timeout = from->timeout_seconds;
  if (from->budget_seconds > 0)
    to.budget = from->budget_seconds;
  if (from->memory_bytes)
    to.memory = from->memory_bytes;
  return to;
}
