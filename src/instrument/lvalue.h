// Lvalues of the source: the expression that names the memory behind a pointer.

#ifndef FT_INSTRUMENT_LVALUE_H
#define FT_INSTRUMENT_LVALUE_H

#include "instrument/unit.h"

// 'u->variables' has four kinds of keys: an LLVM value (its address) for the
// variable in the memory that the value points to ("declare"), the same plus
// one for the variable that has the value ("value"), plus two for one whose
// first eight bytes are the value, plus three for a variable of an inlined
// function of a library that has the value.
enum {
  FT_VARIABLE_AT,
  FT_VARIABLE_HOLDS,
  FT_VARIABLE_BEGINS,
  FT_VARIABLE_INLINED
};

LLVMMetadataRef ft_lvalue_variable (const ft_unit *, LLVMValueRef,
                                    unsigned kind);

// An lvalue under construction: 'text' names memory of 'type'.  The access is
// 'offset' bytes behind it, and a variable number of elements if 'indexed'.
typedef struct ft_lvalue {
  ft_strbuf text;
  LLVMMetadataRef type;
  uint64_t offset;
  bool indexed;
  bool pointee; // the memory that 'text' points to: "->" comes next
  bool opaque;  // inside a library's type, whose members are not named
  bool handle;  // that type is a pointer to one object
  LLVMMetadataRef library; // that type
  unsigned held; // kind of the variables that have values: FT_VARIABLE_HOLDS
                 // or, if these give no name, FT_VARIABLE_INLINED
} ft_lvalue;

// Name the memory behind a pointer; false if it has no name.
bool ft_lvalue_name (const ft_unit *, LLVMValueRef pointer, ft_lvalue *);

// Go on from the object at 'offset' 0 to the member or element of 'size' bytes
// that is accessed.
void ft_lvalue_narrow (const ft_unit *, ft_lvalue *, uint64_t size);

// Whether a name is one that only the implementation has.
bool ft_name_is_reserved (const char *, size_t length);

// The pointee of a pointer or reference, NULL if the type is neither.
LLVMMetadataRef ft_lvalue_pointee (const ft_unit *, LLVMMetadataRef type);
uint64_t ft_lvalue_bytes (const ft_unit *, LLVMMetadataRef type);

#endif
