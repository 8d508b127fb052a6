// The records of a run in the order of time: the logs of its threads, merged
// by the schedule, with the stack of frames that each thread is in.

#ifndef FT_TRACE_NATIVE_WALK_H
#define FT_TRACE_NATIVE_WALK_H

#include "run/run.h"
#include "base/cursor.h"
#include "run/code.h"
#include "run/log.h"

typedef struct ft_walk_frame {
  const ft_code_function *function;
  uint64_t address;
  ft_id call; // number of the CALL site that it is at, or FT_NO_ID
} ft_walk_frame;

typedef struct ft_walk_variable { // a VARIABLE record of a live frame
  uint64_t first, last;
  ft_id site;
  uint32_t depth; // of its frame
} ft_walk_variable;

typedef struct ft_walk_thread {
  uint32_t number;
  ft_log *log; // owned; NULL when all its words were taken
  FT_STACK (ft_walk_frame) frames;
  FT_STACK (ft_walk_variable) variables;
  uint64_t place;
  bool disturbed; // by a handler, in the wait that it began last
} ft_walk_thread;

typedef struct ft_record {
  ft_walk_thread *thread;
  uint64_t place;
  unsigned code;          // FT_WIRE_..., or less: a site
  ft_id site;             // its number, or FT_NO_ID
  const ft_code_site *at; // the same, or NULL
  uint64_t payload;
  uint64_t word[3];
} ft_record;

typedef struct ft_walk ft_walk;

ft_walk *ft_walk_new (const ft_native_run *);
void ft_walk_free (ft_walk *);

// 1: '*record' is the next one, and its effect on the frames is done.  0: the
// end.  -1: an error.
int ft_walk_next (ft_walk *, ft_record *, ft_error *);

// Why the run ends before its time, or NULL.
const char *ft_walk_incomplete (const ft_walk *);

// Words taken so far, of all threads.
uint64_t ft_walk_words (const ft_walk *);

// After a WAIT was taken: whether its WAKE is the next event, or nothing more.
bool ft_walk_waits (const ft_walk_thread *);

// A site by its number.
const ft_site *ft_walk_site (const ft_walk *, ft_id);

ft_walk_thread *ft_walk_thread_of (const ft_walk *, uint32_t number);

const ft_native_run *ft_walk_run (const ft_walk *);

// "PATH: word N: ..." for the record; returns -1.
int ft_record_error (const ft_record *, const ft_walk *, ft_error *,
                     const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

#endif
