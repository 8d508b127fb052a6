// What is linked: objects, archives and shared libraries, and their symbols.
//
// Somebody else wrote the files: nothing in them is trusted.  Cost: linear in
// their symbols.

#ifndef FT_INSTRUMENT_LINKED_H
#define FT_INSTRUMENT_LINKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ft_linked_kind {
  FT_LINKED_OBJECT,
  FT_LINKED_MEMBER,  // an object of an archive
  FT_LINKED_LIBRARY, // shared
  FT_LINKED_TEXT,    // a linker script
  FT_LINKED_OTHER,   // bitcode, say; or it cannot be read
};

typedef struct ft_linked {
  enum ft_linked_kind kind;
  const unsigned char *bytes; // 'size' of them
  size_t size;
} ft_linked;

typedef struct ft_linked_symbol {
  const char *name; // without a version, of this 'length'
  size_t length;
  bool local, defined;
  bool data; // it says that it is
  bool file; // it is the name of the unit's source
} ft_linked_symbol;

typedef void ft_linked_visit (void *context, const ft_linked *);
typedef void ft_linked_symbol_visit (void *context, const ft_linked_symbol *);

// The file, or each member of an archive.
void ft_linked_read (const char *path, ft_linked_visit *, void *context);

// Of a shared library those that others see.
void ft_linked_symbols (const ft_linked *, ft_linked_symbol_visit *,
                        void *context);

#endif
