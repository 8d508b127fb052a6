// Stubs of functions that load libraries when they are called, of which the linker
// warns where it makes a static program (see 'inert.c').
#include "runtime/inert.h"

__asm__(".text");
FT_INERT_STUB (getaddrinfo)
FT_INERT_STUB (gethostbyname)
