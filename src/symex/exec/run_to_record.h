// The path of a thread between two of its records.

#ifndef FT_SYMEX_EXEC_RUN_TO_RECORD_H
#define FT_SYMEX_EXEC_RUN_TO_RECORD_H

#include "symex/exec/machine.h"

// The record that a frame is to reach: a site, or one of these.
enum {
  FT_WANT_ENTER = 0x10000,
  FT_WANT_EXIT,
  FT_WANT_UNWIND,
  FT_WANT_NO_RECORD, // no record says which way to go
  FT_WANT_RETURN,    // no record: the return of an unrecorded leaf function
};

// Runs the frame up to the instruction that makes the record 'want'; false if
// the path to it is not determined.
bool ft_run_to_record (ft_machine *, ft_exec_frame *, uint32_t want);

// Executes one instruction that makes no record; false if the path ends there.
bool ft_step_instruction (ft_machine *, ft_exec_frame *,
                          const ft_instruction *);

// Jumps to a block: its phi nodes take their values.
void ft_enter_block (ft_exec_frame *, uint32_t block);

// The frame is desynchronised: concretizes everything.
void ft_desynchronise (ft_machine *, ft_exec_frame *);

// Sets a desynchronised frame to the instruction that makes the record of a
// site; false if there is none.
bool ft_resynchronise (ft_machine *, ft_exec_frame *, uint32_t site);

#endif
