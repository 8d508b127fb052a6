// Values of floating-point types, which records have as bits.

#ifndef FT_RUN_REAL_VALUE_H
#define FT_RUN_REAL_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "run/run_reader.h"

// "int" of "const volatile int"; borrowed from the argument.
const char *ft_type_unqualified (const char *type);

// Whether a value of so many bytes of the type is a float or a double.
bool ft_real_is (const char *type, uint64_t bytes);

// Whether the access of so many bytes that a record makes is one of such a
// value, as far as its site says.
bool ft_real_is_accessed (const ft_run_record *, uint64_t bytes);

// Adds the value with nine digits, of a double with as many as distinguish it
// from others.
void ft_real_add (ft_strbuf *, uint64_t bits, uint64_t bytes);

#endif
