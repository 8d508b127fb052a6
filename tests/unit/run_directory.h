// Recorded runs made by hand: a small program's sites, the records of its
// threads in the order of time, written as a run directory.

#ifndef FT_TESTS_RUN_DIRECTORY_H
#define FT_TESTS_RUN_DIRECTORY_H

#include <sys/stat.h>

#include "base/ids.h"
#include "tests/unit/scratch.h"
#include "run/sites.h"

enum { RUN_THREADS = 8, RUN_DESCRIPTORS = 0x400000, RUN_STACKS = 0x7f0000 };

typedef struct run {
  ft_sites sites;
  FT_STACK (uint64_t) globals; // addresses
  FT_STACK (uint64_t) logs[RUN_THREADS];
  uint32_t threads;
  FT_STACK (struct ft_wire_switch) schedule;
  uint32_t now;   // thread that has the baton
  uint32_t state; // enum ft_wire_state
} run;

static inline uint32_t run_string (run *r, const char *text) {
  return ft_sites_string (&r->sites, text, strlen (text));
}

// Functions have their sites added right after them.
static inline uint32_t run_function (run *r, const char *name, const char *file,
                                     uint32_t line) {
  ft_function f = {run_string (r, name), run_string (r, file), line,
                   (uint32_t)r->sites.sites.size, 0};
  FT_PUSH (r->sites.functions, f);
  return (uint32_t)r->sites.functions.size - 1;
}

// Returns the code of the site.
static inline unsigned run_site (run *r, enum ft_site_kind kind, uint32_t size,
                                 uint32_t line, uint32_t column) {
  ft_site s = {.kind = (uint8_t)kind,
               .size = size,
               .line = line,
               .column = column,
               .scope = FT_NO_ID,
               .order = FT_WIRE_SEQ_CST};
  FT_PUSH (r->sites.sites, s);
  return ++FT_TOP (r->sites.functions).count;
}

static inline void run_global (run *r, const char *name, const char *type,
                               uint64_t address, uint64_t size) {
  ft_global g = {run_string (r, name), run_string (r, type),
                 run_string (r, "/src/a.c"), 1, size};
  FT_PUSH (r->sites.globals, g);
  FT_PUSH (r->globals, address);
}

static inline void run_switch (run *r) {
  struct ft_wire_switch s = {r->now, FT_WIRE_PREEMPTED, r->logs[r->now].size};
  FT_PUSH (r->schedule, s);
}

// A record of 'words' further words.
static inline void run_add (run *r, uint32_t thread, unsigned code,
                            uint64_t payload, unsigned words, uint64_t a,
                            uint64_t b, uint64_t c) {
  uint64_t more[] = {a, b, c};
  if (r->now != thread)
    run_switch (r);
  r->now = thread;
  if (r->threads <= thread)
    r->threads = thread + 1;
  FT_PUSH (r->logs[thread], FT_WIRE_HEADER (code, payload));
  for (unsigned i = 0; i < words; i++)
    FT_PUSH (r->logs[thread], more[i]);
}

static inline void run_0 (run *r, uint32_t t, unsigned code, uint64_t payload) {
  run_add (r, t, code, payload, 0, 0, 0, 0);
}

static inline void run_1 (run *r, uint32_t t, unsigned code, uint64_t payload,
                          uint64_t a) {
  run_add (r, t, code, payload, 1, a, 0, 0);
}

static inline void run_2 (run *r, uint32_t t, unsigned code, uint64_t payload,
                          uint64_t a, uint64_t b) {
  run_add (r, t, code, payload, 2, a, b, 0);
}

static inline void run_enter (run *r, uint32_t t, uint32_t function,
                              uint64_t frame) {
  run_1 (r, t, FT_WIRE_ENTER, RUN_DESCRIPTORS + 8 * function, frame);
}

// The stack of thread t: 64 KB.
static inline uint64_t run_stack (uint32_t t) {
  return (uint64_t)(RUN_STACKS + t) << 16;
}

static inline void run_start (run *r, uint32_t t) {
  run_2 (r, t, FT_WIRE_THREAD_START, 0, run_stack (t), run_stack (t + 1));
}

static inline void run_file (const char *directory, const char *name,
                             const void *bytes, size_t n) {
  char path[512];
  snprintf (path, sizeof path, "%s/%s", directory, name);
  FILE *file = fopen (path, "w");
  if (!file || fwrite (bytes, 1, n, file) != n || fclose (file))
    abort ();
}

static inline size_t run_write_objects (run *r, const char *directory) {
  ft_strbuf table = {0}, all = {0};
  ft_sites_pack (&r->sites, &table);
  struct ft_wire_registered head = {RUN_DESCRIPTORS,
                                    (uint32_t)r->sites.functions.size,
                                    (uint32_t)r->globals.size, table.size};
  ft_strbuf_add_bytes (&all, (const char *)&head, sizeof head);
  if (r->globals.size)
    ft_strbuf_add_bytes (&all, (const char *)r->globals.begin,
                         8 * r->globals.size);
  ft_strbuf_add_bytes (&all, table.text, table.size);
  while (all.size % 8)
    ft_strbuf_add_bytes (&all, "", 1);
  run_file (directory, "objects", all.text, all.size);
  size_t size = all.size;
  ft_strbuf_release (&table);
  ft_strbuf_release (&all);
  return size;
}

static inline void run_write_thread (run *r, const char *directory,
                                     uint32_t t) {
  char name[32];
  size_t n = FT_WIRE_PAGE + 8 * r->logs[t].size;
  char *bytes = calloc (1, n);
  struct ft_wire_thread head = {FT_WIRE_MAGIC, FT_WIRE_VERSION, t, 0,
                                t ? t - 1 : 0, r->logs[t].size};
  memcpy (bytes, &head, sizeof head);
  if (r->logs[t].size)
    memcpy (bytes + FT_WIRE_PAGE, r->logs[t].begin, 8 * r->logs[t].size);
  snprintf (name, sizeof name, "thread-%u", t);
  run_file (directory, name, bytes, n);
  free (bytes);
}

// Writes all files below the scratch directory; the path of the run.
static inline const char *run_write (run *r, const char *name) {
  const char *directory = scratch_path (name);
  mkdir (directory, 0777);
  struct ft_wire_switch magic = {
      (uint32_t)FT_WIRE_MAGIC, (uint32_t)(FT_WIRE_MAGIC >> 32), FT_WIRE_MAGIC};
  ft_strbuf schedule = {0};
  ft_strbuf_add_bytes (&schedule, (const char *)&magic, sizeof magic);
  if (r->schedule.size)
    ft_strbuf_add_bytes (&schedule, (const char *)r->schedule.begin,
                         r->schedule.size * sizeof magic);
  run_file (directory, "schedule", schedule.text, schedule.size);
  ft_strbuf_release (&schedule);
  struct ft_wire_control control = {.magic = FT_WIRE_MAGIC,
                                    .version = FT_WIRE_VERSION,
                                    .state = r->state,
                                    .switches = 1 + r->schedule.size,
                                    .threads = r->threads};
  control.objects = run_write_objects (r, directory);
  for (uint32_t t = 0; t < r->threads; t++) {
    run_write_thread (r, directory, t);
    control.words += r->logs[t].size;
  }
  run_file (directory, "control", &control, sizeof control);
  return directory;
}

static inline void run_release (run *r) {
  ft_sites_release (&r->sites);
  FT_RELEASE (r->globals);
  FT_RELEASE (r->schedule);
  for (int t = 0; t < RUN_THREADS; t++)
    FT_RELEASE (r->logs[t]);
}

#endif
