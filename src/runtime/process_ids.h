// Ids of processes and threads.  A replay's process and threads have other ids
// than those of the recording, but the program sees the recorded ones: it may
// print them, or name files after them.  An id that the kernel returns is
// translated on its way to the program, one that the program passes to the
// kernel on its way there.
//
// A recording keeps, as inputs of kind FT_WIRE_INPUT_ID, the ids of itself, of
// the process that started it, of its threads and of the children that it
// forks; each once, when the program asks for it.  These hold for the whole
// replay, also where its schedule is over: a program that compares an id with an
// earlier one must not find that it is another process.  Ids that the recording
// does not have are the kernel's own.

#ifndef FT_RUNTIME_PROCESS_IDS_H
#define FT_RUNTIME_PROCESS_IDS_H

#include <signal.h>
#include <sys/types.h>

#include "runtime/rtl.h"

typedef struct ft_birth ft_birth;

// A child that is about to be forked.
struct ft_birth {
  ft_thread *thread;
  uint32_t place; // in the table of ids; UINT32_MAX: not there
};

// While the inputs of the recording are read: an entry of kind ID.
void ft_ids_add (const struct ft_wire_input *);
// Behind the last entry.
void ft_ids_begin (void);
void ft_ids_after_fork (void);

// The id that the program sees in place of a real one.  An id of this process
// is kept for replays.
pid_t ft_id_seen (pid_t real);
// The same of a group; and a note that the process has chosen a group itself.
pid_t ft_id_seen_group (pid_t real);
void ft_id_leaves_group (void);
// The real id behind one that the program has seen; an id that no process has,
// if the replay has not made its process or thread.  A negative one is that of a
// group; 0 and -1 stay.
pid_t ft_id_real (pid_t seen);
// The path, with real ids if it is one of /proc.  Valid until four more calls.
const char *ft_ids_path (const char *path);
// Replaces the ids of processes in what the kernel says of a signal.
void ft_ids_in_signal (siginfo_t *);

// Around a fork: 'ft_id_born' has its result, and returns that which the program
// sees.  The thread may be NULL.
ft_birth ft_id_unborn (ft_thread *);
pid_t ft_id_born (ft_birth, pid_t child);

#endif
