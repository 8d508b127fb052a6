// The options of 'foretrace check'.

#ifndef FT_CLI_CHECK_OPTIONS_H
#define FT_CLI_CHECK_OPTIONS_H

#include "cli/subcommand.h"
#include "predict/check.h"
#include "report/progress_bar.h"
#include "format/reader.h"

// Formats of the report of a check, for '--format'.
#define FT_CHECK_FORMATS(F)                                                    \
  F (TEXT, "text")                                                             \
  F (LIST, "list")                                                             \
  F (JSON, "json")                                                             \
  F (SARIF, "sarif")                                                           \
  F (JUNIT, "junit")                                                           \
  F (HTML, "html")                                                             \
  F (SVCOMP, "svcomp")                                                         \
  F (PERFETTO, "perfetto")

enum ft_check_format {
#define F(NAME, text) FT_CHECK_##NAME,
  FT_CHECK_FORMATS (F)
#undef F
};

typedef struct ft_check_request {
  const char *trace; // path; borrowed from argv, like all texts here
  const char *output, *witness_dir, *baseline, *resume; // NULL: not asked for
  ft_option_values suppressions;               // files
  ft_check_options check;
  ft_read_options read;
  ft_pos expand; // the first events to look at; 0: the default
  int format;    // enum ft_check_format
  int color, progress; // enum ft_when
  bool strict, quiet, verbose, new_only;
  bool partial; // of a merge: shards may be missing
  ft_choices fail_on;         // classes of consequences
  bool consequences;          // run the program behind each race
  unsigned consequence_runs;  // of each order
  double consequence_seconds; // of all races; -1: not given
} ft_check_request;

enum { FT_CONSEQUENCE_RUNS = 4 }; // the default

// Values that the option table stores before they become a request.
typedef struct ft_check_choices {
  int model, memory_model, candidates, pairs, deadlocks, encoding, input_format,
      assume;
  ft_choices stages;
  bool lenient, help;
} ft_check_choices;

// The defaults.
#define FT_CHECK_CHOICES                                                       \
  ((ft_check_choices){.model = FT_MODEL_RELAXED, .input_format = -1})

// Options that 'run' has too: of the search and of the report.
void ft_check_search_rows (ft_option_table *, ft_check_request *,
                           ft_check_choices *);
void ft_check_report_rows (ft_option_table *, ft_check_request *);
void ft_check_consequence_rows (ft_option_table *, ft_check_request *);

// The seconds that replays, and continuations, of the program may take unless options
// say otherwise: a minute, but no more than the check.
double ft_check_program_seconds (const ft_check_request *);

// Whether the options of the report fit together; false if the command is over,
// with its exit code in '*code'.
bool ft_check_report_allowed (const ft_check_request *, const char *command,
                              int *code);

// False if the command is over, with its exit code in '*code'.
bool ft_check_request_finish (ft_check_request *, const ft_check_choices *,
                              const char *trace, int *code);
bool ft_check_request_parse (ft_check_request *, int argc, char **argv,
                             int *code);

// Parts that 'compare' uses too.
extern const char *const ft_candidate_choices[];        // for '--candidates'
extern const enum ft_relation ft_candidate_relations[]; // of each choice
extern const char *const ft_pair_choices[]; // for '--pairs': locations, all

// A number of events, or 0 for "unbounded"; 'to' is an ft_id.
bool ft_window_parse (const ft_option *, const char *text);

// A number of threads or workers, 0 to 1024, as 'unsigned'.
extern const ft_option_type ft_jobs_type;

#endif
