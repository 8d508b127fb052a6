// Events as lines of text: what a writer adds files to.

#ifndef FT_FORMAT_PRINT_H
#define FT_FORMAT_PRINT_H

#include "base/strbuf.h"
#include "format/text_format.h"

// Appends the line, with its end.  False and an error that names 'position'
// when the format has no place for something in the event.
typedef bool ft_print (ft_strbuf *, const ft_tables *, const ft_event *,
                       ft_pos position, ft_error *);

ft_print ft_print_std, ft_print_jsonl;

// The mark as which an event is written, FT_MARK_COUNT for a normal one.
enum ft_mark ft_event_mark (const ft_event *);

// Leaves "event N ..." in the error and returns false.
bool ft_print_refused (ft_error *, ft_pos, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

#endif
