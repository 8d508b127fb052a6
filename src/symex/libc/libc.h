// The functions of the C and C++ libraries, for re-execution, escape analysis
// and alternative paths: the rows of 'libc.def', which explains the columns, by
// the GUID of the function.

#ifndef FT_SYMEX_LIBC_LIBC_H
#define FT_SYMEX_LIBC_LIBC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

enum ft_libc_model {
  FT_LIBC_MODEL_NONE,
  FT_LIBC_MODEL_WAIT,
  FT_LIBC_MODEL_CONCRETIZE,
  FT_LIBC_MODEL_LENGTH,
  FT_LIBC_MODEL_COMPARE,      // bytes
  FT_LIBC_MODEL_COMPARE_TEXT, // up to a zero
  FT_LIBC_MODEL_FIND,         // memchr: finds the last byte read, or none
  FT_LIBC_MODEL_FIND_TEXT,
  FT_LIBC_MODEL_COPY, // writes the bytes of the range that it read last
  FT_LIBC_MODEL_COPY_TEXT,
  FT_LIBC_MODEL_BYTE, // returns the byte that it reads
  // The result of a call of the models from here on is in a record.
  FT_LIBC_MODEL_RECORDED_RESULT, // no column: nothing else is known of the call
  FT_LIBC_MODEL_NUMBER,      // atoi, strtol: reads the digits and one byte more
  FT_LIBC_MODEL_SCAN,        // sscanf: numbers and words of a text
  FT_LIBC_MODEL_SCAN_STREAM, // scanf: of the bytes taken from a stream
  FT_LIBC_MODEL_LINE,        // fgets: the range read last, up to '\n'
  FT_LIBC_MODEL_LINE_TO,     // getdelim
  FT_LIBC_MODEL_COMPARE_FOLDED,
  FT_LIBC_MODEL_FIND_LAST,
  FT_LIBC_MODEL_SPAN,        // strspn: length of the bytes in a set
  FT_LIBC_MODEL_SPAN_OTHERS, // strcspn
  FT_LIBC_MODEL_FIND_ANY,    // strpbrk
  FT_LIBC_MODEL_SEARCH,      // strstr: a text in a text
  FT_LIBC_MODEL_SEARCH_FOLDED,
  FT_LIBC_MODEL_SEARCH_BYTES,
  FT_LIBC_MODEL_TOKEN,      // strtok
  FT_LIBC_MODEL_TOKEN_EACH, // strsep
  // C++ streams, modelled only in calls whose result is recorded: whether the
  // stream is good afterwards, like the count of scanf.
  FT_LIBC_MODEL_EXTRACT,
  FT_LIBC_MODEL_EXTRACT_LINE, // up to a byte
};

enum ft_libc_effect {
  FT_LIBC_EFFECT_UNKNOWN,
  FT_LIBC_EFFECT_NONE,
  FT_LIBC_EFFECT_SYNCHRONISES,
  FT_LIBC_EFFECT_STARTS_THREAD,
  FT_LIBC_EFFECT_STORES_ARGUMENT,
  FT_LIBC_EFFECT_RECORDS_LATE,
  FT_LIBC_EFFECT_WRITES_OBJECT,
  FT_LIBC_EFFECT_REVEALS_ERRNO,
  FT_LIBC_EFFECT_RETURNS_TWICE,
};

enum ft_libc_allocates {
  FT_LIBC_ALLOCATES_NONE,
  FT_LIBC_ALLOCATES_NEW,
  FT_LIBC_ALLOCATES_RESIZED,
};

enum ft_libc_altpath {
  FT_LIBC_ALTPATH_NONE,
  FT_LIBC_ALTPATH_ACQUIRE,
  FT_LIBC_ALTPATH_ACQUIRE_SHARED,
  FT_LIBC_ALTPATH_RELEASE,
  FT_LIBC_ALTPATH_RELEASE_SHARED,
  FT_LIBC_ALTPATH_TRIES,
  FT_LIBC_ALTPATH_TRIES_SHARED,
  FT_LIBC_ALTPATH_SIGNAL,
  FT_LIBC_ALTPATH_BROADCAST,
  FT_LIBC_ALTPATH_WAIT,
  FT_LIBC_ALTPATH_LOCAL,
  FT_LIBC_ALTPATH_ALLOC,
  FT_LIBC_ALTPATH_RESIZES,
  FT_LIBC_ALTPATH_PRINTS_FORMAT,
  FT_LIBC_ALTPATH_PRINTS_CHECKED,
  FT_LIBC_ALTPATH_PRINTS_TEXT,
  FT_LIBC_ALTPATH_PRINTS_BYTE,
  FT_LIBC_ALTPATH_PRINTS_FORMAT_TO, // the same with a stream
  FT_LIBC_ALTPATH_PRINTS_CHECKED_TO,
  FT_LIBC_ALTPATH_PRINTS_TEXT_TO,
  FT_LIBC_ALTPATH_PRINTS_BYTES_TO,
  FT_LIBC_ALTPATH_PRINTS_BYTE_TO,
  FT_LIBC_ALTPATH_FLUSHES,
  FT_LIBC_ALTPATH_INSERTS_TEXT, // into a stream of C++, which it returns
  FT_LIBC_ALTPATH_INSERTS_BYTES,
  FT_LIBC_ALTPATH_INSERTS_VALUE,
  FT_LIBC_ALTPATH_MAKES_EXCEPTION,
  FT_LIBC_ALTPATH_ASSERTS, // a failed assertion
  FT_LIBC_ALTPATH_ABORTS,
  FT_LIBC_ALTPATH_EXITS, // fails if its status is not zero
  FT_LIBC_ALTPATH_THROWS, // fails if nothing catches the exception
  FT_LIBC_ALTPATH_TERMINATES,
  FT_LIBC_ALTPATH_FREES, // fails if the block was freed before
  FT_LIBC_ALTPATH_FIRST_RETURN, // of setjmp
};

enum ft_libc_trait {
  FT_LIBC_TRAIT_NONE,
  FT_LIBC_TRAIT_CHANGES_ROUNDING,
  FT_LIBC_TRAIT_CANCELS_THREADS,
  FT_LIBC_TRAIT_OPENS_MODULES,
  FT_LIBC_TRAIT_LIMITS_MEMORY,
  FT_LIBC_TRAIT_LOCKS_FAIL,
  FT_LIBC_TRAIT_HANDLES_STREAMS,
  FT_LIBC_TRAIT_DESTROYS_CONDITIONS,
  FT_LIBC_TRAIT_SHARES_OBJECTS,
  FT_LIBC_TRAIT_HAS_CALLBACKS,
  FT_LIBC_TRAIT_SIZES_BLOCKS,
  FT_LIBC_TRAIT_SETS_TERMINATE,
  FT_LIBC_TRAIT_LEAVES_AT_ONCE,
  FT_LIBC_TRAIT_FINDS_SYMBOLS,
  FT_LIBC_TRAIT_JUMPS,
};

typedef struct ft_libc_function { // a row
  const char *name;
  bool wrapped;      // calls from instrumented code go to __foretrace_NAME
  uint8_t model;     // enum ft_libc_model
  uint8_t effect;    // enum ft_libc_effect
  uint8_t allocates; // enum ft_libc_allocates
  uint8_t altpath;   // enum ft_libc_altpath
  uint8_t trait;     // enum ft_libc_trait
} ft_libc_function;

// All rows, in the order of the table; the number of rows in '*count'.
const ft_libc_function *ft_libc_functions (size_t *count);

// Maps the GUID of each function to the number of its row.
void ft_libc_index (ft_map *);

// The program defines the function itself: the row does not hold.
void ft_libc_withdraw (ft_map *index, uint64_t guid);

// The row of a function; one that says nothing (FT_LIBC_MODEL_NONE,
// FT_LIBC_EFFECT_UNKNOWN and so on) for all other functions.
const ft_libc_function *ft_libc_find (const ft_map *index, uint64_t guid);

#endif
