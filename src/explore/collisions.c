#include "explore/collisions.h"

#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/deadline.h"
#include "explore/flip_query.h"
#include "explore/lock_addresses.h"
#include "load/describe.h"
#include "load/open.h"
#include "run/location_names.h"
#include "run/run_access.h"

enum { MOST_THREADS = 65536, MOST_SITES = 400 };
enum { MOST_OF_A_LOCATION = 2, MOST_OF_A_PAIR = 6 };
#define SECONDS 2.0 // for the collisions of one run

// An access that may take part in a collision.
typedef struct site {
  uint32_t thread; // its number in the run
  enum ft_kind kind;
  ft_id label;          // of its location, in the search state; FT_NO_ID
  size_t concretized;   // index of its address; SIZE_MAX: it is fixed
  ft_id event;          // if it is not fixed
  uint64_t key;         // of thread, kind and location
  uint64_t address;     // in the run
  uint64_t first, last; // of the object: the addresses that it may have
  uint64_t record;      // index of its record; UINT64_MAX: not known
} site;

typedef struct fork_or_join {
  uint32_t by;     // number of the thread; UINT32_MAX: there is none
  uint64_t record; // its index
} fork_or_join;

typedef struct search {
  const ft_search_state *state;
  const ft_trace *trace;
  const ft_path_keys *keys;
  ft_lock_addresses *locks;
  FT_STACK (site) sites; // those that depend on input, then the fixed ones
  ft_map seen;           // by key of a site: how many
  FT_STACK (fork_or_join) forks, joins; // by number of the thread
} search;

static uint64_t key_of (uint32_t thread, enum ft_kind kind,
                        const char *location) {
  uint64_t words[] = {thread, kind, ft_checksum (location, strlen (location))};
  return ft_checksum (words, sizeof words);
}

static ft_id label_of (const search *s, const char *location) {
  return ft_intern_find (&s->state->labels, location, strlen (location));
}

static void add_site (search *s, site added) {
  uint64_t key = added.key + (added.concretized != SIZE_MAX);
  uint32_t *count = ft_map_at (&s->seen, key);
  *count = *count == FT_NO_ID ? 1 : *count + 1;
  if (*count <= MOST_OF_A_LOCATION && s->sites.size < MOST_SITES)
    FT_PUSH (s->sites, added);
}

// ---- addresses that depend on input -----------------------------------------

// A concretized value that is not the address is none of a collision.
static void add_described (search *s, size_t concretized,
                           const ft_description *d) {
  ft_concretized_value v =
      ft_concolic_concretized (s->keys->concolic, concretized);
  const ft_event *e = s->trace->events + v.event;
  const char *name = ft_trace_name (s->trace, FT_CLASS_LOCATION, e->location);
  if (v.value != d->address || d->size > d->bytes || d->address < d->start ||
      d->address - d->start > d->bytes - d->size)
    return;
  add_site (s, (site){.thread = d->thread,
                      .kind = (enum ft_kind)e->kind,
                      .label = label_of (s, name),
                      .concretized = concretized,
                      .event = v.event,
                      .key = key_of (d->thread, (enum ft_kind)e->kind, name),
                      .address = d->address,
                      .first = d->start,
                      .last = d->start + d->bytes - d->size,
                      .record = UINT64_MAX});
}

static bool is_access (const search *s, size_t concretized) {
  ft_id event =
      ft_concolic_concretized (s->keys->concolic, concretized).event;
  const ft_event *e = s->trace->events + event;
  return ft_kind_accesses (e->kind) && e->location != FT_NO_ID;
}

// Without descriptions there are no collisions.
static void find_concretized (search *s) {
  ft_descriptions known = {0};
  ft_error ignored;
  FT_STACK (ft_pos) events = {0};
  FT_STACK (size_t) concretized = {0};
  for (size_t i = 0; i < s->keys->concretized; i++) {
    ft_pos event = ft_concolic_concretized (s->keys->concolic, i).event;
    if (is_access (s, i) && (!events.size || FT_TOP (events) != event)) {
      FT_PUSH (events, event);
      FT_PUSH (concretized, i);
    }
  }
  if (events.size &&
      ft_load_describe (s->trace->path, ft_trace_shared (s->trace),
                        events.begin, events.size, FT_NO_PROGRESS, &known,
                        &ignored)) {
    for (size_t i = 0; i < events.size; i++)
      add_described (s, concretized.begin[i], known.list + i);
    ft_descriptions_release (&known);
  }
  FT_RELEASE (events);
  FT_RELEASE (concretized);
}

// ---- all accesses to the same objects ----------------------------------------

typedef struct pass {
  search *search;
  size_t concretized; // the number of sites whose address depends on input
  ft_location_names *names;
  ft_tables tables;
  const ft_run_reader *reader;
  uint64_t record; // index of the record at hand
} pass;

static void note_order (pass *p, const ft_run_record *r) {
  static const fork_or_join none = {UINT32_MAX, 0};
  if ((r->code != FT_WIRE_FORK && r->code != FT_WIRE_JOIN) ||
      r->payload >= MOST_THREADS)
    return;
  FT_GROW (p->search->forks, r->payload + 1, none);
  FT_GROW (p->search->joins, r->payload + 1, none);
  fork_or_join noted = {r->thread->number, p->record};
  if (r->code == FT_WIRE_FORK)
    p->search->forks.begin[r->payload] = noted;
  else
    p->search->joins.begin[r->payload] = noted;
}

// The site of an access that depends on input if this is it, or another one.
static void note_access (pass *p, const ft_run_record *r,
                         const ft_run_access *a) {
  search *s = p->search;
  const site *object = NULL;
  for (size_t i = 0; i < p->concretized && !object; i++)
    if (a->address >= s->sites.begin[i].first &&
        a->address <= s->sites.begin[i].last)
      object = s->sites.begin + i;
  ft_id location = object ? ft_location_names_add (p->names, &p->tables,
                                                   r->thread, r->site)
                          : FT_NO_ID;
  if (location == FT_NO_ID)
    return;
  const char *name = ft_tables_name (&p->tables, FT_CLASS_LOCATION, location);
  site other = {.thread = r->thread->number,
                .kind = (enum ft_kind)a->kind,
                .label = label_of (s, name),
                .concretized = SIZE_MAX,
                .key = key_of (r->thread->number, (enum ft_kind)a->kind, name),
                .address = a->address,
                .first = object->first,
                .last = object->last,
                .record = p->record};
  for (size_t i = 0; i < p->concretized; i++)
    if (s->sites.begin[i].key == other.key &&
        s->sites.begin[i].address == other.address) {
      s->sites.begin[i].record = p->record;
      return;
    }
  add_site (s, other);
}

static void note_accesses (pass *p, const ft_run_record *r) {
  ft_run_access accesses[2];
  ft_error ignored;
  int n = r->at && r->site != FT_NO_ID
              ? ft_run_record_accesses (r, p->reader, accesses, &ignored)
              : 0;
  for (int i = 0; i < n; i++)
    note_access (p, r, accesses + i);
}

static bool find_fixed (search *s) {
  ft_error ignored;
  ft_run *run = ft_run_open (s->trace->path, &ignored);
  if (!run)
    return false;
  ft_run_reader *reader = ft_run_reader_new (run);
  pass p = {.search = s,
            .concretized = s->sites.size,
            .names = ft_location_names_new (&run->code),
            .reader = reader};
  ft_run_record record;
  for (; ft_run_reader_next (reader, &record, &ignored) > 0; p.record++) {
    note_order (&p, &record);
    note_accesses (&p, &record);
  }
  ft_location_names_free (p.names);
  ft_tables_release (&p.tables);
  ft_run_reader_free (reader);
  ft_run_free (run);
  return true;
}

// ---- pairs -----------------------------------------------------------------

static bool is_by (const fork_or_join *f, uint32_t thread) {
  return f->by == thread;
}

// Whether 'a' comes before the fork of the thread of 'b', or behind its join, in
// the thread that forks or joins it.
static bool is_outside (const search *s, const site *a, const site *b) {
  if (b->thread >= s->forks.size || a->record == UINT64_MAX)
    return false;
  const fork_or_join *fork = s->forks.begin + b->thread;
  const fork_or_join *join = s->joins.begin + b->thread;
  return (is_by (fork, a->thread) && a->record < fork->record) ||
         (is_by (join, a->thread) && a->record > join->record);
}

static bool is_confirmed (const search *s, const site *a, const site *b) {
  size_t i = a->label == FT_NO_ID || b->label == FT_NO_ID
                 ? SIZE_MAX
                 : ft_search_state_find (s->state,
                                         (ft_event_pair){a->label, b->label});
  return i != SIZE_MAX &&
         s->state->pairs.begin[i].state == FT_CANDIDATE_CONFIRMED;
}

static bool may_collide (const search *s, const site *a, const site *b) {
  return a->first == b->first &&
         (a->address != b->address || b->concretized != SIZE_MAX) &&
         a->thread != b->thread &&
         (ft_kind_writes (a->kind) || ft_kind_writes (b->kind)) &&
         !(ft_kind_is_atomic (a->kind) && ft_kind_is_atomic (b->kind)) &&
         !is_outside (s, a, b) && !is_outside (s, b, a) &&
         !is_confirmed (s, a, b);
}

// The key of a pair of locations that was asked about so many times before, with both
// addresses or with one that depends on input.
static uint64_t key_of_pair (const site *a, const site *b, uint64_t times) {
  uint64_t both = b->concretized != SIZE_MAX;
  uint64_t words[] = {a->key ^ b->key, times, both};
  return ft_checksum (words, sizeof words);
}

// Whether the pair may be asked about once more; then its key is added.
static bool is_next (const search *s, const site *a, const site *b,
                     ft_path_key_list *asked) {
  uint64_t times = 0;
  while (times < MOST_OF_A_PAIR &&
         ft_flip_query_knows (s->state, asked, key_of_pair (a, b, times)))
    times++;
  if (times == MOST_OF_A_PAIR)
    return false;
  FT_PUSH (*asked, key_of_pair (a, b, times));
  return true;
}

static bool collide (const search *s, const site *a, const site *b,
                     ft_input_set *inputs) {
  ft_flip_result flipped = {0};
  ft_collision collision = {.access = a->concretized,
                            .other = b->concretized,
                            .address = b->address,
                            .first = a->first,
                            .last = a->last < b->last ? a->last : b->last};
  if (b->concretized != SIZE_MAX &&
      !ft_lock_addresses_apart (s->locks, a->event, b->event, &collision))
    return false;
  if (a->address == b->address && !collision.apart_count)
    return false;
  ft_concolic_collide (s->keys->concolic, &collision, &flipped);
  bool fine = ft_flip_result_apply (s->trace, &flipped, inputs);
  ft_flip_result_release (&flipped);
  return fine;
}

static bool find (const search *s, ft_input_set *inputs,
                  ft_path_key_list *asked) {
  ft_deadline deadline = ft_deadline_in (SECONDS, NULL);
  for (size_t i = 0; i < s->sites.size; i++)
    for (size_t k = 0; k < s->sites.size && !ft_deadline_over (&deadline); k++) {
      const site *a = s->sites.begin + i, *b = s->sites.begin + k;
      bool same = b->concretized != SIZE_MAX && k < i; // as 'b' with 'a'
      if (a->concretized != SIZE_MAX && !same && may_collide (s, a, b) &&
          is_next (s, a, b, asked) && collide (s, a, b, inputs))
        return true;
    }
  return false;
}

bool ft_collisions_find (const ft_search_state *state, const ft_trace *trace,
                         const ft_path_keys *keys, ft_input_set *inputs,
                         ft_path_key_list *asked) {
  search s = {.state = state, .trace = trace, .keys = keys};
  find_concretized (&s);
  bool found = false;
  if (s.sites.size && find_fixed (&s)) {
    s.locks = ft_lock_addresses_new (trace, keys);
    found = find (&s, inputs, asked);
  }
  ft_lock_addresses_free (s.locks);
  FT_RELEASE (s.sites);
  FT_RELEASE (s.forks);
  FT_RELEASE (s.joins);
  ft_map_release (&s.seen);
  return found;
}
