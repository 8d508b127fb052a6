// What a debugger of a replay is shown.

#ifndef FT_RUNTIME_GDB_STOP_H
#define FT_RUNTIME_GDB_STOP_H

#include "runtime/rtl.h"

// Waits until a debugger is attached and lets the process go on.
void ft_gdb_wait (void);

enum ft_gdb_stop {    // what comes next:
  FT_GDB_STOP_STEP,   // the record of a halt of the plan
  FT_GDB_STOP_RACE,   // all parked threads are there
  FT_GDB_STOP_RECORD, // the record of one of them is done
};

// Does nothing: src/replay/gdb.py has a breakpoint here.  'number' counts the
// halts, or the parked threads; 'task' is the thread, 0 when there is none;
// 'passed': it could not be stopped before its record.
FT_EXPORT void ft_gdb_stopped (enum ft_gdb_stop, uint64_t number, int task,
                               bool passed);

#endif
