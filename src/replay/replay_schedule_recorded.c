// The replay schedule of a whole recording: a slice for each context switch,
// and at the end one for the words of a thread after its last switch.

#include <stdio.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "runtime/wire.h"
#include "record/directory.h"
#include "replay/thread_numbers.h"

typedef struct reader {
  ft_replay_schedule *schedule;
  const char *path;
  FILE *file;
  uint64_t *ticks; // owned; by thread: its tick after the slices so far
} reader;

static bool bad_entry (const reader *r, uint64_t entry, const char *what,
                       ft_error *error) {
  ft_error_at_byte (error, r->path, entry * sizeof (struct ft_wire_switch),
                    "%s", what);
  return false;
}

static bool add_entry (reader *r, uint64_t i, const struct ft_wire_switch *s,
                       ft_error *error) {
  if (s->thread >= r->schedule->threads.size)
    return bad_entry (r, i, "names a thread that the recording has not", error);
  if (s->tick < r->ticks[s->thread])
    return bad_entry (r, i, "a thread goes backwards", error);
  r->ticks[s->thread] = s->tick;
  FT_PUSH (
      r->schedule->slices,
      ((ft_replay_slice){.to = {s->thread, s->tick},
                         .enters_kernel = s->reason == FT_WIRE_IN_KERNEL}));
  return true;
}

static bool read_entries (reader *r, uint64_t count, ft_error *error) {
  struct ft_wire_switch s;
  for (uint64_t i = 0; i < count; i++) {
    if (fread (&s, sizeof s, 1, r->file) != 1)
      return bad_entry (r, i, "the file ends too early", error);
    if (i && !add_entry (r, i, &s, error))
      return false;
  }
  return true;
}

// Only the thread that had the token when the recording ended has words after
// its last switch.
static void add_rests (reader *r) {
  for (uint32_t t = 0; t < r->schedule->threads.size; t++)
    if (r->schedule->threads.begin[t].words > r->ticks[t])
      FT_PUSH (
          r->schedule->slices,
          ((ft_replay_slice){.to = {t, r->schedule->threads.begin[t].words}}));
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

bool ft_replay_schedule_of_recording (ft_replay_schedule *schedule,
                                      const char *run, ft_error *error) {
  ft_strbuf path = {0};
  *schedule = (ft_replay_schedule){0};
  if (!ft_replay_threads_read (run, schedule, error))
    return false;
  ft_strbuf_add (&path, "%s/schedule", run);
  reader r = {.schedule = schedule, .path = ft_strbuf_text (&path)};
  r.ticks = FT_ARRAY (uint64_t, schedule->threads.size + 1);
  bool fine = read_schedule (&r, run, error);
  if (r.file)
    fclose (r.file);
  free (r.ticks);
  ft_strbuf_release (&path);
  return fine;
}
