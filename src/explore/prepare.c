// Prepares the directory of an exploration.

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "explore/explore.h"
#include "explore/journal.h"
#include "record/directory.h"
#include "record/program.h"

static const char *const parts[] = {"runs", "races", "schedules", "jobs",
                                    "temporary"};
enum { PARTS = sizeof parts / sizeof *parts };
enum { TEMPORARY = 3 }; // the first part that never outlives an explorer

const char ft_explore_ends_name[] = "bad-ends.json";

static char *join (const char *path, const char *name) {
  ft_strbuf joined = {0};
  ft_strbuf_add (&joined, "%s/%s", path, name);
  return ft_strbuf_take (&joined);
}

static bool remove_one (const char *path, const char *name, void *context) {
  (void)context;
  char *file = join (path, name);
  struct stat status;
  if (!lstat (file, &status) && S_ISDIR (status.st_mode))
    ft_directory_remove (file);
  else
    unlink (file);
  free (file);
  return true;
}

static void empty (const char *directory, const char *part) {
  char *path = join (directory, part);
  ft_directory_each (path, remove_one, NULL);
  free (path);
}

static bool make (const char *path, ft_error *error) {
  struct stat status;
  if (!mkdir (path, 0777) ||
      (errno == EEXIST && !stat (path, &status) && S_ISDIR (status.st_mode)))
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%s: cannot make this directory: %s", path, strerror (errno));
  return false;
}

// Whether the name is that of the file of bad ends, or of the temporary file that a
// killed explorer was about to rename to it.
static bool has_ends (const char *name) {
  size_t size = strlen (ft_explore_ends_name);
  return ft_directory_name_size (name) == size &&
         !strncmp (name, ft_explore_ends_name, size);
}

static bool is_known (const char *path, const char *name, void *context) {
  (void)path, (void)context;
  for (int i = 0; i < PARTS; i++)
    if (!strcmp (name, parts[i]))
      return true;
  return !strcmp (name, "journal") || has_ends (name);
}

static bool is_ours (const char *directory, ft_error *error) {
  if (ft_directory_each (directory, is_known, NULL))
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%s: exists and is no exploration; choose another name or "
                "remove it",
                directory);
  return false;
}

static bool make_parts (const char *directory, ft_error *error) {
  bool fine = true;
  for (int i = 0; fine && i < PARTS; i++) {
    char *path = join (directory, parts[i]);
    fine = make (path, error);
    free (path);
  }
  return fine;
}

static bool is_recordable (const char *word, ft_error *error) {
  ft_program program;
  bool fine = ft_program_find (&program, word, false, error);
  if (fine)
    ft_program_release (&program);
  return fine;
}

// Removes temporary files of bad ends; the finished file, too, if the exploration begins
// anew, which 'context' says.
static bool remove_ends (const char *path, const char *name, void *context) {
  const bool *fresh = context;
  if (has_ends (name) && (*fresh || strcmp (name, ft_explore_ends_name))) {
    char *file = join (path, name);
    unlink (file);
    free (file);
  }
  return true;
}

// Removes the temporary parts, or with 'fresh' all of them, unless another
// explorer uses the directory.
static bool remove_parts (const char *directory, bool fresh, ft_error *error) {
  ft_journal journal;
  if (!ft_journal_claim (&journal, directory, error))
    return false;
  bool fine = !fresh || ft_journal_forget (&journal, error);
  for (int i = 0; fine && i < PARTS; i++)
    if (fresh || i >= TEMPORARY)
      empty (directory, parts[i]);
  if (fine)
    ft_directory_each (directory, remove_ends, &fresh);
  ft_journal_close (&journal);
  return fine;
}

bool ft_explore_prepare (const char *directory, const char *program, bool fresh,
                         ft_error *error) {
  return is_recordable (program, error) && make (directory, error) &&
         is_ours (directory, error) && make_parts (directory, error) &&
         remove_parts (directory, fresh, error);
}
