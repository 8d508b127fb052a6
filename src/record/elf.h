// Reads program files with libelf: their class, sections, dynamic symbols and
// build id.  The file is not trusted: a table that is cut short or damaged
// counts as missing.

#ifndef FT_RECORD_ELF_H
#define FT_RECORD_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stack.h"

typedef struct ft_elf ft_elf;

enum ft_elf_class { FT_ELF_NONE, FT_ELF_32, FT_ELF_64, FT_ELF_OTHER_MACHINE };

struct ft_elf {
  struct Elf *handle;         // owned; NULL: an ELF file that is cut short
  const unsigned char *bytes; // of the file, 'size' of them; borrowed
  size_t size;
};

// False and errno when the file cannot be read.  An empty file has no bytes.
bool ft_elf_open (ft_elf *, const char *path);
void ft_elf_close (ft_elf *);

bool ft_elf_is_script (const ft_elf *);          // begins with "#!"
enum ft_elf_class ft_elf_class (const ft_elf *); // FT_ELF_NONE: no ELF file
bool ft_elf_is_dynamic (const ft_elf *);         // has a dynamic section

// Whether the dynamic symbol table defines the name; whether it has the name,
// defined or undefined.
bool ft_elf_defines_symbol (const ft_elf *, const char *symbol);
bool ft_elf_has_symbol (const ft_elf *, const char *symbol);

bool ft_elf_has_section (const ft_elf *, const char *name);

typedef FT_STACK (const char *) ft_elf_strings; // borrowed from the file

// The values of all DT_NEEDED, DT_RPATH or DT_RUNPATH entries.
void ft_elf_dynamic (const ft_elf *, int64_t tag, ft_elf_strings *);

// The build id in hexadecimal; "" if there is none.  The caller frees.
char *ft_elf_build_id (const ft_elf *);

uint64_t ft_elf_digest (const ft_elf *); // of all bytes

#endif
