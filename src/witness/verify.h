// The program 'foretrace-verify', which is also 'foretrace verify'.

#ifndef FT_WITNESS_VERIFY_H
#define FT_WITNESS_VERIFY_H

// argv[0] is not looked at.  Returns the exit code: 0 if every witness is
// accepted, 65 if one is not, or is malformed, 64 for wrong usage, 69 when a
// file cannot be read or standard output cannot be written.
int ft_verify_main (int argc, char **argv);

#endif
