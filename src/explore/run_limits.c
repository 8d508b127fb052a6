#include "explore/run_limits.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "record/directory.h"
#include "record/process_tree.h"

typedef struct use {
  uint64_t pages, tasks, processes;
} use;

static uint64_t pages_of (pid_t process) {
  char path[64], text[256];
  uint64_t pages = 0;
  snprintf (path, sizeof path, "/proc/%d/statm", (int)process);
  FILE *file = fopen (path, "re");
  size_t n = file ? fread (text, 1, sizeof text - 1, file) : 0;
  if (file)
    fclose (file);
  text[n] = 0;
  return n && sscanf (text, "%*u %" SCNu64, &pages) == 1 ? pages : 0;
}

static use measure_tree (void) {
  use used = {0};
  ft_process_tree all = {0};
  ft_process_tree_list (getpid (), NULL, &all);
  used.processes = all.size;
  for (size_t i = 0; i < all.size; i++) {
    used.tasks += all.begin[i].tasks;
    used.pages += pages_of (all.begin[i].process);
  }
  FT_RELEASE (all);
  return used;
}

static bool has_stopped (const char *run) {
  struct ft_wire_control control;
  return run && ft_directory_control (run, &control) &&
         control.state == FT_WIRE_STOPPED;
}

bool ft_run_limits_watch (void *context, pid_t program) {
  ft_run_limits *l = context;
  use used = measure_tree ();
  (void)program; // its children may be orphans that we have adopted
  if (l->memory && used.pages > l->memory / (uint64_t)sysconf (_SC_PAGESIZE))
    l->broken = "memory";
  else if (used.processes > FT_MOST_PROCESSES)
    l->broken = "processes";
  else if (used.tasks > FT_MOST_TASKS)
    l->broken = "threads";
  return !l->broken && !has_stopped (l->run);
}

// ---- disk space ------------------------------------------------------------

enum { PIECE = 1 << 16, PIECES = 128 }; // as much as a few threads need

// Writes the pieces.  A file system may report a failed write only when the
// file is closed.
static bool fill (int file) {
  char *piece = ft_calloc (PIECE, 1);
  size_t left = (size_t)PIECE * PIECES;
  ssize_t n = 1;
  memset (piece, 1, PIECE);
  for (; left && n > 0; left -= n > 0 ? (size_t)n : 0)
    n = TEMP_FAILURE_RETRY (write (file, piece, left < PIECE ? left : PIECE));
  int problem = !left ? 0 : n ? errno : ENOSPC;
  free (piece);
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
