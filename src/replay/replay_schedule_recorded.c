// The replay schedule of a whole recording: a slice for each context switch,
// one for the words of a thread after its last switch, and at the end that of the
// thread that ended the process.

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
  bool *ended;     // owned; by thread
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
  r->ended[s->thread] = s->reason == FT_WIRE_THREAD_ENDED;
  FT_PUSH (
      r->schedule->slices,
      ((ft_replay_slice){.to = {s->thread, s->tick},
                         .enters_kernel = s->reason == FT_WIRE_IN_KERNEL,
                         .blocks = s->reason == FT_WIRE_BLOCKED}));
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

// The thread that ended the process by itself; FT_NO_ID if it is not known.
static uint32_t ender (const reader *r, const struct ft_wire_control *control) {
  uint32_t t = control->ender - 1; // FT_NO_ID for 0
  bool known = control->state == FT_WIRE_ENDED && !control->signal &&
               t < r->schedule->threads.size && !r->ended[t];
  return known ? t : FT_NO_ID;
}

// Only a thread that had the token when the recording ended, or that ran in
// parallel, has words after its last switch.  Without a last step for the end of
// the process, a program that makes another round of a loop at the same tick
// would pass for one that has ended.
static void add_rests (reader *r, uint32_t ender) {
  const ft_replay_thread *threads = r->schedule->threads.begin;
  for (uint32_t t = 0; t < r->schedule->threads.size; t++)
    if (t != ender && threads[t].words > r->ticks[t])
      FT_PUSH (r->schedule->slices,
               ((ft_replay_slice){.to = {t, threads[t].words}}));
  if (ender != FT_NO_ID)
    FT_PUSH (r->schedule->slices,
             ((ft_replay_slice){.to = {ender, threads[ender].words},
                                .ends = true}));
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
  add_rests (r, ender (r, &control));
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
  r.ended = FT_ARRAY (bool, schedule->threads.size + 1);
  bool fine = read_schedule (&r, run, error);
  if (r.file)
    fclose (r.file);
  free (r.ticks);
  free (r.ended);
  ft_strbuf_release (&path);
  return fine;
}
