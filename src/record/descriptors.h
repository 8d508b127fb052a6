// Descriptors besides standard input, output and error that a program inherits.
// A replay has the same numbers open, so that what the program opens gets the
// numbers of the recording.

#ifndef FT_RECORD_DESCRIPTORS_H
#define FT_RECORD_DESCRIPTORS_H

#include "base/stack.h"

typedef FT_STACK (int) ft_descriptors;

// Those that this process passes on to programs.
void ft_descriptors_list (ft_descriptors *);
// Passes on these and no others of its 'own', which 'ft_descriptors_list' gave; one
// that is not open becomes /dev/null.  Descriptors that are not passed on may lose
// their numbers.  Allocates nothing: a process calls it between 'fork' and 'exec'.
void ft_descriptors_set (const ft_descriptors *, const ft_descriptors *own);

#endif
