// Reads a run directory and checks what can be checked without sites:
//   check_run DIR            one line of facts
//   check_run -t DIR         all records in their order: "thread place code
//   payload" check_run -p DIR         a plan that replays the whole schedule
//
// Checked: magics, complete records, records of each thread within the place of
// its last switch, and that values of site 2 (COUNT of access.h) count up in
// the order of the schedule.
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/wire.h"

static const char *directory;
static char mode;
static struct ft_wire_control *control;

struct log {
  struct ft_wire_thread head;
  uint64_t *words, at, end;
} * logs;

static uint64_t records, counted[65536], keys[65536], key_count;

static void die (const char *what, uint64_t a, uint64_t b) {
  fflush (stdout);
  fprintf (stderr, "check_run: %s: %s (%" PRIu64 ", %" PRIu64 ")\n", directory,
           what, a, b);
  exit (1);
}

static void *load (const char *name, size_t *size) {
  char path[5000];
  snprintf (path, sizeof path, "%s/%s", directory, name);
  FILE *f = fopen (path, "rb");
  if (!f)
    return NULL;
  fseek (f, 0, SEEK_END);
  *size = ftell (f);
  rewind (f);
  char *bytes = calloc (1, *size + 8);
  if (fread (bytes, 1, *size, f) != *size)
    die ("cannot read", 0, 0);
  fclose (f);
  return bytes;
}

static unsigned words_of (uint64_t header) {
  static const unsigned char more[] = {
#define R(name, words, what) words,
      FT_WIRE_RECORDS (R)
#undef R
  };
  unsigned code = FT_WIRE_CODE (header);
  if (!code)
    return 0;
  if (code < FT_WIRE_FIRST)
    return 2;
  if (code - FT_WIRE_FIRST >= sizeof more)
    return 0;
  return 1 + more[code - FT_WIRE_FIRST];
}

static void check_count (uint64_t address, uint64_t value) {
  uint64_t i = 0;
  while (i < key_count && keys[i] != address)
    i++;
  if (i == key_count) { // a child process counts on from where it was
    keys[key_count++] = address;
    counted[i] = value;
  }
  if (counted[i] != value)
    die ("a value is out of order: expected, found", counted[i], value);
  counted[i]++;
}

static const char *name_of (unsigned code) {
  static const char *names[] = {
#define R(name, words, what) #name,
      FT_WIRE_RECORDS (R)
#undef R
  };
  return code < FT_WIRE_FIRST ? "site" : names[code - FT_WIRE_FIRST];
}

static void advance (uint32_t thread, uint64_t place) {
  if (thread >= control->threads)
    die ("no such thread", thread, place);
  struct log *l = &logs[thread];
  if (place < l->at || place > l->end)
    die ("a switch is beyond the log", thread, place);
  while (l->at < place) {
    uint64_t *w = l->words + l->at;
    unsigned n = words_of (*w);
    if (!n)
      die ("torn record", thread, l->at);
    if (mode == 't')
      printf ("%u %" PRIu64 " %s %" PRIx64 " %" PRIx64 "\n", thread, l->at,
              name_of (FT_WIRE_CODE (*w)), *w & FT_WIRE_PAYLOAD,
              n > 1 ? w[1] : 0);
    if (FT_WIRE_CODE (*w) == 2)
      check_count (*w & FT_WIRE_PAYLOAD, w[1]);
    records++;
    l->at += n;
  }
  if (l->at != place)
    die ("a switch is inside a record", thread, place);
}

// Of a light recording there is no more.
static bool load_head (uint32_t i) {
  size_t size;
  struct ft_wire_thread *heads = load ("heads", &size);
  if (!heads)
    return false;
  if (size / sizeof *heads <= i || heads[i].magic != FT_WIRE_MAGIC ||
      heads[i].thread != i)
    die ("bad head of thread", i, 0);
  logs[i].head = heads[i];
  logs[i].end = heads[i].words;
  return true;
}

static void load_log (uint32_t i) {
  char name[32];
  size_t size;
  if (load_head (i))
    return;
  snprintf (name, sizeof name, "thread-%u", i);
  char *bytes = load (name, &size);
  if (!bytes || size < FT_WIRE_PAGE)
    die ("no log of thread", i, 0);
  logs[i].head = *(struct ft_wire_thread *)bytes;
  if (logs[i].head.magic != FT_WIRE_MAGIC || logs[i].head.thread != i)
    die ("bad head of thread", i, 0);
  logs[i].words = (uint64_t *)(bytes + FT_WIRE_PAGE);
  logs[i].end = logs[i].head.words;
  if (logs[i].end * 8 > size - FT_WIRE_PAGE && logs[i].end && mode != 'l')
    die ("log is shorter than it says", i, logs[i].end);
}

int main (int argc, char **argv) {
  if (argc > 2)
    mode = argv[1][1];
  directory = argv[argc - 1];
  size_t size;
  control = load ("control", &size);
  if (!control || control->magic != FT_WIRE_MAGIC)
    die ("no control", 0, 0);
  struct ft_wire_switch *s = load ("schedule", &size);
  if (!s || size < control->switches * sizeof *s || !control->switches)
    die ("schedule is too short", size, control->switches);
  logs = calloc (control->threads, sizeof *logs);
  for (uint32_t i = 0; i < control->threads; i++)
    load_log (i);
  if (mode == 'p') {
    printf ("foretrace-plan 1\n");
    for (uint32_t i = 1; i < control->threads; i++)
      printf ("thread %u %u %u\n", i, logs[i].head.parent, logs[i].head.child);
  }
  uint64_t last = UINT64_MAX;
  for (uint64_t i = 1; i < control->switches && mode != 'l'; i++) {
    if (mode != 'p')
      advance (s[i].thread, s[i].tick);
    if (mode == 'p')
      printf ("run %u %" PRIu64 "\n", s[i].thread, s[i].tick);
    if (mode == 's')
      printf ("%u %" PRIu64 " %u\n", s[i].thread, s[i].tick, s[i].reason);
    last = s[i].thread;
  }
  (void)last;
  if (mode == 'p') {
    printf ("then free\n");
    return 0;
  }
  uint32_t open = 0;
  for (uint32_t i = 0; i < control->threads && mode != 'l'; i++)
    if (logs[i].at < logs[i].end) {
      open++;
      advance (i, logs[i].end);
    }
  if (open > 1)
    die ("two threads have words after the last switch", open, 0);
  if (mode != 't' && mode != 's')
    printf ("state %u threads %u switches %" PRIu64 " records %" PRIu64
            " signal %u status %u objects %" PRIu64 "\n",
            control->state, control->threads, control->switches, records,
            control->signal, control->status, control->objects);
  return 0;
}
