// Mappings of files whose memory depends on what is done to the file.
//
// A mapping may reach behind the end of its file: memory there is none until the
// file becomes longer (access: SIGBUS).  So MAP records are of the parts that
// there are, the others are mapped by whoever makes the file longer.
//
// Private memory that may be written has what the file has, page by page until
// the page is written: from then on it is a copy.
//
// Used with the token only.

#ifndef FT_RUNTIME_FILE_MAPPINGS_H
#define FT_RUNTIME_FILE_MAPPINGS_H

#include "runtime/aliases.h"

// 'bytes' in whole pages were mapped at an address, 'there' of which the file
// has.  Returns how many bytes are to be logged as mapped: 'there', or all of
// them if there are too many such mappings.
size_t ft_short_mappings_add (void *at, size_t bytes, size_t there);
// Behind each call that may have made a file longer: logs what has become
// memory.
void ft_short_mappings_grow (ft_thread *);
// Logs that the parts in a range are unmapped.  False if there are none, so that
// it is no such mapping.
bool ft_short_mappings_unmap (ft_thread *, const void *at, size_t bytes);

void ft_private_mappings_add (const void *at, size_t bytes,
                              struct ft_memory_source);
void ft_private_mappings_unmap (const void *at, size_t bytes);
// Behind a call that has written these bytes of a file.
void ft_private_mappings_written (ft_thread *, struct ft_memory_source,
                                  uint64_t bytes);
bool ft_private_mappings_are_there (void);

#endif
