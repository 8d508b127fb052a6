// Programs that switch stacks by themselves: makecontext, swapcontext and
// setcontext.
//
// A context is two words for the recording, the stack pointer and the program
// counter that it goes on with.  The functions write and read them like any
// other memory, so that handing a context to another thread without
// synchronisation is a race, and what goes on in a context has read what was
// written when it was left.
//
// The wrappers only log, and jump to the real function with the stack as they
// found it: a context that was saved in a wrapper would be of a frame that may
// be gone when it goes on.

#include <stdlib.h>
#include <ucontext.h>

#include "runtime/fibre.h"
#include "runtime/files.h"
#include "runtime/libc_access.h"

#ifdef __x86_64__

typedef void function (void);

// The words of a context that are logged: gregs[REG_RSP] and gregs[REG_RIP].
enum { RSP = 15, RIP = 16, LOGGED = 16 };

static const greg_t *words_of (const ucontext_t *context) {
  return context->uc_mcontext.gregs + RSP;
}

static uintptr_t pointer_in (const ucontext_t *context) {
  return (uintptr_t)context->uc_mcontext.gregs[RSP];
}

// ---- switches --------------------------------------------------------------

// Whether the switch leaves a signal handler, whose end would then come in
// another place than its begin.
static bool leaves_handler (const ft_thread *t, const ft_fibre *from,
                            uintptr_t at) {
  return t->handler && t->handler >= from->low && t->handler < from->end &&
         at < t->handler;
}

static bool can_follow (const ft_thread *t, const ft_fibre *from,
                        const ft_fibre *to, uintptr_t at) {
  if (!from || !to)
    ft_files_stop (
        "the program switches to a stack (setcontext, swapcontext) that it "
        "has not given to makecontext, which foretrace cannot follow");
  else if (to != from && to->begun && to->number < FT_WIRE_FIRST_FIBRE &&
           to->number != t->id)
    ft_files_stop (
        "a thread goes on in the own stack of another thread (setcontext, "
        "swapcontext), which foretrace cannot follow");
  else if (to != from && to->begun && !to->left)
    ft_files_stop (
        "a thread switches to a stack (setcontext, swapcontext) that another "
        "thread runs on, which foretrace cannot follow");
  else if (leaves_handler (t, from, at))
    ft_files_stop (
        "the program switches stacks in a signal handler, which foretrace "
        "cannot follow");
  else
    return true;
  return false;
}

// How the thread goes on: where the stack was left, at its begin, or in frames
// that are known by the stack pointer, as behind longjmp.
static uint64_t way_to (ft_fibre *to, const ucontext_t *context) {
  if (!to->begun) {
    to->begun = true;
    to->number = ft_fibre_number_new ();
    return FT_WIRE_FIBRE_BEGINS;
  }
  return to->left && to->context == context ? 0 : pointer_in (context);
}

// From the calling thread's stack, which is left in the context 'save' if that
// is not NULL, to another context.  'at': the stack pointer.
static void log_switch (ucontext_t *save, const ucontext_t *context,
                        uintptr_t at) {
  ft_thread *t = ft_wrapper_enter ();
  if (!t)
    return;
  t->announced = NULL; // this is the switch
  ft_fibre *from = ft_fibre_at (t, at);
  ft_fibre *to = ft_fibre_at (t, pointer_in (context));
  ft_log_read_range (t, words_of (context), LOGGED);
  if (save)
    ft_log_write_range (t, words_of (save), LOGGED);
  if (!can_follow (t, from, to, at))
    return;
  from->left = true;
  from->context = save;
  uint64_t way = way_to (to, context);
  to->left = false;
  ft_log_record1 (t, FT_WIRE_FIBRE, to->number, way);
}

// ---- the end of a stack ----------------------------------------------------

// The context that makecontext is given to go on with when its function
// returns. It is its own successor, by which it is known: a program may give
// makecontext the same context again.
struct end_context {
  ucontext_t context;
  const ucontext_t *link; // the successor that the program wants, or NULL
};

static const ucontext_t *successor (const ucontext_t *link) {
  bool is_end = link && link->uc_link == link;
  return is_end ? ((const struct end_context *)link)->link : link;
}

static void *argument (unsigned high, unsigned low) {
  return (void *)((uintptr_t)high << 32 | low);
}

// The function that makecontext was given has returned.
static void fibre_ends (unsigned high, unsigned low) {
  const struct end_context *end = argument (high, low);
  uintptr_t at = (uintptr_t)__builtin_frame_address (0);
  if (!end->link)
    exit (0);
  log_switch (NULL, end->link, at);
  ft_fibre *f = ft_fibre_at (NULL, at);
  if (f)
    f->begun = false; // a copy of its first context may begin it again
  FT_REAL_OF (setcontext) (end->link);
  abort ();
}

// On the stack of 'f', which is free when it ends.
static ucontext_t *make_end (ft_fibre *f, const ucontext_t *context) {
  if (!f->end_context)
    f->end_context = ft_arena_alloc (sizeof (struct end_context));
  struct end_context *end = f->end_context;
  uintptr_t self = (uintptr_t)end;
  getcontext (&end->context);
  end->link = successor (context->uc_link);
  end->context.uc_stack = context->uc_stack;
  end->context.uc_link = NULL;
  FT_REAL_OF (makecontext)
  (&end->context, (function *)fibre_ends, 2, (unsigned)(self >> 32),
   (unsigned)self);
  end->context.uc_link = &end->context;
  return &end->context;
}

// ---- behind the wrappers ---------------------------------------------------

#define HIDDEN __attribute__ ((visibility ("hidden")))

HIDDEN function *ft_context_make (ucontext_t *);
HIDDEN function *ft_context_swap (ucontext_t *, const ucontext_t *,
                                  uintptr_t at);
HIDDEN function *ft_context_set (const ucontext_t *, uintptr_t at);

// Returns what makecontext goes on with.
function *ft_context_make (ucontext_t *context) {
  ft_thread *t = ft_wrapper_enter ();
  if (t) {
    uintptr_t low = (uintptr_t)context->uc_stack.ss_sp;
    ft_fibre *f = ft_fibre_make (low, low + context->uc_stack.ss_size);
    ft_log_write_range (t, words_of (context), LOGGED);
    context->uc_link = make_end (f, context);
  }
  return (function *)FT_REAL_OF (makecontext);
}

function *ft_context_swap (ucontext_t *save, const ucontext_t *context,
                           uintptr_t at) {
  log_switch (save, context, at);
  return (function *)FT_REAL_OF (swapcontext);
}

function *ft_context_set (const ucontext_t *context, uintptr_t at) {
  log_switch (NULL, context, at);
  return (function *)FT_REAL_OF (setcontext);
}

// ---- the wrappers ----------------------------------------------------------

// Keep the arguments, which may be six registers and more on the stack, call
// the function above with two of them and the stack pointer, and jump to what
// it returns.
#define FORWARD(name, stack_pointer, function)                                 \
  __asm__(".text\n"                                                            \
          ".globl " #name "\n"                                                 \
          ".type " #name ", @function\n" #name ":\n"                           \
          "  pushq %rdi\n  pushq %rsi\n  pushq %rdx\n  pushq %rcx\n"           \
          "  pushq %r8\n  pushq %r9\n  pushq %rax\n"                           \
          "  leaq 56(%rsp), " stack_pointer "\n"                               \
          "  call " #function "\n"                                             \
          "  movq %rax, %r11\n"                                                \
          "  popq %rax\n  popq %r9\n  popq %r8\n"                              \
          "  popq %rcx\n  popq %rdx\n  popq %rsi\n  popq %rdi\n"               \
          "  jmp *%r11\n"                                                      \
          ".size " #name ", . - " #name "\n")

FORWARD (makecontext, "%rdx", ft_context_make);
FORWARD (swapcontext, "%rdx", ft_context_swap);
FORWARD (setcontext, "%rsi", ft_context_set);

#else

static void stop_recording (void) {
  if (ft_recorded_thread ())
    ft_files_stop ("the program switches stacks by itself (swapcontext), which "
                   "foretrace cannot follow on this processor");
}

FT_EXPORT int swapcontext (ucontext_t *restrict from,
                           const ucontext_t *restrict to) {
  stop_recording ();
  return FT_REAL_OF (swapcontext) (from, to);
}

FT_EXPORT int setcontext (const ucontext_t *to) {
  stop_recording ();
  return FT_REAL_OF (setcontext) (to);
}

#endif
