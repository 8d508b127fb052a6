// What the run's code says of its records (see 'native_steps.h' and
// 'native_inside.h').

#include "load/inside.h"

// The frames of the call on a side, whose callers are at its sites.
static void enter_call (ft_walk_thread *t, const ft_steps *s, uint32_t call) {
  if (call == FT_NO_ID)
    return;
  const ft_step_call *c = s->calls.begin + call;
  enter_call (t, s, c->outer);
  FT_TOP (t->frames).call = c->site;
  FT_PUSH (t->frames, ((ft_walk_frame){c->callee, 0, FT_NO_ID}));
}

// What is no access is at the call that its frame makes.
static ft_id location_at (ft_native *n, ft_tables *tables,
                          const ft_step_event *step) {
  ft_walk_thread *t = n->record.thread;
  if (!ft_kind_acquires (step->event.kind) &&
      !ft_kind_releases (step->event.kind))
    return ft_names_location (n->names, tables, t, step->site);
  FT_TOP (t->frames).call = step->site;
  return ft_names_location (n->names, tables, t, FT_NO_ID);
}

// The location with the frames that a side has: those of the run, less those
// that it has returned from, and its own, which take their place.
static ft_id location_of_side (ft_native *n, ft_tables *tables,
                               const ft_step_event *step) {
  ft_walk_thread *t = n->record.thread;
  size_t size = t->frames.size, first = size - step->left - 1;
  FT_STACK (ft_walk_frame) kept = {0};
  for (size_t i = first; i < size; i++)
    FT_PUSH (kept, t->frames.begin[i]);
  t->frames.size = first + 1;
  enter_call (t, &n->steps, step->call);
  ft_id location = location_at (n, tables, step);
  for (size_t i = first; i < size; i++)
    t->frames.begin[i] = kept.begin[i - first];
  t->frames.size = size;
  FT_RELEASE (kept);
  return location;
}

ft_event ft_native_placed (ft_native *n, ft_tables *tables,
                           const ft_step_event *step) {
  ft_walk_thread *t = n->record.thread;
  ft_event e = step->event;
  e.thread = ft_native_thread (n, tables, t->number);
  if (step->site == FT_NO_ID)
    return e;
  // What the code did came before the record, which may have left its frame.
  bool left = n->record.code == FT_WIRE_EXIT;
  t->frames.size += left;
  bool plain = step->call == FT_NO_ID && !step->left &&
               (ft_kind_accesses (e.kind) || ft_kind_computes (e.kind));
  e.location = plain ? ft_names_location (n->names, tables, t, step->site)
                     : location_of_side (n, tables, step);
  t->frames.size -= left;
  return e;
}

static void queue_steps (ft_native *n, ft_tables *tables,
                         const ft_step_event *steps, size_t count) {
  for (size_t i = 0; i < count; i++)
    FT_PUSH (n->queue, ft_native_placed (n, tables, steps + i));
}

static void share (ft_native *n, const ft_touch *t) {
  uint64_t last = (t->address + t->bytes - 1) >> 3;
  for (uint64_t g = t->address >> 3; t->bytes && g <= last; g++)
    if (ft_variables_share (n->variables, g))
      *ft_map_at (&n->environment.late, g) = 1;
}

static void share_bytes (ft_native *n, const ft_touch *t,
                         const ft_step_touch *said) {
  for (uint32_t i = 0; said->split && i < said->count; i++)
    if (n->steps.bytes.begin[said->first + i].share)
      share (n, &(ft_touch){.address = t->address + i, .bytes = 1});
}

// Of what is not kept no event comes, as long as nothing is shared late.
static void leave_out (ft_native *n) {
  const ft_steps *s = &n->steps;
  for (int i = 0; i < n->touch_count; i++)
    if (s->kept[i] == FT_KEPT_NOT)
      n->touches[i].bytes = 0;
}

static bool share_late (ft_native *n) {
  const ft_steps *s = &n->steps;
  bool any = false;
  for (int i = 0; i < n->touch_count; i++) {
    if (s->touch[i].share)
      share (n, n->touches + i);
    share_bytes (n, n->touches + i, s->touch + i);
    any |= s->touch[i].share || s->touch[i].split;
  }
  return any;
}

static bool has_sides (const ft_steps *s) {
  return !FT_EMPTY (s->side_list) || !FT_EMPTY (s->joins) ||
         !FT_EMPTY (s->calls) || !FT_EMPTY (s->sides);
}

void ft_native_follow (ft_native *n, ft_tables *tables) {
  ft_steps *s = &n->steps;
  s->record = &n->record;
  s->touches = n->touches;
  s->count = n->touch_count;
  s->tables = tables;
  n->environment.tables = tables;
  s->free_known = false;
  FT_CLEAR (s->before);
  FT_CLEAR (s->bytes);
  for (int i = 0; i < n->touch_count; i++) {
    const ft_touch *t = n->touches + i;
    s->kept[i] = ft_variables_keep (n->variables, t->address, t->bytes);
    s->touch[i] = (ft_step_touch){.detail = FT_DETAIL_NONE};
  }
  ft_reexecute_step (n->machine, s);
  n->environment.loose |= s->loose;
  if (!share_late (n))
    leave_out (n);
  if (!FT_EMPTY (s->before))
    queue_steps (n, tables, s->before.begin, s->before.size);
  if (has_sides (s))
    ft_native_add_sides (n, tables);
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
  if (FT_EMPTY (n->steps.after))
    return false;
  queue_steps (n, tables, n->steps.after.begin, n->steps.after.size);
  FT_CLEAR (n->steps.after);
  return true;
}
