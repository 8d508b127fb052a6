// Schedules of Racageddon (Section 3.1): sequences of events, each a thread and
// the label of a statement.
//
// A plan ('replay/replay_schedule.h') makes a program follow a schedule, in
// words of the threads' logs.  The events of a sequence have names that hold in
// every run.  Events that only compute and events without a location are left
// out; equal events of a thread in a row are one event.
//
// A schedule is kept in a file "DIR/schedules/N", N being the first run under
// it:
//
//   foretrace-schedule 1
//   thread NAME          numbered from 0
//   label NAME           likewise
//   event THREAD LABEL   in order, by number
//   plan                 the lines after it are the plan

#ifndef FT_EXPLORE_SEQUENCE_H
#define FT_EXPLORE_SEQUENCE_H

#include "base/error.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "trace/trace.h"

// Event.
typedef struct ft_schedule_event {
  ft_id thread, label; // FT_NO_ID: none
} ft_schedule_event;

typedef struct ft_sequence {
  ft_intern threads, labels;
  FT_STACK (ft_schedule_event) events;
} ft_sequence;

void ft_sequence_release (ft_sequence *); // (ft_sequence){0} is empty

// Adds events of a trace, in this order.
void ft_sequence_add (ft_sequence *, const ft_trace *, const ft_id *events,
                      size_t count);

// The events of a trace in the numbers of a sequence, one for each event of the
// trace.  Events that are left out have FT_NO_ID, and so have names that the
// sequence does not know.  The caller frees the array.
ft_schedule_event *ft_sequence_of (const ft_sequence *, const ft_trace *);

// The thread of a trace that has this number; FT_NO_ID: none.
ft_tid ft_sequence_thread (const ft_sequence *, const ft_trace *, ft_id number);

// Prints the file of a schedule.
void ft_sequence_print (const ft_sequence *, const char *plan, ft_strbuf *);

// Reads the file of a schedule; the caller frees '*plan'.
bool ft_sequence_read (ft_sequence *, const char *path, char **plan,
                       ft_error *);

#endif
