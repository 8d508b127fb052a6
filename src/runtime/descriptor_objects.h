// Descriptors as objects: a close that nothing orders with a use is a race, as
// the destruction of a mutex is (ThreadSanitizer: FdAccess, FdClose).
//
// Each opening is an object of its own, whatever number it has.  Calls that use
// a descriptor, in whatever way, read its object; those that close it write the
// object.  Two uses are no race.  The number that the program passes says which
// object it is: the one that has the number now, or had it last.
//
// A use makes the same records whatever other threads do.  It comes first in
// its call, before what the call sends or receives: that a use fails says that
// another thread has closed the descriptor, and does not order the two.

#ifndef FT_RUNTIME_DESCRIPTOR_OBJECTS_H
#define FT_RUNTIME_DESCRIPTOR_OBJECTS_H

#include <stdbool.h>

#include "runtime/rtl.h"

// The kind of an open file that has no type of its own (a timerfd), by the name of
// its link in /proc.
unsigned ft_descriptor_kind_of_unnamed (int fd);

// The others leave errno, and make no record if the thread is NULL or the number is
// none of a descriptor.

// Before a call that uses the descriptor, behind a scheduling point.
void ft_descriptor_used (ft_thread *, int fd);
// Before a call that closes it, behind a scheduling point.
void ft_descriptor_closes (ft_thread *, int fd);
// Before a call that makes the number 'to' stand for what 'fd' does (dup2), which
// closes what 'to' stood for, if 'fd' is open and another one.
void ft_descriptor_replaced (ft_thread *, int fd, int to);
// Behind a call that has opened it.  The number is then this one's alone.
void ft_descriptor_opened (ft_thread *, int fd);

// Whether the number stands for what the process began with, as far as is known: for
// standard input and output, unless the program has put something else there.
bool ft_descriptor_is_as_begun (int fd);

// Something of which there is no record may close these numbers: a system call by its
// number, a thread without records, one that gets a table of descriptors of its own.
void ft_descriptor_closes_untold (unsigned long first, unsigned long last);

#endif
