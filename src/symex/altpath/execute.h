// The alternative path that is executed now: what the files of altpath/ share.

#ifndef FT_SYMEX_ALTPATH_EXECUTE_H
#define FT_SYMEX_ALTPATH_EXECUTE_H

#include "symex/altpath/merge_point.h"
#include "symex/exec/compute.h"
#include "symex/libc/libc_call.h"

// ---- for the rest of re-execution ------------------------------------------

// Executes the path that the run did not take at the branch whose event was
// added last, from 'block' on.
void ft_altpath_execute (ft_machine *, ft_exec_frame *, const ft_instruction *,
                         uint32_t block, uint64_t outcome);

// Executes the path on which a compare-and-swap that failed succeeds, or the
// other way round.  Its branch, on whether the read before it has found what it
// compares with, was added last: behind the record, or on an alternative path.
// 'read' is what that read has found; the frame is behind the instruction.
void ft_altpath_execute_swap (ft_machine *, ft_exec_frame *,
                              const ft_instruction *, const ft_value *read,
                              bool succeeds);

// Executes the path on which a load of the run has found 'read', which another schedule
// does not change.  Its branch, on whether it has found that, was added last behind the
// record; the frame is behind the instruction.
void ft_altpath_execute_load (ft_machine *, ft_exec_frame *,
                              const ft_instruction *, const ft_value *read);

// Adds a branch on whether an access, or a call, is through a null pointer, and one on
// whether an access leaves its block, which it does not in the run, and the paths of the
// other outcomes, which fail there.  For the first accesses of an instruction, and where
// the address may change in another schedule.
void ft_altpath_check_null (ft_machine *, const ft_exec_frame *,
                            const ft_instruction *, ft_value address);

// The same on whether a division is by zero, for the first divisions of an
// instruction whose divisor may change in another schedule.
void ft_altpath_check_division (ft_machine *, const ft_exec_frame *,
                                const ft_instruction *, ft_value divisor);

// For a call of a function that frees its argument: adds a branch on whether it
// frees a block that another thread has freed, which it does not in the run, and
// the path of the other outcome, which fails there.  Where the argument may
// change in another schedule.
void ft_altpath_check_free (ft_machine *, const ft_exec_frame *);

// For a call of a function that ends the program with a status, its argument: adds a
// branch on whether that is another one than 0, which it is not in the run, and the path
// of the other outcome, which fails there.  Where the status may change in another
// schedule.
void ft_altpath_check_exit (ft_machine *, const ft_exec_frame *);
// The same for what the thread's first frame, which is at its end, returns, if that is
// 'main'.
void ft_altpath_check_main (ft_machine *, const ft_exec_frame *, ft_value status);

// Whether the load is one of 'stdout' or 'stderr'.
bool ft_is_standard_stream (const ft_exec_frame *, const ft_instruction *);

// Whether a call of a library function of the kind prints constant text, and values that
// are arguments, and does nothing that the program sees.
bool ft_altpath_only_prints (const ft_machine *, enum ft_libc_altpath,
                             const ft_value *arguments, size_t count);

// Whether such a function takes the stream that it prints to.
bool ft_altpath_uses_stream (enum ft_libc_altpath);

// Called behind the record of a free: notes that the block was freed.
void ft_altpath_note_free (ft_machine *);

// An event where the machine is, on an alternative path or not.
ft_step_event ft_altpath_make_event (const ft_machine *, ft_id site,
                                     uint64_t address);

// ---- within altpath/ -------------------------------------------------------

// A write of the path itself.
typedef struct ft_altpath_state_write {
  uint64_t address, word;
  unsigned bytes;
  bool known;
} ft_altpath_state_write;

// An atomic access that the path made, and a digest of the state before it.
typedef struct ft_altpath_state_visit {
  const ft_instruction *at;
  size_t frames;
  uint64_t digest;
} ft_altpath_state_visit;

// A lock that the path took or gave back.
typedef struct ft_altpath_state_lock {
  ft_id lock;
  ft_step_lock held;
  bool own; // the path itself took it
} ft_altpath_state_lock;

struct ft_altpath_state {
  // Copies of the frame of the branch, or the one that the path has returned
  // to, and the frames of functions that the path has called.  A nested path
  // begins with copies of all frames of the enclosing one.  The last frame
  // executes.
  FT_STACK (ft_exec_frame) frames;
  FT_STACK (uint32_t) calls; // calls of the frames; FT_NO_ID: of the run
  FT_STACK (ft_altpath_state_write) writes;
  uint32_t changes; // of these, that left another value than before
  FT_STACK (ft_altpath_state_visit) visits;
  FT_STACK (ft_altpath_state_lock) locks;
  FT_STACK (uint64_t) freed; // addresses of blocks that it has freed
  size_t merge_depth; // number of frames where the path may merge, 0 when it
                      // has left them
  size_t run_frames;  // frames of the run under the first one
  uint32_t returned_from; // frames of the run that the path has returned from
  uint64_t stack_bytes;   // bytes that the path has added to the thread's stack
  ft_merge_point merge_point;
  uint32_t merged_at; // events before the merge point, UINT32_MAX: not reached
  uint32_t needed;    // events up to the last branch with a nested path
  uint32_t number;    // of the path
  bool ends;          // the path has come to the end of its thread,
  bool has_result;    // of which the first function returns 'result'
  ft_value result;
  ft_ended_paths nested; // those that left this path
  uint32_t nesting;   // enclosing paths
};

static inline ft_exec_frame *ft_altpath_top_frame (ft_altpath_state *s) {
  return &FT_TOP (s->frames);
}

static inline ft_value
ft_altpath_operand (ft_altpath_state *s, const ft_instruction *i, uint32_t n) {
  ft_exec_frame *f = ft_altpath_top_frame (s);
  return ft_operand_value (f, f->unit->code.operands.begin + i->first + n);
}

// Execute one instruction of the path; an access (execute_access.c); a call, a
// return, a call that prints (print.c), where 'pc' is behind the call (execute_call.c).
// False if the path ends there.
bool ft_altpath_step (ft_machine *, ft_altpath_state *, const ft_instruction *);
bool ft_altpath_step_access (ft_machine *, ft_altpath_state *,
                             const ft_instruction *);
// The compare-and-swap at the path's begin, behind its read.
bool ft_altpath_step_swap (ft_machine *, ft_altpath_state *,
                           const ft_instruction *, const ft_value *read,
                           bool succeeds);
bool ft_altpath_step_fence (ft_machine *, ft_altpath_state *,
                            const ft_instruction *);
bool ft_altpath_step_call (ft_machine *, ft_altpath_state *,
                           const ft_instruction *);
// A call on a lock or a condition.
bool ft_altpath_step_sync (ft_machine *, ft_altpath_state *,
                           const ft_instruction *, enum ft_libc_altpath);
// A free.  The path goes on behind that of a block of its own, or of NULL; it ends at
// another one: in a failure, if the block was freed before.
bool ft_altpath_step_free (ft_machine *, ft_altpath_state *,
                           const ft_instruction *);
// False if the access of the path is to a block that was freed: the path fails there.
bool ft_altpath_passes_freed (ft_machine *, ft_altpath_state *,
                              const ft_instruction *);
// An end with a status, at which the path ends: in a failure, if that is not 0.
void ft_altpath_step_exit (ft_machine *, ft_altpath_state *,
                           const ft_instruction *);
// The same for a return that has no caller, which is one of 'main' or of a thread.
void ft_altpath_step_end (ft_machine *, ft_altpath_state *, const ft_instruction *);
// A throw, at which the path ends: in a failure, if no frame can catch it.
void ft_altpath_step_throw (ft_machine *, ft_altpath_state *,
                            const ft_instruction *);
bool ft_altpath_step_return (ft_machine *, ft_altpath_state *,
                             const ft_instruction *);
bool ft_altpath_step_print (ft_machine *, ft_altpath_state *,
                            const ft_instruction *,
                            enum ft_libc_altpath);

// Whether the branch, which has a site, has begun fewer paths than the limit; counts this
// one.
bool ft_altpath_may_begin (ft_machine *, const ft_exec_frame *,
                           const ft_instruction *);

// The failure mark of the instruction.
ft_step_event ft_altpath_make_mark (ft_machine *, const ft_exec_frame *,
                                    const ft_instruction *, enum ft_mark);

// Adds a path of the branch that was added last, whose outcome there is 1: these
// events, the last of which is a failure mark.
void ft_altpath_add_failing (ft_machine *, const ft_step_event *, size_t count);

// The part of 'ft_altpath_check_null' that looks at bounds; and for an access of the
// path: false if the path fails there.
void ft_altpath_check_bounds (ft_machine *, const ft_exec_frame *,
                              const ft_instruction *, ft_value address);
bool ft_altpath_passes_bounds (ft_machine *, ft_altpath_state *,
                               const ft_instruction *, ft_value address);

// The same as 'ft_altpath_check_null' for an access of the path.  False if the
// path fails there.
bool ft_altpath_passes_null (ft_machine *, ft_altpath_state *,
                             const ft_instruction *);

// False if the instruction of the path is a division by zero: the path fails there.
bool ft_altpath_passes_division (ft_machine *, ft_altpath_state *,
                                 const ft_instruction *);

ft_exec_frame ft_altpath_copy_frame (const ft_exec_frame *);

#endif
