// Inputs that an exploration may choose: what '--symbolic' names, with the
// bytes that the program would find by itself.
//
//   ft_input_set set = {0};
//   ft_input_parse (&set, "stdin,arg1:8,file:in.txt", &error) &&
//     ft_input_fill (&set, argv_of_program, &error)
//   ft_record_options o = {.inputs = &set, ...}; ft_record_program (&o, ...)
//
// A recording with a set gives a run whose trace says which writes bring
// which bytes of which source ('input' and 'at' in docs/reference/trace-format.md).
// Another input is 'ft_input_set_copy' and 'ft_input_set_put'; replays of a
// recording give its inputs again without being told.

#ifndef FT_EXPLORE_INPUT_SPEC_H
#define FT_EXPLORE_INPUT_SPEC_H

#include "record/input_set.h"

// Adds the sources of a list, "stdin,arg1,env:NAME,file:PATH:BYTES,input":
// each with ':BYTES' at its end, or 4096, of its first bytes that may be
// chosen.  'input' stands for all that 'foretrace_input' asks for, which any
// set includes.  Code 64 and what is wrong.
bool ft_input_parse (ft_input_set *, const char *list, ft_error *);

// Gives sources without bytes what the program would find: the argument, the
// variable (which has to be set), all of standard input, the file.  Sources
// 'input:NAME' stay without.  An argument or a variable that is a number and
// has ':BYTES' of its own is filled up with zeros in front to so many bytes,
// so that larger ones can be chosen.  Code 64 where there is none, 65 what
// cannot be read, or is larger than 16 MB.
bool ft_input_fill (ft_input_set *, char **arguments, ft_error *);

#endif
