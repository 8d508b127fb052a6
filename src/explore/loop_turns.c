#include "explore/loop_turns.h"

#include <string.h>

#include "base/checksum.h"
#include "explore/compared_numbers.h"
#include "explore/flip_query.h"

enum {
  MANY = 128, // turns
  LEAST = 3,  // numbers that are worth a run: fewer turns come from flips
  GREATEST = 1000,
  MOST_NUMBERS = 6, // of those that the program compares with
};

// A place in the code where a thread came to branches on input.
typedef struct place {
  uint64_t key;       // of the thread and the place, the same in every run
  size_t first, last; // branches; the first one behind input of its own turn, or
                      // SIZE_MAX
  uint32_t count[2];  // of its outcomes
} place;

// A branch on input.
typedef struct turn {
  size_t branch;
  size_t place;  // SIZE_MAX: unknown
  size_t before; // the last branch at the same place, with input asked for between
                 // them; SIZE_MAX: none
} turn;

typedef struct search {
  const ft_search_state *state;
  const ft_trace *trace;
  const ft_path_keys *keys;
  ft_id *near;     // by branch: the location of its thread's last event that has one
  FT_STACK (place) places;
  FT_STACK (turn) turns; // by branch
  ft_number_list numbers;
} search;

static const ft_event *event_of (const search *s, size_t branch) {
  ft_id event = ft_concolic_branch (s->keys->concolic, branch).event;
  return s->trace->events + event;
}

// ---- turns -----------------------------------------------------------------

// Sources of other kinds are texts, whose parts are no calls.
static bool is_of_calls (const search *s, const ft_origin *o) {
  const char *name =
      ft_intern_name (&s->trace->tables.origins.sources, o->source);
  return !strncmp (name, "input:", 6);
}

// The first origin behind an event.
static size_t origin_behind (const search *s, ft_id event) {
  const ft_origins *all = &s->trace->tables.origins;
  size_t low = 0, high = all->writes.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (all->writes.begin[middle].position <= event)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// Whether an origin is of the thread of the turn, and of a call.
static bool is_of_turn (const search *s, const ft_origin *o, ft_tid thread) {
  return s->trace->events[o->position].thread == thread && is_of_calls (s, o);
}

// Whether the thread asked for input between two of its branches.
static bool asks_between (const search *s, size_t from, size_t to) {
  const ft_origins *all = &s->trace->tables.origins;
  ft_id first = ft_concolic_branch (s->keys->concolic, from).event;
  ft_id last = ft_concolic_branch (s->keys->concolic, to).event;
  for (size_t i = origin_behind (s, first);
       i < all->writes.size && all->writes.begin[i].position < last; i++)
    if (is_of_turn (s, all->writes.begin + i, event_of (s, to)->thread))
      return true;
  return false;
}

// What a case of a switch compares with: its cases have one location.
static uint64_t case_of (const search *s, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (&s->trace->tables, e);
  const ft_operand *o = s->trace->tables.operands.begin;
  bool is_case = d && (d->op == FT_OP_EQ || d->op == FT_OP_NE) &&
                 d->operand_count == 2 && o[d->operands + 1].local == FT_NO_ID;
  return is_case ? o[d->operands + 1].constant + 1 : 0;
}

static uint64_t key_of_place (const search *s, size_t branch) {
  const ft_event *e = event_of (s, branch);
  const char *thread = ft_trace_name (s->trace, FT_CLASS_THREAD, e->thread);
  const char *location =
      ft_trace_name (s->trace, FT_CLASS_LOCATION, s->near[branch]);
  uint64_t words[] = {ft_checksum (thread, strlen (thread)),
                      ft_checksum (location, strlen (location)),
                      case_of (s, e)};
  return ft_checksum (words, sizeof words);
}

// A branch whose sides access nothing has no location of its own: the last event
// before it stands for it.
static void find_near (search *s) {
  uint32_t threads = ft_tables_count (&s->trace->tables, FT_CLASS_THREAD);
  ft_id *last = FT_ARRAY (ft_id, threads);
  s->near = FT_ARRAY (ft_id, s->keys->branches + 1);
  for (size_t i = 0; i < threads; i++)
    last[i] = FT_NO_ID;
  size_t from = 0;
  for (size_t i = 0; i < s->keys->branches; i++) {
    size_t to = ft_concolic_branch (s->keys->concolic, i).event;
    for (; from <= to; from++)
      if (s->trace->events[from].location != FT_NO_ID)
        last[s->trace->events[from].thread] = s->trace->events[from].location;
    s->near[i] = last[event_of (s, i)->thread];
  }
  free (last);
}

static bool outcome_of (const search *s, size_t branch) {
  return event_of (s, branch)->value;
}

// The place of a branch; new if the thread was not there.
static size_t place_of (search *s, ft_map *places, size_t branch) {
  uint64_t key = key_of_place (s, branch);
  uint32_t *at = ft_map_at (places, key);
  if (*at == FT_NO_ID) {
    *at = (uint32_t)s->places.size;
    FT_PUSH (s->places, ((place){key, SIZE_MAX, SIZE_MAX, {0}}));
  }
  return *at;
}

static void add_turn (search *s, size_t branch, size_t at) {
  place *p = s->places.begin + at;
  turn new = {branch, at, p->last};
  while (new.before != SIZE_MAX && !asks_between (s, new.before, branch))
    new.before = s->turns.begin[new.before].before;
  if (p->first == SIZE_MAX && new.before != SIZE_MAX)
    p->first = branch;
  p->last = branch;
  p->count[outcome_of (s, branch)]++;
  FT_PUSH (s->turns, new);
}

static void find_turns (search *s) {
  ft_map places = {0};
  find_near (s);
  for (size_t i = 0; i < s->keys->branches; i++)
    if (s->near[i] == FT_NO_ID)
      FT_PUSH (s->turns, ((turn){i, SIZE_MAX, SIZE_MAX}));
    else
      add_turn (s, i, place_of (s, &places, i));
  ft_map_release (&places);
}

// ---- inputs ----------------------------------------------------------------

// The bytes of a source that the thread asked for in a turn.
static void range_of (const search *s, const turn *t, ft_id source,
                      uint64_t *from, uint64_t *to) {
  const ft_origins *all = &s->trace->tables.origins;
  ft_id first = ft_concolic_branch (s->keys->concolic, t->before).event;
  ft_id last = ft_concolic_branch (s->keys->concolic, t->branch).event;
  *from = *to = 0;
  for (size_t i = origin_behind (s, first);
       i < all->writes.size && all->writes.begin[i].position < last; i++) {
    const ft_origin *o = all->writes.begin + i;
    const ft_event *e = s->trace->events + o->position;
    if (o->source != source || !is_of_turn (s, o, event_of (s, t->branch)->thread))
      continue;
    if (*to == 0)
      *from = o->at;
    *to = o->at + (uint64_t)__builtin_popcount (e->mask);
  }
}

// Repeats bytes of a source at a position; false if it gets too long.
static bool repeat (const char *name, uint64_t from, uint64_t to, uint64_t at,
                    uint64_t times, ft_input_set *inputs) {
  const ft_input_source *s = ft_input_set_find (inputs, name);
  if (!s || to > s->size || at > s->size ||
      (to - from) * times + s->size > FT_INPUT_DEFAULT_BYTES)
    return false;
  size_t more = to - from, size = s->size + more * times;
  unsigned char *longer = ft_calloc (size, 1);
  memcpy (longer, s->bytes, at);
  for (uint64_t i = 0; i < times; i++)
    memcpy (longer + at + i * more, s->bytes + from, more);
  memcpy (longer + at + times * more, s->bytes + at, s->size - at);
  ft_input_set_put (inputs, name, longer, size);
  free (longer);
  return true;
}

// Whether the loop ends by this branch: only the last outcome is another one.
static bool ends_loop (const search *s, const place *p) {
  return p->count[outcome_of (s, p->last)] == 1;
}

// Repeats a turn behind itself if the loop goes on as long as the input says, or
// behind the first turn of a loop that takes some number of turns.
static bool repeat_turn (const search *s, const turn *t, uint64_t times,
                         ft_input_set *inputs) {
  const ft_intern *sources = &s->trace->tables.origins.sources;
  const place *p = s->places.begin + t->place;
  const turn *behind = ends_loop (s, p) ? t : s->turns.begin + p->first;
  bool changed = false;
  for (ft_id i = 0; i < ft_intern_size (sources); i++) {
    uint64_t from, to, at, unused;
    const char *name = ft_intern_name (sources, i);
    range_of (s, t, i, &from, &to);
    range_of (s, behind, i, &unused, &at);
    if (from < to && ft_flip_result_gather (s->trace, name, inputs))
      changed |= repeat (name, from, to, at ? at : to, times, inputs);
  }
  return changed;
}

// ---- what is asked for -----------------------------------------------------

static uint64_t key_of (const search *s, const turn *t, uint64_t number) {
  uint64_t words[] = {s->places.begin[t->place].key, outcome_of (s, t->branch),
                      number};
  return ft_checksum (words, sizeof words);
}

static void find_numbers (search *s, const char *run) {
  ft_number_list compared = {0};
  static const int more[] = {0, 1, -1};
  static const ft_number_range range = {LEAST, GREATEST, MOST_NUMBERS, false};
  ft_compared_numbers (run, &range, &compared);
  FT_PUSH (s->numbers, MANY);
  for (size_t k = 0; k < sizeof more / sizeof *more; k++)
    for (size_t i = 0; i < compared.size; i++)
      FT_PUSH (s->numbers, compared.begin[i] + (uint64_t)more[k]);
  FT_RELEASE (compared);
}

// Repeats the last turn with an outcome behind which the loop went on, if the run
// has fewer of them than the number.
static bool take_turns (const search *s, uint64_t number, ft_input_set *inputs,
                        ft_path_key_list *asked) {
  for (size_t i = s->turns.size; i--;) {
    const turn *t = s->turns.begin + i;
    if (t->before == SIZE_MAX || s->places.begin[t->place].last == i)
      continue;
    uint32_t count = s->places.begin[t->place].count[outcome_of (s, i)];
    uint64_t key = key_of (s, t, number);
    if (count >= number || ft_flip_query_knows (s->state, asked, key))
      continue;
    FT_PUSH (*asked, key);
    if (repeat_turn (s, t, number - count, inputs))
      return true;
  }
  return false;
}

bool ft_loop_turns_find (const ft_search_state *state, const char *run,
                         const ft_trace *trace, const ft_path_keys *keys,
                         ft_input_set *inputs, ft_path_key_list *asked) {
  search s = {.state = state, .trace = trace, .keys = keys};
  bool found = false;
  find_turns (&s);
  find_numbers (&s, run);
  for (size_t i = 0; i < s.numbers.size && !found; i++)
    found = take_turns (&s, s.numbers.begin[i], inputs, asked);
  free (s.near);
  FT_RELEASE (s.places);
  FT_RELEASE (s.turns);
  FT_RELEASE (s.numbers);
  return found;
}
