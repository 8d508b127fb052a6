// Prints events as lines of text.

#ifndef FT_FORMAT_PRINT_H
#define FT_FORMAT_PRINT_H

#include "base/strbuf.h"
#include "format/text_format.h"

// Append the line with its end.  False and an error that names 'position' if
// the format cannot express the event.
typedef bool ft_print (ft_strbuf *, const ft_tables *, const ft_event *,
                       ft_pos position, ft_error *);

ft_print ft_print_std, ft_print_jsonl;

// The mark as which an event is written; FT_MARK_COUNT for an event that is no
// mark.
enum ft_mark ft_event_mark (const ft_event *);

// Leave "event N ..." in the error and return false.
bool ft_print_refused (ft_error *, ft_pos, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

#endif
