// What is linked: objects, archives and shared libraries, and their symbols.
//
// Somebody else wrote the files: nothing in them is trusted.  Cost: linear in
// their symbols.

#ifndef FT_CC_LINK_INPUT_H
#define FT_CC_LINK_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ft_link_input_kind {
  FT_LINK_INPUT_OBJECT,
  FT_LINK_INPUT_MEMBER,  // an object of an archive
  FT_LINK_INPUT_SHARED, // shared
  FT_LINK_INPUT_SCRIPT,    // a linker script
  FT_LINK_INPUT_OTHER,   // bitcode, say; or it cannot be read
};

typedef struct ft_link_input {
  enum ft_link_input_kind kind;
  const unsigned char *bytes; // 'size' of them
  size_t size;
} ft_link_input;

typedef struct ft_link_symbol {
  const char *name; // without a version, of this 'length'
  size_t length;
  bool local, defined;
  bool data; // it says that it is
  bool file; // it is the name of the unit's source
} ft_link_symbol;

typedef void ft_link_input_visit (void *context, const ft_link_input *);
typedef void ft_link_symbol_visit (void *context, const ft_link_symbol *);

// The file, or each member of an archive.
void ft_link_input_read (const char *path, ft_link_input_visit *, void *context);

// Of a shared library those that others see.
void ft_link_input_symbols (const ft_link_input *, ft_link_symbol_visit *,
                        void *context);

#endif
