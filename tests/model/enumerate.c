// See 'enumerate.h'.  Breadth first over the states, each kept once.

#include "tests/model/enumerate.h"

#include <assert.h>
#include <string.h>

#include "tests/model/rules.h"

typedef struct ft_search {
  const ft_rules *rules;
  ft_enumeration *result;
  size_t max_states;
  ft_visitor visitor;
  bool keep_sections;         // of a lock in their recorded order
  FT_STACK (ft_state) states; // 'words' each
  FT_STACK (struct ft_enumerated_state) paths;
  size_t *slots; // state + 1, 0 is free
  size_t capacity;
  ft_state *scratch;
} ft_search;

static uint64_t hash_of (const ft_search *search, const ft_state *s) {
  uint64_t hash = 0x9e3779b97f4a7c15;
  for (size_t w = 0; w < search->rules->words; w++)
    hash = (hash ^ s[w]) * 0xd6e8feb86659fd93, hash ^= hash >> 32;
  return hash;
}

static const ft_state *state_at (const ft_search *search, size_t i) {
  return search->states.begin + i * search->rules->words;
}

static size_t *find_slot (const ft_search *search, const ft_state *s) {
  size_t size = search->rules->words * sizeof *s;
  size_t slot = hash_of (search, s) & (search->capacity - 1);
  while (search->slots[slot] &&
         memcmp (state_at (search, search->slots[slot] - 1), s, size))
    slot = (slot + 1) & (search->capacity - 1);
  return search->slots + slot;
}

static void enlarge (ft_search *search) {
  free (search->slots);
  search->capacity = search->capacity ? 2 * search->capacity : 1024;
  search->slots = FT_ARRAY (size_t, search->capacity);
  for (size_t i = 0; i < search->paths.size; i++)
    *find_slot (search, state_at (search, i)) = i + 1;
}

// Adds the state in 'scratch' unless it is known.
static void add_state (ft_search *search, size_t parent, ft_id event) {
  if (2 * search->paths.size >= search->capacity)
    enlarge (search);
  size_t *slot = find_slot (search, search->scratch);
  if (*slot)
    return;
  if (search->paths.size >= search->max_states) {
    search->result->complete = false;
    return;
  }
  struct ft_enumerated_state path = {parent, event};
  FT_PUSH (search->paths, path);
  for (size_t w = 0; w < search->rules->words; w++)
    FT_PUSH (search->states, search->scratch[w]);
  *slot = search->paths.size;
}

static void go (ft_search *search, size_t from, ft_id event, ft_id choice) {
  const ft_rules *r = search->rules;
  memcpy (search->scratch, state_at (search, from),
          r->words * sizeof *search->scratch);
  ft_rules_do (r, search->scratch, event, choice);
  add_state (search, from, event);
}

// A wake may consume any signal that fits: all are tried.
static void go_all_ways (ft_search *search, size_t from, ft_id event) {
  const ft_rules *r = search->rules;
  const ft_event *e = r->trace->events + event;
  bool wakes = e->kind == FT_WAKE && !ft_event_is_void (e);
  if (!wakes || ft_rules_wakes_freely (r, state_at (search, from), event))
    go (search, from, event, FT_NO_ID);
  for (ft_id i = 0; wakes && i < r->trace->size; i++)
    if (ft_rules_wakes (r, state_at (search, from), event, i))
      go (search, from, event, i);
}

static int compare_pairs (const void *a, const void *b) {
  const ft_enumerated *x = a, *y = b;
  if (x->pair[0] != y->pair[0])
    return x->pair[0] < y->pair[0] ? -1 : 1;
  return (x->pair[1] > y->pair[1]) - (x->pair[1] < y->pair[1]);
}

const ft_enumerated *ft_enumeration_find (const ft_enumeration *result, ft_id a,
                                          ft_id b) {
  ft_enumerated key = {{a < b ? a : b, a < b ? b : a}, false, 0};
  return result->pairs.size
             ? bsearch (&key, result->pairs.begin, result->pairs.size,
                        sizeof key, compare_pairs)
             : NULL;
}

static void note_races (ft_search *search, size_t state) {
  const ft_rules *r = search->rules;
  const ft_state *s = state_at (search, state);
  for (ft_tid t = 0; t < r->threads; t++)
    for (ft_tid u = t + 1; u < r->threads; u++) {
      ft_id a = ft_rules_next (r, s, t), b = ft_rules_next (r, s, u);
      if (a == FT_NO_ID || b == FT_NO_ID || !ft_rules_race (r, s, a, b))
        continue;
      ft_enumerated *pair =
          (ft_enumerated *)ft_enumeration_find (search->result, a, b);
      assert (pair);
      if (!pair->race)
        pair->state = state;
      pair->race = true;
    }
  if (!search->result->deadlock && ft_rules_deadlock (r, s)) {
    search->result->deadlock = true;
    search->result->deadlock_state = state;
  }
}

static void list_pairs (ft_search *search) {
  const ft_trace *trace = search->rules->trace;
  for (ft_id a = 0; a < trace->size; a++)
    for (ft_id b = a + 1; b < trace->size; b++)
      if (ft_trace_conflict (trace, a, b, NULL)) {
        ft_enumerated pair = {{a, b}, false, 0};
        FT_PUSH (search->result->pairs, pair);
      }
}

static bool excludes (const ft_event *a, const ft_event *b) {
  return ft_kind_acquires (a->kind) && ft_kind_acquires (b->kind) &&
         a->target == b->target && !ft_event_is_void (a) &&
         !ft_event_is_void (b) &&
         (a->kind == FT_ACQUIRE || b->kind == FT_ACQUIRE);
}

// Whether 'event' opens a section after one that was recorded later.
static bool swaps_sections (const ft_rules *r, const ft_state *s, ft_id event) {
  const ft_event *events = r->trace->events;
  for (ft_tid t = 0; t < r->threads; t++)
    for (ft_id k = 0; k < s[t]; k++) {
      ft_id done = r->thread_events[r->thread_begin[t] + k];
      if (done > event && events[done].thread != events[event].thread &&
          excludes (events + done, events + event))
        return true;
    }
  return false;
}

static bool may_go (const ft_search *search, size_t state, ft_id event) {
  const ft_state *s = state_at (search, state);
  return event != FT_NO_ID && ft_rules_allow (search->rules, s, event) &&
         !(search->keep_sections && swaps_sections (search->rules, s, event));
}

static void explore (ft_search *search) {
  const ft_rules *r = search->rules;
  ft_rules_start (r, search->scratch);
  add_state (search, 0, FT_NO_ID);
  for (size_t i = 0; i < search->paths.size; i++) {
    note_races (search, i);
    if (search->visitor.visit)
      search->visitor.visit (search->visitor.context, r, state_at (search, i),
                             i);
    for (ft_tid t = 0; t < r->threads; t++) {
      ft_id next = ft_rules_next (r, state_at (search, i), t);
      if (may_go (search, i, next))
        go_all_ways (search, i, next);
    }
  }
}

static ft_enumeration *enumerate (const ft_trace *trace, size_t max_states,
                                  bool keep_sections, ft_visitor visitor) {
  ft_rules *rules = ft_rules_new (trace);
  ft_search search = {.rules = rules,
                      .max_states = max_states,
                      .keep_sections = keep_sections,
                      .visitor = visitor};
  assert (rules->threads <= 16 && trace->size < FT_STATE_NONE);
  search.result = FT_NEW (ft_enumeration);
  search.result->complete = true;
  search.scratch = FT_ARRAY (ft_state, rules->words + 1);
  list_pairs (&search);
  explore (&search);
  search.result->states = search.paths.size;
  search.result->paths = search.paths.begin;
  FT_RELEASE (search.states);
  free (search.slots);
  free (search.scratch);
  ft_rules_free (rules);
  return search.result;
}

ft_enumeration *ft_enumerate (const ft_trace *trace, size_t max_states) {
  return enumerate (trace, max_states, false, (ft_visitor){0});
}

ft_enumeration *ft_enumerate_visiting (const ft_trace *trace, size_t max_states,
                                       ft_visitor visitor) {
  return enumerate (trace, max_states, false, visitor);
}

ft_enumeration *ft_enumerate_syncp (const ft_trace *trace, size_t max_states) {
  return enumerate (trace, max_states, true, (ft_visitor){0});
}

void ft_enumeration_free (ft_enumeration *result) {
  FT_RELEASE (result->pairs);
  free (result->paths);
  free (result);
}

void ft_enumeration_schedule (const ft_enumeration *result, size_t state,
                              ft_witness *witness) {
  size_t begin = witness->schedule.size, end;
  for (; result->paths[state].event != FT_NO_ID;
       state = result->paths[state].parent)
    FT_PUSH (witness->schedule, result->paths[state].event);
  for (end = witness->schedule.size; begin + 1 < end; begin++, end--) {
    ft_id event = witness->schedule.begin[begin];
    witness->schedule.begin[begin] = witness->schedule.begin[end - 1];
    witness->schedule.begin[end - 1] = event;
  }
}
