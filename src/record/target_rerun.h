// Runs the program of a recording once more as its run file says: the same
// binary, arguments, directory and, if it was a file, standard input, in a
// process group of its own.

#ifndef FT_RECORD_TARGET_RERUN_H
#define FT_RECORD_TARGET_RERUN_H

#include "record/run_file.h"

// 'how' has the members that a run file does not have: the run directory, with
// a replay schedule in it, the time limit, 'silent' and 'watch'.  The trace
// writer compresses the logs.  False and an error (69) when the program cannot
// be started or its logs cannot be written.
bool ft_target_rerun (const ft_run_file *, ft_target how, ft_target_exit *,
                      ft_error *);

#endif
