// Events of assumed orders, and the variables that stand for what threads and
// calls without records have done ('call_events.c' says what for).
//
// Each function queues events of the thread of the record at hand.

#ifndef FT_LOAD_ASSUMED_EVENTS_H
#define FT_LOAD_ASSUMED_EVENTS_H

#include "load/load_inside.h"

// The variables of a thread: memory that it has written, its calls of known
// effect that change a state, those that may write memory.
enum ft_assumed_kind { FT_ASSUMED_WROTE, FT_ASSUMED_CALLED, FT_ASSUMED_FILLED };

// Whether calls of known effect may write anything without a record.
static inline bool ft_load_is_filled (const ft_load *n) {
  return ft_environment_is_any_written (&n->environment);
}

ft_load_caller *ft_assumed_caller (ft_load *, uint32_t thread);

// A write of the thread's own variable; a read that keeps its writer, or an
// exchange, of the variable of a state or ('thread') of a thread; reads of the
// variables of all other threads that may write them.
void ft_assumed_write (ft_load *, ft_tables *, enum ft_assumed_kind);
void ft_assumed_read (ft_load *, ft_tables *, enum ft_kind, const char *what,
                      uint32_t thread);
void ft_assumed_read_others (ft_load *, ft_tables *, enum ft_assumed_kind);

// Around a write to memory that calls without records may read.
void ft_assumed_before_write (ft_load *, ft_tables *);
void ft_assumed_behind_write (ft_load *, ft_tables *);
// Behind the last record before a call, or before a read that reveals a write.
void ft_assumed_before_call (ft_load *, ft_tables *, enum ft_last_record);
// A call may write memory at this moment; one of known effect.
void ft_assumed_written (ft_load *, ft_tables *);
void ft_assumed_fill (ft_load *, ft_tables *);

// Whether other threads have called anything of unknown effect since this one
// looked, and the look; the same of calls of known effect that may write memory.
bool ft_assumed_have_called (const ft_load *, const ft_load_caller *);
void ft_assumed_look (ft_load *, ft_tables *, ft_load_caller *);
bool ft_assumed_have_filled (const ft_load *, const ft_load_caller *);
void ft_assumed_look_at_filled (ft_load *, ft_tables *);

// A look at everything, and what comes before the next record of each other
// thread because of it.
void ft_assumed_note_look (ft_load *, ft_tables *);
void ft_assumed_behind_looks (ft_load *, ft_tables *);

#endif
