// '--resume FILE' of commands that read a long trace: what a pass has found is
// kept in the file, and the same command goes on from there.

#ifndef FT_CLI_RESUME_H
#define FT_CLI_RESUME_H

#include "format/reader.h"
#include "order/parallel_filters.h"

#define FT_ROW_RESUME(to)                                                      \
  {                                                                            \
    "resume", 0, "FILE", &ft_option_text, to,                                  \
        "keep there what a pass has found, now and then, and\n"                \
        "go on from it; removed at the end",                                   \
        NULL                                                                   \
  }

// False and an error if the trace is not in a file.
bool ft_resume_init (ft_filter_resume *, const char *file, const char *trace,
                     const ft_read_options *, ft_error *);

// There is nothing left to resume.
void ft_resume_over (const ft_filter_resume *);

#endif
