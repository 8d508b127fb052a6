#include "explore/limits.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct use {
  uint64_t pages, tasks;
} use;

static bool read_text (const char *process, const char *name, char *text,
                       size_t size) {
  char path[300];
  snprintf (path, sizeof path, "/proc/%.200s/%s", process, name);
  FILE *file = fopen (path, "re");
  size_t n = file ? fread (text, 1, size - 1, file) : 0;
  if (file)
    fclose (file);
  text[n] = 0;
  return n;
}

// "PID (NAME) S PPID PGRP ...", the 20th is the number of threads; the name may
// hold anything.
static void add_process (const char *process, pid_t group, use *used) {
  char text[1024];
  int theirs;
  uint64_t tasks, pages;
  if (!read_text (process, "stat", text, sizeof text))
    return;
  const char *after = strrchr (text, ')');
  if (!after ||
      sscanf (after + 1,
              " %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d "
              "%*d %*d %" SCNu64,
              &theirs, &tasks) != 2 ||
      theirs != group)
    return;
  used->tasks += tasks;
  if (read_text (process, "statm", text, sizeof text) &&
      sscanf (text, "%*u %" SCNu64, &pages) == 1)
    used->pages += pages;
}

static use look (pid_t group) {
  use used = {0, 0};
  DIR *all = opendir ("/proc");
  for (struct dirent *e; all && (e = readdir (all));)
    if (e->d_name[0] >= '1' && e->d_name[0] <= '9')
      add_process (e->d_name, group, &used);
  if (all)
    closedir (all);
  return used;
}

bool ft_limits_watch (void *context, pid_t group) {
  ft_limits *l = context;
  use used = look (group);
  if (l->memory && used.pages > l->memory / (uint64_t)sysconf (_SC_PAGESIZE))
    l->broken = "memory";
  if (used.tasks > FT_MOST_TASKS)
    l->broken = "threads";
  return !l->broken;
}
