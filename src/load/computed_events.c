// Events that re-execution adds to those of records (see 'symex/step.h' and
// 'load_inside.h').

#include "base/debug_log.h"
#include "load/load_inside.h"

// Enter the frames of a call on an alternative path, whose callers are at its
// sites.
static void enter_call (ft_run_thread *t, const ft_step_context *s,
                        uint32_t call) {
  if (call == FT_NO_ID)
    return;
  const ft_step_call *c = s->calls.begin + call;
  enter_call (t, s, c->outer);
  FT_TOP (t->frames).call = c->site;
  FT_PUSH (t->frames, ((ft_run_frame){c->callee, 0, FT_NO_ID}));
}

// An event that is no access is located at the call that its frame makes.
static ft_id location_at (ft_load *n, ft_tables *tables,
                          const ft_step_event *step) {
  ft_run_thread *t = n->record.thread;
  if (!ft_kind_acquires (step->event.kind) &&
      !ft_kind_releases (step->event.kind))
    return ft_location_names_add (n->names, tables, t, step->site);
  FT_TOP (t->frames).call = step->site;
  return ft_location_names_add (n->names, tables, t, FT_NO_ID);
}

// The location in the frames of an alternative path: those of the run, without
// those that it has returned from, and its own instead of them.
static ft_id location_on_altpath (ft_load *n, ft_tables *tables,
                                  const ft_step_event *step) {
  ft_run_thread *t = n->record.thread;
  size_t size = t->frames.size, first = size - step->left - 1;
  FT_STACK (ft_run_frame) kept = {0};
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

ft_event ft_load_located_event (ft_load *n, ft_tables *tables,
                                const ft_step_event *step) {
  ft_run_thread *t = n->record.thread;
  ft_event e = step->event;
  e.thread = ft_load_tid (n, tables, t->number);
  if (step->site == FT_NO_ID)
    return e;
  // The code ran before the record, which may have left its frame.
  bool left = n->record.code == FT_WIRE_EXIT;
  t->frames.size += left;
  bool plain = step->call == FT_NO_ID && !step->left &&
               (ft_kind_accesses (e.kind) || ft_kind_computes (e.kind));
  e.location = plain ? ft_location_names_add (n->names, tables, t, step->site)
                     : location_on_altpath (n, tables, step);
  t->frames.size -= left;
  return e;
}

static void queue_steps (ft_load *n, ft_tables *tables,
                         const ft_step_event *steps, size_t count) {
  for (size_t i = 0; i < count; i++)
    FT_PUSH (n->queue, ft_load_located_event (n, tables, steps + i));
}

static void mark_shared (ft_load *n, const ft_run_access *t) {
  uint64_t last = (t->address + t->bytes - 1) >> 3;
  for (uint64_t g = t->address >> 3; t->bytes && g <= last; g++)
    if (ft_variables_mark_shared (n->variables, g))
      *ft_map_at (&n->environment.late_shared, g) = 1;
}

static void share_bytes (ft_load *n, const ft_run_access *t,
                         const ft_step_dependence *dependence) {
  for (uint32_t i = 0; dependence->split && i < dependence->count; i++)
    if (n->steps.bytes.begin[dependence->first + i].share)
      mark_shared (n, &(ft_run_access){.address = t->address + i, .bytes = 1});
}

// Accesses that are not traced become no events, unless memory became shared by
// this record.
static void leave_out (ft_load *n) {
  const ft_step_context *s = &n->steps;
  for (int i = 0; i < n->access_count; i++)
    if (s->traced[i] == FT_TRACED_NONE) {
      FT_DEBUG (LOAD, 3, "thread %u, tick %llu: no other thread uses %#llx",
                n->record.thread->number, (unsigned long long)n->record.tick,
                (unsigned long long)n->accesses[i].address);
      n->accesses[i].bytes = 0;
    }
}

static bool share_late (ft_load *n) {
  const ft_step_context *s = &n->steps;
  bool any = false;
  for (int i = 0; i < n->access_count; i++) {
    if (s->dependence[i].share)
      mark_shared (n, n->accesses + i);
    share_bytes (n, n->accesses + i, s->dependence + i);
    any |= s->dependence[i].share || s->dependence[i].split;
  }
  return any;
}

static bool has_altpaths (const ft_step_context *s) {
  return !FT_EMPTY (s->altpaths) || !FT_EMPTY (s->merges) ||
         !FT_EMPTY (s->calls) || !FT_EMPTY (s->altpath_events);
}

// Whether a path begins at a branch behind the record.
static bool begins_behind (const ft_step_context *s) {
  for (size_t i = 0; i < s->altpaths.size; i++)
    if (s->altpaths.begin[i].behind)
      return true;
  return false;
}

void ft_load_reexecute (ft_load *n, ft_tables *tables) {
  ft_step_context *s = &n->steps;
  s->record = &n->record;
  s->accesses = n->accesses;
  s->count = n->access_count;
  s->tables = tables;
  n->environment.tables = tables;
  s->free_known = false;
  FT_CLEAR (s->before);
  FT_CLEAR (s->bytes);
  for (int i = 0; i < n->access_count; i++) {
    const ft_run_access *t = n->accesses + i;
    s->traced[i] = ft_variables_traced (n->variables, t->address, t->bytes);
    s->dependence[i] = (ft_step_dependence){.detail = FT_DETAIL_NONE};
  }
  ft_reexecute_step (n->machine, s);
  n->environment.unknown_escaped |= s->unknown_escaped;
  if (!share_late (n))
    leave_out (n);
  if (!FT_EMPTY (s->before))
    queue_steps (n, tables, s->before.begin, s->before.size);
  if (has_altpaths (s)) {
    ft_load_begin_altpaths (n);
    if (!begins_behind (s))
      ft_load_add_altpaths (n, tables);
  }
}

bool ft_load_take_queued (ft_load *n, ft_event *e) {
  if (n->queued == n->queue.size) {
    n->queued = 0;
    FT_CLEAR (n->queue);
    return false;
  }
  *e = n->queue.begin[n->queued++];
  n->part = n->part_bytes = 0;
  return true;
}

bool ft_load_queue_last (ft_load *n, ft_tables *tables) {
  if (FT_EMPTY (n->steps.after))
    return false;
  if (has_altpaths (&n->steps))
    ft_load_add_altpaths (n, tables);
  queue_steps (n, tables, n->steps.after.begin, n->steps.after.size);
  FT_CLEAR (n->steps.after);
  return true;
}
