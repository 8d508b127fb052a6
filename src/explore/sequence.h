// Schedules as the paper has them (Section 3.1): sequences of events, each a
// thread and the label of a statement.
//
// A plan ('replay/replay_schedule.h') makes a program follow one, in words of the threads'
// logs; the events say what was meant by it, in whatever run.  Those that only
// compute are none of them, nor is what has no location; what a thread does
// several times in a row is one.
//
// As a file, "DIR/schedules/N" of a schedule that run N was the first to get:
//
//   foretrace-schedule 1
//   thread NAME          numbered from 0
//   label NAME           likewise
//   event THREAD LABEL   in order, by number
//   plan                 what follows is the plan

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

// The events of a trace under the numbers of a sequence, one for each, those
// that are none and whose names it has not got with FT_NO_ID.  The caller
// frees.
ft_schedule_event *ft_sequence_of (const ft_sequence *, const ft_trace *);

// The thread of a trace that has this number; FT_NO_ID: none.
ft_tid ft_sequence_thread (const ft_sequence *, const ft_trace *, ft_id number);

void ft_sequence_print (const ft_sequence *, const char *plan, ft_strbuf *);

// '*plan' is the caller's.
bool ft_sequence_read (ft_sequence *, const char *path, char **plan,
                       ft_error *);

#endif
