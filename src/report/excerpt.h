// Lines of source files around a location, if the files can be read.

#ifndef FT_REPORT_EXCERPT_H
#define FT_REPORT_EXCERPT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/strbuf.h"
#include "load/describe.h"

// The path of a file in messages: relative if it is below the current
// directory.  Borrowed until the next call.
const char *ft_excerpt_path (const char *absolute);

// Calls the function for the line and 'around' lines before and after it, in
// order; long lines are cut.  False if the file cannot be read or has no such
// line.
typedef void ft_excerpt_line (void *context, unsigned number, const char *text);
bool ft_excerpt_read (const char *path, unsigned line, unsigned around,
                      ft_excerpt_line *, void *context);

// Writes the line of a frame, marked, and its neighbours, each after its
// number; nothing if the file cannot be read.  Lines are cut to 'width' columns
// (0: to a large fixed number) around the column of the frame.
void ft_excerpt_write (FILE *, const ft_frame *, unsigned width, bool color);

#endif
