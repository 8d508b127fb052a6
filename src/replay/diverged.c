#include "replay/diverged.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "run/location_names.h"
#include "run/run_reader.h"

// Records are compared and not the events of the trace: which accesses are
// events, and which orders are assumed, depends on what other threads do.
typedef struct record_key {
  uint64_t tick;
  uint32_t code;
  uint32_t outcome; // of a branch
  ft_id site;       // FT_NO_ID: 'code' says what it is
} record_key;

typedef struct history {
  FT_STACK (record_key) records;
  size_t next;    // that the replay has not been compared with
  uint64_t until; // ticks that the replay was led through
} history;

// A run that is read, with the names of its places.
typedef struct place_reader {
  ft_run *run;
  ft_run_reader *walk;
  ft_location_names *names;
  ft_tables tables;
} place_reader;

static bool open_places (place_reader *p, const char *path) {
  ft_error error = FT_NO_ERROR;
  *p = (place_reader){.run = ft_run_open (path, &error)};
  if (!p->run)
    return false;
  p->walk = ft_run_reader_new (p->run);
  p->names = ft_location_names_new (&p->run->code);
  return true;
}

static void close_places (place_reader *p) {
  if (!p->run)
    return;
  ft_location_names_free (p->names);
  ft_run_reader_free (p->walk);
  ft_tables_release (&p->tables);
  ft_run_free (p->run);
}

static uint8_t kind_of (const place_reader *p, ft_id site) {
  return site == FT_NO_ID ? FT_SITE_NONE
                          : ft_run_reader_site (p->walk, site)->kind;
}

static const char *location_of (place_reader *p, const ft_run_thread *thread,
                                ft_id site) {
  ft_id at = ft_location_names_add (p->names, &p->tables, thread, site);
  return ft_intern_name (&p->tables.names[FT_CLASS_LOCATION], at);
}

static record_key key_of (const place_reader *p, const ft_run_record *r) {
  record_key key = {r->tick, r->code, 0, r->at ? r->site : FT_NO_ID};
  if (kind_of (p, key.site) == FT_SITE_BRANCH)
    key.outcome = (uint32_t)r->payload;
  return key;
}

static bool is_same (const record_key *a, const record_key *b) {
  return a->code == b->code && a->site == b->site && a->outcome == b->outcome;
}

static const char *site_name (uint8_t kind) {
  static const char *const names[] = {
      [FT_SITE_NONE] = "nothing",
      [FT_SITE_LOAD] = "a read",
      [FT_SITE_STORE] = "a write",
      [FT_SITE_LOAD_WIDE] = "a read",
      [FT_SITE_STORE_WIDE] = "a write",
      [FT_SITE_ATOMIC_LOAD] = "an atomic read",
      [FT_SITE_ATOMIC_STORE] = "an atomic write",
      [FT_SITE_RMW] = "an atomic update",
      [FT_SITE_CAS] = "a compare-and-swap",
      [FT_SITE_CAS_FAILED] = "a compare-and-swap that fails",
      [FT_SITE_FENCE] = "a fence",
      [FT_SITE_COPY] = "a copy",
      [FT_SITE_SET] = "a memset",
      [FT_SITE_CALL] = "a call",
      [FT_SITE_BRANCH] = "a branch",
      [FT_SITE_VARIABLE] = "a variable",
  };
  return names[kind];
}

// Of a record of the runtime its name in wire.h, in small letters.
static void add_wire_name (ft_strbuf *text, unsigned code) {
  static const char *const names[] = {
#define R(NAME, words, what) #NAME,
      FT_WIRE_RECORDS (R)
#undef R
  };
  const char *name = names[code - FT_WIRE_FIRST];
  for (; *name; name++)
    ft_strbuf_add (text, "%c", *name == '_' ? ' ' : tolower (*name));
}

static void add_record (ft_strbuf *text, place_reader *p,
                        const ft_run_thread *thread, const record_key *key) {
  if (key->site == FT_NO_ID)
    add_wire_name (text, key->code);
  else
    ft_strbuf_add (text, "%s at %s", site_name (kind_of (p, key->site)),
                   location_of (p, thread, key->site));
}

// ---- what the replay was led through -----------------------------------------

// The slice in which the replay failed.
static size_t failed_slice (const ft_replay_schedule *schedule, ft_tick at) {
  size_t i = 0;
  while (i < schedule->slices.size &&
         (schedule->slices.begin[i].to.thread != at.thread ||
          schedule->slices.begin[i].to.word < at.word))
    i++;
  return i;
}

static void set_limits (history *threads, uint32_t count,
                        const ft_replay_schedule *schedule, ft_tick at) {
  size_t failed = failed_slice (schedule, at);
  for (size_t i = 0; i < schedule->slices.size && i < failed; i++) {
    ft_tick to = schedule->slices.begin[i].to;
    if (to.thread < count)
      threads[to.thread].until = to.word;
  }
  if (at.thread < count && threads[at.thread].until <= at.word)
    threads[at.thread].until = at.word + 1;
}

static uint32_t count_threads (const ft_replay_schedule *schedule) {
  uint32_t count = 1;
  for (size_t i = 0; i < schedule->slices.size; i++)
    if (schedule->slices.begin[i].to.thread >= count)
      count = schedule->slices.begin[i].to.thread + 1;
  return count;
}

static void read_recorded (history *threads, uint32_t count, place_reader *p) {
  ft_error error = FT_NO_ERROR;
  ft_run_record r;
  while (ft_run_reader_next (p->walk, &r, &error) > 0)
    if (r.thread->number < count && r.tick < threads[r.thread->number].until)
      FT_PUSH (threads[r.thread->number].records, key_of (p, &r));
}

// The recorded record at the tick; NULL: there is none, since records of memory
// that is private to a thread may be missing in one of the runs.
static const record_key *recorded_at (history *h, uint64_t tick) {
  while (h->next < h->records.size && h->records.begin[h->next].tick < tick)
    h->next++;
  const record_key *key = h->records.begin + h->next;
  return h->next < h->records.size && key->tick == tick ? key : NULL;
}

enum { CALLERS = 4 };

static void add_callers (ft_strbuf *text, place_reader *p,
                         const ft_run_thread *thread) {
  const ft_run_frame *frames = thread->frames.begin;
  size_t n = thread->frames.size, shown = 0;
  for (size_t i = n ? n - 1 : 0; i-- && shown < CALLERS;)
    if (frames[i].call != FT_NO_ID) {
      ft_strbuf_add (text, "%s%s", shown++ ? ", " : "; called at ",
                     location_of (p, thread, frames[i].call));
    }
}

// The first record of the replay that differs.  Its thread goes on behind the
// same records in both runs, so that its frames are those of the other one.
static bool find_difference (history *threads, uint32_t count,
                             place_reader *replayed, ft_strbuf *text) {
  ft_error error = FT_NO_ERROR;
  ft_run_record r;
  while (ft_run_reader_next (replayed->walk, &r, &error) > 0) {
    if (r.thread->number >= count || r.tick >= threads[r.thread->number].until)
      continue;
    history *h = threads + r.thread->number;
    record_key now = key_of (replayed, &r);
    const record_key *then = recorded_at (h, r.tick);
    if (!then || is_same (then, &now))
      continue;
    ft_strbuf_add (text, "thread %u made ", r.thread->number);
    add_record (text, replayed, r.thread, &now);
    ft_strbuf_add (text, ", where the recording has ");
    add_record (text, replayed, r.thread, then);
    add_callers (text, replayed, r.thread);
    return true;
  }
  return false;
}

void ft_diverged_explain (const char *recorded, const char *replayed,
                          const ft_replay_schedule *schedule, ft_tick at,
                          ft_strbuf *text) {
  uint32_t count = count_threads (schedule);
  history *threads = FT_ARRAY (history, count);
  place_reader before, now;
  bool found = false;
  set_limits (threads, count, schedule, at);
  if (open_places (&before, recorded))
    read_recorded (threads, count, &before);
  if (open_places (&now, replayed))
    found = find_difference (threads, count, &now, text);
  if (!found) {
    ft_strbuf_add (text, "after all that was recorded, ");
    ft_diverged_reached (replayed, at, text);
  }
  close_places (&before);
  close_places (&now);
  for (uint32_t i = 0; i < count; i++)
    FT_RELEASE (threads[i].records);
  free (threads);
}

// ---- the last record --------------------------------------------------------

// The location of the thread's last record up to a tick, also if the record is
// no event of the trace.
static ft_id last_location (const ft_run *run, ft_tick at, ft_tables *tables) {
  ft_error error = FT_NO_ERROR;
  ft_run_reader *walk = ft_run_reader_new (run);
  ft_location_names *names = ft_location_names_new (&run->code);
  ft_run_record r;
  ft_id last = FT_NO_ID;
  while (ft_run_reader_next (walk, &r, &error) > 0)
    if (r.thread->number == at.thread && r.tick <= at.word && r.at)
      last = ft_location_names_add (names, tables, r.thread, r.site);
  ft_location_names_free (names);
  ft_run_reader_free (walk);
  return last;
}

void ft_diverged_reached (const char *replayed, ft_tick at, ft_strbuf *text) {
  ft_error error = FT_NO_ERROR;
  ft_tables tables = {0};
  ft_run *run = ft_run_open (replayed, &error);
  ft_id last = run ? last_location (run, at, &tables) : FT_NO_ID;
  if (last == FT_NO_ID)
    ft_strbuf_add (text, "at its beginning");
  else
    ft_strbuf_add (text, "at %s",
                   ft_intern_name (&tables.names[FT_CLASS_LOCATION], last));
  ft_tables_release (&tables);
  ft_run_free (run);
}
