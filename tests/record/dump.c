// Prints the records of a run directory in their order: thread, record,
// payload, words.  Objects are numbered (@0, @1, ...) in the order in which
// they appear.  Only for programs that are not instrumented: it knows no sites.
//
//   dump DIR [RECORD...]      all records, or those of these names

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/wire.h"

static const char *names[] = {
#define R(NAME, words, what) #NAME,
    FT_WIRE_RECORDS (R)
#undef R
};

static const unsigned word_counts[] = {
#define R(NAME, words, what) words,
    FT_WIRE_RECORDS (R)
#undef R
};

enum { THREADS = 512, OBJECTS = 4096 };

static uint64_t *logs[THREADS]; // whole files
static uint64_t words_of[THREADS], at[THREADS];
static uint64_t objects[OBJECTS];
static unsigned object_count;
static char **wanted;
static int wanted_count;

static void *slurp (const char *directory, const char *name, size_t *size) {
  char path[4096];
  snprintf (path, sizeof path, "%s/%s", directory, name);
  FILE *file = fopen (path, "rb");
  if (!file)
    return NULL;
  char *all = NULL;
  size_t room = 0;
  for (*size = 0; !feof (file);) {
    all = realloc (all, room += 1 << 20);
    *size += fread (all + *size, 1, room - *size, file);
  }
  fclose (file);
  return all;
}

static unsigned number_of (uint64_t address) {
  unsigned i = 0;
  while (i < object_count && objects[i] != address)
    i++;
  if (i == object_count && object_count < OBJECTS)
    objects[object_count++] = address;
  return i;
}

static bool is_wanted (const char *name) {
  for (int i = 0; i < wanted_count; i++)
    if (!strcmp (wanted[i], name))
      return true;
  return !wanted_count;
}

static void print_payload (unsigned code, uint64_t payload) {
  switch (code) {
  case FT_WIRE_FORK:
  case FT_WIRE_JOIN:
  case FT_WIRE_SIGNAL_ENTER:
    printf (" %" PRIu64, payload);
    return;
  case FT_WIRE_THREAD_START:
  case FT_WIRE_THREAD_END:
  case FT_WIRE_FENCE:
  case FT_WIRE_SIGNAL_EXIT:
  case FT_WIRE_EXTERNAL:
  case FT_WIRE_GAP:
    return;
  default:
    printf (" @%u", number_of (payload));
  }
}

// The last word of an atomic access of the runtime has its cause above 24 bits
// (FT_WIRE_CAUSE), which is not printed.  The bytes of a block that nothing has
// written are followed by "undefined", those of zeros by "zeros"; bytes that all
// get one value by "of" and that value.
static void print_words (unsigned code, const uint64_t *w, unsigned count) {
  if (code == FT_WIRE_THREAD_START)
    return;
  bool atomic = code == FT_WIRE_ATOMIC_READ || code == FT_WIRE_ATOMIC_WRITE ||
                code == FT_WIRE_ATOMIC_RMW;
  if (code == FT_WIRE_WAIT)
    printf (" @%u", number_of (w[0]));
  else if (code == FT_WIRE_ALLOC)
    printf (" %" PRIu64 "%s%s", w[0] & FT_WIRE_PAYLOAD,
            w[0] & FT_WIRE_UNDEFINED ? " undefined" : "",
            w[0] & FT_WIRE_ZEROED ? " zeros" : "");
  else if (code == FT_WIRE_WRITE_RANGE && w[0] & FT_WIRE_FILLED)
    printf (" %" PRIu64 " of %u", w[0] & FT_WIRE_PAYLOAD,
            (unsigned)FT_WIRE_FILL_OF (w[0]));
  else
    for (unsigned i = 0; i < count; i++)
      printf (" %" PRIu64,
              atomic && i + 1 == count ? w[i] & 0xffffff : w[i]);
}

static void print (unsigned thread, const uint64_t *w) {
  unsigned code = FT_WIRE_CODE (w[0]), kind = code - FT_WIRE_FIRST;
  if (!is_wanted (names[kind]))
    return;
  printf ("%u %s", thread, names[kind]);
  print_payload (code, w[0] & FT_WIRE_PAYLOAD);
  print_words (code, w + 1, word_counts[kind]);
  putchar ('\n');
}

static void print_until (unsigned thread, uint64_t place) {
  const uint64_t *log = logs[thread] + FT_WIRE_PAGE / 8;
  while (at[thread] < place) {
    const uint64_t *w = log + at[thread];
    unsigned kind = FT_WIRE_CODE (*w) - FT_WIRE_FIRST;
    if (FT_WIRE_CODE (*w) < FT_WIRE_FIRST ||
        kind >= sizeof names / sizeof *names) {
      printf ("%u BAD %016" PRIx64 " at %" PRIu64 "\n", thread, *w, at[thread]);
      exit (1);
    }
    print (thread, w);
    at[thread] += 1 + word_counts[kind];
  }
}

static unsigned read_logs (const char *directory) {
  unsigned count = 0;
  for (; count < THREADS; count++) {
    char name[32];
    size_t size;
    snprintf (name, sizeof name, "thread-%u", count);
    logs[count] = slurp (directory, name, &size);
    if (!logs[count])
      break;
    words_of[count] = ((struct ft_wire_thread *)logs[count])->words;
  }
  return count;
}

int main (int argc, char **argv) {
  if (argc < 2)
    return 2;
  wanted = argv + 2;
  wanted_count = argc - 2;
  unsigned threads = read_logs (argv[1]);
  size_t size;
  struct ft_wire_control *control = slurp (argv[1], "control", &size);
  struct ft_wire_switch *schedule = slurp (argv[1], "schedule", &size);
  if (!threads || !control || !schedule)
    return 1;
  for (uint64_t i = 1; i < control->switches; i++)
    if (schedule[i].thread < threads)
      print_until (schedule[i].thread, schedule[i].tick);
  for (unsigned t = 0; t < threads; t++)
    print_until (t, words_of[t]);
  return 0;
}
