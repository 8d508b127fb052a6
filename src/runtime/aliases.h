// Memory that is mapped twice: each address of it stands for the one of the
// oldest mapping that is still there, so that an object in such memory is one
// object, whichever address a thread uses.  The log says which addresses are
// the same (ALIAS), for those who read it.  Used with the token only.

#ifndef FT_RUNTIME_ALIASES_H
#define FT_RUNTIME_ALIASES_H

#include "runtime/rtl.h"

// Memory that may be mapped again: bytes of a file or of a System V segment.
struct ft_memory_source {
  uint64_t device, file; // device FT_SEGMENT: 'file' is the segment's number
  uint64_t offset;
};

#define FT_SEGMENT UINT64_MAX

// The memory was mapped at an address, after a scheduling point.  When there
// are too many such mappings, further ones are taken to be of memory of their
// own.
void ft_aliases_map (ft_thread *, void *at, size_t bytes,
                     struct ft_memory_source);
// The range is no longer mapped, or was mapped anew.
void ft_aliases_unmap (const void *at, size_t bytes);
// Logs an access to these bytes of a file, by a call, as one to the memory where
// they are mapped.
void ft_aliases_log_file (ft_thread *, struct ft_memory_source, uint64_t bytes,
                          bool writes);
// Whether a file is mapped.
bool ft_aliases_has (uint64_t device, uint64_t file);
unsigned ft_aliases_count (void); // mappings of files
// The bytes of the mapping at an address, or 0.
size_t ft_aliases_bytes (const void *at);
// What is mapped at an address; false if that is not known.
bool ft_aliases_source (const void *at, struct ft_memory_source *);
// The log of a forked process has the aliases that the process begins with.
void ft_aliases_after_fork (ft_thread *);

extern unsigned ft_alias_count; // mappings of memory that is mapped twice

const void *ft_aliases_find (const void *);

// The address by which the memory is known.
static inline const void *ft_alias_of (const void *p) {
  return __builtin_expect (ft_alias_count != 0, 0) ? ft_aliases_find (p) : p;
}

#endif
