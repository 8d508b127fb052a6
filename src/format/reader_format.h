// Detects the format of a trace by the name of its file, or else by its first
// lines or bytes.

#ifndef FT_FORMAT_READER_FORMAT_H
#define FT_FORMAT_READER_FORMAT_H

#include "base/decompressor.h"
#include "format/text_format.h"

// Whether a format is text, or which binary format it is.
enum ft_binary { FT_TEXT, FT_PACKED, FT_COMPRESSED };

// The format by its name ('format', which may be NULL), by the name of the
// file, or by its first bytes.  False and an error if these cannot be read.
bool ft_binary_of (ft_decompressor *, const char *path, const char *format,
                   enum ft_binary *, ft_error *);

// The text format with a name, of a file name, or of the first lines; NULL if
// there is none.
const ft_text_format *ft_text_format_called (const char *name, size_t size);
const ft_text_format *ft_text_format_of_name (const char *path);
const ft_text_format *ft_text_format_of_text (ft_span);

#endif
