#include "record/process_tree.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/hash.h"
#include "record/directory.h"

enum { TICK_NS = 1000000 };
#define GRACE_S 5.0 // a process may hang in the kernel, where nothing kills it

// ---- all processes ---------------------------------------------------------

// Parses "PID (NAME) S PPID PGRP ...", whose 20th field is the number of
// threads.  The name may have any characters.
static bool parse (const char *text, ft_tree_process *r) {
  const char *after = strrchr (text, ')');
  r->process = (pid_t)strtol (text, NULL, 10);
  return after &&
         sscanf (after + 1,
                 " %*c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d "
                 "%*d %*d %" SCNu64,
                 &r->parent, &r->group, &r->tasks) == 3;
}

static bool add_process (const char *place, const char *name, void *all) {
  char path[64], text[1024];
  ft_tree_process r;
  if (*name < '1' || *name > '9')
    return true;
  snprintf (path, sizeof path, "%.8s/%.20s/stat", place, name);
  FILE *file = fopen (path, "re");
  size_t n = file ? fread (text, 1, sizeof text - 1, file) : 0;
  if (file)
    fclose (file);
  text[n] = 0;
  if (n && parse (text, &r))
    FT_PUSH (*(ft_process_tree *)all, r);
  return true;
}

static bool is_among (const ft_pids *some, pid_t process) {
  for (size_t i = 0; some && i < some->size; i++)
    if (some->begin[i] == process)
      return true;
  return false;
}

// Moves the processes below 'root' to the front and returns their number.
// Parents usually have smaller numbers than their children; each exception on a
// path down the tree costs one more pass.
static size_t gather (const ft_process_tree *all, pid_t root,
                      const ft_pids *spared) {
  ft_map below = {0};
  size_t count = 0, before;
  *ft_map_at (&below, (uint64_t)root) = 1;
  do {
    before = count;
    for (size_t i = count; i < all->size; i++) {
      ft_tree_process r = all->begin[i];
      if (ft_map_get (&below, (uint64_t)r.parent) == FT_NO_ID ||
          is_among (spared, r.process))
        continue;
      *ft_map_at (&below, (uint64_t)r.process) = 1;
      all->begin[i] = all->begin[count];
      all->begin[count++] = r;
    }
  } while (count > before);
  ft_map_release (&below);
  return count;
}

void ft_process_tree_list (pid_t root, const ft_pids *spared,
                           ft_process_tree *tree) {
  FT_CLEAR (*tree);
  ft_directory_each ("/proc", add_process, tree);
  tree->size = gather (tree, root, spared);
}

// ---- killing ---------------------------------------------------------------

static bool contains (const ft_process_tree *f, pid_t process) {
  for (size_t i = 0; i < f->size; i++)
    if (f->begin[i].process == process)
      return true;
  return false;
}

// Kills whole process groups if their leaders are in the tree: processes that
// are forked during this are in the groups, so that also programs that fork
// without end are killed.
static void kill_all (const ft_process_tree *f) {
  for (size_t i = 0; i < f->size; i++) {
    pid_t group = f->begin[i].group;
    bool known = i && f->begin[i - 1].group == group;
    if (!known && contains (f, group))
      kill (-group, SIGKILL);
    kill (f->begin[i].process, SIGKILL);
  }
}

void ft_process_tree_kill (pid_t root) {
  ft_process_tree all = {0};
  ft_process_tree_list (root, NULL, &all);
  kill (root, SIGKILL);
  kill_all (&all);
  FT_RELEASE (all);
}

static bool has_children (void) {
  siginfo_t info;
  return !waitid (P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
}

// Kills all processes below this one.  Returns whether there were any.
static bool end_all (const ft_pids *spared) {
  ft_process_tree all = {0};
  pid_t self = getpid ();
  ft_process_tree_list (self, spared, &all);
  kill_all (&all);
  for (size_t i = 0; i < all.size; i++)
    if (all.begin[i].parent == self)
      waitpid (all.begin[i].process, NULL, WNOHANG);
  bool any = all.size;
  FT_RELEASE (all);
  return any;
}

void ft_process_tree_end (const ft_pids *spared) {
  const struct timespec tick = {0, TICK_NS};
  ft_deadline grace = ft_deadline_in (GRACE_S, NULL);
  while (has_children () && end_all (spared) && !ft_deadline_over (&grace))
    nanosleep (&tick, NULL);
}

void ft_process_tree_adopt (ft_pids *children) {
  ft_process_tree all = {0};
  pid_t self = getpid ();
  FT_CLEAR (*children);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  if (has_children ())
    ft_process_tree_list (self, NULL, &all);
  for (size_t i = 0; i < all.size; i++)
    if (all.begin[i].parent == self)
      FT_PUSH (*children, all.begin[i].process);
  FT_RELEASE (all);
}
