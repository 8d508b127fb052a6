// A fast parser of the common lines of STD: accesses, acquires and releases by
// threads that acted before, 'THREAD|op(target)|location' without blanks
// around.
//
// One scan for the bytes that separate parts of lines, 64 at a time, and three
// lookups of names; no byte is read twice.  Lines of any other shape, wrong or
// merely rare, are left to the complete parser in 'std.c', which is the slow
// twin: 'tests/unit/test_std_lines.c' compares the two on random and damaged
// lines.
//
// Cost: about 40 ns a line of 20 bytes.

#ifndef FT_FORMAT_STD_LINES_H
#define FT_FORMAT_STD_LINES_H

#include "format/spelling.h"

// See 'parse_lines' of ft_text_format.
uint32_t ft_std_lines (const ft_spellings *, const ft_trace_line *first,
                       ft_cursor *, ft_event *events, uint32_t room);

#endif
