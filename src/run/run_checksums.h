// The file 'checksums' of a run directory: what the recorder left there, so that
// a damaged file is an error with its name, and not another run.
//
// A line for each file, "CHECKSUM NAME": 16 hexadecimal digits (base/checksum.h).
// Named are the files whose damage a reader might not notice, and those in the
// folder 'files'; logs have checksums in their zstd frames.  The last line is the
// checksum of the lines before it, with the name 'checksums': a list that was cut
// off is seen.  The file is written last, whole or not at all.  A recording whose
// recorder was killed has none, nor have the directories of forked processes.

#ifndef FT_RUN_RUN_CHECKSUMS_H
#define FT_RUN_RUN_CHECKSUMS_H

#include <stdbool.h>

#include "base/error.h"

// Of the files as they are now.
bool ft_run_checksums_write (const char *run, ft_error *);

enum ft_run_files {
  FT_RUN_FILES_OF_TRACE,  // what reading the trace needs
  FT_RUN_FILES_OF_REPLAY, // these, the inputs, and files of the user
};

// False if one of the files is not as it was written, or is missing; the error
// has its name.
bool ft_run_checksums_verify (const char *run, enum ft_run_files, ft_error *);

#endif
