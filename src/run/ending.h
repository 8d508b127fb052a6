// How the process of a recorded run ended, other than in a deadlock
// (run/run_deadlock.h): by which thread, how many others that cut off, and the
// signal if one ended it.

#ifndef FT_RUN_ENDING_H
#define FT_RUN_ENDING_H

#include "base/stack.h"
#include "run/location_names.h"

typedef struct ft_ending_frame {
  char *function; // owned, as all strings here
  char *location; // "file.c:12:3", or the function's if it is not known
} ft_ending_frame;

typedef struct ft_run_ending {
  uint32_t signal;                  // that ended the process, or 0
  bool crash;                       // the thread caused the signal itself
  uint64_t fault; // the address of a fault, plus one; 0: unknown, or no fault
  char thread[FT_THREAD_NAME_SIZE]; // that ended it, "" if unknown
  uint32_t cut_off;                 // other threads that had not ended by then
  // Of a crash: of the thread, innermost frame first, which is at its last
  // record.
  FT_STACK (ft_ending_frame) stack;
} ft_run_ending;

// All is unknown when the process was killed, or its recording stopped before.
void ft_run_ending_read (ft_run_ending *, const char *run);
void ft_run_ending_release (ft_run_ending *);

#endif
