// A side that is looked at: what 'side.c', 'side_step.c', 'side_access.c',
// 'side_call.c', 'side_print.c' and 'callees.c' share.

#ifndef FT_SYMEX_SIDE_H
#define FT_SYMEX_SIDE_H

#include "symex/exec/machine.h"

typedef struct ft_side_written { // by the side itself
  uint64_t address, word;
  unsigned bytes;
  bool known;
} ft_side_written;

typedef struct ft_side_lock {
  ft_id lock;
  ft_step_hold has;
  bool own; // the side itself took it
} ft_side_lock;

struct ft_side {
  // The frame of the branch, or the one that it has returned to, and those that
  // the side has called; of a side of a side, copies of all of that one.  It is
  // in the last.
  FT_STACK (ft_step_frame) frames;
  FT_STACK (uint32_t) calls; // that made the frames; FT_NO_ID: the run did
  FT_STACK (ft_side_written) written;
  FT_STACK (ft_side_lock) locks; // that it took or gave back
  size_t home;                   // frames where it may meet the other side, 0
                                 // when it has left them
  size_t below;                  // frames of the run that are under the first,
  uint32_t left;                 // and those that it has returned from
  uint64_t stack;                // bytes of its own on the thread's
  ft_meeting meeting;
  uint32_t joined; // events before that, UINT32_MAX: it does not come there
  uint32_t needed; // events that sides of it begin at
  uint32_t number, deep;
};

static inline ft_step_frame *ft_side_frame (ft_side *s) {
  return &FT_TOP (s->frames);
}

static inline ft_slot ft_side_operand (ft_side *s, const ft_instruction *i,
                                       uint32_t n) {
  ft_step_frame *f = ft_side_frame (s);
  return ft_operand_now (f, f->unit->code.operands.begin + i->first + n);
}

// One instruction; false if the side is followed no further (side_step.c).
bool ft_side_step (ft_machine *, ft_side *, const ft_instruction *);

// The same of an access (side_access.c).
bool ft_side_access (ft_machine *, ft_side *, const ft_instruction *);

// The same of a call, and of a return; 'pc' is behind it (side_call.c).
bool ft_side_enter (ft_machine *, ft_side *, const ft_instruction *);
bool ft_side_leave (ft_machine *, ft_side *, const ft_instruction *);

// The same of a call that prints (side_print.c).
bool ft_side_print (ft_machine *, ft_side *, const ft_instruction *,
                    enum ft_simple);

// The function that a linkage is, a number of the run's (callees.c); FT_NO_ID:
// none of the recorded ones, FT_CALLEE_SEVERAL: it is not known which.
enum { FT_CALLEE_SEVERAL = FT_NO_ID - 1 };
uint32_t ft_callee_of (ft_machine *, uint64_t linkage);

ft_step_frame ft_side_copy_frame (const ft_step_frame *);

#endif
