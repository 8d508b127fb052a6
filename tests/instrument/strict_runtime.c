// A runtime that believes nothing: the first thread's log is kept, decoded
// with the site tables as it grows, and compared with the program's memory at
// every place where a thread could be stopped.
//
// What must hold there, or the program is aborted:
// - every record is one of the function that the thread is in; entries, exits
//   and unwinding fit together;
// - a load that follows a store of the same bytes, with no call between, read
//   what was stored;
// - the program's globals hold what the log says was stored last: no store is
//   ahead of its record or behind it.
//
// STRICT_SEED chooses where the checks are taken; STRICT_LOG=FILE lists the
// records of sites, one line each: "LINE KIND VARIABLE TYPE VALUE".

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/ids.h"
#include "foretrace/runtime.h"
#include "run/sites.h"

__thread ft_word *ft_cursor, *ft_limit;

enum { OBJECTS = 256, DEPTH = 1 << 16, CELLS = 1 << 16, WORDS = 1 << 26, MOST_FILLED = 4096 };

static struct object {
  const struct ft_object *is;
  ft_sites sites;
} objects[OBJECTS];
static size_t object_count;

static struct frame {
  const struct object *object;
  const ft_function *function;
  ft_word address;
} frames[DEPTH];
static size_t depth;

// Bytes of globals that were stored since the last call, by address.
static struct cell {
  const unsigned char *at;
  unsigned char value;
  unsigned epoch;
} cells[CELLS];
static unsigned epoch = 1;

static ft_word *log_begin, *decoded;
static ft_word *ahead; // the log's highest place so far
static int is_first = 1;
static __thread int is_main;
static __thread ft_word scratch[256 + FT_SLACK];
static FILE *list;
static unsigned long long seed = 1, records, checks, compared;

#define DEMAND(condition, ...)                                                 \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf (stderr, "strict: " __VA_ARGS__);                                \
      fprintf (stderr, " (%s)\n", #condition);                                 \
      abort ();                                                                \
    }                                                                          \
  } while (0)

static struct cell *cell_of (const unsigned char *at) {
  return &cells[(size_t)at * UINT64_C (0x9e3779b97f4a7c15) >> 48];
}

static int is_global (const unsigned char *at) {
  for (size_t o = 0; o < object_count; o++)
    for (size_t g = 0; g < objects[o].sites.globals.size; g++) {
      const unsigned char *begin = objects[o].is->globals[g];
      if (at >= begin && at < begin + objects[o].sites.globals.begin[g].size)
        return 1;
    }
  return 0;
}

static void stored (const unsigned char *at, ft_word value, unsigned size) {
  for (unsigned i = 0; i < size; i++, at++, value >>= 8)
    *cell_of (at) = (struct cell){at, (unsigned char)value, epoch};
}

static void loaded (const unsigned char *at, ft_word value, unsigned size,
                    const ft_site *site) {
  for (unsigned i = 0; i < size; i++, at++, value >>= 8) {
    struct cell *c = cell_of (at);
    if (c->at != at || c->epoch != epoch)
      continue;
    compared++;
    DEMAND (c->value == (unsigned char)value, "line %u: load", site->line);
  }
}

static const struct object *find_object (ft_word descriptor, size_t *index) {
  for (size_t i = 0; i < object_count; i++) {
    ft_word begin = (ft_word)objects[i].is->functions;
    if (descriptor >= begin &&
        descriptor < begin + 8 * objects[i].is->function_count) {
      *index = (descriptor - begin) / 8;
      return &objects[i];
    }
  }
  return NULL;
}

static void enter (ft_word descriptor, ft_word address) {
  size_t index = 0;
  const struct object *o = find_object (descriptor, &index);
  DEMAND (o, "no such descriptor %llx", descriptor);
  DEMAND (index < o->sites.functions.size, "no such function");
  DEMAND (depth < DEPTH, "too deep");
  frames[depth++] =
      (struct frame){o, &o->sites.functions.begin[index], address};
}

// Frames of functions that unwound are gone.
static void unwind (ft_word address) {
  while (depth && (frames[depth - 1].address & FT_WIRE_PAYLOAD) != address)
    depth--;
  DEMAND (depth, "unwinding to no frame %llx", address);
}

static const char *const kinds[] = {
#define S(NAME, words, what) #NAME,
    FT_SITE_KINDS (S)
#undef S
};

static void show (const ft_sites *s, const ft_site *site, const ft_word *w) {
  const char *type = ft_sites_text (s, site->type);
  unsigned words = ft_site_words ((enum ft_site_kind)site->kind);
  if (!list)
    return;
  fprintf (list, "%u %s %s", site->line, kinds[site->kind],
           ft_sites_text (s, site->variable));
  if (*type)
    fprintf (list, " {%s}", type);
  if (site->kind == FT_SITE_SET)
    fprintf (list, " %llu of %u", w[1] & FT_WIRE_PAYLOAD,
             (unsigned)FT_WIRE_FILL_OF (w[1]));
  else if (words && site->kind != FT_SITE_COPY)
    fprintf (list, " %lld", (long long)w[words]);
  fprintf (list, "\n");
}

static void touch (const ft_site *site, const ft_word *w) {
  const unsigned char *at = (const unsigned char *)(w[0] & FT_WIRE_PAYLOAD);
  switch ((enum ft_site_kind)site->kind) {
  case FT_SITE_LOAD:
  case FT_SITE_ATOMIC_LOAD:
    if (site->size <= 8)
      loaded (at, w[1], site->size, site);
    return;
  case FT_SITE_STORE:
  case FT_SITE_ATOMIC_STORE:
    if (site->size <= 8) {
      stored (at, w[1], site->size);
      return;
    }
    epoch++;
    return;
  case FT_SITE_RMW:
  case FT_SITE_CAS:
    if (site->size <= 8) {
      loaded (at, w[1], site->size, site);
      stored (at, w[2], site->size);
      return;
    }
    epoch++;
    return;
  case FT_SITE_CAS_FAILED:
    loaded (at, w[1], site->size <= 8 ? site->size : 0, site);
    return;
  case FT_SITE_SET:
    epoch++;
    DEMAND (w[1] & FT_WIRE_FILLED, "line %u: memset", site->line);
    for (ft_word i = 0; i < (w[1] & FT_WIRE_PAYLOAD) && i < MOST_FILLED; i++)
      stored (at + i, FT_WIRE_FILL_OF (w[1]), 1);
    return;
  case FT_SITE_STORE_WIDE:
  case FT_SITE_COPY:
  case FT_SITE_CALL:
    epoch++;
    return;
  case FT_SITE_LOAD_WIDE:
  case FT_SITE_FENCE:
  case FT_SITE_BRANCH:
  case FT_SITE_VARIABLE:
    return;
  case FT_SITE_NONE:
    break;
  }
  DEMAND (0, "a record of no site");
}

// Code of a function that is not instrumented runs between two records when
// what it calls is.
static const ft_word *decode_site (unsigned code, const ft_word *w) {
  DEMAND (depth, "a site outside of any function");
  const struct frame *f = &frames[depth - 1];
  DEMAND (code && code <= f->function->count, "code %u of %s", code,
          ft_sites_text (&f->object->sites, f->function->name));
  const ft_site *site =
      &f->object->sites.sites.begin[f->function->first + code - 1];
  touch (site, w);
  show (&f->object->sites, site, w);
  return w + 1 + ft_site_words ((enum ft_site_kind)site->kind);
}

static const ft_word *decode (const ft_word *w) {
  unsigned code = FT_WIRE_CODE (*w);
  records++;
  switch (code) {
  case FT_WIRE_ENTER:
    enter (w[0] & FT_WIRE_PAYLOAD, w[1]);
    return w + 2;
  case FT_WIRE_EXIT:
    DEMAND (depth, "exit from nothing");
    depth--;
    epoch++;
    return w + 1;
  case FT_WIRE_UNWIND:
    unwind (*w & FT_WIRE_PAYLOAD);
    epoch++;
    return w + 1;
  }
  return decode_site (code, w);
}

static void compare_memory (void) {
  for (size_t i = 0; i < CELLS; i++)
    if (cells[i].epoch == epoch && is_global (cells[i].at)) {
      compared++;
      DEMAND (*cells[i].at == cells[i].value,
              "memory at %p is not what was recorded", (void *)cells[i].at);
    }
}

static void catch_up (ft_word *cursor) {
  const ft_word *w = decoded;
  DEMAND (cursor >= decoded && cursor < log_begin + WORDS, "cursor");
  while (w < cursor)
    w = decode (w);
  DEMAND (w == cursor, "a record is cut");
  decoded = cursor;
}

static ft_word random_below (ft_word n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % n;
}

static void begin (void) {
  const char *s = getenv ("STRICT_SEED"), *file = getenv ("STRICT_LOG");
  seed = s ? strtoull (s, NULL, 10) : 1;
  list = file ? fopen (file, "w") : NULL;
  log_begin = mmap (NULL, WORDS * sizeof *log_begin, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  DEMAND (log_begin != MAP_FAILED, "mmap");
  ahead = decoded = log_begin;
  is_main = 1;
  is_first = 0;
}

static ft_word *check (ft_word *cursor) {
  if (is_first) {
    begin ();
    cursor = log_begin;
  }
  if (!is_main) {
    ft_limit = scratch + 256;
    return ft_cursor = scratch;
  }
  DEMAND (!ft_limit || cursor >= ft_limit, "called too early");
  DEMAND (!ft_limit || cursor <= ft_limit + FT_SLACK, "called too late");
  checks++;
  catch_up (cursor);
  if (!random_below (8))
    compare_memory ();
  ft_limit = cursor + random_below (random_below (500) ? 12 : 4000);
  return ft_cursor = cursor;
}

__attribute__ ((preserve_most)) ft_word *ft_slow (ft_word *cursor) {
  return check (cursor);
}

__attribute__ ((preserve_most)) void ft_loop (unsigned how) {
  (void)how;
  DEMAND (ft_cursor, "a loop without records");
  catch_up (ft_cursor);
}

void ft_register (const struct ft_object *o) {
  ft_error error;
  struct object *new = &objects[object_count++];
  DEMAND (object_count <= OBJECTS, "too many objects");
  DEMAND (o->abi == FT_ABI_VERSION, "abi");
  new->is = o;
  if (!ft_sites_unpack (&new->sites, o->sites, o->sites_size, &error))
    DEMAND (0, "%s", error.message);
  DEMAND (new->sites.functions.size == o->function_count, "functions");
  DEMAND (new->sites.globals.size == o->global_count, "globals");
}

__attribute__ ((destructor)) static void end (void) {
  if (is_main)
    catch_up (ft_cursor);
  if (list)
    fclose (list);
  if (getenv ("STRICT_COUNTS"))
    fprintf (stderr, "strict: %llu records, %llu checks, %llu compared\n",
             records, checks, compared);
}
