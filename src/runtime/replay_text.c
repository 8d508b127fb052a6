// Reads DIR/plan.  Its writer is src/replay/replay_schedule.c: change both
// together.

#include "runtime/rtl.h"
#include "runtime/files.h"
#include "runtime/syscall.h"
#include "runtime/replay_text.h"
#include "runtime/thread.h"

static char *read_file (void) {
  static char path[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "plan", UINT32_MAX);
  int fd = ft_sys_open (path, O_RDONLY);
  if (fd < 0)
    ft_fail (69, "cannot read '%s'", path);
  long size = FT_SYSCALL (lseek, fd, 0, 2 /* SEEK_END */, 0, 0, 0);
  char *text = ft_arena_alloc ((size_t)size + 1);
  long got = FT_SYSCALL (pread64, fd, text, size, 0, 0, 0);
  ft_sys_close (fd);
  if (size < 0 || got != size)
    ft_fail (69, "cannot read '%s'", path);
  return text;
}

static _Noreturn void bad (unsigned line, const char *why) {
  ft_fail (65, "plan: line %u: %s", line, why);
}

static uint64_t number (const char **at, unsigned line, uint64_t most) {
  uint64_t n;
  if (!ft_text_number (at, &n) || n > most)
    bad (line, "expected a number in range");
  return n;
}

static uint32_t thread_number (const char **at, unsigned line) {
  return (uint32_t)number (at, line, FT_MAX_THREADS - 1);
}

static struct ft_replay_step step (const char **at, unsigned line) {
  uint32_t thread = thread_number (at, line);
  uint64_t tick = number (at, line, UINT64_MAX - 1);
  return (struct ft_replay_step){.thread = thread, .tick = tick};
}

static struct ft_replay_step *add_step (struct ft_replay_text *p,
                                        const char **at, unsigned line) {
  p->steps[p->step_count] = step (at, line);
  return &p->steps[p->step_count++];
}

static void add_hold (struct ft_replay_text *p, const char **at,
                      unsigned line) {
  struct ft_replay_step *hold = &p->holds[p->hold_count++];
  uint64_t passes;
  *hold = step (at, line);
  if (ft_text_number (at, &hold->last) && ft_text_number (at, &passes))
    hold->passes = (unsigned)passes;
}

static void add_last (struct ft_replay_text *p, const char **at,
                      unsigned line) {
  struct ft_replay_step *s = add_step (p, at, line);
  s->ends = true;
  s->further = number (at, line, UINT32_MAX);
}

static void thread (struct ft_replay_text *p, const char **at, unsigned line) {
  struct ft_replay_text_thread *t = &p->threads[p->thread_count++];
  t->id = thread_number (at, line);
  t->parent = thread_number (at, line);
  t->child = (uint32_t)number (at, line, UINT32_MAX - 1);
}

static void add_stale (struct ft_replay_text *p, const char **at,
                       unsigned line) {
  struct ft_replay_step s = step (at, line);
  struct ft_stale_load *load = &p->stale[p->stale_count++];
  *load = (struct ft_stale_load){.thread = s.thread, .tick = s.tick};
  load->address = number (at, line, UINT64_MAX);
  load->bytes = (unsigned)number (at, line, 8);
  load->value = number (at, line, UINT64_MAX);
}

static enum ft_replay_text_end parse_end (const char **at, unsigned line) {
  char word[16];
  if (ft_text_word (at, word, sizeof word)) {
    if (ft_text_equal (word, "free"))
      return FT_REPLAY_END_FREE;
    if (ft_text_equal (word, "stop"))
      return FT_REPLAY_END_STOP;
    if (ft_text_equal (word, "gdb"))
      return FT_REPLAY_END_GDB;
    if (ft_text_equal (word, "whole"))
      return FT_REPLAY_END_WHOLE;
  }
  bad (line, "expected 'free', 'stop', 'gdb' or 'whole'");
}

static void directive (struct ft_replay_text *p, const char **at,
                       unsigned line) {
  char word[16];
  if (!ft_text_word (at, word, sizeof word) || word[0] == '#')
    return;
  if (ft_text_equal (word, "thread"))
    thread (p, at, line);
  else if (ft_text_equal (word, "run"))
    add_step (p, at, line);
  else if (ft_text_equal (word, "pass"))
    add_step (p, at, line)->at_or_after = true;
  else if (ft_text_equal (word, "halt")) {
    struct ft_replay_step *s = add_step (p, at, line);
    s->at_or_after = s->gdb_stop = true;
  } else if (ft_text_equal (word, "away"))
    add_step (p, at, line)->enters_kernel = true;
  else if (ft_text_equal (word, "wait"))
    add_step (p, at, line)->blocks = true;
  else if (ft_text_equal (word, "end"))
    add_last (p, at, line);
  else if (ft_text_equal (word, "park"))
    add_hold (p, at, line);
  else if (ft_text_equal (word, "stale"))
    add_stale (p, at, line);
  else if (ft_text_equal (word, "then"))
    p->end = parse_end (at, line);
  else
    bad (line, "unknown directive");
}

static size_t count_lines (const char *text) {
  size_t count = 1;
  while (ft_text_line (&text))
    count++;
  return count;
}

static void expect_head (const char **at) {
  char word[32];
  uint64_t version;
  if (!ft_text_word (at, word, sizeof word) ||
      !ft_text_equal (word, "foretrace-plan"))
    bad (1, "expected 'foretrace-plan'");
  if (!ft_text_number (at, &version) || version != 1)
    bad (1, "expected version 1");
}

struct ft_replay_text ft_replay_text_read (void) {
  const char *at = read_file ();
  size_t lines = count_lines (at);
  struct ft_replay_text p = {
      .threads = ft_arena_alloc (lines * sizeof *p.threads),
      .steps = ft_arena_alloc (lines * sizeof *p.steps),
      .holds = ft_arena_alloc (lines * sizeof *p.holds),
      .stale = ft_arena_alloc (lines * sizeof *p.stale),
  };
  expect_head (&at);
  for (unsigned line = 2; ft_text_line (&at); line++)
    directive (&p, &at, line);
  return p;
}
