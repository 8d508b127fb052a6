// In which format a trace is: told by the name of its file, else by its first
// lines or bytes.

#ifndef FT_FORMAT_READER_FORMAT_H
#define FT_FORMAT_READER_FORMAT_H

#include "base/decompressor.h"
#include "format/text_format.h"

// Formats that are no text.
enum ft_binary { FT_TEXT, FT_PACKED, FT_COMPRESSED };

// By the user's word ('format', may be NULL), by the name of the file, by its
// first bytes.  False and an error when those cannot be read.
bool ft_binary_of (ft_decompressor *, const char *path, const char *format,
                   enum ft_binary *, ft_error *);

// Formats of text; NULL if it is none.
const ft_text_format *ft_text_format_called (const char *name, size_t size);
const ft_text_format *ft_text_format_of_name (const char *path);
const ft_text_format *ft_text_format_of_text (ft_span);

#endif
