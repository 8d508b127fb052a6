// The program of a recording, run once more as its run file says: the same
// binary, arguments, directory and, if that was a file, standard input, in a
// process group of its own.

#ifndef FT_RECORD_TARGET_RERUN_H
#define FT_RECORD_TARGET_RERUN_H

#include "record/run_file.h"

// 'how' says what a run file does not: the run directory, with a plan in it,
// the time limit, whether the output is shown, whom to ask meanwhile.  The
// logs are taken over and packed.  False and an error (69) when the program
// cannot be started or its logs cannot be written.
bool ft_target_rerun (const ft_run_file *, ft_target how, ft_target_exit *, ft_error *);

#endif
