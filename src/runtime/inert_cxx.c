// As inert.c, for what is libstdc++'s: a member of the archive that only C++
// programs need.

#include "runtime/wrapped.h"

#if defined __x86_64__ || defined __i386__
#define JUMP "jmp"
#else
#define JUMP "b"
#endif

#define W(name)                                                                \
  __asm__(".globl __foretrace_" #name "\n"                                     \
          ".type __foretrace_" #name ", @function\n"                           \
          "__foretrace_" #name ": " JUMP " " #name "@PLT\n");
__asm__(".text");
FT_WRAPPED_CXX (W)
#undef W
