// The options that 'record' and 'run' share: those of a recording.

#ifndef FT_CLI_RECORD_OPTIONS_H
#define FT_CLI_RECORD_OPTIONS_H

#include "cli/subcommand.h"
#include "explore/input_spec.h"
#include "record/recording.h"

typedef struct ft_record_request {
  ft_record_options record;
  char **program;       // argv of the program, ends with NULL; borrowed
  const char *trace;    // file to which the trace is written too, or NULL
  const char *symbolic; // sources of symbolic input, or NULL
  const char *inputs;   // file with the inputs that the program gets, or NULL
} ft_record_request;

// Adds their options to a table, except for the one that names the directory.
void ft_record_rows (ft_option_table *, ft_record_request *);

// Checks the request after parsing: false if the command is over, with its exit
// code.
bool ft_record_request_check (const ft_subcommand *, const ft_record_request *,
                              const ft_words *, int *code);

// Runs the program.  False and the exit code if nothing was recorded; else the
// caller releases '*recording'.
bool ft_record_perform (const ft_record_request *, bool quiet,
                        ft_recording *recording, int *code);

// Writes the trace of a run to the file of the request, in the format of its
// name.  True also if the request has no file.
bool ft_record_convert (const ft_record_request *, const char *run, bool quiet,
                        int *code);

// Completes a run whose recorder was killed, and expands a light recording,
// which may take as long as recording it; leaves any other trace alone.  False
// if the command is over, with its exit code.
bool ft_record_expand (const char *trace, bool quiet, int *code);

// Ends like the program: returns its exit status, or raises the signal that
// ended it.
int ft_record_pass_on (const ft_target_exit *);

#endif
