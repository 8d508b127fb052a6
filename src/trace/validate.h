// The rules of a trace (design: semantics, "Trace"), checked event by event.
//
// A trace is a record of something that ran, so locks exclude, threads start
// at their fork and end before their join, and so on.  Analyses assume this;
// here it is checked, once, for all formats.  The validator also sets the
// flags of events: FT_NESTED, FT_SPURIOUS, and FT_DROPPED for repeated forks.
//
// Cost: constant per event, apart from wakes, which cost the number of threads
// that wait on the condition; memory is linear in the numbers of threads,
// locks and objects and in the open sections, never threads times locks.

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

const char *ft_rule_name (enum ft_rule);

typedef struct ft_validator ft_validator;

// Both are borrowed.
ft_validator *ft_validator_new (const ft_tables *, ft_notes *);
void ft_validator_free (ft_validator *);

// Checks the event of the next position and sets its flags.  'where' (such as
// "trace.std:7") begins the notes.  When a rule is broken it is returned,
// '*why' tells the user, and the event counts as dropped: it changed nothing.
enum ft_rule ft_validator_step (ft_validator *, ft_event *, const char *path,
                                uint64_t line, ft_strbuf *why);

// Accepts events from the first on as long as they are what most events are:
// accesses, or taking and giving back of a lock that nobody contends for, by
// threads that just run.  Returns how many.
uint32_t ft_validator_run (ft_validator *, const ft_event *, uint32_t count);

// Events that would end all waits and give all locks back, if they were the
// next; appended.
typedef FT_STACK (ft_event) ft_event_list;
void ft_validator_close (const ft_validator *, ft_event_list *);

// The end of the trace: notes the sections that are still open.
void ft_validator_finish (ft_validator *, const char *path);

#endif
