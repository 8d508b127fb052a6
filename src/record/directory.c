#include "record/directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/output.h"
#include "format/packed.h"
#include "base/compressor.h"
#include "base/decompressor.h"

static bool fail (ft_error *error, const char *path, const char *what) {
  ft_error_set (error, FT_EXIT_ENVIRONMENT, "%s: %s: %s", path, what,
                strerror (errno));
  return false;
}

// ---- files of a run --------------------------------------------------------

static const char *const fixed_names[] = {
    "config",     "run.json", "status.json",  "control",
    "schedule",   "objects",  "plan",         "outcome",
    "light",      "inputs",   "deadlock",     "outcome.new",
    "heads",      "slots",    "results.json", "symbolic",
    "sources",    "channels", "modules",      "libraries",
    "debug.json", "gdb.py",   "again",        FT_PACKED_OF_RUN,
    "checksums",  "failed",
    NULL};

static bool starts (const char *name, const char *prefix) {
  return !strncmp (name, prefix, strlen (prefix));
}

static bool is_process (const char *name) {
  return starts (name, "process-");
}

// Files of the program, see runtime/overlay.h.
static bool has_files (const char *name) {
  return !strcmp (name, "files") || !strcmp (name, "overlay");
}

static bool is_named (const char *name, size_t size) {
  for (const char *const *f = fixed_names; *f; f++)
    if (strlen (*f) == size && !strncmp (name, *f, size))
      return true;
  return false;
}

size_t ft_directory_name_size (const char *name) {
  size_t size = strlen (name), end = size;
  if (size < 4 || strcmp (name + size - 4, ".tmp"))
    return size;
  for (end -= 4; end && name[end - 1] >= '0' && name[end - 1] <= '9';)
    end--;
  return end && end < size - 4 && name[end - 1] == '.' ? end - 1 : size;
}

static bool is_part_of_run (const char *name) {
  return is_named (name, ft_directory_name_size (name)) ||
         starts (name, "thread-") || starts (name, "symbolic-") ||
         starts (name, "loaded-") || // see load/kept_trace.h
         starts (name, "sent-") ||   // see runtime/sent.h
         is_process (name);
}

bool ft_directory_each (const char *path,
                        bool (*act) (const char *path, const char *name,
                                     void *context),
                        void *context) {
  DIR *directory = opendir (path);
  bool fine = true;
  for (struct dirent *e; fine && directory && (e = readdir (directory));)
    if (strcmp (e->d_name, ".") && strcmp (e->d_name, ".."))
      fine = act (path, e->d_name, context);
  if (directory)
    closedir (directory);
  return fine;
}

static char *join (const char *path, const char *name) {
  ft_strbuf joined = {0};
  ft_strbuf_add (&joined, "%s/%s", path, name);
  return ft_strbuf_take (&joined);
}

enum { DEPTH = 16 }; // directories that are open at a time

static int remove_file (const char *path, const struct stat *status, int type,
                        struct FTW *at) {
  (void)status, (void)type, (void)at;
  remove (path);
  return 0;
}

void ft_directory_remove_overlay (const char *path) {
  char *overlay = join (path, "overlay");
  nftw (overlay, remove_file, DEPTH, FTW_DEPTH | FTW_PHYS);
  free (overlay);
}

static bool remove_name (const char *path, const char *name, void *context) {
  (void)context;
  char *file = join (path, name);
  if (is_process (name))
    ft_directory_remove (file);
  else if (has_files (name))
    nftw (file, remove_file, DEPTH, FTW_DEPTH | FTW_PHYS);
  else if (is_part_of_run (name))
    unlink (file);
  free (file);
  return true;
}

void ft_directory_remove (const char *path) {
  ft_directory_each (path, remove_name, NULL);
  rmdir (path);
}

// ---- making ----------------------------------------------------------------

static bool is_ours (const char *path, const char *name, void *context) {
  (void)path, (void)context;
  return is_part_of_run (name) || has_files (name);
}

// Replaces a directory that holds nothing but files of a run.
static bool replace (const char *path, ft_error *error) {
  struct stat status;
  if (stat (path, &status))
    return fail (error, path, "cannot look at it");
  if (!S_ISDIR (status.st_mode) || !ft_directory_each (path, is_ours, NULL)) {
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%s: exists and is no recorded run; choose another name or "
                  "remove it",
                  path);
    return false;
  }
  ft_directory_remove (path);
  return !mkdir (path, 0777) || fail (error, path, "cannot make it");
}

static bool resolve_path (const char *made, ft_strbuf *path, ft_error *error) {
  char *real = realpath (made, NULL);
  if (!real)
    return fail (error, made, "cannot find it again");
  ft_strbuf_add (path, "%s", real);
  free (real);
  return true;
}

static const char *kept_temporary;

void ft_directory_keep_temporary (const char *place) {
  kept_temporary = place;
}

static const char *temporary_place (void) {
  const char *place = getenv ("TMPDIR");
  return kept_temporary ? kept_temporary : place && *place ? place : "/tmp";
}

static bool make_numbered (const char *place, const char *name, ft_strbuf *path,
                           ft_error *error) {
  for (unsigned n = 1;; n++) {
    ft_strbuf made = {0};
    ft_strbuf_add (&made, "%s/%s.foretrace-%u", place, name, n);
    bool fine = !mkdir (ft_strbuf_text (&made), 0777);
    bool again = !fine && errno == EEXIST && n < 100000;
    if (fine)
      fine = resolve_path (ft_strbuf_text (&made), path, error);
    else if (!again)
      fail (error, ft_strbuf_text (&made), "cannot make this directory");
    ft_strbuf_release (&made);
    if (!again)
      return fine;
  }
}

// In the working directory or, if that is read-only, among the temporary files.
static bool make_default (const char *name, ft_strbuf *path, ft_error *error) {
  if (!access (".", W_OK))
    return make_numbered (".", name, path, error);
  int problem = errno;
  if (!make_numbered (temporary_place (), name, path, error))
    return false;
  fprintf (stderr,
           "foretrace: the working directory cannot be written to (%s): "
           "recording into %s\n",
           strerror (problem), ft_strbuf_text (path));
  return true;
}

bool ft_directory_make (const char *wanted, const char *name, ft_strbuf *path,
                        ft_error *error) {
  if (!wanted)
    return make_default (name, path, error);
  if (mkdir (wanted, 0777) &&
      !(errno == EEXIST ? replace (wanted, error)
                        : fail (error, wanted, "cannot make this directory")))
    return false;
  return resolve_path (wanted, path, error);
}

bool ft_directory_temporary (ft_strbuf *path, ft_error *error) {
  char *made = join (temporary_place (), "foretrace-run-XXXXXX");
  bool fine =
      mkdtemp (made) || fail (error, made, "cannot make this directory");
  fine = fine && resolve_path (made, path, error);
  free (made);
  return fine;
}

bool ft_directory_write (const char *path, const char *name, const char *text,
                         ft_error *error) {
  ft_output out;
  char *file = join (path, name);
  bool fine = ft_output_open (&out, file, error);
  if (fine) {
    fputs (text, out.file);
    fine = ft_output_commit (&out, error);
  }
  free (file);
  return fine;
}

static char *find_file (const char *path, const char *name) {
  char *file = join (path, name);
  char *whole = realpath (file, NULL);
  free (file);
  return whole;
}

bool ft_directory_add_inputs (const char *path, ft_strbuf *config) {
  char *symbolic = find_file (path, "symbolic");
  char *inputs = find_file (path, "inputs");
  char *files = find_file (path, "files");
  if (symbolic) // its directory
    ft_strbuf_add (config, "symbolic %.*s\n",
                   (int)(strrchr (symbolic, '/') - symbolic), symbolic);
  if (inputs)
    ft_strbuf_add (config, "inputs %s\n", inputs);
  if (files)
    ft_strbuf_add (config, "files %s\n", files);
  free (symbolic);
  free (files);
  free (inputs);
  return inputs;
}

bool ft_directory_control (const char *path, struct ft_wire_control *control) {
  char *name = join (path, "control");
  FILE *file = fopen (name, "re");
  bool fine = file && fread (control, sizeof *control, 1, file) == 1 &&
              control->magic == FT_WIRE_MAGIC;
  if (file)
    fclose (file);
  free (name);
  return fine;
}

bool ft_directory_is_light (const char *path) {
  char *file = join (path, "light");
  bool light = !access (file, F_OK);
  free (file);
  return light;
}

bool ft_directory_set_state (const char *path, uint32_t state,
                             ft_error *error) {
  char *name = join (path, "control");
  FILE *file = fopen (name, "r+e");
  long at = offsetof (struct ft_wire_control, state);
  bool fine = file && !fseek (file, at, SEEK_SET) &&
              fwrite (&state, sizeof state, 1, file) == 1;
  if (file && fclose (file))
    fine = false;
  if (!fine)
    fail (error, name, "cannot be written");
  free (name);
  return fine;
}

static bool move_other_file (const char *path, const char *name,
                             void *context) {
  char *from = join (path, name), *to = join (context, name);
  if (!is_part_of_run (name))
    (void)!rename (from, to);
  free (from);
  free (to);
  return true;
}

bool ft_directory_replace (const char *path, const char *by, ft_error *error) {
  if (renameat2 (AT_FDCWD, by, AT_FDCWD, path, RENAME_EXCHANGE))
    return fail (error, path, "cannot be replaced");
  ft_directory_each (by, move_other_file, (void *)path);
  ft_directory_remove (by);
  return true;
}

// ---- compressing -----------------------------------------------------------

static bool copy (ft_decompressor *from, ft_compressor *to, ft_error *error) {
  static char buffer[1 << 16];
  ptrdiff_t n;
  while ((n = ft_decompressor_read (from, buffer, sizeof buffer, error)) > 0)
    if (!ft_compressor_write (to, buffer, (size_t)n, error))
      return false;
  return !n && ft_compressor_commit (to, error);
}

static bool pack_log (const char *file, ft_error *error) {
  ft_strbuf packed = {0};
  ft_strbuf_add (&packed, "%s.zst", file);
  ft_decompressor *from = ft_decompressor_open (file, error);
  ft_compressor *to =
      from ? ft_compressor_open (ft_strbuf_text (&packed), error) : NULL;
  bool fine = to && copy (from, to, error) && !unlink (file);
  ft_compressor_free (to);
  ft_decompressor_free (from);
  ft_strbuf_release (&packed);
  return fine;
}

static bool pack_name (const char *path, const char *name, void *context) {
  char *file = join (path, name);
  bool fine = true;
  if (is_process (name))
    fine = ft_directory_each (file, pack_name, context);
  else if (starts (name, "thread-") && !strchr (name, '.'))
    fine = pack_log (file, context);
  free (file);
  return fine;
}

bool ft_directory_pack (const char *path, ft_error *error) {
  return ft_directory_each (path, pack_name, error);
}

// ---- other processes -------------------------------------------------------

static bool add_process (const char *path, const char *name, void *context) {
  ft_directories *all = context;
  struct ft_wire_control control;
  if (!is_process (name))
    return true;
  char *below = join (path, name);
  ft_directory_processes (below, all);
  if (ft_directory_control (below, &control) && control.threads > 1)
    FT_PUSH (*all, below);
  else
    free (below);
  return true;
}

static int by_name (const void *a, const void *b) {
  return strcmp (*(char *const *)a, *(char *const *)b);
}

void ft_directory_processes (const char *path, ft_directories *all) {
  ft_directory_each (path, add_process, all);
  if (all->size)
    qsort (all->begin, all->size, sizeof *all->begin, by_name);
}

void ft_directories_release (ft_directories *all) {
  for (size_t i = 0; i < all->size; i++)
    free (all->begin[i]);
  FT_RELEASE (*all);
}
