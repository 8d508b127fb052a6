#include "cli/compare_options.h"

#include <string.h>

#include "cli/check_options.h"

static const ft_subcommand command = {
    "compare", "TRACE [options]",
    "Shows what windows cost: decides the same candidates within windows of\n"
    "several widths and over the whole trace, under several time limits, and\n"
    "prints how many races each certifies in which time, and why windows\n"
    "miss races.  Windowed verdicts certify but never refute.\n"
    "Exit status: as for 'check'; 66 if at least one race was certified.\n",
    "  foretrace compare trace.std\n"
    "  foretrace compare trace.std --windows 1000,10000,unbounded \\\n"
    "    --timeouts 1,10 --plot windows.svg -v\n",
    1};

// Values that the option table stores before they become a request.
typedef struct choices {
  int candidates, pairs, input_format;
  bool lenient, help;
} choices;

// Calls 'parse' for each word of a list; an empty word is an error.
static bool parse_list (const ft_option *o, const char *text,
                        bool (*parse) (const ft_option *, const char *)) {
  bool fine = true;
  for (const char *p = text; fine && p; p = strchr (p, ',')) {
    p += *p == ',' && p != text;
    char *word = ft_strdup (p);
    word[strcspn (word, ",")] = 0;
    fine = *word && parse (o, word);
    free (word);
  }
  return fine;
}

static bool parse_window (const ft_option *o, const char *word) {
  ft_grid *grid = o->to;
  ft_id window;
  ft_option one = *o;
  one.to = &window;
  if (!ft_window_parse (&one, word))
    return false;
  FT_PUSH (grid->windows, window);
  return true;
}

static bool parse_timeout (const ft_option *o, const char *word) {
  ft_grid *grid = o->to;
  double timeout;
  ft_option one = *o;
  one.to = &timeout;
  if (!ft_option_seconds.parse (&one, word) || timeout <= 0)
    return false;
  FT_PUSH (grid->timeouts, timeout);
  return true;
}

static bool parse_windows (const ft_option *o, const char *text) {
  FT_CLEAR (((ft_grid *)o->to)->windows);
  return parse_list (o, text, parse_window);
}

static bool parse_timeouts (const ft_option *o, const char *text) {
  FT_CLEAR (((ft_grid *)o->to)->timeouts);
  return parse_list (o, text, parse_timeout);
}

static const ft_option_type windows_type = {
    parse_windows, "numbers of events or 'unbounded', such as 500,unbounded"};
static const ft_option_type timeouts_type = {parse_timeouts,
                                             "seconds above 0, such as 10,60"};

static bool parse (ft_compare_request *q, choices *raw, int argc, char **argv,
                   ft_words *words, int *code) {
  const ft_option table[] = {
      {"windows", 'w', "LIST", &windows_type, &q->grid,
       "events per window, or unbounded (default\n"
       "500,1000,2000,5000,10000,unbounded)"},
      {"timeouts", 't', "LIST", &timeouts_type, &q->grid,
       "seconds per candidate (default 10,60)"},
      {"plot", 0, "FILE", &ft_option_text, &q->plot,
       "draw races and time over the window as SVG"},
      {"jobs", 'j', "N", &ft_option_count, &q->check.jobs,
       "solver workers (default: one per processor)"},
      {"budget", 'b', "S", &ft_option_seconds, &q->check.budget,
       "seconds for the whole comparison (default 600,\n0: no limit)"},
      {"memory", 'm', "SIZE", &ft_option_bytes, &q->check.memory,
       "per worker, such as 512M (default 4G, 0: no limit)"},
      {"candidates", 0, "ORDER", &ft_option_choice, &raw->candidates,
       "pairs to look at: hybrid (default, complete),\n"
       "or only those unordered by dc, wcp or hb",
       ft_candidate_choices},
      {"pairs", 0, "WHICH", &ft_option_choice, &raw->pairs,
       "locations: one race per pair of program locations\n"
       "(default); all: per pair of events",
       ft_pair_choices},
      FT_ROW_FORMAT (&q->format),
      FT_ROW_OUTPUT (&q->output),
      FT_ROW_INPUT_FORMAT (&raw->input_format),
      FT_ROW_LENIENT (&raw->lenient),
      FT_ROW_COLOR (&q->color),
      FT_ROW_PROGRESS (&q->progress),
      {"quiet", 'q', NULL, &ft_option_flag, &q->quiet,
       "only the table, no warnings"},
      {"verbose", 'v', NULL, &ft_option_flag, &q->verbose,
       "race by race, which windows miss it and why"},
      FT_OPTION_HELP (&raw->help),
      FT_OPTION_END,
  };
  return ft_subcommand_begin (&command, table, &raw->help, argc, argv, words,
                              code);
}

static void add_defaults (ft_grid *grid) {
  static const ft_id windows[] = {500, 1000, 2000, 5000, 10000, 0};
  static const double timeouts[] = {10, 60};
  for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
    FT_PUSH (grid->windows, windows[i]);
  for (size_t i = 0; i < sizeof timeouts / sizeof *timeouts; i++)
    FT_PUSH (grid->timeouts, timeouts[i]);
}

// Report and plot need different files.
static bool check_files (const ft_compare_request *q, int *code) {
  const char *output = q->output ? q->output : "-";
  if (!q->plot || strcmp (q->plot, output))
    return true;
  ft_error error = FT_NO_ERROR;
  ft_error_set (&error, FT_EXIT_USAGE,
                "compare: report and plot would both go to '%s'", q->plot);
  *code = ft_subcommand_fail (&error);
  return false;
}

bool ft_compare_request_parse (ft_compare_request *q, int argc, char **argv,
                               int *code) {
  choices raw = {.input_format = -1};
  ft_words words = {0};
  *q = (ft_compare_request){.check = FT_CHECK_DEFAULTS};
  q->check.model = FT_MODEL_RELAXED;
  add_defaults (&q->grid);
  bool fine =
      parse (q, &raw, argc, argv, &words, code) && check_files (q, code);
  if (fine) {
    ft_grid_sort (&q->grid);
    q->trace = words.begin[0];
    q->read = ft_subcommand_read_options (raw.input_format, raw.lenient);
    q->check.candidates = ft_candidate_relations[raw.candidates];
    q->check.all_pairs = raw.pairs == 1;
  } else
    ft_compare_request_release (q);
  FT_RELEASE (words);
  return fine;
}

void ft_compare_request_release (ft_compare_request *q) {
  ft_grid_release (&q->grid);
}
