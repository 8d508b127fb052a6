// Run directories: making, filling, compressing and removing them.  The files
// of a run directory are described in runtime/wire.h.

#ifndef FT_RECORD_DIRECTORY_H
#define FT_RECORD_DIRECTORY_H

#include <stdbool.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/stack.h"
#include "runtime/wire.h"

// Makes a directory for a run.  With 'wanted' set, at that path: a run that is
// there is replaced, anything else is an error.  Without: "NAME.foretrace-1"
// and so on, in the working directory or, where that cannot be written to,
// among the temporary files.  'path' becomes absolute.
bool ft_directory_make (const char *wanted, const char *name, ft_strbuf *path,
                        ft_error *);

// Makes a directory among the temporary files, for a run that is not kept; or
// in the directory that was set for such runs before ('folder' is borrowed).
void ft_directory_keep_temporary (const char *folder);
bool ft_directory_temporary (ft_strbuf *path, ft_error *);

// Calls 'act' for every name in a directory; stops at the first false, and
// returns it.
bool ft_directory_each (const char *path,
                        bool (*act) (const char *path, const char *name,
                                     void *context),
                        void *context);

// The length of a file's name without ".PID.tmp", the suffix of a file that a
// process writes (base/output.h), and leaves when it is killed.
size_t ft_directory_name_size (const char *name);

// Removes the files of a run, and the directory if nothing else is in it.
void ft_directory_remove (const char *path);
// Removes the files that a replay has used in place of the user's.
void ft_directory_remove_overlay (const char *path);

// Writes the file "DIR/name".
bool ft_directory_write (const char *path, const char *name, const char *text,
                         ft_error *);

// Adds the lines of a replay's configuration with the paths of the recording's
// inputs, those that were kept and those that were chosen.  False when none
// were kept.
bool ft_directory_add_inputs (const char *path, ft_strbuf *config);

// Reads the file "control".  False when the program did not begin to record.
bool ft_directory_control (const char *path, struct ft_wire_control *);

// The directories of processes below a run that had more than one thread.
typedef FT_STACK (char *) ft_directories; // owned paths
void ft_directory_processes (const char *path, ft_directories *);
void ft_directories_release (ft_directories *);

// Whether the recording is a light one, without logs (see replay/expand.h).
bool ft_directory_is_light (const char *path);

// Sets the state in "control" (enum ft_wire_state).
bool ft_directory_set_state (const char *path, uint32_t state, ft_error *);

// Replaces a run by a finished run of the same parent directory, atomically;
// files that are no part of a run stay.
bool ft_directory_replace (const char *path, const char *by, ft_error *);

// Compresses the logs of all threads, also those of forked processes.
bool ft_directory_pack (const char *path, ft_error *);

#endif
