// Answers through standard input: a process at the other end of standard input and
// output, such as an editor that talks to a language server, may write what it
// writes because of what the program has printed.
//
// A read of standard input comes behind all that other threads have done, if one of
// them has printed since the last such read.  This is so only where both lead to
// pipes or sockets: nobody answers what goes into a file.

#ifndef FT_RUNTIME_ANSWERS_H
#define FT_RUNTIME_ANSWERS_H

#include "runtime/rtl.h"

// Looks at what standard input and output are; before the program starts.
void ft_answers_begin (void);

// The thread, if it is not NULL, writes to standard output or the like.
void ft_answers_asked (const ft_thread *);
// The thread, if it is not NULL, has read from standard input, or has learnt that
// there is something to read.  Makes one record.
void ft_answers_came (ft_thread *);

#endif
