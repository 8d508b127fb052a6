// Inputs that a search may choose ("symbolic DIR" in the configuration):
// which bytes the program gets from which source is logged as SYMBOLIC, so that
// a reader of the trace can tell what depends on them.  Bytes beyond those that
// may be chosen, and all of it in other recordings, are WRITE_RANGE as ever.
//
// Standard input and files are known by what they are: DIR/symbolic-N, which
// takes the place of the file that the program opens.

#ifndef FT_RUNTIME_SYMBOLIC_H
#define FT_RUNTIME_SYMBOLIC_H

#include <stdio.h>

#include "runtime/rtl.h"

// When the process starts, and when the first thread has a log.
void ft_symbolic_load (void);
void ft_symbolic_begin (ft_thread *, int count, char **arguments,
                        char **environment);

// In a forked process nothing is told any more.
void ft_symbolic_after_fork (void);

// Where the next bytes that are read come from.
typedef struct ft_source_position {
  int source;      // below 0: none that is told of
  uint64_t offset; // of the next byte
} ft_source_position;

#define FT_NO_SOURCE_POSITION ((ft_source_position){-1, 0})

// Before a read of the descriptor, or of the stream.
ft_source_position ft_source_position_of_fd (ft_thread *, int fd);
ft_source_position ft_source_position_of_stream (ft_thread *, FILE *);

// After it: as 'ft_log_write_range', of so many bytes of the source; 'symbols' is
// behind them then.
void ft_log_symbolic_write (ft_thread *, ft_source_position *, const volatile void *,
                        size_t);

// The zero behind a text that they brought.
void ft_log_symbolic_end (ft_thread *, ft_source_position, const char *end);

// At most 8 bytes that the function has written, which are these as long as it
// goes the same way: an address, the zero behind a token.
void ft_log_constant_write (ft_thread *, const void *, size_t);

// What the function returns, before what it brings is written: that depends
// on how much there is.  Of other functions, beside what they read and write.
void ft_log_result (ft_thread *, int64_t);

// Whether letters and blanks are as in the "C" locale, in a run that tells of
// inputs: else functions that depend on them are not looked into.
bool ft_locale_is_c (void);

// Before a read of these bytes, of which no more than 64 are told: values that
// no other record has, as those of constants.
void ft_log_value (ft_thread *, const void *, size_t);

// scanf: whether the text of such a format is looked into, and that of a run
// that tells of inputs.  'from' is of the begin of a text that was copied from
// a stream; else the text is the program's.
bool ft_symbolic_scanf_is_modelled (const ft_thread *, const char *format);
struct ft_format_arguments;
void ft_log_symbolic_scanf (ft_thread *, const char *format, int count,
                       struct ft_format_arguments *, const char *text, size_t,
                       ft_source_position from);
void ft_log_scanf_number (ft_thread *, const void *, size_t);

// Room for what is taken of a stream, the thread's own; NULL if it is too long
// to be looked into.
char *ft_symbolic_buffer (ft_thread *, size_t);

// What a function has taken of a source: written to that room, and read there.
void ft_log_symbolic_consumed (ft_thread *, const char *, size_t, ft_source_position);

// What is opened in place of a file; the file itself if it is none.
const char *ft_symbolic_path (ft_thread *, const char *path, int flags);

#endif
