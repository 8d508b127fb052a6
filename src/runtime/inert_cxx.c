// As inert.c, for functions of libstdc++: a member of the archive of its own,
// which only C++ programs need.

#if defined __x86_64__ || defined __i386__
#define JUMP "jmp"
#else
#define JUMP "b"
#endif

#define W_NO(name)
#define W_C(name) // inert.c
#define W_CXX(name)                                                            \
  __asm__(".globl __foretrace_" #name "\n"                                     \
          ".type __foretrace_" #name ", @function\n"                           \
          "__foretrace_" #name ": " JUMP " " #name "@PLT\n");
__asm__(".text");
#define FT_LIBC(name, wrapped, ...) W_##wrapped (name)
#include "symex/libc/libc.def"
