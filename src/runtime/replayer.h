// Follows a replay schedule: the file DIR/plan, a text that src/replay writes.
// Its words are older than the terms for them: a "park" line is a hold, a "halt"
// line is a stop of the debugger.
//
//   foretrace-plan 1
//   thread N PARENT CHILD   thread N is the CHILDth that PARENT creates
//   run N TICK              N runs until its log has TICK words
//   pass N TICK             the same, or until its first scheduling point after
//   halt N TICK             as pass, and a debugger may stop there (gdb_stop.h)
//   away N TICK             as run, and until it enters a blocking call, for
//                           which other threads may wait
//   wait N TICK             as run, and until it waits there for an object, a
//                           deadline or a signal: a call may come to several
//                           scheduling points before it waits, and what wakes it
//                           must find it there
//   end N TICK WORDS        N runs until the process ends, at TICK or at most
//                           WORDS further; the last step
//   park N TICK [LAST [PASSES]]  at the end N is held at TICK: at its first
//                           scheduling point there, or after PASSES more.
//                           With LAST, its record at LAST has to follow
//                           without another scheduling point
//   stale N TICK ADDRESS BYTES VALUE  the load that N makes at TICK, of BYTES
//                           bytes at ADDRESS, returns VALUE (stale_load.h)
//   then free|stop|gdb|whole  after the last step (replay_text.h)
//
// The replay outcome is DIR/outcome.  Its first line is "reached" or "diverged
// thread N place TICK: REASON".  "before TICK" follows when N cannot be stopped
// at a tick: the last tick at which it could.  "closer TICK PASSES" follows
// when N passed more scheduling points before its record at LAST: the last one
// of them.  "parked N TICK TID" follows for each thread that is held.  From the
// first stop of a debugger until then the file is "halted".

#ifndef FT_RUNTIME_REPLAYER_H
#define FT_RUNTIME_REPLAYER_H

#include "runtime/thread.h"

void ft_replay_load (void);

// The number of a new thread; UINT32_MAX when the schedule does not have it.
uint32_t ft_replay_thread_number (uint32_t parent, uint32_t child);
// Whether the schedule has the thread, which then has the number of the
// recording.
bool ft_replay_has_thread (const ft_thread *);
uint32_t ft_replay_thread_count (void); // highest number + 1

// The tick at which the schedule stops the thread; UINT64_MAX for none.
uint64_t ft_replay_stop_tick (const ft_thread *);

// ---- with the scheduler lock held ------------------------------------------

// The thread that the schedule runs next, if it can run: a ready thread, or a
// blocked one, which then checks its condition again.
ft_thread *ft_replay_choose (void);
// The thread is at a scheduling point at or after its stop tick.
void ft_replay_arrive (ft_thread *);

// Once, when the schedule is over: the thread that then goes on, since a try of it is to
// fail, and who holds what it tries would give it back before; or NULL.
ft_thread *ft_replay_goes_on (void);

// The thread is about to block.  True if it does not, since the schedule runs
// it on: a deadline, which counts as reached, or a recorded signal ends its wait.
bool ft_replay_blocks (ft_thread *, bool ends);
void ft_replay_enters_kernel (ft_thread *); // for a blocking call
void ft_replay_thread_ends (ft_thread *);
// The thread computes or spins without a check.  True if the schedule runs
// another thread now.
bool ft_replay_goes_on_without (ft_thread *);
// No thread has had the token for as long as the configuration allows.
void ft_replay_timed_out (void);

// ---- without it ------------------------------------------------------------

void ft_replay_process_ends (void);
// The recording lacks what the thread needs to go on: ends the process.
_Noreturn void ft_replay_lacks (ft_thread *, const char *why);
// Whether the schedule runs the thread next, or there is none.
bool ft_replay_has_turn (const ft_thread *);
void ft_replay_after_fork (void); // a child process follows no schedule

#endif
