// The records of a run in the order of time: the logs of its threads, merged by
// the schedule, with the call stack of each thread.

#ifndef FT_RUN_RUN_READER_H
#define FT_RUN_RUN_READER_H

#include "run/run.h"
#include "base/cursor.h"
#include "run/run_code.h"
#include "run/run_log.h"

typedef struct ft_run_frame {
  const ft_run_function *function;
  uint64_t address;
  ft_id call; // number of its current CALL site, or FT_NO_ID
} ft_run_frame;

typedef struct ft_run_variable { // a VARIABLE record of a live frame
  uint64_t first, last;
  ft_id site;
  uint32_t depth; // of the frame
} ft_run_variable;

// A stack that the program switches to by itself (runtime/fibre.h), or the own
// stack of a thread that is on another one: what is on it while no thread is.
typedef struct ft_run_fibre {
  FT_STACK (ft_run_frame) frames;
  FT_STACK (ft_run_variable) variables;
  uint32_t index; // as in ft_run_thread
  bool runs;      // a thread is on it
} ft_run_fibre;

typedef struct ft_run_thread {
  uint32_t number;
  ft_run_log *log; // owned; NULL when all its words are consumed
  FT_STACK (ft_run_frame) frames; // of the stack that it is on
  FT_STACK (ft_run_variable) variables;
  uint32_t fibre;     // index of that stack: from 0, in the order of appearance
  uint32_t own;       // index of its own stack
  ft_run_fibre *on;   // NULL: its own
  ft_run_fibre aside; // its own stack, when it is on another one
  uint64_t tick;
  bool disturbed; // a signal handler ran in the last wait, or in its acquire
  bool woke;      // its last record was WAKE
  uint64_t taken; // tick at which it last lost its turn in code that spins,
                  // plus one
} ft_run_thread;

typedef struct ft_run_record {
  ft_run_thread *thread;
  uint64_t tick;
  unsigned code;         // FT_WIRE_..., or less: code of a site
  ft_id site;            // its number, or FT_NO_ID
  const ft_run_site *at; // the same, or NULL
  uint64_t payload;
  uint64_t word[3];
  uint32_t left; // FIBRE: index of the stack that the thread was on before
  bool empty; // MAP: nothing of a file is in the memory
  bool limited;   // WAKE, SEM_WAIT, JOIN: FT_WIRE_LIMITED, which the record lacks
  bool undefined; // ALLOC: nothing has written what the block holds
  bool zeroed;    // ALLOC: it holds zeros
  bool filled;    // SET, WRITE_RANGE: each byte written is 'fill'
  uint8_t fill;
  bool woke;  // right behind a WAKE: the lock is acquired again
} ft_run_record;

typedef struct ft_run_reader ft_run_reader;

ft_run_reader *ft_run_reader_new (const ft_run *);
void ft_run_reader_free (ft_run_reader *);

// 1: '*record' is the next one, after its effect on the frames.  0: the end.
// -1: an error.
int ft_run_reader_next (ft_run_reader *, ft_run_record *, ft_error *);

// The address by which the memory at an address is known: that of its first
// mapping, if it is mapped twice.
uint64_t ft_run_reader_address (const ft_run_reader *, uint64_t address);

// Why the recording is incomplete, or NULL.
const char *ft_run_reader_incomplete (const ft_run_reader *);

// The number of words consumed so far, of all threads.
uint64_t ft_run_reader_words (const ft_run_reader *);

// After a WAIT was consumed: whether its WAKE is the next event of the thread and
// the ACQUIRE the one behind it, or nothing more follows.
bool ft_run_thread_waits (const ft_run_thread *);

// After a CALL was consumed: whether the callee did nothing but go on with another
// stack, as the program had announced.
bool ft_run_thread_switches (const ft_run_thread *);

// A site by its number.
const ft_site *ft_run_reader_site (const ft_run_reader *, ft_id);

ft_run_thread *ft_run_reader_thread (const ft_run_reader *, uint32_t number);

const ft_run *ft_run_reader_run (const ft_run_reader *);

// Set the error "PATH: word N: ..." for the record; returns -1.
int ft_run_record_error (const ft_run_record *, const ft_run_reader *,
                         ft_error *, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

#endif
