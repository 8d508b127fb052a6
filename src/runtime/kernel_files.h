// Files in which the kernel shows what the process and its threads have done:
// /proc, /sys, /dev/mqueue, and descriptors that report events of the file
// system.  Whoever looks there may see anything: which threads there are, how
// they are named, how much memory they use.  So a look comes behind all that
// other threads have done by then, and before all that they do later.

#ifndef FT_RUNTIME_KERNEL_FILES_H
#define FT_RUNTIME_KERNEL_FILES_H

#include <sys/stat.h>

#include "runtime/sync_state.h"

// Behind the look, after a scheduling point; no effect if the thread is NULL.
void ft_look_at_everything (ft_thread *);

// Whether the open file is such a file, or reports such events.  The memory of
// the process (/proc/self/mem) has ranges in the log besides.
bool ft_kernel_shows (int fd, const struct stat *);

// Looks, if the path leads to such files.  'directory': where a relative path
// begins, or AT_FDCWD.  Leaves errno.
void ft_look_at_path (ft_thread *, int directory, const char *path);
// If the descriptor is open on such a file.
void ft_look_at_descriptor (ft_thread *, int fd);
// Behind a wait for descriptors that only the kernel knows; the log is the same
// whether or not one of them may report events.
void ft_look_at_events (ft_thread *);

#endif
