// The stubs of wrapped functions in programs that cannot be recorded: each jumps
// to the function that it stands for.

#ifndef FT_RUNTIME_INERT_H
#define FT_RUNTIME_INERT_H

#if defined __x86_64__ || defined __i386__
#define FT_INERT_JUMP "jmp"
#else
#define FT_INERT_JUMP "b"
#endif

#define FT_INERT_STUB(name)                                                    \
  __asm__(".globl __foretrace_" #name "\n"                                     \
          ".type __foretrace_" #name ", @function\n"                           \
          "__foretrace_" #name ": " FT_INERT_JUMP " " #name "@PLT\n");

#endif
