// Where a debugger can stop a replay.

#ifndef FT_RUNTIME_GDB_STOP_H
#define FT_RUNTIME_GDB_STOP_H

#include "runtime/rtl.h"

// Waits until a debugger is attached and lets the process go on.
void ft_gdb_wait (void);

enum ft_gdb_stop {    // the replay is
  FT_GDB_STOP_STEP,   // before the record of a stop of the replay schedule
  FT_GDB_STOP_RACE,   // at its end: all held threads are there
  FT_GDB_STOP_RECORD, // after the record of one of the held threads
};

// Does nothing: src/replay/gdb.py sets a breakpoint on it.  'number' counts the
// stops, or the held threads; 'task' is the kernel's number of the thread, 0
// when it does not exist; 'passed': the thread could not be stopped before its
// record.
FT_EXPORT void ft_gdb_stopped (enum ft_gdb_stop, uint64_t number, int task,
                               bool passed);

#endif
