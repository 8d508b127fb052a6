// Fibres: stacks that the program itself switches between, with the calls on
// them.  A thread's own stack is one, too.
//
// What runs on a fibre belongs to the thread that runs it at the time: its
// records are in this thread's log, behind those of whatever the thread ran
// before.  A FIBRE record says that the records that follow are of the calls on
// another stack, so that each fibre has call frames of its own, whichever
// thread it goes on in.
//
// Two ways lead from one fibre to another.  The functions of <ucontext.h>
// (ucontext.c) switch themselves, and show where to: the stack pointer in a
// context lies in the stack that makecontext was given.  Other code announces
// what it is about to do by ThreadSanitizer's functions (fibre_announced.c);
// the runtime then looks at each check whether the thread is there.
//
// Used with the token.

#ifndef FT_RUNTIME_FIBRE_H
#define FT_RUNTIME_FIBRE_H

#include "runtime/thread.h"

struct ft_fibre {
  uint32_t number;     // of its thread, or from FT_WIRE_FIRST_FIBRE on
  bool begun;          // there may be calls on it
  bool left;           // no thread runs on it
  const void *context; // in which swapcontext left it, or NULL
  // Of a stack that makecontext was given.
  uintptr_t low, end;
  void *end_context; // in which its end is noticed (ucontext.c), or NULL
  // Of an announced one.
  uintptr_t top;     // the highest stack pointer seen, 0: none
  uintptr_t left_at; // stack pointer at its last announcement
  uint64_t word;     // happens-before word: how often it was left
};

uint32_t ft_fibre_number_new (void);

// The fibre of the thread's own stack.
ft_fibre *ft_fibre_of_thread (ft_thread *);

// The fibre whose stack an address is in; NULL if there is none.
ft_fibre *ft_fibre_at (ft_thread *, uintptr_t address);
// The fibre of exactly this stack, a new one if needed; it has not begun.
// Others that overlap it are forgotten.
ft_fibre *ft_fibre_make (uintptr_t low, uintptr_t end);

// The thread is at, or behind, a switch that it has announced: if it is behind,
// logs it and returns true.
bool ft_fibre_look (ft_thread *, uintptr_t stack_pointer);

#endif
