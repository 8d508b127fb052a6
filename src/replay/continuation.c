#include "replay/continuation.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Words of a time slice: a thread that spins until another one acts comes to
// its end.
enum { SELDOM = 1 << 20 };

#define MOST_OUTPUT ((size_t)1 << 20) // bytes of each stream that are compared

void ft_continuation_release (ft_continuation *c) {
  ft_strbuf_release (&c->why);
  ft_run_ending_release (&c->ending);
  ft_run_deadlock_release (&c->deadlock);
  ft_memory_findings_release (&c->memory);
  ft_strbuf_release (&c->assertion);
  ft_strbuf_release (&c->output);
  ft_strbuf_release (&c->errors);
  ft_final_files_release (&c->files);
  *c = (ft_continuation){0};
}

// ---- what the program wrote ------------------------------------------------

// The lines that name a reason for an abort.
static bool is_reason (const char *line) {
  static const char *const parts[] = {
      "Assertion `", "terminate called", "double free",    "free(): ",
      "malloc(): ",  "corrupted ",       "munmap_chunk()", "stack smashing"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (strstr (line, parts[i]))
      return true;
  return false;
}

static int compare_lines (const void *a, const void *b) {
  return strcmp (*(char *const *)a, *(char *const *)b);
}

// Sorts the lines, since threads that only write at the same time do so in any
// order; messages of the runtime are left out.
static void sort_lines (char *text, ft_strbuf *sorted, ft_strbuf *reason) {
  FT_STACK (char *) lines = {0};
  for (char *line = text, *end; line && *line; line = end) {
    end = strchr (line, '\n');
    if (end)
      *end++ = 0;
    if (reason && !reason->size && is_reason (line))
      ft_strbuf_add (reason, "%s", line);
    if (!reason || strncmp (line, "foretrace: ", 11))
      FT_PUSH (lines, line);
  }
  if (lines.size)
    qsort (lines.begin, lines.size, sizeof *lines.begin, compare_lines);
  for (size_t i = 0; i < lines.size; i++)
    ft_strbuf_add (sorted, "%s\n", lines.begin[i]);
  FT_RELEASE (lines);
}

// A zero byte ends what is compared of a line's file.
static void read_lines (const char *run, const char *name, ft_strbuf *sorted,
                        ft_strbuf *reason) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/%s", run, name);
  FILE *file = fopen (ft_strbuf_text (&path), "re");
  char *text = FT_ARRAY (char, MOST_OUTPUT + 1);
  size_t size = file ? fread (text, 1, MOST_OUTPUT, file) : 0;
  text[size] = 0;
  if (file)
    fclose (file);
  unlink (ft_strbuf_text (&path));
  sort_lines (text, sorted, reason);
  free (text);
  ft_strbuf_release (&path);
}

// ---- the end ---------------------------------------------------------------

typedef struct observer {
  ft_continuation *of;
  const ft_replay_schedule *schedule;
  const ft_replay_context *replays;
  bool captured;
} observer;

static void read_end (ft_continuation *c, const char *run,
                      const ft_target_exit *ended) {
  c->status = ended->status;
  c->signal = ended->signal;
  c->seconds = ended->seconds;
  ft_run_deadlock_read (&c->deadlock, run);
  c->end = ended->timed_out           ? FT_CONTINUATION_TIMED_OUT
           : c->deadlock.threads.size ? FT_CONTINUATION_BLOCKED
           : ended->signal            ? FT_CONTINUATION_SIGNALED
                                      : FT_CONTINUATION_EXITED;
  if (c->end == FT_CONTINUATION_SIGNALED)
    ft_run_ending_read (&c->ending, run);
}

void ft_continuation_read (ft_continuation *c, const char *run,
                           const ft_target_exit *ended) {
  read_lines (run, FT_TARGET_OUTPUT, &c->output, NULL);
  read_lines (run, FT_TARGET_ERRORS, &c->errors, &c->assertion);
  read_end (c, run, ended);
}

// A fault at the access itself, before its record: both threads stood there,
// and the race is certified.
static bool faults_there (const ft_replay_result *replay) {
  int signal = replay->ended.signal;
  return replay->held && (signal == SIGSEGV || signal == SIGBUS);
}

// Called again if the schedule was changed for another replay.
static void look (void *context, const char *run,
                  const ft_replay_result *replay) {
  observer *o = context;
  ft_continuation_release (o->of);
  o->of->reached = replay->reached || faults_there (replay);
  o->of->failure = replay->failure;
  o->of->interrupted = replay->interrupted;
  ft_strbuf_add (&o->of->why, "%s", ft_strbuf_text (&replay->why));
  if (o->captured) {
    read_lines (run, FT_TARGET_OUTPUT, &o->of->output, NULL);
    read_lines (run, FT_TARGET_ERRORS, &o->of->errors, &o->of->assertion);
  }
  if (!o->of->reached || replay->interrupted)
    return;
  read_end (o->of, run, &replay->ended);
  if (o->captured)
    ft_final_files_read (&o->of->files, o->replays->run, run,
                         o->replays->file.directory);
  ft_memory_findings_read (&o->of->memory, run, o->schedule->pending.begin,
                           o->schedule->pending.size,
                           !replay->ended.timed_out);
}

// The context of the recording with the policy of the continuation.  Its file
// borrows all strings.
static ft_replay_context context_of (const ft_replay_context *r,
                                     const ft_continuation_options *how,
                                     observer *o) {
  ft_replay_context own = *r;
  own.captures = !how->show;
  own.ends_deadlocks = true;
  own.look = look;
  own.context = o;
  if (how->seconds > 0)
    own.seconds = how->seconds;
  if (how->policy == FT_CONTINUE_AS_RECORDED)
    return own;
  static char by_chance[] = "random", in_turn[] = "roundrobin";
  bool random = how->policy == FT_CONTINUE_RANDOM;
  own.file.schedule = random ? by_chance : in_turn;
  own.file.seed = how->seed;
  own.file.slice = random ? 0 : SELDOM;
  return own;
}

ft_continuation_options ft_continuation_round (unsigned first, unsigned round) {
  return (ft_continuation_options){.first = first,
                                   .policy = round == 0
                                                 ? FT_CONTINUE_AS_RECORDED
                                             : round == 1 ? FT_CONTINUE_LONG
                                                          : FT_CONTINUE_RANDOM,
                                   .seed = round,
                                   .then = FT_REPLAY_THEN_FREE};
}

bool ft_continue (const ft_replay_context *r, const ft_witness *witness,
                  ft_replay_schedule *schedule,
                  const ft_continuation_options *how, ft_continuation *c,
                  ft_error *error) {
  observer o = {c, schedule, r, !how->show};
  ft_replay_result once;
  *c = (ft_continuation){0};
  if (!ft_replay_schedule_set_first (schedule, how->first)) {
    ft_strbuf_add (&c->why, "its accesses are not held at the same time");
    return true;
  }
  ft_replay_context own = context_of (r, how, &o);
  bool fine = ft_replay_once (&own, witness, schedule, how->then, how->show,
                              &once, error);
  ft_replay_result_release (&once);
  return fine;
}

// ---- words -----------------------------------------------------------------

static void add_signal (ft_strbuf *text, const ft_continuation *c) {
  const char *name = sigabbrev_np (c->signal);
  ft_strbuf_add (text, "SIG%s (%s)", name ? name : "?", strsignal (c->signal));
  if (*c->ending.thread)
    ft_strbuf_add (text, " in %s", c->ending.thread);
  if (c->ending.stack.size)
    ft_strbuf_add (text, " at %s, or behind",
                   c->ending.stack.begin[0].location);
  if (c->ending.fault && c->ending.fault <= FT_NULL_PAGE)
    ft_strbuf_add (text, ", through a null pointer");
  if (c->assertion.size)
    ft_strbuf_add (text, ": %s", ft_strbuf_text (&c->assertion));
}

static void add_blocked (ft_strbuf *text, const ft_continuation *c) {
  ft_strbuf_add (text, "no thread could go on");
  for (size_t i = 0; i < c->deadlock.threads.size; i++) {
    const ft_deadlocked_thread *t = c->deadlock.threads.begin + i;
    ft_strbuf_add (text, "%s %s waits", i ? "," : ":", t->name);
    if (*t->awaited)
      ft_strbuf_add (text, " for the end of %s", t->awaited);
    ft_strbuf_add (text, " at %s", t->location);
  }
}

const char *ft_continuation_memory_error (const ft_continuation *c) {
  return ft_strbuf_text (c->memory.freed.size ? &c->memory.freed
                                              : &c->memory.overrun);
}

void ft_continuation_add_end (ft_strbuf *text, const ft_continuation *c) {
  switch (c->end) {
  case FT_CONTINUATION_EXITED:
    ft_strbuf_add (text, "exit status %d", c->status);
    return;
  case FT_CONTINUATION_SIGNALED:
    add_signal (text, c);
    return;
  case FT_CONTINUATION_BLOCKED:
    add_blocked (text, c);
    return;
  case FT_CONTINUATION_TIMED_OUT:
    ft_strbuf_add (text, "it had not ended when its time was over");
    return;
  }
}
