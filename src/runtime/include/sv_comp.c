// What programs of SV-COMP expect from their environment: the functions
// __VERIFIER_* (https://sv-comp.sosy-lab.org/rules.php).  'foretrace-cc
// --sv-comp' compiles this file with the program and links both.  A program
// that defines one of the functions itself keeps its own.
//
// The values of __VERIFIER_nondet_* are inputs with the names "nondet_int" and
// so on, which 'foretrace explore' chooses.  A run that was given none gets
// small ones (runtime/symbolic_input.c).

// Reports show the program's calls of these functions, not the functions, as
// with any function of a system header.
#line 18 "/usr/include/foretrace/sv_comp.c"
#define _GNU_SOURCE

#include <foretrace/input.h>
#include <pthread.h>
#include <stdlib.h>

#define WEAK __attribute__ ((weak))

#define NONDET(type, name)                                                     \
  WEAK type __VERIFIER_nondet_##name (void) {                                  \
    type chosen = 0;                                                           \
    foretrace_input (&chosen, sizeof chosen, "nondet_" #name);                 \
    return chosen;                                                             \
  }

NONDET (char, char)
NONDET (signed char, schar)
NONDET (unsigned char, uchar)
NONDET (unsigned char, unsigned_char)
NONDET (short, short)
NONDET (unsigned short, ushort)
NONDET (int, int)
NONDET (unsigned, uint)
NONDET (unsigned, unsigned)
NONDET (unsigned, unsigned_int)
NONDET (long, long)
NONDET (unsigned long, ulong)
NONDET (long long, longlong)
NONDET (unsigned long long, ulonglong)
NONDET (__int128, int128)
NONDET (unsigned __int128, uint128)
NONDET (unsigned char, u8)
NONDET (unsigned short, u16)
NONDET (unsigned, u32)
NONDET (unsigned long long, u64)
NONDET (signed char, s8)
NONDET (short, s16)
NONDET (int, s32)
NONDET (long long, s64)
NONDET (__SIZE_TYPE__, size_t)
NONDET (long, ssize_t)
NONDET (long long, loff_t)
NONDET (unsigned long, sector_t)
NONDET (unsigned long, pthread_t)
NONDET (float, float)
NONDET (double, double)

WEAK _Bool __VERIFIER_nondet_bool (void) {
  unsigned char chosen = 0;
  foretrace_input (&chosen, sizeof chosen, "nondet_bool");
  return chosen & 1;
}

// Any address: NULL, or that of a block of its own, which no thread has unless the
// program hands it on.  It is longer than what programs reach through a pointer, so that
// nothing else is behind it.
enum { BLOCK = 1 << 16 };

WEAK void *__VERIFIER_nondet_pointer (void) {
  unsigned char chosen = 0;
  foretrace_input (&chosen, sizeof chosen, "nondet_pointer");
  return chosen & 1 ? calloc (1, BLOCK) : NULL;
}

WEAK char *__VERIFIER_nondet_pchar (void) {
  return __VERIFIER_nondet_pointer ();
}

// Executions that violate an assumption do not count, and this one ends.  What
// came before it is an execution of the program, too.
WEAK void __VERIFIER_assume (int holds) {
  if (!holds)
    abort ();
}

WEAK void assume_abort_if_not (int holds) {
  if (!holds)
    abort ();
}

WEAK void __VERIFIER_error (void) {
  abort ();
}

WEAK void reach_error (void) {
  abort ();
}

WEAK void __VERIFIER_assert (int holds) {
  if (!holds)
    __VERIFIER_error ();
}

// Atomic sections exclude each other.  They do not exclude what other threads
// do outside of atomic sections: such an access may race with one in a section.
static pthread_mutex_t atomic = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

WEAK void __VERIFIER_atomic_begin (void) {
  pthread_mutex_lock (&atomic);
}

WEAK void __VERIFIER_atomic_end (void) {
  pthread_mutex_unlock (&atomic);
}
