// As inert.c, for functions of libstdc++: a member of the archive of its own,
// which only C++ programs need.
#include "runtime/inert.h"

#define W_NO(name)
#define W_C(name) // inert.c
#define W_CXX(name) FT_INERT_STUB (name)
__asm__(".text");
#define FT_LIBC(name, wrapped, ...) W_##wrapped (name)
#include "symex/libc/libc.def"
