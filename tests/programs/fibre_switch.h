// A switch between stacks in assembly, as libraries for coroutines have one, and
// ThreadSanitizer's functions to announce it.

#include <stdlib.h>

void *__tsan_get_current_fiber (void);
void *__tsan_create_fiber (unsigned flags);
void __tsan_destroy_fiber (void *fiber);
void __tsan_switch_to_fiber (void *fiber, unsigned flags);
void __tsan_set_fiber_name (void *fiber, const char *name);

typedef struct stack {
  void *pointer; // where it was left
  void *fiber;
  char *memory;
} stack;

enum { STACK = 65536 };

// Keeps the registers of the caller on its stack, and goes on with those on the
// other one.
void change_stack (void **from, void *to);
__asm__ (".text\n.globl change_stack\nchange_stack:\n"
         "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n"
         "  pushq %r13\n  pushq %r14\n  pushq %r15\n"
         "  movq %rsp, (%rdi)\n  movq %rsi, %rsp\n"
         "  popq %r15\n  popq %r14\n  popq %r13\n"
         "  popq %r12\n  popq %rbx\n  popq %rbp\n  ret\n");

static inline void make_stack (stack *s, void (*function) (void)) {
  s->memory = malloc (STACK);
  s->fiber = __tsan_create_fiber (0);
  void **top = (void **)(s->memory + STACK) - 1;
  *top = 0; // 'function' does not return
  *--top = (void *)function;
  for (int i = 0; i < 6; i++)
    *--top = 0;
  s->pointer = top;
}

static inline void go_to (stack *from, stack *to) {
  __tsan_switch_to_fiber (to->fiber, 0);
  change_stack (&from->pointer, to->pointer);
}
