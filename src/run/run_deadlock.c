#include "run/run_deadlock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/strbuf.h"

static char *path_of (const char *run) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/deadlock", run);
  return ft_strbuf_take (&path);
}

bool ft_run_deadlocked (const char *run) {
  char *path = path_of (run);
  bool there = !access (path, F_OK);
  free (path);
  return there;
}

// The frames of a thread at the end of its log say in which call it waits.
static void find_locations (ft_run_deadlock *d, const uint32_t *numbers,
                            const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_run *run = ft_run_open (path, &error);
  if (!run)
    return;
  ft_run_reader *reader = ft_run_reader_new (run);
  ft_location_names *names = ft_location_names_new (&run->code);
  ft_run_record r;
  while (ft_run_reader_next (reader, &r, &error) > 0)
    ;
  for (size_t i = 0; i < d->threads.size; i++) {
    const ft_run_thread *t = ft_run_reader_thread (reader, numbers[i]);
    if (!t)
      continue;
    free (d->threads.begin[i].location);
    d->threads.begin[i].location =
        ft_strdup (ft_location_names_text (names, t));
  }
  ft_location_names_free (names);
  ft_run_reader_free (reader);
  ft_run_free (run);
}

// Each line is a thread, and the thread for whose end it waits, if that is it.
void ft_run_deadlock_read (ft_run_deadlock *d, const char *run) {
  FT_STACK (uint32_t) numbers = {0};
  char line[64], *path = path_of (run);
  FILE *file = fopen (path, "re");
  *d = (ft_run_deadlock){0};
  while (file && fgets (line, sizeof line, file)) {
    ft_deadlocked_thread t = {.location = NULL};
    uint32_t thread, awaited;
    int n = sscanf (line, "%" SCNu32 " %" SCNu32, &thread, &awaited);
    if (n < 1)
      break;
    ft_thread_name (t.name, thread);
    if (n > 1)
      ft_thread_name (t.awaited, awaited);
    t.location = ft_strdup ("an unknown place");
    FT_PUSH (d->threads, t);
    FT_PUSH (numbers, thread);
  }
  if (file)
    fclose (file);
  free (path);
  if (d->threads.size)
    find_locations (d, numbers.begin, run);
  FT_RELEASE (numbers);
}

void ft_run_deadlock_release (ft_run_deadlock *d) {
  for (size_t i = 0; i < d->threads.size; i++)
    free (d->threads.begin[i].location);
  FT_RELEASE (d->threads);
}
