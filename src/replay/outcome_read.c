#include "replay/outcome_read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

void ft_replay_outcome_release (ft_replay_outcome *o) {
  free (o->text);
  FT_RELEASE (o->held);
  *o = (ft_replay_outcome){0};
}

static void read_first (ft_replay_outcome *o, const char *line) {
  int end = 0;
  if (!strcmp (line, "reached"))
    o->kind = FT_REPLAY_OUTCOME_REACHED;
  else if (!strcmp (line, "halted"))
    o->kind = FT_REPLAY_OUTCOME_STOPPED;
  else if (sscanf (line, "diverged thread %" SCNu32 " place %" SCNu64 ": %n",
                   &o->at.thread, &o->at.word, &end) == 2) {
    o->kind = FT_REPLAY_OUTCOME_DIVERGED;
    o->text = ft_strdup (end ? line + end : "");
  }
}

static void read_held (ft_replay_outcome *o, const char *line) {
  ft_held_thread held = {{0, 0}, 0};
  int task = 0;
  if (o->kind == FT_REPLAY_OUTCOME_DIVERGED)
    sscanf (line, "before %" SCNu64, &o->before);
  if (o->kind == FT_REPLAY_OUTCOME_DIVERGED)
    o->strayed |= sscanf (line, "closer %" SCNu64 " %u", &o->closer_tick,
                          &o->passes) == 2;
  if (sscanf (line, "parked %" SCNu32 " %" SCNu64 " %d", &held.at.thread,
              &held.at.word, &task) < 2)
    return;
  held.task = task;
  FT_PUSH (o->held, held);
}

void ft_replay_outcome_read (ft_replay_outcome *o, const char *run) {
  ft_strbuf path = {0};
  char line[1024];
  bool first = true;
  *o = (ft_replay_outcome){0};
  ft_strbuf_add (&path, "%s/outcome", run);
  FILE *file = fopen (ft_strbuf_text (&path), "re");
  ft_strbuf_release (&path);
  while (file && fgets (line, sizeof line, file)) {
    size_t n = strlen (line);
    if (!n || line[n - 1] != '\n')
      break;
    line[n - 1] = 0;
    if (first)
      read_first (o, line);
    else
      read_held (o, line);
    first = false;
  }
  if (file)
    fclose (file);
}
