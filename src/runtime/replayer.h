// Replay of a plan (text; src/replay writes it):
//
//   foretrace-plan 1
//   thread N PARENT CHILD   thread N is the CHILDth that PARENT creates
//   run N PLACE             N runs until its log has PLACE words
//   pass N PLACE            the same, or until its first switch point after
//   halt N PLACE            as pass, and a debugger may look (debugger.h)
//   away N PLACE            as run, and until it leaves for a blocking call,
//                           for which others may wait
//   park N PLACE            at the end N is right before its record at PLACE
//   then free|stop|gdb      what follows
//
// The answer is DIR/outcome: "reached" or "diverged thread N place P: why",
// with "before PLACE" for a place where N cannot be stopped: where it last
// could; or "parked N PLACE TID" for each thread that is parked.  Until then,
// from the first halt on: "halted".

#ifndef FT_RUNTIME_REPLAYER_H
#define FT_RUNTIME_REPLAYER_H

#include "runtime/thread.h"

void ft_replay_load (void);

// The number of a new thread; UINT32_MAX when the plan does not know it.
uint32_t ft_replay_thread_number (uint32_t parent, uint32_t child);
uint32_t ft_replay_thread_count (void); // highest number + 1

// Where the plan wants the thread to stop; UINT64_MAX for nowhere.
uint64_t ft_replay_stop_tick (const ft_thread *);

// All below with the gate entered.

// The thread that is to run, if it can: ready, or blocked and to try again.
ft_thread *ft_replay_choose (void);
// The thread is at a stopping place, at or behind its target.
void ft_replay_arrive (ft_thread *);
// It is about to block; true: it does not, since the plan has it run on: it
// has a deadline, and that has come.
bool ft_replay_blocks (ft_thread *, bool limited);
void ft_replay_enters_kernel (ft_thread *); // for an external call
void ft_replay_thread_ends (ft_thread *);
// Nobody has had the baton for long.
void ft_replay_timed_out (void);

void ft_replay_process_ends (void);
void ft_replay_after_fork (void); // a child process has no plan

#endif
