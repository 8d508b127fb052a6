// The text of a results file that is added to a database.  Only what ends is
// read: a regular file, or a pipe whose writer is there, up to a limit.

#ifndef FT_DB_REPORT_FILE_H
#define FT_DB_REPORT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/stack.h"

typedef FT_STACK (char) ft_report_text;

// Reads a whole file; '*time' is when it was changed.  The text is followed by
// a zero byte that 'size' does not count.  False and an error: it cannot be
// read (code 65 or 69), it is a device or an empty FIFO, or it has more than 4
// GiB, of a pipe 256 MiB (65).
bool ft_report_file_read (ft_report_text *, const char *path, int64_t *time,
                          ft_error *);

// Whether the text is UTF-8.
bool ft_report_text_is_utf8 (const ft_report_text *);

#endif
