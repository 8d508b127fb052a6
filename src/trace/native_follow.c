// What the run's code says of its records (see 'native_steps.h' and
// 'native_inside.h').

#include "trace/native_inside.h"

static ft_event placed (ft_native *n, ft_tables *tables,
                        const ft_step_event *step) {
  ft_event e = step->event;
  e.thread = ft_native_thread (n, tables, n->record.thread->number);
  if (step->site == FT_NO_ID)
    return e;
  // What the code did came before the record, which may have left its frame.
  bool left = n->record.code == FT_WIRE_EXIT;
  n->record.thread->frames.size += left;
  e.location =
      ft_names_location (n->names, tables, n->record.thread, step->site);
  n->record.thread->frames.size -= left;
  return e;
}

static void queue_steps (ft_native *n, ft_tables *tables,
                         const ft_step_event *steps, size_t count) {
  for (size_t i = 0; i < count; i++)
    FT_PUSH (n->queue, placed (n, tables, steps + i));
}

static void share (ft_native *n, const ft_touch *t) {
  uint64_t last = (t->address + t->bytes - 1) >> 3;
  for (uint64_t g = t->address >> 3; t->bytes && g <= last; g++)
    if (ft_variables_share (n->variables, g))
      *ft_map_at (&n->late, g) = 1;
}

// Whether all of it is a live block's, or a global's.
static bool is_there (ft_native *n, uint64_t address, unsigned bytes) {
  ft_id id = ft_variables_block_at (n->variables, address);
  if (id != FT_NO_ID) {
    const ft_block *b = ft_variables_block (n->variables, id);
    return !b->freed && address >= b->address &&
           address - b->address + bytes <= b->bytes;
  }
  const ft_code_global *g = ft_code_global_at (&n->run->code, address);
  return g && address + bytes - 1 <= g->last;
}

// Memory that a side accesses.  All accesses to it are to be events, from the
// begin of its life on: else a value of which no event tells would be taken for
// what it holds at first.
static bool resolve (void *native, uint64_t address, unsigned bytes,
                     ft_event *e) {
  ft_native *n = native;
  uint64_t granule = address >> 3;
  unsigned alike;
  if (!is_there (n, address, bytes) || granule != (address + bytes - 1) >> 3)
    return false;
  if (n->finding) {
    uint64_t life = ft_variables_life (n->variables, address);
    FT_PUSH (n->reached, ((ft_shared_granule){life, granule}));
    ft_variables_share (n->variables, granule);
  } else if (ft_map_get (&n->late, granule) != FT_NO_ID)
    return false;
  if (ft_variables_keep (n->variables, address, bytes) != FT_KEPT_WHOLE)
    return false;
  e->target = ft_variables_at (n->variables, n->steps.tables, address, &alike);
  e->mask = (uint8_t)(((1u << bytes) - 1) << address % 8);
  return true;
}

static bool keeps (void *native, uint64_t address) {
  ft_native *n = native;
  return ft_variables_keep (n->variables, address, 1) != FT_KEPT_NOT;
}

static void share_bytes (ft_native *n, const ft_touch *t,
                         const ft_step_touch *said) {
  for (uint32_t i = 0; said->split && i < said->count; i++)
    if (n->steps.bytes.begin[said->first + i].share)
      share (n, &(ft_touch){.address = t->address + i, .bytes = 1});
}

static ft_event side_event (ft_native *n, ft_tables *tables,
                            const ft_step_event *step) {
  ft_event e = placed (n, tables, step);
  if (ft_kind_accesses (e.kind))
    ft_native_tell_initial (n, step->address,
                            (unsigned)__builtin_popcount (e.mask), &e,
                            tables->details.begin + e.detail);
  return e;
}

static ft_native_thread_count *count_of (ft_native *n) {
  uint32_t thread = n->record.thread->number;
  FT_GROW (n->counts, (size_t)thread + 1, ((ft_native_thread_count){0, 0}));
  return n->counts.begin + thread;
}

// Of branches that are in the queue, before the record at hand.
static void add_sides (ft_native *n, ft_tables *tables) {
  ft_steps *s = &n->steps;
  for (size_t i = 0; i < s->side_list.size; i++) {
    const ft_step_side *side = s->side_list.begin + i;
    uint32_t joined = side->joined == UINT32_MAX ? 0 : side->joined;
    uint32_t kept = side->count > joined ? side->count : joined;
    ft_native_side found = {.branch = n->position + side->branch,
                            .outcome = side->outcome,
                            .count = side->count,
                            .joined = side->joined,
                            .begin = count_of (n)->events + side->branch + 1,
                            .replaces = FT_NEVER_REJOINS};
    found.events = FT_ARRAY (ft_event, kept + 1);
    for (uint32_t k = 0; k < kept; k++)
      found.events[k] =
          side_event (n, tables, s->sides.begin + side->first + k);
    FT_PUSH (n->found, found);
  }
  FT_CLEAR (s->side_list);
}

// A side meets the one that was taken, unless that did what no side replaces.
static void join_side (ft_native *n, ft_tables *tables,
                       const ft_step_join *join) {
  ft_native_side *side = n->found.begin + join->side;
  uint64_t end = count_of (n)->events + join->at;
  if (count_of (n)->other > side->begin || end - side->begin >= UINT32_MAX)
    return;
  side->replaces = (uint32_t)(end - side->begin);
  side->count = side->joined + join->count;
  side->events =
      ft_realloc (side->events, side->count + 1, sizeof *side->events);
  for (uint32_t k = 0; k < join->count; k++)
    side->events[side->joined + k] =
        side_event (n, tables, n->steps.sides.begin + join->first + k);
}

static void join_sides (ft_native *n, ft_tables *tables) {
  ft_steps *s = &n->steps;
  for (size_t i = 0; i < s->joins.size; i++)
    join_side (n, tables, s->joins.begin + i);
  FT_CLEAR (s->joins);
  FT_CLEAR (s->sides);
}

void ft_native_count (ft_native *n, const ft_event *e) {
  ft_native_thread_count *c = count_of (n);
  c->events++;
  bool plain = e->kind == FT_READ || e->kind == FT_WRITE ||
               e->kind == FT_ATOMIC_READ || e->kind == FT_ATOMIC_WRITE ||
               ft_kind_computes (e->kind);
  if (!plain)
    c->other = c->events;
}

void ft_native_give_sides (ft_native *n, ft_tables *tables) {
  ft_alternatives *all = &tables->alternatives;
  for (size_t i = 0; i < n->found.size && !n->leaves_sides; i++) {
    const ft_native_side *side = n->found.begin + i;
    ft_alternative a = {side->outcome, (uint32_t)all->events.size, side->count,
                        side->replaces, FT_NO_ID};
    if (!side->count && side->replaces == FT_NEVER_REJOINS)
      continue;
    for (uint32_t k = 0; k < side->count; k++)
      ft_alternatives_push (all, side->events[k]);
    ft_alternatives_add (all, side->branch, a);
  }
  ft_native_release_sides (n);
}

void ft_native_release_sides (ft_native *n) {
  for (size_t i = 0; i < n->found.size; i++)
    free (n->found.begin[i].events);
  FT_RELEASE (n->found);
  FT_RELEASE (n->counts);
}

void ft_native_follow (ft_native *n, ft_tables *tables) {
  ft_steps *s = &n->steps;
  s->resolve = n->sides ? resolve : NULL;
  s->keeps = keeps;
  s->native = n;
  s->record = &n->record;
  s->touches = n->touches;
  s->count = n->touch_count;
  s->tables = tables;
  s->free_known = false;
  FT_CLEAR (s->before);
  FT_CLEAR (s->bytes);
  for (int i = 0; i < n->touch_count; i++) {
    const ft_touch *t = n->touches + i;
    s->kept[i] = ft_variables_keep (n->variables, t->address, t->bytes);
    s->touch[i] = (ft_step_touch){.detail = FT_DETAIL_NONE};
  }
  n->stepper->step (n->machine, s);
  for (int i = 0; i < n->touch_count; i++) {
    if (s->touch[i].share)
      share (n, n->touches + i);
    share_bytes (n, n->touches + i, s->touch + i);
  }
  queue_steps (n, tables, s->before.begin, s->before.size);
  add_sides (n, tables);
  join_sides (n, tables);
}

bool ft_native_take_queued (ft_native *n, ft_event *e) {
  if (n->queued == n->queue.size) {
    n->queued = 0;
    FT_CLEAR (n->queue);
    return false;
  }
  *e = n->queue.begin[n->queued++];
  n->part = n->part_bytes = 0;
  return true;
}

// When all other events of a record were given.
bool ft_native_queue_last (ft_native *n, ft_tables *tables) {
  bool any = !FT_EMPTY (n->steps.after);
  queue_steps (n, tables, n->steps.after.begin, n->steps.after.size);
  FT_CLEAR (n->steps.after);
  return any;
}
