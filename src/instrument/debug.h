// Debug metadata.  LLVM-C shows it only as nodes with operands.

#ifndef FT_INSTRUMENT_DEBUG_H
#define FT_INSTRUMENT_DEBUG_H

#include "base/strbuf.h"
#include "instrument/unit.h"

// Indices of operands; see the classes of LLVM's 'DebugInfoMetadata.h'.
enum ft_debug_operand {
  FT_DEBUG_SCOPE_OF_VARIABLE = 0,
  FT_DEBUG_NAME_OF_VARIABLE = 1,
  FT_DEBUG_FILE_OF_VARIABLE = 2,
  FT_DEBUG_TYPE_OF_VARIABLE = 3,
  FT_DEBUG_SCOPE = 1,        // of subprograms, types, namespaces, lexical blocks
  FT_DEBUG_NAME = 2,         // of subprograms, types, namespaces
  FT_DEBUG_LINKAGE_NAME = 3, // of subprograms
  FT_DEBUG_BASE_TYPE = 3,
  FT_DEBUG_ELEMENTS = 4,   // of a composite type
  FT_DEBUG_COUNT = 0,      // of a dimension of an array
  FT_DEBUG_SIGNATURE = 4,  // of a subprogram: its type
  FT_DEBUG_RESULTS = 3,    // of such a type: the result, then parameters
  FT_DEBUG_IDENTIFIER = 7, // of a composite type of C++
};

// An operand of a node, or NULL.
LLVMMetadataRef ft_debug_operand (const ft_unit *, LLVMMetadataRef node,
                                  unsigned index);
// An operand that is a string, or "".  Borrowed.
const char *ft_debug_text (const ft_unit *, LLVMMetadataRef node,
                           unsigned index, size_t *length);
unsigned ft_debug_count (const ft_unit *, LLVMMetadataRef node);

// The subprogram that a scope is in, or NULL.
LLVMMetadataRef ft_debug_subprogram (const ft_unit *, LLVMMetadataRef scope);

// Ids of strings in the site table: the name of a subprogram or variable as
// the source spells it ("Stack::push"), and an absolute path.
uint32_t ft_debug_qualified (ft_unit *, LLVMMetadataRef node,
                             unsigned scope_operand, unsigned name_operand);
uint32_t ft_debug_file (ft_unit *, LLVMMetadataRef file);

// A type as the source spells it: "struct node *", "int [10]".
uint32_t ft_debug_type (ft_unit *, LLVMMetadataRef type);

// The type without typedefs, const, volatile and the like.
LLVMMetadataRef ft_debug_plain_type (const ft_unit *, LLVMMetadataRef type);

#endif
