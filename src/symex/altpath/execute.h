// A side that is looked at: what 'side.c', 'side_step.c', 'side_access.c',
// 'side_call.c', 'side_print.c' and 'callees.c' share.

#ifndef FT_SYMEX_ALTPATH_EXECUTE_H
#define FT_SYMEX_ALTPATH_EXECUTE_H

#include "symex/exec/machine.h"

typedef struct ft_altpath_state_write { // by the side itself
  uint64_t address, word;
  unsigned bytes;
  bool known;
} ft_altpath_state_write;

typedef struct ft_altpath_state_lock {
  ft_id lock;
  ft_step_lock has;
  bool own; // the side itself took it
} ft_altpath_state_lock;

struct ft_altpath_state {
  // The frame of the branch, or the one that it has returned to, and those that
  // the side has called; of a side of a side, copies of all of that one.  It is
  // in the last.
  FT_STACK (ft_exec_frame) frames;
  FT_STACK (uint32_t) calls; // that made the frames; FT_NO_ID: the run did
  FT_STACK (ft_altpath_state_write) written;
  FT_STACK (ft_altpath_state_lock) locks; // that it took or gave back
  size_t home;                   // frames where it may meet the other side, 0
                                 // when it has left them
  size_t below;                  // frames of the run that are under the first,
  uint32_t left;                 // and those that it has returned from
  uint64_t stack;                // bytes of its own on the thread's
  ft_merge_point meeting;
  uint32_t joined; // events before that, UINT32_MAX: it does not come there
  uint32_t needed; // events that sides of it begin at
  uint32_t number, deep;
};

static inline ft_exec_frame *ft_altpath_top_frame (ft_altpath_state *s) {
  return &FT_TOP (s->frames);
}

static inline ft_value ft_altpath_operand (ft_altpath_state *s, const ft_instruction *i,
                                       uint32_t n) {
  ft_exec_frame *f = ft_altpath_top_frame (s);
  return ft_operand_value (f, f->unit->code.operands.begin + i->first + n);
}

// One instruction; false if the side is followed no further (side_step.c).
bool ft_altpath_step (ft_machine *, ft_altpath_state *, const ft_instruction *);

// The same of an access (side_access.c).
bool ft_altpath_step_access (ft_machine *, ft_altpath_state *, const ft_instruction *);

// The same of a call, and of a return; 'pc' is behind it (side_call.c).
bool ft_altpath_step_call (ft_machine *, ft_altpath_state *, const ft_instruction *);
bool ft_altpath_step_return (ft_machine *, ft_altpath_state *, const ft_instruction *);

// The same of a call that prints (side_print.c).
bool ft_altpath_step_print (ft_machine *, ft_altpath_state *, const ft_instruction *,
                    enum ft_libc_altpath_effect);

// The function that a linkage is, a number of the run's (callees.c); FT_NO_ID:
// none of the recorded ones, FT_CALLEE_AMBIGUOUS: it is not known which.
enum { FT_CALLEE_AMBIGUOUS = FT_NO_ID - 1 };
uint32_t ft_callee_of (ft_machine *, uint64_t linkage);

ft_exec_frame ft_altpath_copy_frame (const ft_exec_frame *);

#endif
