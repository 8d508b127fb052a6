#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "run/run.h"
#include "run/run_checksums.h"
#include "run/run_document.h"
#include "run/uninstrumented.h"

static bool has_file (const char *directory, const char *file) {
  char name[4352];
  struct stat st;
  snprintf (name, sizeof name, "%.4096s/%s", directory, file);
  return !stat (name, &st);
}

// A directory whose control file is missing counts as a run, too: this error is
// more helpful than that the path is a directory.
bool ft_run_exists (const char *path) {
  return has_file (path, "control") || has_file (path, "run.json") ||
         has_file (path, "schedule");
}

bool ft_run_is_of_program (const char *path, ft_error *error) {
  char name[4352], why[512] = "";
  snprintf (name, sizeof name, "%.4096s/failed", path);
  FILE *file = fopen (name, "re");
  if (!file)
    return true;
  if (fgets (why, sizeof why, file))
    why[strcspn (why, "\n")] = 0;
  fclose (file);
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%.400s: is no run of the program, since the recorder could "
                "not go on: %s",
                path, why);
  return false;
}

// The trace of a light recording is still to be made.
static bool is_full (const ft_run *r, ft_error *error) {
  if (!has_file (r->path, "light"))
    return true;
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s: is a light recording, which has no trace yet: "
                "'foretrace expand %.400s' makes it",
                r->path, r->path);
  return false;
}

static bool is_zero (const unsigned char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (bytes[i])
      return false;
  return true;
}

enum { MOST_SOURCES = FT_WIRE_NUMBER };

#define MOST_PID (1u << 22) // the most that Linux allows

// The name of a field with an impossible value, or NULL.
static const char *find_damage (const ft_run *r) {
  const struct ft_wire_control *c = &r->control;
  char next[32];
  snprintf (next, sizeof next, "thread-%u.zst", c->threads);
  if (c->state > FT_WIRE_STOPPED)
    return "the state";
  if (c->state != FT_WIRE_STOPPED && (!c->threads || has_file (r->path, next)))
    return "the number of threads";
  if (c->switches > UINT64_MAX / sizeof (struct ft_wire_switch))
    return "the length of the schedule";
  if (c->pid > MOST_PID)
    return "the process id";
  if (c->signal > 64)
    return "the signal";
  if (c->status > 255)
    return "the exit status";
  return NULL;
}

// A recording that stopped may have begun logs of threads that it does not
// count, or may have no thread.
static bool check_control (const ft_run *r, const char *path, ft_error *error) {
  const char *damage = find_damage (r);
  if (!damage && !r->control.threads) {
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: nothing was recorded: the recording stopped before "
                  "its first thread began, as on a full disk; make room and "
                  "record again",
                  r->path);
    return false;
  }
  if (damage)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: is damaged: %s is not one "
                  "that there can be",
                  path, damage);
  return !damage;
}

static bool check_rest (const ft_mapped_file *m, const char *path,
                        ft_error *error) {
  size_t n = sizeof (struct ft_wire_control);
  if (m->size <= n ||
      is_zero ((const unsigned char *)m->bytes + n, m->size - n))
    return true;
  ft_error_at_byte (error, path, n, "is damaged: zeros are expected from here");
  return false;
}

static bool read_control (ft_run *r, ft_error *error) {
  char path[4352];
  snprintf (path, sizeof path, "%.4096s/control", r->path);
  ft_mapped_file m;
  if (!has_file (r->path, "control")) {
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: its file 'control' is missing: nothing was recorded "
                  "here, or it was removed",
                  r->path);
    return false;
  }
  if (!ft_mapped_file_open (&m, path, error))
    return false;
  size_t n = m.size < sizeof r->control ? m.size : sizeof r->control;
  if (n)
    memcpy (&r->control, m.bytes, n);
  bool fine = check_rest (&m, path, error);
  ft_mapped_file_close (&m);
  if (!fine)
    return false;
  if (n < sizeof r->control) {
    ft_error_at_byte (error, path, n,
                      "the file ends too early; expected %zu bytes",
                      sizeof r->control);
    return false;
  }
  if (!ft_wire_check (path, r->control.magic, r->control.version, error))
    return false;
  if (r->control.threads <= FT_MOST_THREADS)
    return check_control (r, path, error);
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s: has %u threads; expected at most %d", path,
                r->control.threads, FT_MOST_THREADS);
  return false;
}

// Only if the process was killed or the disk was full may files be shorter than
// 'control' says; then the existing part is read.  Behind the written part is
// nothing, or zeroes that were allocated in advance, or, if a signal ended the process,
// what a thread had written and not yet counted.
static bool has_all (const ft_run *r, const char *path, const ft_mapped_file *m,
                     uint64_t need, ft_error *error) {
  bool early = m->size < need;
  if (r->control.state != FT_WIRE_ENDED || (!early && r->control.signal) ||
      (!early &&
       is_zero ((const unsigned char *)m->bytes + need, m->size - need)))
    return true;
  ft_error_at_byte (error, path, early ? m->size : need,
                    "the file %s; 'control' says that it has %llu bytes",
                    early ? "ends too early" : "goes on",
                    (unsigned long long)need);
  return false;
}

static bool check_schedule (ft_run *r, const char *path, ft_error *error) {
  struct ft_wire_switch first;
  uint64_t have = r->schedule.size / sizeof first;
  r->switches = r->control.switches;
  if (!has_all (r, path, &r->schedule, r->switches * sizeof first, error))
    return false;
  if (r->switches > have)
    r->switches = have;
  if (!r->switches)
    return true;
  uint64_t magic[2];
  memcpy (magic, r->schedule.bytes, sizeof magic);
  if (magic[0] == FT_WIRE_MAGIC && magic[1] == FT_WIRE_MAGIC)
    return true;
  ft_error_at_byte (error, path, 0,
                    "expected a schedule, which begins with the magic word "
                    "twice");
  return false;
}

static bool read_schedule (ft_run *r, ft_error *error) {
  char path[4352];
  snprintf (path, sizeof path, "%.4096s/schedule", r->path);
  return ft_mapped_file_open (&r->schedule, path, error) &&
         check_schedule (r, path, error);
}

static bool read_objects (ft_run *r, ft_error *error) {
  char path[4352];
  if (!r->control.objects) // recording stopped before the first one
    return true;
  snprintf (path, sizeof path, "%.4096s/objects", r->path);
  if (!ft_mapped_file_open (&r->objects, path, error))
    return false;
  uint64_t size = r->control.objects;
  if (!has_all (r, path, &r->objects, size, error))
    return false;
  if (size > r->objects.size)
    size = r->objects.size;
  return ft_run_code_read (&r->code, path, r->objects.bytes, size, error);
}

// Read the names of sources of input, one per line.
static bool read_sources (ft_run *r, ft_error *error) {
  char path[4352];
  ft_span line;
  if (!has_file (r->path, "sources"))
    return true;
  snprintf (path, sizeof path, "%.4096s/sources", r->path);
  if (!ft_mapped_file_open (&r->source_file, path, error))
    return false;
  const char *text = (const char *)r->source_file.bytes;
  ft_cursor c = {text, text + r->source_file.size};
  while (r->sources.size < MOST_SOURCES && ft_cursor_until (&c, '\n', &line))
    FT_PUSH (r->sources, line);
  return true;
}

enum { MOST_CHANNELS = 1024 };

// Read the paths of files and pipes, "NUMBER PATH" in each line.
static bool read_channels (ft_run *r, ft_error *error) {
  char path[4352];
  ft_span line;
  if (!has_file (r->path, "channels"))
    return true;
  snprintf (path, sizeof path, "%.4096s/channels", r->path);
  if (!ft_mapped_file_open (&r->channel_file, path, error))
    return false;
  const char *text = (const char *)r->channel_file.bytes;
  ft_cursor c = {text, text + r->channel_file.size};
  while (ft_cursor_until (&c, '\n', &line)) {
    ft_cursor in = {line.begin, line.begin + line.size};
    ft_span digits;
    uint32_t number = 0;
    if (!ft_cursor_until (&in, ' ', &digits))
      continue;
    for (size_t i = 0; i < digits.size && number <= MOST_CHANNELS; i++)
      number = 10 * number + (uint32_t)(unsigned char)digits.begin[i] - '0';
    if (number > MOST_CHANNELS)
      continue;
    FT_GROW (r->channels, (size_t)number + 1, ((ft_span){NULL, 0}));
    r->channels.begin[number] =
        (ft_span){digits.begin + digits.size + 1, line.size - digits.size - 1};
  }
  return true;
}

typedef bool read_text (ft_run_code *, const char *path, const char *text,
                        size_t size, ft_error *);

// Runs of earlier versions have no such files.
static bool read_file (ft_run *r, const char *name, read_text *read,
                       ft_error *error) {
  char path[4352];
  ft_mapped_file m;
  if (!has_file (r->path, name))
    return true;
  snprintf (path, sizeof path, "%.4096s/%s", r->path, name);
  if (!ft_mapped_file_open (&m, path, error))
    return false;
  bool fine = read (&r->code, path, (const char *)m.bytes, m.size, error);
  ft_mapped_file_close (&m);
  return fine;
}

// A replay has its schedule beside its logs.
static void read_stale_loads (ft_run *r) {
  char path[4352], line[256];
  snprintf (path, sizeof path, "%.4096s/plan", r->path);
  FILE *file = fopen (path, "re");
  uint32_t thread;
  uint64_t tick;
  while (file && fgets (line, sizeof line, file))
    if (sscanf (line, "stale %" SCNu32 " %" SCNu64, &thread, &tick) == 2)
      *ft_map_at (&r->stale_loads, ft_tick_number (thread, tick)) = 1;
  if (file)
    fclose (file);
}

ft_run *ft_run_open (const char *path, ft_error *error) {
  ft_run *r = FT_NEW (ft_run);
  r->path = ft_strdup (path);
  if (ft_run_is_of_program (path, error) && is_full (r, error) &&
      read_control (r, error) &&
      ft_run_documents_verify (path, error) &&
      ft_run_checksums_verify (path, FT_RUN_FILES_OF_TRACE, error) &&
      read_schedule (r, error) && read_objects (r, error) &&
      read_sources (r, error) && read_channels (r, error) &&
      read_file (r, "modules", ft_run_code_read_modules, error) &&
      read_file (r, "libraries", ft_run_code_read_libraries, error)) {
    ft_run_code_find_uninstrumented (&r->code);
    read_stale_loads (r);
    return r;
  }
  ft_run_free (r);
  return NULL;
}

ft_run *ft_run_open_code (const char *path, ft_error *error) {
  ft_run *r = FT_NEW (ft_run);
  r->path = ft_strdup (path);
  if (read_control (r, error) && read_objects (r, error))
    return r;
  ft_run_free (r);
  return NULL;
}

void ft_run_free (ft_run *r) {
  if (!r)
    return;
  free (r->path);
  ft_run_code_release (&r->code);
  ft_mapped_file_close (&r->schedule);
  ft_mapped_file_close (&r->objects);
  ft_mapped_file_close (&r->source_file);
  ft_mapped_file_close (&r->channel_file);
  FT_RELEASE (r->channels);
  FT_RELEASE (r->sources);
  ft_map_release (&r->stale_loads);
  free (r);
}
