#include "explore/room.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"

enum { PIECE = 1 << 16, PIECES = 128 }; // as much as a few threads need

// A file system may take a write back when the file is closed.
static bool fill (int file) {
  char *piece = ft_calloc (PIECE, 1);
  ssize_t n = PIECE;
  memset (piece, 1, PIECE);
  for (int i = 0; i < PIECES && n == PIECE; i++)
    n = write (file, piece, PIECE);
  if (n >= 0 && n < PIECE)
    errno = ENOSPC;
  free (piece);
  int problem = n == PIECE ? 0 : errno;
  if (close (file) && !problem)
    problem = errno;
  errno = problem;
  return !problem;
}

bool ft_disk_space_check (const ft_explore_options *o, ft_error *error) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/temporary/room-XXXXXX", o->directory);
  char *name = ft_strbuf_take (&path);
  int file = mkostemp (name, O_CLOEXEC);
  bool fine = file >= 0 && fill (file);
  if (!fine)
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%s: no more runs can be kept there: %s; when that is "
                  "mended, the same command goes on from where it is",
                  o->directory, strerror (errno));
  if (file >= 0)
    unlink (name);
  free (name);
  return fine;
}
