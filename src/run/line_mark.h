// The mark of a source line: a name of it that stays the same when the line moves.
//
// The mark is a hash of the function that the line is in, of the line's text without blanks,
// and of how many lines above it in this function have the same text.  foretrace-cc takes marks
// from the sources that it compiles (instrument/mark_lines.h), so that they do not depend on
// sources that a later command finds or does not.  Fingerprints use them
// (results/fingerprint.h).

#ifndef FT_RUN_LINE_MARK_H
#define FT_RUN_LINE_MARK_H

#include <stddef.h>
#include <stdint.h>

// Marks have so many bits; a mark is never 0.
enum { FT_LINE_MARK_BITS = 28 };

// The hash of a line's text, blanks left out.
uint64_t ft_line_text_hash (const char *text, size_t length);

// The mark of a line with this hash in a function, below 'above' lines like it.
uint32_t ft_line_mark_of (const char *function, uint64_t text, uint32_t above);

#endif
