// The inside of the run reader (see 'run_reader.h'): 'run_reader.c' reads
// records, 'schedule.c' knows which thread runs next.

#ifndef FT_RUN_RUN_READER_INSIDE_H
#define FT_RUN_RUN_READER_INSIDE_H

#include "run/run_reader.h"

// Memory that is mapped twice: the later addresses, and the earlier first one.
typedef struct ft_run_alias {
  uint64_t first, last, to;
} ft_run_alias;

struct ft_run_reader {
  const ft_run *run;                  // borrowed
  FT_STACK (ft_run_thread *) threads; // by number; NULL before the first word
  ft_run_thread *now;                 // has the scheduler token until 'limit'
  uint64_t limit;
  uint64_t entry; // next entry of the schedule
  bool last;      // the schedule is over, 'now' runs to the end
  uint64_t words;
  char incomplete[256]; // why, or ""
  FT_STACK (ft_run_alias) aliases;
  FT_STACK (ft_run_fibre *) fibres; // stacks that are no thread's own
  ft_map fibre_at;                  // numbers of records: places in 'fibres'
  uint32_t fibre_count;             // stacks, those of threads included
};

// Set the error "PATH/thread-N: word TICK: ..."; returns -1.
int ft_run_reader_fail (const ft_run_reader *, const ft_run_thread *,
                        uint64_t tick, ft_error *, const char *format, ...)
    __attribute__ ((format (printf, 5, 6)));

// The thread with its log open unless it is consumed.
ft_run_thread *ft_run_reader_open_thread (ft_run_reader *, uint32_t number,
                                          ft_error *);

// Close the log if it is consumed, since a run may have many.
void ft_run_thread_close_log (ft_run_thread *);

void ft_run_thread_pop_frame (ft_run_thread *);

// Stacks: the own one of a new thread; the effect of a FIBRE record, 1 or -1 and
// an error.
void ft_run_thread_begin_fibre (ft_run_reader *, ft_run_thread *);
int ft_run_reader_fibre (ft_run_reader *, ft_run_record *, ft_error *);
void ft_run_fibre_release (ft_run_fibre *);

// Start the next turn of the schedule.  1: 'now' may run to 'limit'.  0: no
// thread may run. -1: an error.
int ft_run_reader_next_turn (ft_run_reader *, ft_error *);

// The log ends before 'limit': 0 if it may, else -1.
int ft_run_reader_ends_early (ft_run_reader *, ft_error *);

// The next record of 'now', as 'ft_run_reader_next' returns.
int ft_run_reader_read (ft_run_reader *, ft_run_record *, ft_error *);

#endif
