// The validator: the rules of a trace (FastTrack, Section 2: feasible traces),
// checked event by event.
//
// A trace records an execution, so that locks exclude each other, threads begin
// after their fork and end before their join, and so on.  Analyses assume these
// rules; here they are checked, once, for all formats.  The validator also sets
// flags of events: FT_NESTED, FT_SPURIOUS, and FT_DROPPED for repeated forks.
//
// Cost: constant per event, apart from wakes, which cost the number of threads
// that wait on the condition; memory is linear in the numbers of threads, locks
// and objects and in the open sections, never threads times locks.

#ifndef FT_TRACE_VALIDATE_H
#define FT_TRACE_VALIDATE_H

#include "base/strbuf.h"
#include "trace/notes.h"
#include "trace/tables.h"

//     rule, its name
#define FT_RULES(R)                                                            \
  R (NONE, "well formed")                                                      \
  R (RUN_AFTER_JOIN, "event of a thread after its join")                       \
  R (FORK_SELF, "fork of itself")                                              \
  R (FORK_LATE, "event of a thread before its fork")                           \
  R (JOIN_SELF, "join of itself")                                              \
  R (JOIN_UNKNOWN, "join of a thread that never started")                      \
  R (ACQUIRE_HELD, "acquire of a held lock")                                   \
  R (RELEASE_UNHELD, "release without acquire")                                \
  R (RELEASE_OTHER, "release of another thread's lock")                        \
  R (LOCK_MODE, "shared and exclusive mode mixed up")                          \
  R (TRY_FAILED_FREE, "failed try-acquire of a free lock")                     \
  R (RUN_WHILE_WAITING, "event of a thread that waits")                        \
  R (WAKE_WITHOUT_WAIT, "wake without wait")                                   \
  R (REACQUIRE, "wait that does not take its lock back")                       \
  R (OBJECT_ROLE, "object used in two roles")                                  \
  R (BARRIER_LEAVE, "leaving a barrier without arrival")                       \
  R (SEM_NEGATIVE, "semaphore below zero")                                     \
  R (SEM_LATE, "semaphore initialised after use")                              \
  R (MEMORY, "memory used against its allocation")

enum ft_rule {
#define R(NAME, text) FT_RULE_##NAME,
  FT_RULES (R)
#undef R
};

typedef struct ft_validator ft_validator;

// Tables and notes are borrowed.
ft_validator *ft_validator_new (const ft_tables *, ft_notes *);
void ft_validator_free (ft_validator *);

// Check the event at the next position and set its flags.  'path' and 'line'
// begin the notes.  If the event breaks a rule, the rule is returned, '*why'
// says why, and the event counts as dropped: it changed no state.
enum ft_rule ft_validator_step (ft_validator *, ft_event *, const char *path,
                                uint64_t line, ft_strbuf *why);

// The fast path: accept events from the first on as long as they are accesses,
// or acquires and releases of locks without contention, by running threads.
// Returns the number of accepted events.
uint32_t ft_validator_run (ft_validator *, const ft_event *, uint32_t count);

// Append events that would end all waits and release all locks.
typedef FT_STACK (ft_event) ft_event_list;
void ft_validator_close (const ft_validator *, ft_event_list *);

// The end of the trace: note the sections that are still open.
void ft_validator_finish (ft_validator *, const char *path);

#endif
