#include "replay/thread_numbers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/decompressor.h"
#include "runtime/wire.h"
#include "record/directory.h"

uint32_t ft_replay_thread_of (const ft_trace *trace, ft_tid thread) {
  const char *name = ft_trace_name (trace, FT_CLASS_THREAD, thread);
  if (!strcmp (name, "main"))
    return 0;
  if (*name != 'T' || !name[1] || name[1 + strspn (name + 1, "0123456789")])
    return FT_NO_ID;
  unsigned long number = strtoul (name + 1, NULL, 10);
  return number < FT_NO_ID ? (uint32_t)number : FT_NO_ID;
}

static bool read_bytes (ft_decompressor *from, void *to, size_t n,
                        ft_error *error) {
  for (char *at = to; n;) {
    ptrdiff_t got = ft_decompressor_read (from, at, n, error);
    if (!got)
      ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: ends within its head",
                    ft_decompressor_path (from));
    if (got <= 0)
      return false;
    at += got;
    n -= (size_t)got;
  }
  return true;
}

static bool check_header (const struct ft_wire_thread *header, uint32_t number,
                          const char *path, ft_error *error) {
  if (header->magic == FT_WIRE_MAGIC && header->version == FT_WIRE_VERSION &&
      header->thread == number && (header->parent < number || !number))
    return true;
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%s: expected the log of thread %" PRIu32
                " (version %d), found something else",
                path, number, FT_WIRE_VERSION);
  return false;
}

static bool read_header (ft_decompressor *file, uint32_t number,
                         ft_replay_schedule *schedule, ft_error *error) {
  struct ft_wire_thread header;
  if (!read_bytes (file, &header, sizeof header, error) ||
      !check_header (&header, number, ft_decompressor_path (file), error))
    return false;
  FT_PUSH (schedule->threads,
           ((ft_replay_thread){header.parent, header.child, header.words}));
  return true;
}

// A light recording has the headers of all threads in one file.
static bool read_together (const char *path, uint32_t threads,
                           ft_replay_schedule *schedule, ft_error *error) {
  ft_decompressor *file = ft_decompressor_open (path, error);
  bool fine = file;
  for (uint32_t i = 0; fine && i < threads; i++)
    fine = read_header (file, i, schedule, error);
  ft_decompressor_free (file);
  return fine;
}

static bool read_own (const char *run, uint32_t number,
                      ft_replay_schedule *schedule, ft_error *error) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/thread-%" PRIu32, run, number);
  if (access (ft_strbuf_text (&path), F_OK))
    ft_strbuf_add (&path, ".zst");
  ft_decompressor *file = ft_decompressor_open (ft_strbuf_text (&path), error);
  bool fine = file && read_header (file, number, schedule, error);
  ft_decompressor_free (file);
  ft_strbuf_release (&path);
  return fine;
}

bool ft_replay_threads_read (const char *run, ft_replay_schedule *schedule,
                             ft_error *error) {
  struct ft_wire_control control;
  if (!ft_directory_control (run, &control)) {
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: is no recorded run", run);
    return false;
  }
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/heads", run);
  bool together = !access (ft_strbuf_text (&path), F_OK), fine = true;
  if (together)
    fine = read_together (ft_strbuf_text (&path), control.threads, schedule,
                          error);
  for (uint32_t i = 0; !together && fine && i < control.threads; i++)
    fine = read_own (run, i, schedule, error);
  ft_strbuf_release (&path);
  return fine;
}
