// Link inputs: objects, archives and shared libraries, with their symbols.
//
// Nothing in the files is trusted.  Cost: linear in the number of symbols.

#ifndef FT_CC_LINK_INPUT_H
#define FT_CC_LINK_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ft_link_input_kind {
  FT_LINK_INPUT_OBJECT,
  FT_LINK_INPUT_MEMBER, // an object in an archive
  FT_LINK_INPUT_SHARED, // a shared library
  FT_LINK_INPUT_SCRIPT, // a linker script
  FT_LINK_INPUT_OTHER,  // another file (bitcode), or one that cannot be read
};

typedef struct ft_link_input {
  enum ft_link_input_kind kind;
  const unsigned char *bytes; // borrowed, 'size'
  size_t size;
} ft_link_input;

typedef struct ft_link_symbol {
  const char *name; // borrowed; 'length' bytes, without a version
  size_t length;
  bool local, defined;
  bool data; // by its type
  bool file; // the name of a unit's source
} ft_link_symbol;

typedef void ft_link_input_visit (void *context, const ft_link_input *);
typedef void ft_link_symbol_visit (void *context, const ft_link_symbol *);

// Visits the file, or each member of an archive.
void ft_link_input_read (const char *path, ft_link_input_visit *,
                         void *context);

// Visits the symbols; of a shared library, only the exported and imported ones.
void ft_link_input_symbols (const ft_link_input *, ft_link_symbol_visit *,
                            void *context);

#endif
