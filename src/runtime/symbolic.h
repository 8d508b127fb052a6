// Symbolic inputs, whose bytes a search may choose ("symbolic DIR" in the
// configuration).  A SYMBOLIC record says which bytes the program gets from
// which source, so that a reader of the trace knows what depends on them. Bytes
// beyond those that may be chosen, and all bytes in other recordings, make
// WRITE_RANGE records.
//
// Standard input and files are recognised by device and inode: the program
// reads DIR/symbolic-N instead of the file that it opens.

#ifndef FT_RUNTIME_SYMBOLIC_H
#define FT_RUNTIME_SYMBOLIC_H

#include <stdio.h>

#include "runtime/rtl.h"

// When the process starts, and when the first thread has a log.
void ft_symbolic_load (void);
void ft_symbolic_begin (ft_thread *, int count, char **arguments,
                        char **environment);

// The inputs of a forked process are not symbolic.
void ft_symbolic_after_fork (void);

// The source of the next bytes that are read.
typedef struct ft_source_position {
  int source;      // number; below 0: not symbolic
  uint64_t offset; // of the next byte
} ft_source_position;

#define FT_NO_SOURCE_POSITION ((ft_source_position){-1, 0})

// Before a read of the descriptor, or of the stream.
ft_source_position ft_source_position_of_fd (ft_thread *, int fd);
ft_source_position ft_source_position_of_stream (ft_thread *, FILE *);

// After the read: as 'ft_log_write_range', for bytes of the source.  Advances
// the position.
void ft_log_symbolic_write (ft_thread *, ft_source_position *,
                            const volatile void *, size_t);

// The terminating zero of a text from the source.
void ft_log_symbolic_end (ft_thread *, ft_source_position, const char *end);

// At most 8 bytes that the function has written and that are constant as long
// as the function takes the same path: an address, the zero after a token.
void ft_log_constant_write (ft_thread *, const void *, size_t);

// The result of the function.  For a function that reads input, logged before
// its writes, since the result says how much it read; for other functions, in
// addition to their reads and writes.
void ft_log_result (ft_thread *, int64_t);

// Whether letters and blanks are as in the "C" locale, in a run with symbolic
// inputs.  Else functions that depend on them are not modelled.
bool ft_locale_is_c (void);

// Before a read of these bytes: the values of at most 64 of them, which no
// other record has, such as those of constants.
void ft_log_value (ft_thread *, const void *, size_t);

// scanf in a run with symbolic inputs: whether its format is modelled, and the
// records of a call.  'from' is the source of a text that was copied from a
// stream; else the text is in the program's memory.
bool ft_symbolic_scanf_is_modelled (const ft_thread *, const char *format);
struct ft_format_arguments;
void ft_log_symbolic_scanf (ft_thread *, const char *format, int count,
                            struct ft_format_arguments *, const char *text,
                            size_t, ft_source_position from);
void ft_log_scanf_number (ft_thread *, const void *, size_t);

// A buffer of the thread for text that a call consumes from a stream; NULL if
// the text is too long to be modelled.
char *ft_symbolic_buffer (ft_thread *, size_t);

// Records text that a call has consumed from a source: a write to that buffer,
// and a read of it.
void ft_log_symbolic_consumed (ft_thread *, const char *, size_t,
                               ft_source_position);

// The file to open instead of 'path'; 'path' itself if it is not symbolic.
const char *ft_symbolic_path (ft_thread *, const char *path, int flags);

#endif
