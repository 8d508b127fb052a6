#include "replay/stuck.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// 0 if it does not sleep with one thread, else the time that it has computed, plus one.
static uint64_t sleeping_after (pid_t process) {
  char path[64], line[1024];
  snprintf (path, sizeof path, "/proc/%d/stat", (int)process);
  FILE *f = fopen (path, "re");
  bool fine = f && fgets (line, sizeof line, f);
  if (f)
    fclose (f);
  char *name_end = fine ? strrchr (line, ')') : NULL; // names may have blanks
  char state;
  uint64_t user, system;
  int threads;
  if (!name_end ||
      sscanf (name_end + 1,
              " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNu64
              " %" SCNu64 " %*d %*d %*d %*d %d",
              &state, &user, &system, &threads) != 4)
    return 0;
  return state == 'S' && threads == 1 ? user + system + 1 : 0;
}

// Also where the kernel does not say.
static bool has_children (pid_t process) {
  char path[64];
  snprintf (path, sizeof path, "/proc/%d/task/%d/children", (int)process,
            (int)process);
  FILE *f = fopen (path, "re");
  bool none = f && fgetc (f) == EOF;
  if (f)
    fclose (f);
  return !none;
}

bool ft_stuck_look (ft_stuck *s, pid_t process, uint64_t words, double now) {
  uint64_t time = sleeping_after (process);
  bool same = s->known && time && s->time == time && s->words == words;
  if (!same)
    *s = (ft_stuck){true, now, words, time};
  return same && now - s->since > FT_STUCK_SECONDS && !has_children (process);
}
