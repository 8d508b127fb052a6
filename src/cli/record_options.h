// The options that 'record' and 'run' share: how a program is run.

#ifndef FT_CLI_RECORD_OPTIONS_H
#define FT_CLI_RECORD_OPTIONS_H

#include "cli/subcommand.h"
#include "explore/input_spec.h"
#include "record/recording.h"

typedef struct ft_record_request {
  ft_record_options record;
  char **program;       // argv of the program, ends with NULL; borrowed
  const char *trace;    // file that the trace is written to as well, or NULL
  const char *symbolic; // sources of symbolic input, or NULL
  const char *inputs;   // file of a set of inputs that it gets, or NULL
} ft_record_request;

// Their rows, but for the one that names the directory.
void ft_record_rows (ft_option_table *, ft_record_request *);

// After parsing: false if the command is over, with its exit code.
bool ft_record_request_check (const ft_subcommand *, const ft_record_request *,
                              const ft_words *, int *code);

// Runs the program.  False and the exit code if nothing was recorded; else the
// caller releases '*recording'.
bool ft_record_perform (const ft_record_request *, bool quiet,
                        ft_recording *recording, int *code);

// Writes the trace of a run to a file, in the format of its name.  True if
// there is nothing to be written.
bool ft_record_convert (const ft_record_request *, const char *run, bool quiet,
                        int *code);

// A run whose recorder was killed is completed; a light recording is made a
// full one, which may take as long as recording
// that; any other trace is left alone.  False if the command is over.
bool ft_record_expand (const char *trace, bool quiet, int *code);

// Passes on how the program ended: its status, or by its signal, if that
// still ends us.
int ft_record_pass_on (const ft_target_exit *);

#endif
