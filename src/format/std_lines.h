// The common lines of STD, fast: accesses, acquires and releases by threads
// that acted before, 'THREAD|op(target)|location' without blanks around it.
//
// One scan for the bytes that take lines apart, 64 at a time, and three
// lookups of names; no byte is looked at twice.  Whatever is not of this
// shape, wrong or merely rare, is left to the careful parser in 'std.c', which
// is the slow twin: 'tests/unit/test_std_lines.c' compares the two on random
// and damaged lines.
//
// Cost: about 40 ns a line of 20 bytes.

#ifndef FT_FORMAT_STD_LINES_H
#define FT_FORMAT_STD_LINES_H

#include "format/spelling.h"

// See 'parse_lines' of ft_text_format.
uint32_t ft_std_lines (const ft_spellings *, const ft_trace_line *first, ft_cursor *,
                       ft_event *events, uint32_t room);

#endif
