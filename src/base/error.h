// Errors for bad input (the other two kinds of failure are: out of memory, see
// 'alloc.h', and broken invariants, which are asserts).  A function that can
// meet bad input takes an 'ft_error *', returns failure, and leaves one line
// for the user in it: where, what was expected, what was found.

#ifndef FT_BASE_ERROR_H
#define FT_BASE_ERROR_H

#include <stdint.h>

// Exit codes of every program of the project.
enum ft_exit {
  FT_EXIT_OK = 0,
  FT_EXIT_USAGE = 64,
  FT_EXIT_BAD_INPUT = 65, // bad trace or witness
  FT_EXIT_RACES = 66,     // at least one certified race
  FT_EXIT_NOT_REPLAYED = 67,
  FT_EXIT_UNDECIDED = 68,   // with --strict: something is undecided
  FT_EXIT_ENVIRONMENT = 69, // unusable: full disk, no permission, ...
  FT_EXIT_INTERNAL = 70,
  FT_EXIT_DEADLOCK = 71, // the recorded program deadlocked
};

typedef struct ft_error ft_error;

struct ft_error {
  enum ft_exit code;
  char message[1024]; // no trailing newline; "" if no error
};

#define FT_NO_ERROR ((ft_error){FT_EXIT_OK, ""})

// Set code and message.  Control bytes in the message are shown as '\xNN',
// since names from a trace may hold any bytes.
void ft_error_set (ft_error *, enum ft_exit, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

// FT_EXIT_BAD_INPUT at a line (counted from 1): "PATH:LINE: message".
void ft_error_at_line (ft_error *, const char *path, uint64_t line,
                       const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

// FT_EXIT_BAD_INPUT at a byte (counted from 0): "PATH: byte OFFSET: message".
void ft_error_at_byte (ft_error *, const char *path, uint64_t offset,
                       const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

#endif
