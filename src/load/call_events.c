// Events of calls without records (see 'run/unrecorded_calls.h' and
// 'load_inside.h').
//
// Each state that such calls share is a variable, which a call reads or changes
// at its moments.  What a call may read of memory is, for each other thread, a
// variable that this thread writes around each of its writes to memory that
// uninstrumented code may reach: so the call reads what was written before and
// nothing that was written after.  Reads of memory that calls of unknown effect
// may change look at their state; reads of memory that was passed to a call of
// known effect that writes look at a variable of the caller's.  A call of
// unknown effect reads likewise which calls of known effect came before.  A
// read that reveals a write without a record comes behind whatever other
// threads had done by then, in the same way.  All of these reads keep their
// writers.
//
// Nothing of this is an access of the program: the variables are atomic and in
// no race.  Their names begin with FT_ASSUMED, since the order is assumed and
// not observed.

#include "load/assumed_events.h"

#include <string.h>

static bool is_off (const ft_load *n) {
  return n->records_alone || n->environment.finding || !n->shared.calls.count;
}

// ---- moments ---------------------------------------------------------------

static ft_call_effect effect_of (const ft_load *n, uint32_t number) {
  return ft_call_effects_at (&n->shared.calls.effects, number);
}

static uint64_t used_states (const ft_load *n) {
  uint64_t numbers = n->uses_numbers ? FT_CALL_STATE_BIT (NUMBERS) : 0;
  return numbers |
         ft_call_states_used (n->shared.calls.changed, n->shared.calls.looked);
}

// A call of unknown effect comes behind those of known effect before it, and
// before those behind it.
static void push_known (ft_load *n, ft_tables *tables, uint64_t looks,
                        uint64_t changes) {
  bool unknown = used_states (n) & FT_CALL_STATE_BIT (UNKNOWN);
  ft_load_caller *t = ft_assumed_caller (n, n->record.thread->number);
  if (unknown)
    ft_assumed_read (n, tables, FT_ATOMIC_READ, ft_load_unknown_state (n),
                     FT_NO_ID);
  if (unknown && changes)
    ft_assumed_write (n, tables, FT_ASSUMED_CALLED);
  for (unsigned s = 0; s < FT_CALL_STATE_COUNT; s++)
    if ((looks | changes) >> s & 1)
      ft_assumed_read (n, tables,
                       changes >> s & 1 ? FT_ATOMIC_RMW : FT_ATOMIC_READ,
                       ft_call_state_text ((enum ft_call_state)s), FT_NO_ID);
  if (unknown && changes)
    ft_assumed_write (n, tables, FT_ASSUMED_CALLED);
  t->called |= unknown && changes;
}

static void push_moment (ft_load *n, ft_tables *tables, uint32_t number) {
  ft_call_effect e = effect_of (n, number);
  uint64_t used = used_states (n);
  bool everything = ft_call_effect_looks_at_everything (e);
  if (n->uses_numbers)
    e = ft_call_effect_with_numbers (e);
  if (e.reads || everything)
    ft_assumed_read_others (n, tables, FT_ASSUMED_WROTE);
  if (everything)
    ft_assumed_note_look (n, tables);
  n->call_reads += e.reads;
  ft_assumed_caller (n, n->record.thread->number)->own_reads += e.reads;
  ft_assumed_caller (n, n->record.thread->number)->in_progress += e.reads;
  if (e.writes)
    ft_assumed_written (n, tables);
  if (e.writes && !ft_call_effect_is_unknown (e))
    ft_assumed_fill (n, tables);
  if (ft_call_effect_is_unknown (e)) {
    n->unknown_calls++;
    ft_assumed_caller (n, n->record.thread->number)->own_unknown++;
    ft_assumed_read_others (n, tables, FT_ASSUMED_CALLED);
    ft_assumed_read (n, tables, FT_ATOMIC_RMW, ft_load_unknown_state (n),
                     FT_NO_ID);
  } else if ((e.looks | e.changes) & used)
    push_known (n, tables, e.looks & used, e.changes & used);
}

static void mark (ft_load *n, const ft_map *map) {
  for (size_t i = 0; i < map->capacity; i++) {
    if (!map->slots[i].used)
      continue;
    size_t thread = map->slots[i].key % FT_MOST_THREADS;
    uint64_t tick = map->slots[i].key / FT_MOST_THREADS;
    FT_GROW (n->moments, thread + 1, ((ft_load_marks){0}));
    ft_load_marks *marks = n->moments.begin + thread;
    FT_GROW (marks->bits, tick / 64 + 1, 0);
    marks->bits.begin[tick / 64] |= (uint64_t)1 << tick % 64;
  }
}

void ft_load_mark_moments (ft_load *n) {
  const ft_call_moments *m = &n->shared.calls;
  const ft_map *const maps[] = {&m->behind, &m->before, &m->inside, &m->last,
                                &m->reveals};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    mark (n, maps[i]);
}

void ft_load_release_moments (ft_load *n) {
  for (size_t i = 0; i < n->moments.size; i++)
    FT_RELEASE (n->moments.begin[i].bits);
  FT_RELEASE (n->moments);
}

static bool is_marked (const ft_load *n) {
  const ft_run_record *r = &n->record;
  if (r->thread->number >= n->moments.size)
    return false;
  const ft_load_marks *marks = n->moments.begin + r->thread->number;
  return r->tick / 64 < marks->bits.size &&
         marks->bits.begin[r->tick / 64] >> r->tick % 64 & 1;
}

static uint32_t moment (const ft_load *n, const ft_map *map) {
  const ft_run_record *r = &n->record;
  return map->size && is_marked (n)
             ? ft_map_get (map, ft_tick_number (r->thread->number, r->tick))
             : FT_NO_ID;
}

static bool is_unknown (const ft_load *n, uint32_t number) {
  return ft_call_effect_is_unknown (effect_of (n, number));
}

static bool shares_state (const ft_load *n, uint32_t number) {
  return effect_of (n, number).looks || effect_of (n, number).changes;
}

// The effect of the CALL at hand, where the code says more than the site: the
// call may go to a recorded function that makes no records, or by an address to
// a known function.  FT_NO_ID: none.
static uint32_t look_closer (ft_load *n, uint32_t number) {
  const ft_run_record *r = &n->record;
  if (!n->machine || !r->at || r->at->kind != FT_SITE_CALL)
    return number;
  const char *name = ft_call_site_callee (r);
  if (effect_of (n, number).calls && is_unknown (n, number) &&
      ft_reexecute_passes_own_function (n->machine))
    return ft_call_effects_number (&n->shared.calls.effects,
                                   ft_call_effect_of (name, false));
  if (effect_of (n, number).opens && ft_reexecute_opens_to_read (n->machine)) {
    ft_call_effect e = effect_of (n, number);
    e.looks |= e.changes;
    e.changes = 0;
    return ft_call_effects_number (&n->shared.calls.effects, e);
  }
  uint64_t callee = ft_reexecute_callee (
      n->machine, *name ? ft_guid (name, strlen (name)) : 0);
  if (ft_reexecute_is_instrumented (n->machine, callee))
    return FT_NO_ID;
  if (*name || ft_reexecute_is_defined (n->machine, callee))
    return number;
  if (!n->call_effects.size)
    ft_call_effect_index (&n->call_effects, &n->shared.calls.effects);
  uint32_t known = ft_map_get (&n->call_effects, callee);
  // The pass over the records did not know which states the call shares.
  if (known == FT_NO_ID || shares_state (n, known))
    return number;
  return known;
}

static void look_before (ft_load *n, ft_tables *tables) {
  ft_load_caller *t = ft_assumed_caller (n, n->record.thread->number);
  t->read |= n->reads_changed;
  t->read_filled |= n->reads_filled;
  if (n->reads_changed && ft_assumed_have_called (n, t))
    ft_assumed_look (n, tables, t);
  if (n->reads_filled && ft_assumed_have_filled (n, t))
    ft_assumed_look_at_filled (n, tables);
}

void ft_load_calls_before (ft_load *n, ft_tables *tables) {
  if (is_off (n))
    return;
  ft_assumed_behind_looks (n, tables);
  uint32_t reveals = moment (n, &n->shared.calls.reveals);
  if (reveals != FT_NO_ID)
    ft_assumed_read_others (n, tables, FT_ASSUMED_WROTE);
  if (reveals == FT_REVEALS_EVERYTHING)
    ft_assumed_note_look (n, tables);
  uint32_t number = moment (n, &n->shared.calls.before);
  if (number != FT_NO_ID)
    push_moment (n, tables, number);
  look_before (n, tables);
}

void ft_load_note_callbacks (ft_load *n) {
  n->shared.calls.changed |= FT_CALL_STATE_BIT (UNKNOWN);
  n->shared.calls.looked |= FT_CALL_STATE_BIT (UNKNOWN);
}

// In the pass that finds what uninstrumented code may reach, what a call passes
// is looked at when it is over.  What it passes in a frame that is not known
// may be anything.
static void note_call (ft_load *n, uint32_t number) {
  uint64_t at = n->machine ? ft_reexecute_callee_address (n->machine) : 0;
  uint32_t thread = n->record.thread->number;
  FT_GROW (n->environment.calls_writing, (size_t)thread + 1, false);
  n->environment.calls_writing.begin[thread] = number != FT_NO_ID &&
                                               effect_of (n, number).writes &&
                                               !is_unknown (n, number);
  FT_GROW (n->environment.calls_reading, (size_t)thread + 1, false);
  bool reads = number != FT_NO_ID && effect_of (n, number).reads;
  n->environment.calls_reading.begin[thread] = reads;
  if (number != FT_NO_ID && effect_of (n, number).calls &&
      is_unknown (n, number))
    ft_load_note_callbacks (n);
  bool made = at && ft_variables_block_at (n->variables, at) != FT_NO_ID;
  if (reads && (made || !ft_reexecute_knows_call (n->machine)))
    n->environment.all_reached = true;
}

void ft_load_calls_behind (ft_load *n) {
  n->moment_behind = 0;
  uint32_t last = is_off (n) ? FT_NO_ID : moment (n, &n->shared.calls.last);
  n->last_before_call =
      last == FT_NO_ID ? FT_LAST_NONE : (enum ft_last_record)last;
  // A call that comes between a wait and its wake finds these events done.
  if (last == FT_NO_ID && !is_off (n) && ft_load_begins_wait (n))
    n->last_before_call = FT_LAST_REACHED;
  if (n->records_alone || !n->shared.calls.count)
    return;
  uint32_t number = moment (n, &n->shared.calls.behind);
  if (n->environment.finding && number == FT_NO_ID)
    number = moment (n, &n->shared.calls.inside);
  if (number != FT_NO_ID)
    number = look_closer (n, number);
  if (n->environment.finding && n->record.at &&
      n->record.at->kind == FT_SITE_CALL)
    note_call (n, number);
  else if (!n->environment.finding && number != FT_NO_ID)
    n->moment_behind = number;
}

// ---- writes ----------------------------------------------------------------

static bool writes_reached (const ft_load *n) {
  const ft_run_record *r = &n->record;
  if (is_off (n) || !n->shared.calls.reading)
    return false;
  if (!r->at && (r->code == FT_WIRE_FREE || r->code == FT_WIRE_UNMAP))
    return ft_load_is_reached (n, r->payload);
  for (int i = 0; i < n->access_count; i++) {
    const ft_run_access *t = n->accesses + i;
    if (t->bytes && !t->cause && ft_kind_writes (t->kind) &&
        ft_load_is_reached (n, t->address))
      return true;
  }
  return false;
}

// A write of memory that had to be made accessible first: it fails before that.
static bool may_be_protected (const ft_load *n, uint64_t address) {
  ft_id block = ft_variables_block_at (n->variables, address);
  const ft_memory_block *b =
      block == FT_NO_ID ? NULL : ft_variables_block (n->variables, block);
  return n->shared.calls.changed & FT_CALL_STATE_BIT (PROTECTION) && b &&
         b->kind == FT_BLOCK_MAPPED;
}

static bool reads_changed (ft_load *n) {
  const ft_load_caller *c = ft_assumed_caller (n, n->record.thread->number);
  if (!n->shared.calls.writers ||
      !(used_states (n) & FT_CALL_STATE_BIT (UNKNOWN)) ||
      (c->read && !ft_assumed_have_called (n, c)))
    return false;
  for (int i = 0; i < n->access_count; i++) {
    const ft_run_access *t = n->accesses + i;
    if (t->bytes && !t->cause &&
        (ft_kind_reads (t->kind) || may_be_protected (n, t->address)) &&
        ft_load_may_be_changed (n, t->address))
      return true;
  }
  return false;
}

static bool reads_filled (ft_load *n) {
  const ft_load_caller *c = ft_assumed_caller (n, n->record.thread->number);
  if (!ft_load_is_filled (n) ||
      (c->read_filled && !ft_assumed_have_filled (n, c)))
    return false;
  for (int i = 0; i < n->access_count; i++) {
    const ft_run_access *t = n->accesses + i;
    if (t->bytes && !t->cause && ft_kind_reads (t->kind) &&
        ft_environment_may_be_written (&n->environment, t->address))
      return true;
  }
  return false;
}

void ft_load_note_reached (ft_load *n) {
  n->writes_reached = writes_reached (n);
  n->reads_changed = n->access_count && !is_off (n) && reads_changed (n);
  n->reads_filled = n->access_count && !is_off (n) && reads_filled (n);
}

void ft_load_writes_before (ft_load *n, ft_tables *tables) {
  if (n->writes_reached)
    ft_assumed_before_write (n, tables);
}

bool ft_load_queue_assumed (ft_load *n, ft_tables *tables) {
  size_t size = n->queue.size;
  if (n->writes_reached)
    ft_assumed_behind_write (n, tables);
  n->writes_reached = false;
  if (n->moment_behind)
    push_moment (n, tables, n->moment_behind);
  if (n->last_before_call)
    ft_assumed_before_call (n, tables, n->last_before_call);
  n->last_before_call = FT_LAST_NONE;
  n->moment_behind = 0;
  return n->queue.size > size;
}
