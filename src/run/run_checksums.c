#include "run/run_checksums.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cursor.h"
#include "base/file_checksum.h"
#include "base/output.h"
#include "base/system_header.h"
#include "run/run.h"

enum { PATH = 4608, DIGITS = 16 };

static void make_path (char path[PATH], const char *run, const char *name) {
  snprintf (path, PATH, "%.4096s/%.400s", run, name);
}

// ---- writing ---------------------------------------------------------------

static void add_file (FILE *out, const char *run, const char *name) {
  char path[PATH];
  uint64_t checksum;
  struct stat status;
  make_path (path, run, name);
  if (!lstat (path, &status) && S_ISREG (status.st_mode) &&
      ft_checksum_file (path, &checksum))
    fprintf (out, "%016" PRIx64 " %s\n", checksum, name);
}

static void add_user_files (FILE *out, const char *run) {
  char path[PATH], name[300];
  struct dirent **list;
  make_path (path, run, "files");
  int n = scandir (path, &list, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    snprintf (name, sizeof name, "files/%s", list[i]->d_name);
    add_file (out, run, name);
    free (list[i]);
  }
  if (n >= 0)
    free (list);
}

bool ft_run_checksums_write (const char *run, ft_error *error) {
  static const char *const names[] = {"schedule", "objects",  "modules",
                                      "libraries", "sources", "channels",
                                      "inputs"};
  char path[PATH];
  ft_output out;
  make_path (path, run, "checksums");
  if (!ft_output_open (&out, path, error))
    return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    add_file (out.file, run, names[i]);
  add_user_files (out.file, run);
  return ft_output_commit (&out, error);
}

// ---- verifying -------------------------------------------------------------

static bool is_for_replay (ft_span name) {
  return ft_span_is (name, "inputs") || ft_span_starts (name, "files/");
}

static bool is_hexadecimal (ft_span digits) {
  for (size_t i = 0; i < digits.size; i++)
    if (!strchr ("0123456789abcdef", digits.begin[i]))
      return false;
  return digits.size == DIGITS;
}

static bool is_name (ft_span name) {
  return name.size && name.size < 300 && name.begin[0] != '/' &&
         !memmem (name.begin, name.size, "..", 2) &&
         !memchr (name.begin, 0, name.size);
}

static bool verify_file (const char *run, ft_span digits, ft_span name,
                         ft_error *error) {
  char path[PATH], file[304], text[DIGITS + 1];
  uint64_t checksum;
  snprintf (file, sizeof file, "%.*s", (int)name.size, name.begin);
  snprintf (text, sizeof text, "%.*s", DIGITS, digits.begin);
  make_path (path, run, file);
  bool found = ft_checksum_file (path, &checksum);
  if (found && checksum == strtoull (text, NULL, 16))
    return true;
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                found ? "%.4096s: is damaged: it is not as the recorder wrote "
                        "it (see 'checksums' beside it); record again"
                      : "%.4096s: is missing; record again",
                path);
  return false;
}

static bool verify_all (const char *run, const char *path, ft_cursor c,
                        enum ft_run_files which, ft_error *error) {
  ft_span line;
  for (size_t number = 1; ft_cursor_until (&c, '\n', &line); number++) {
    ft_cursor rest = {line.begin, line.begin + line.size};
    ft_span digits;
    bool fine = ft_cursor_until (&rest, ' ', &digits) &&
                is_hexadecimal (digits) && is_name (ft_cursor_rest (&rest));
    if (!fine) {
      ft_error_at_line (error, path, number,
                        "expected a checksum of %d digits and the name of a "
                        "file of the run",
                        DIGITS);
      return false;
    }
    if ((which == FT_RUN_FILES_OF_REPLAY ||
         !is_for_replay (ft_cursor_rest (&rest))) &&
        !verify_file (run, digits, ft_cursor_rest (&rest), error))
      return false;
  }
  return true;
}

bool ft_run_checksums_verify (const char *run, enum ft_run_files which,
                              ft_error *error) {
  char path[PATH];
  struct stat status;
  ft_mapped_file m;
  make_path (path, run, "checksums");
  if (stat (path, &status))
    return true;
  if (!ft_mapped_file_open (&m, path, error))
    return false;
  const char *text = (const char *)m.bytes;
  bool fine =
      verify_all (run, path, (ft_cursor){text, text + m.size}, which, error);
  ft_mapped_file_close (&m);
  return fine;
}
