#include "base/file_checksum.h"

#include <stdio.h>
#include <sys/stat.h>
#include <xxhash.h>

static bool add_file (XXH64_state_t *state, FILE *file) {
  char buffer[1 << 16];
  size_t n;
  while ((n = fread (buffer, 1, sizeof buffer, file)))
    XXH64_update (state, buffer, n);
  return !ferror (file);
}

bool ft_checksum_file (const char *path, uint64_t *checksum) {
  struct stat status;
  if (stat (path, &status) || !S_ISREG (status.st_mode))
    return false;
  FILE *file = fopen (path, "re");
  if (!file)
    return false;
  XXH64_state_t *state = XXH64_createState ();
  bool fine = state && !XXH64_reset (state, 0) && add_file (state, file);
  if (fine)
    *checksum = XXH64_digest (state);
  XXH64_freeState (state);
  fclose (file);
  return fine;
}
