// The files of a run directory except the logs: control, schedule, objects.

#ifndef FT_RUNTIME_FILES_H
#define FT_RUNTIME_FILES_H

#include "runtime/text_buffer.h"
#include "runtime/wire.h"

extern struct ft_wire_control *ft_control; // never NULL while recording
extern bool ft_keeps_logs; // logs go to files; false once the recording has
                           // stopped, and in light mode

enum { FT_MAX_PATH = 4096 };

// Opens DIR as the run directory, or DIR/process-PID when another process uses
// DIR.  False, with a message, when neither can be written.
bool ft_files_open (const char *directory);
// After a fork: a directory of its own, with the same objects.
void ft_files_open_child (void);
// Whether this process writes to DIR itself, not to DIR/process-PID.
bool ft_files_are_of_first_process (void);

// The program is about to change its root: DIR is still written to afterwards.
void ft_files_keep (void);
// The program is about to become another user: its files in DIR are given to that user.
void ft_files_give (uint32_t user);

// DIR/NAME, or DIR/NAME-NUMBER when 'number' is not UINT32_MAX.
void ft_files_path (char path[FT_MAX_PATH], const char *name, uint32_t number);

// Makes the recording a light one.
void ft_files_set_light (void);

// Appends a context switch to 'schedule'.
void ft_files_add_switch (uint32_t thread, enum ft_wire_switch_reason,
                          uint64_t tick);
// Appends a registered object to 'objects'.
struct ft_object;
void ft_files_add_object (const struct ft_object *);

// Ends the recording before the process ends: reports the reason, once, and
// keeps the recording up to here.
void ft_files_stop (const char *why);
void ft_files_stop_errno (int error); // negative errno
void ft_files_stop_at_limit (void);   // of the size; a replay reports nothing
void ft_files_stop_silently (void);   // the rest of the run is not wanted
bool ft_files_stopped (void);         // whether one of these was called
// The recorder cannot go on, and ends the process: writes why into 'failed'.
void ft_files_fail (const char *format, va_list);
// The process ends: writes how into 'control'.
void ft_files_end (int status, int signal);
// Cuts 'schedule' to its true length; after 'ft_files_stop_silently'.
void ft_files_trim (void);
// The process did not end after all, since exec failed.
void ft_files_reopen (void);

#endif
