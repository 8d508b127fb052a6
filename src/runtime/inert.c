// The runtime of programs that cannot be recorded (linked statically, or with
// another tool's runtime): the symbols that instrumented code needs, without
// effect.  An archive of its own, libforetrace-inert.a; shares no state with
// the other files here, and nothing is interposed.

#include <stdint.h>

#include "foretrace/runtime.h"
#include "runtime/inert.h"

enum { WORDS = 256 };

__thread ft_word *ft_cursor;
__thread ft_word *ft_limit;
int ft_in_parallel;

static __thread ft_word scratch[WORDS + FT_SLACK];

// 'ft_slow', which keeps all registers, as generated code expects.  Declared
// under another name, since the header's declaration depends on the compiler.
ft_word *begin_again (ft_word *) __asm__("ft_slow")
    __attribute__ ((preserve_most));

ft_word *begin_again (ft_word *cursor) {
  (void)cursor;
  ft_limit = scratch + WORDS;
  return ft_cursor = scratch;
}

ft_word *begin_again_ordered (ft_word *) __asm__("ft_slow_ordered")
    __attribute__ ((preserve_most));

ft_word *begin_again_ordered (ft_word *cursor) {
  return begin_again (cursor);
}

void begin_round (unsigned) __asm__("ft_loop") __attribute__ ((preserve_most));

void begin_round (unsigned how) {
  (void)how;
}

void ft_register (const struct ft_object *object) {
  (void)object;
}

void foretrace_input (void *, unsigned long, const char *);

void foretrace_input (void *to, unsigned long size, const char *name) {
  (void)to, (void)size, (void)name;
}

// The program calls this function in place of the instruction rdtsc.  There is no
// function of the C library that it could call instead.
uint64_t read_clock (void) __asm__("__foretrace___builtin_ia32_rdtsc");

uint64_t read_clock (void) {
  return __builtin_ia32_rdtsc ();
}

#define ALONE___builtin_ia32_rdtsc ,

// Stubs that pull something into the program that its author would be warned of
// have an object of their own (inert_hosts.c), which few programs need.
#define ALONE_getaddrinfo ,
#define ALONE_gethostbyname ,
#define THIRD(a, b, c, ...) c
#define THIRD_OF(...) THIRD (__VA_ARGS__, )

#define W_NO(name)
#define W_CXX(name) // inert_cxx.c
#define W_C(name) THIRD_OF (ALONE_##name, , FT_INERT_STUB (name))
__asm__(".text");
#define FT_LIBC(name, wrapped, ...) W_##wrapped (name)
#include "symex/libc/libc.def"
