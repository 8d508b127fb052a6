// Programs of SV-COMP (the option --sv-comp): sources that are preprocessed,
// often for 32 bits, and call functions that the verifier has to provide.

#ifndef FT_CC_SV_COMP_H
#define FT_CC_SV_COMP_H

#include "cc/cc_driver.h"

// Removes -m32 and -m64 from the words, with a warning for -m32: programs are
// recorded with 64 bits.  Returns the number of words that stay.
int ft_sv_comp_drop_word_size (const ft_cc_driver *, int argc, char **argv);

// A copy of a preprocessed source (".i", or ".c" without '#include') in which
// the types of pthreads have at least the size that they have on this machine,
// and types of gcc that clang does not know are others of their size; errors
// and debug data name the original.  NULL if the source needs no copy, or cannot
// be read.  The caller removes the file and frees the path.
char *ft_sv_comp_fit (const ft_cc_driver *, const char *source);

// Compiles the functions that the verifier provides, as a further object of the
// link.  Returns the exit status.
int ft_sv_comp_compile (ft_cc_driver *);

#endif
