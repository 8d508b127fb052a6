// Input specifications: the sources that '--symbolic' names and an exploration
// may choose, with the bytes that the program would find by itself.
//
//   ft_input_set set = {0};
//   ft_input_parse (&set, "stdin,arg1:8,file:in.txt", &error) &&
//     ft_input_fill (&set, argv_of_program, &error)
//   ft_record_options o = {.inputs = &set, ...}; ft_record_program (&o, ...)
//
// A recording with a set gives a run whose trace says which writes bring which
// bytes of which source ('input' and 'at' in docs/reference/trace-format.md).
// Other inputs are made by 'ft_input_set_copy' and 'ft_input_set_put'.  Replays
// of a recording use its inputs.

#ifndef FT_EXPLORE_INPUT_SPEC_H
#define FT_EXPLORE_INPUT_SPEC_H

#include "record/input_set.h"

// Adds the sources of a list, "stdin,arg1,env:NAME,file:PATH:BYTES,input".
// ':BYTES' at the end of a source, or else 4096, is the number of its first
// bytes that may be chosen.  'input' stands for all calls of 'foretrace_input',
// which every set includes.  False and an error (64) if the list is malformed.
bool ft_input_parse (ft_input_set *, const char *list, ft_error *);

// Gives sources without bytes those that the program would find: the argument,
// the variable (which must be set), all of standard input, the file.  Sources
// 'input:NAME' stay without bytes.  An argument or a variable that is a number
// and has its own ':BYTES' is padded with zeros in front to so many bytes, so
// that larger numbers can be chosen.  False and an error: 64 if the argument or
// variable does not exist, 65 if a source cannot be read or is larger than 16
// MB.
bool ft_input_fill (ft_input_set *, char **arguments, ft_error *);

#endif
