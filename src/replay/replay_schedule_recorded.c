// The schedule of a whole recording as a plan: a line per entry, and at the end
// what each thread still did after its last one.

#include <stdio.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "runtime/wire.h"
#include "record/directory.h"
#include "replay/thread_numbers.h"

typedef struct reader {
  ft_replay_schedule *plan;
  const char *path;
  FILE *file;
  uint64_t *stands; // owned; by thread: words of its log that are planned
} reader;

static bool bad (const reader *r, uint64_t entry, const char *what,
                 ft_error *error) {
  ft_error_at_byte (error, r->path, entry * sizeof (struct ft_wire_switch),
                    "%s", what);
  return false;
}

static bool add_entry (reader *r, uint64_t i, const struct ft_wire_switch *s,
                       ft_error *error) {
  if (s->thread >= r->plan->threads.size)
    return bad (r, i, "names a thread that the recording has not", error);
  if (s->place < r->stands[s->thread])
    return bad (r, i, "a thread goes backwards", error);
  r->stands[s->thread] = s->place;
  FT_PUSH (r->plan->runs, ((ft_replay_slice){.to = {s->thread, s->place},
                                         .away = s->reason == FT_WIRE_IN_KERNEL}));
  return true;
}

static bool read_entries (reader *r, uint64_t count, ft_error *error) {
  struct ft_wire_switch s;
  for (uint64_t i = 0; i < count; i++) {
    if (fread (&s, sizeof s, 1, r->file) != 1)
      return bad (r, i, "the file ends too early", error);
    if (i && !add_entry (r, i, &s, error))
      return false;
  }
  return true;
}

// That is only the thread that had the baton when the recording ended.
static void add_rests (reader *r) {
  for (uint32_t t = 0; t < r->plan->threads.size; t++)
    if (r->plan->threads.begin[t].words > r->stands[t])
      FT_PUSH (r->plan->runs,
               ((ft_replay_slice){.to = {t, r->plan->threads.begin[t].words}}));
}

static bool read_schedule (reader *r, const char *run, ft_error *error) {
  struct ft_wire_control control;
  r->file = fopen (r->path, "re");
  if (!r->file || !ft_directory_control (run, &control)) {
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: cannot be read", r->path);
    return false;
  }
  if (!read_entries (r, control.switches, error))
    return false;
  add_rests (r);
  return true;
}

bool ft_replay_schedule_of_recording (ft_replay_schedule *plan, const char *run, ft_error *error) {
  ft_strbuf path = {0};
  *plan = (ft_replay_schedule){0};
  if (!ft_replay_threads_read (run, plan, error))
    return false;
  ft_strbuf_add (&path, "%s/schedule", run);
  reader r = {.plan = plan, .path = ft_strbuf_text (&path)};
  r.stands = FT_ARRAY (uint64_t, plan->threads.size + 1);
  bool fine = read_schedule (&r, run, error);
  if (r.file)
    fclose (r.file);
  free (r.stands);
  ft_strbuf_release (&path);
  return fine;
}
