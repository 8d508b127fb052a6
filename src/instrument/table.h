// What the object registers with the runtime (struct ft_object).

#ifndef FT_INSTRUMENT_TABLE_H
#define FT_INSTRUMENT_TABLE_H

#include "instrument/unit.h"

// Before any function: the globals, functions and constants whose numbers the
// code has.
void ft_table_list_globals (ft_unit *);

// After all functions: the tables, and the constructor that registers them.
void ft_table_build (ft_unit *);

// Appends to an array that the linker or LLVM knows by its name
// ("llvm.global_ctors", "llvm.compiler.used").
void ft_table_append (ft_unit *, const char *array, const char *section,
                      LLVMValueRef element);

// A private constant of some bytes.
LLVMValueRef ft_table_bytes (ft_unit *, const char *name, const void *bytes,
                             size_t size);

#endif
