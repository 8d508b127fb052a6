// Run directories: made, filled with what the runtime is told, packed, removed.
// What is in them stands in 'runtime/wire.h'.

#ifndef FT_RECORD_DIRECTORY_H
#define FT_RECORD_DIRECTORY_H

#include <stdbool.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "base/stack.h"
#include "runtime/wire.h"

// Makes a directory for a run.  With a path: that one, whose earlier run (but
// nothing else) is replaced.  Without: "NAME.foretrace-1" and so on, here or,
// where that is not permitted, among the temporary files.  'path' becomes
// absolute.
bool ft_directory_make (const char *wanted, const char *name, ft_strbuf *path,
                        ft_error *);

// The same among the temporary files, for runs that nobody keeps; or in the
// directory that was named for them, which is borrowed.
void ft_directory_keep_temporary (const char *place);
bool ft_directory_temporary (ft_strbuf *path, ft_error *);

// Calls 'act' for every name in a directory; stops at the first false, and
// returns it.
bool ft_directory_each (const char *path,
                        bool (*act) (const char *path, const char *name,
                                     void *context),
                        void *context);

// Removes the files of a run, and the directory if nothing else is in it.
void ft_directory_remove (const char *path);

// "DIR/name", written whole.
bool ft_directory_write (const char *path, const char *name, const char *text,
                         ft_error *);

// The lines of a replay's configuration that say where the inputs of the
// recording are, those that were kept and those that were chosen.  False when
// none were kept.
bool ft_directory_add_inputs (const char *path, ft_strbuf *config);

// False when the program never came to record anything.
bool ft_directory_control (const char *path, struct ft_wire_control *);

// The directories of processes below a run that had more than one thread.
typedef FT_STACK (char *) ft_directories; // owned paths
void ft_directory_processes (const char *path, ft_directories *);
void ft_directories_release (ft_directories *);

// Whether the logs are not there, but only how to make them (see expand.h).
bool ft_directory_is_light (const char *path);

// What 'control' says of how the run ended (enum ft_wire_state).
bool ft_directory_set_state (const char *path, uint32_t state, ft_error *);

// A finished run takes the place of another one in the same parent directory,
// at once; what is no part of a run stays.
bool ft_directory_replace (const char *path, const char *by, ft_error *);

// Packs the logs of all threads, also of forked processes.
bool ft_directory_pack (const char *path, ft_error *);

#endif
