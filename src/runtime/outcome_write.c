// The file is written under a temporary name and renamed, so that a reader
// never sees a part of it.

#include "runtime/rtl.h"
#include "runtime/files.h"
#include "runtime/syscall.h"
#include "runtime/outcome_write.h"
#include "runtime/thread.h"

static void write_all (int fd, const ft_text *text) {
  for (size_t at = 0; at < text->size;) {
    long n = ft_sys_write (fd, text->bytes + at, text->size - at);
    if (n <= 0 && n != -EINTR)
      ft_fail (69, "cannot write the outcome of the replay");
    at += n > 0 ? (size_t)n : 0;
  }
}

static void write_file (const ft_text *text) {
  static char path[FT_MAX_PATH], hidden[FT_MAX_PATH]; // stacks may be small
  ft_files_path (path, "outcome", UINT32_MAX);
  ft_files_path (hidden, "outcome.new", UINT32_MAX);
  int fd = ft_sys_open (hidden, O_WRONLY | O_CREAT | O_TRUNC);
  if (fd < 0)
    ft_fail (69, "cannot write '%s'", hidden);
  write_all (fd, text);
  ft_sys_close (fd);
  ft_sys_rename (hidden, path);
}

void ft_replay_write_reached (const struct ft_replay_step *holds,
                              size_t count) {
  size_t size = 64 * (count + 1);
  ft_text text = {ft_arena_alloc (size), 0, size};
  ft_text_add (&text, "reached\n");
  for (size_t i = 0; i < count; i++)
    ft_text_add (&text, "parked %u %lu %d\n", holds[i].thread,
                 (unsigned long)holds[i].tick,
                 ft_threads[holds[i].thread]->task);
  write_file (&text);
}

void ft_replay_write_stopped (void) {
  ft_text text = {(char[]){"halted\n"}, 7, 8};
  write_file (&text);
}

void ft_replay_write_overran (uint32_t thread, uint64_t tick, uint64_t before) {
  char bytes[512];
  ft_text text = FT_TEXT (bytes);
  ft_text_add (&text,
               "diverged thread %u place %lu: it has no scheduling point at "
               "this place\nbefore %lu\n",
               thread, (unsigned long)tick, (unsigned long)before);
  write_file (&text);
}

void ft_replay_write_closer (uint32_t thread, uint64_t last, uint64_t tick,
                             unsigned passes) {
  char bytes[512];
  ft_text text = FT_TEXT (bytes);
  ft_text_add (&text,
               "diverged thread %u place %lu: it runs code that is not "
               "recorded before its access\ncloser %lu %u\n",
               thread, (unsigned long)last, (unsigned long)tick, passes);
  write_file (&text);
}

void ft_replay_write_diverged (uint32_t thread, uint64_t tick,
                               const char *why) {
  char bytes[512];
  ft_text text = FT_TEXT (bytes);
  ft_text_add (&text, "diverged thread %u place %lu: %s\n", thread,
               (unsigned long)tick, why);
  write_file (&text);
}
