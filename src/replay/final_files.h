// The files that a replay leaves, and the bytes that it sends to other processes: the
// content of each file that is another one than when the recording began
// (runtime/overlay.h has the list), and of each descriptor (runtime/sent.h).
// Continuations of a race are compared by it (consequences.h).
//
// Two texts are equal if they have the same lines, since threads that write at
// the same time do so in any order; files with zero bytes, and those of more
// than 256 KiB, are equal byte by byte.  Of files who may do what with them is
// compared, too; of a directory, a link and the rest the kind, and where a link leads to.

#ifndef FT_REPLAY_FINAL_FILES_H
#define FT_REPLAY_FINAL_FILES_H

#include <stdint.h>

#include "base/stack.h"
#include "base/strbuf.h"

typedef struct ft_final_file {
  char *name;      // owned: as seen from the working directory, "socket 5"
  char kind;       // f: a file, d: a directory, l: a link, o: something else,
                   // a: nothing any more, s: what was sent
  char before;   // the kind when the recording began
  ft_strbuf bytes; // of a file, or the target of a link; cut off
  unsigned mode;   // of a file: who may do what with it, as of chmod
  uint64_t size;   // of the file
  uint64_t digest; // of what is compared
} ft_final_file;

typedef FT_STACK (ft_final_file) ft_final_files; // by name

// Reads the directory of a replay, before it is removed.  'recording' is the
// run directory of the recording, 'directory' the program's working directory.
void ft_final_files_read (ft_final_files *, const char *recording,
                          const char *replay, const char *directory);
void ft_final_files_release (ft_final_files *);

// Adds a line "NAME=DIGEST" for each.
void ft_final_files_list (const ft_final_files *, ft_strbuf *);

// Adds how the file of this name differs from that of other files: "leaves
// 'count=41' at byte 12 of out.txt", "leaves no out.txt", "sends 'x' at byte 0
// to socket 5".
void ft_final_files_add_difference (ft_strbuf *, const ft_final_files *own,
                                    const ft_final_files *other,
                                    const char *name);

#endif
