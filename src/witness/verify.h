// The program 'foretrace-verify', which is also 'foretrace verify'.

#ifndef FT_WITNESS_VERIFY_H
#define FT_WITNESS_VERIFY_H

// Help and messages call the program 'program'; argv[0] is not used.
// Returns the exit code: 0 if every witness is accepted, 65 if one is not, or
// a file is malformed or cannot be read, 64 for wrong usage, 69 when standard
// output cannot be written.
int ft_verify_main (const char *program, int argc, char **argv);

#endif
