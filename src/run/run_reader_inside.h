// What the files of a walk share (see native_walk.h): 'native_walk.c' reads
// records, 'native_turns.c' knows whose turn it is.

#ifndef FT_RUN_RUN_READER_INSIDE_H
#define FT_RUN_RUN_READER_INSIDE_H

#include "run/run_reader.h"

struct ft_run_reader {
  const ft_run *run;            // borrowed
  FT_STACK (ft_run_thread *) threads; // by number; NULL before the first word
  ft_run_thread *now;                 // has the baton until 'limit'
  uint64_t limit;
  uint64_t entry; // next one of the schedule
  bool last;      // the schedule is over, 'now' is the last to run
  uint64_t words;
  char incomplete[256]; // why, or ""
};

// "PATH/thread-N: word PLACE: ..."; returns -1.
int ft_run_reader_fail (const ft_run_reader *, const ft_run_thread *, uint64_t place,
                  ft_error *, const char *format, ...)
    __attribute__ ((format (printf, 5, 6)));

// The thread, its log open unless it is over.
ft_run_thread *ft_run_reader_open_thread (ft_run_reader *, uint32_t number, ft_error *);

// Logs that are read to their end are closed, since a run may have many.
void ft_run_thread_close_log (ft_run_thread *);

// 1: 'now' may go on to 'limit'.  0: nobody.  -1: an error.
int ft_run_reader_next_turn (ft_run_reader *, ft_error *);

// The log ends before the end of the turn: 0 if it may, else -1.
int ft_run_reader_ends_early (ft_run_reader *, ft_error *);

// The next record of 'now', as 'ft_run_reader_next' returns.
int ft_run_reader_read (ft_run_reader *, ft_run_record *, ft_error *);

#endif
