#include "run/run_checksums.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/checksum.h"
#include "base/cursor.h"
#include "base/file_checksum.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "run/run_document.h"
#include "run/run_log.h"

enum { PATH = 4608, DIGITS = 16 };

#define OWN_NAME "checksums"

static void make_path (char path[PATH], const char *run, const char *name) {
  snprintf (path, PATH, "%.4096s/%.400s", run, name);
}

// ---- writing ---------------------------------------------------------------

static void add_line (ft_strbuf *list, uint64_t checksum, const char *name) {
  ft_strbuf_add (list, "%016" PRIx64 " %s\n", checksum, name);
}

static void add_file (ft_strbuf *list, const char *run, const char *name) {
  char path[PATH];
  uint64_t checksum;
  struct stat status;
  make_path (path, run, name);
  if (!lstat (path, &status) && S_ISREG (status.st_mode) &&
      ft_checksum_file (path, &checksum))
    add_line (list, checksum, name);
}

static void add_user_files (ft_strbuf *list, const char *run) {
  char path[PATH], name[300];
  struct dirent **files;
  make_path (path, run, "files");
  int n = scandir (path, &files, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    snprintf (name, sizeof name, "files/%s", files[i]->d_name);
    add_file (list, run, name);
    free (files[i]);
  }
  if (n >= 0)
    free (files);
}

static void add_all (ft_strbuf *list, const char *run) {
  static const char *const names[] = {
      FT_RUN_DOCUMENT, FT_STATUS_DOCUMENT, "schedule", "objects", "modules",
      "libraries",     "sources",          "channels", "inputs"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    add_file (list, run, names[i]);
  add_user_files (list, run);
  add_line (list, ft_checksum (ft_strbuf_text (list), list->size), OWN_NAME);
}

bool ft_run_checksums_write (const char *run, ft_error *error) {
  char path[PATH];
  ft_strbuf list = {0};
  ft_output out;
  make_path (path, run, OWN_NAME);
  bool fine = ft_output_open (&out, path, error);
  if (fine) {
    add_all (&list, run);
    fwrite (ft_strbuf_text (&list), 1, list.size, out.file);
    fine = ft_output_commit (&out, error);
  }
  ft_strbuf_release (&list);
  return fine;
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

static uint64_t value_of (ft_span digits) {
  char text[DIGITS + 1];
  snprintf (text, sizeof text, "%.*s", DIGITS, digits.begin);
  return strtoull (text, NULL, 16);
}

static bool verify_file (const char *run, ft_span digits, ft_span name,
                         ft_error *error) {
  char path[PATH], file[304];
  uint64_t checksum;
  snprintf (file, sizeof file, "%.*s", (int)name.size, name.begin);
  make_path (path, run, file);
  bool found = ft_checksum_file (path, &checksum);
  if (found && checksum == value_of (digits))
    return true;
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                found ? "%.4096s: is damaged: it is not as the recorder wrote "
                        "it (see 'checksums' beside it); record again"
                      : "%.4096s: is missing; record again",
                path);
  return false;
}

// The list of checksums while it is read.
typedef struct checked_list {
  const char *path;
  ft_cursor all, rest;
  uint64_t line; // counted from 1
} checked_list;

static bool fail_at_line (const checked_list *list, const char *what,
                          ft_error *error) {
  ft_error_at_line (error, list->path, list->line, "%s; record again", what);
  return false;
}

static bool next_line (checked_list *list, ft_span *digits, ft_span *name,
                       ft_error *error) {
  ft_span line;
  list->line++;
  if (!ft_cursor_until (&list->rest, '\n', &line))
    return fail_at_line (list,
                         "the file ends too early: its last line is the "
                         "checksum of those before",
                         error);
  ft_cursor in = {line.begin, line.begin + line.size};
  bool fine = ft_cursor_until (&in, ' ', digits) && is_hexadecimal (*digits) &&
              is_name (ft_cursor_rest (&in));
  *name = ft_cursor_rest (&in);
  return fine || fail_at_line (list,
                               "expected a checksum of 16 digits and the name "
                               "of a file of the run",
                               error);
}

// The last line is that of the list itself.
static bool verify_end (const checked_list *list, ft_span digits,
                        ft_error *error) {
  size_t before = (size_t)(digits.begin - list->all.at);
  if (!ft_cursor_done (&list->rest))
    return fail_at_line (list, "the file goes on behind its last line", error);
  return ft_checksum (list->all.at, before) == value_of (digits) ||
         fail_at_line (list,
                       "the lines before are damaged: they have another "
                       "checksum",
                       error);
}

// The whole list, before anything that it says is believed.
static bool verify_list (checked_list list, ft_error *error) {
  ft_span digits, name;
  while (next_line (&list, &digits, &name, error))
    if (ft_span_is (name, OWN_NAME))
      return verify_end (&list, digits, error);
  return false;
}

static bool verify_files (const char *run, checked_list list,
                          enum ft_run_files which, ft_error *error) {
  ft_span digits, name;
  while (next_line (&list, &digits, &name, error)) {
    if (ft_span_is (name, OWN_NAME))
      return true;
    if ((which == FT_RUN_FILES_OF_REPLAY || !is_for_replay (name)) &&
        !verify_file (run, digits, name, error))
      return false;
  }
  return false;
}

bool ft_run_checksums_verify (const char *run, enum ft_run_files which,
                              ft_error *error) {
  char path[PATH];
  struct stat status;
  ft_mapped_file m;
  make_path (path, run, OWN_NAME);
  if (stat (path, &status))
    return true;
  if (!ft_mapped_file_open (&m, path, error))
    return false;
  const char *text = (const char *)m.bytes;
  ft_cursor all = {text, text + m.size};
  checked_list list = {.path = path, .all = all, .rest = all};
  bool fine =
      verify_list (list, error) && verify_files (run, list, which, error);
  ft_mapped_file_close (&m);
  return fine;
}
