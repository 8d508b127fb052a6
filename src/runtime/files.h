// The files of a run directory, but for the logs: control, schedule, objects.

#ifndef FT_RUNTIME_FILES_H
#define FT_RUNTIME_FILES_H

#include "runtime/text_buffer.h"
#include "runtime/wire.h"

extern struct ft_wire_control *ft_control; // never NULL while recording
extern bool ft_keeps_logs; // logs go to files; false once STOPPED, or in light
                        // mode

enum { FT_MAX_PATH = 4096 };

// Opens DIR as the run directory, or DIR/process-PID when another process has
// it.  False, with a message, when there is nothing to write to.
bool ft_files_open (const char *directory);
// After a fork: a directory of its own, with the same objects.
void ft_files_open_child (void);
// Whether this process is the one that DIR was made for.
bool ft_files_are_of_first_process (void);

// DIR/name; with a number when 'number' is not UINT32_MAX.
void ft_files_path (char path[FT_MAX_PATH], const char *name, uint32_t number);

// The recording is a light one from here on, if it was not.
void ft_files_set_light (void);

void ft_files_add_switch (uint32_t thread, enum ft_wire_switch_reason, uint64_t place);
struct ft_object;
void ft_files_add_object (const struct ft_object *);

// The recording cannot grow: says why, once, and what there is stays.
void ft_files_stop (const char *why);
void ft_files_stop_errno (int error); // negative errno
void ft_files_stop_silently (void);         // nothing more is wanted
bool ft_files_stopped (void);       // one of these was called
// The process ends.
void ft_files_end (int status, int signal);
void ft_files_trim (void);   // true length of the schedule; after 'quiet'
void ft_files_reopen (void); // it did not end after all (exec failed)

#endif
