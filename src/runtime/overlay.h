// The files that a run changes.  While a program is recorded, each file or name
// that it changes is kept as it was before, in DIR/files.  A replay sees the files
// as they were when the recording began, and changes copies of them alone, in
// DIR/overlay of its own run directory.
//
// A wrapper asks for the path that it passes on:
//   return FT_REAL_OF (truncate) (ft_overlay (t, AT_FDCWD, path, FT_CHANGES),
//   size);
//
// DIR/files/list has a line for each name: what was there, the number of the
// file DIR/files/N that has it, and the absolute path.
//   f N PATH   a file            l N PATH   a symbolic link
//   d N PATH   a directory       a N PATH   nothing
//   o N PATH   something else, or a file that was too large to be kept
// DIR/overlay/list has them for the names that a replay came to use.
//
// Names are compared as text once the link is followed that the name itself is: a
// file that is reached through two names (by links to directories, by hard links)
// counts as two.  Left alone are files of /dev, /proc and /sys, what other
// programs do, and what a forked child changes while it is recorded.

#ifndef FT_RUNTIME_OVERLAY_H
#define FT_RUNTIME_OVERLAY_H

#include <stdarg.h>
#include <sys/types.h>

#include "runtime/rtl.h"

enum ft_overlay_use {
  FT_LOOKS,              // the file stays as it is
  FT_CHANGES,            // it is written to, made, moved or removed
  FT_LOOKS_AT_LINK,      // the same, but a symbolic link itself, which the
  FT_CHANGES_LINK,       // others follow
  FT_MAKES_DIRECTORY,    // unless there is something already
  FT_REMOVES_DIRECTORY,
};

// How 'open' with these flags uses the file.
enum ft_overlay_use ft_overlay_use_of (int flags);
// The argument of 'open' behind its flags, or 0.
mode_t ft_open_mode (int flags, va_list);

void ft_overlay_start (void);
void ft_overlay_after_fork (void);

// The path to use in place of 'path', which is seen from the directory 'at'.
// Valid until four more calls; 'path' itself if there is nothing to do.  Keeps
// errno.
const char *ft_overlay (const ft_thread *, int at, const char *path,
                        enum ft_overlay_use);

#endif
