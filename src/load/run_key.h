// A key for what this build of foretrace makes of a recorded run: other
// contents of the run's files, or other code, have another key.

#ifndef FT_LOAD_RUN_KEY_H
#define FT_LOAD_RUN_KEY_H

#include <stdbool.h>
#include <stdint.h>

// False if there is none: a file cannot be read, or the linker gave the program
// (or the library with this code) no build id.
bool ft_run_key (const char *run, uint64_t *key);

#endif
