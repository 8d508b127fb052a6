// Events of calls without records (see 'run/unrecorded_calls.h' and
// 'load_inside.h').
//
// Each state that such calls share is a variable, which a call reads or changes
// at its moments.  What a call may read of memory is, for each other thread, a
// variable that this thread writes around each of its writes to memory that
// uninstrumented code may reach: so the call reads what was written before and
// nothing that was written after.  Reads of memory that calls of unknown effect
// may change look at their state.  A call of unknown effect reads likewise which
// calls of known effect came before.  A read that reveals a write without a
// record comes behind whatever other threads had done by then, in the same way.
// All of these reads keep their writers.
//
// Nothing of this is an access of the program: the variables are atomic and in
// no race.  Their names begin with FT_ASSUMED, since the order is assumed and
// not observed.

#include "load/load_inside.h"

#include <string.h>

#include "trace/assumed.h"

// ---- events ----------------------------------------------------------------

static ft_event assumed_event (ft_load *n, ft_tables *tables,
                               enum ft_kind kind, const char *what,
                               uint32_t thread) {
  char name[256];
  ft_event e = ft_load_event (n, tables, kind);
  int length = snprintf (name, sizeof name, FT_ASSUMED "%s", what);
  if (thread != FT_NO_ID)
    length = snprintf (name, sizeof name, FT_ASSUMED "%s %u", what, thread);
  e.target = ft_tables_add (tables, FT_CLASS_VARIABLE, name, (size_t)length);
  e.mask = 0xff;
  e.order = kind == FT_ATOMIC_READ    ? FT_ORDER_ACQUIRE
            : kind == FT_ATOMIC_WRITE ? FT_ORDER_RELEASE
                                      : FT_ORDER_ACQ_REL;
  return e;
}

static void push_write (ft_load *n, ft_tables *tables, const char *what) {
  ft_event e = assumed_event (n, tables, FT_ATOMIC_WRITE, what,
                              n->record.thread->number);
  ft_detail d = FT_DETAIL_NONE;
  d.pointers_known = d.operands_known = true;
  if (n->machine)
    ft_load_push_detail (tables, &e, &d);
  FT_PUSH (n->queue, e);
}

// A read that keeps its writer, or an exchange.
static void push_read (ft_load *n, ft_tables *tables, enum ft_kind kind,
                       const char *what, uint32_t thread) {
  ft_event e = assumed_event (n, tables, kind, what, thread);
  ft_event branch = FT_EVENT_NONE;
  ft_detail d = FT_DETAIL_NONE, concretize = FT_DETAIL_NONE;
  ft_operand o = {ft_tables_add (tables, FT_CLASS_LOCAL, "%assumed", 8), 0};
  d.pointers_known = d.operands_known = true;
  d.result = o.local;
  if (n->machine)
    ft_load_push_detail (tables, &e, &d);
  FT_PUSH (n->queue, e);
  if (!n->machine)
    return;
  branch.kind = FT_BRANCH;
  branch.thread = e.thread;
  concretize.operands_known = true;
  concretize.operands = (uint32_t)tables->operands.size;
  concretize.operand_count = 1;
  FT_PUSH (tables->operands, o);
  ft_load_push_detail (tables, &branch, &concretize);
  FT_PUSH (n->queue, branch);
}

// ---- threads ---------------------------------------------------------------

static const char wrote[] = "memory written by thread";
static const char called[] = "calls of thread";

static ft_load_caller *caller_of (ft_load *n, uint32_t number) {
  FT_GROW (n->callers, (size_t)number + 1, ((ft_load_caller){0}));
  return n->callers.begin + number;
}

static bool is_off (const ft_load *n) {
  return n->records_alone || n->environment.finding || !n->shared.calls.count;
}

// Before what calls of other threads may read, if some have read since the last
// time.
static void write_before (ft_load *n, ft_tables *tables) {
  ft_load_caller *t = caller_of (n, n->record.thread->number);
  t->changed = true;
  if (t->reads == n->call_reads - t->own_reads)
    return;
  push_write (n, tables, wrote);
  t->wrote = true;
  t->reads = n->call_reads - t->own_reads;
  t->closed = 0;
}

// After each call of another thread that may have read.
enum { MOST_CLOSED = 16 };

// Behind such memory, so that what the thread does next is not ordered with it.
// Of many writes in a row only the last one counts ('write_behind').
static void close_write (ft_load *n, ft_tables *tables) {
  ft_load_caller *t = caller_of (n, n->record.thread->number);
  if (t->closed >= MOST_CLOSED)
    return;
  t->closed++;
  t->changed = false;
  push_write (n, tables, wrote);
  t->wrote = true;
}

// Whether other threads have called anything of unknown effect meanwhile.
static bool has_called (const ft_load *n, const ft_load_caller *t) {
  return t->seen != n->unknown_calls - t->own_unknown;
}

// A read of memory that calls of unknown effect may change comes behind those
// that came before it, and before those that come behind it.
static void push_look (ft_load *n, ft_tables *tables, ft_load_caller *t) {
  push_read (n, tables, FT_ATOMIC_READ,
             ft_load_unknown_state (n), FT_NO_ID);
  t->seen = n->unknown_calls - t->own_unknown;
}

// Behind the last record before such a call, or before a read that reveals a
// write without a record.
static void write_behind (ft_load *n, ft_tables *tables,
                          enum ft_last_record what) {
  ft_load_caller *t = caller_of (n, n->record.thread->number);
  if (t->read)
    push_look (n, tables, t);
  t->read = false;
  if (!t->changed && what != FT_LAST_ANY)
    return;
  push_write (n, tables, wrote);
  t->wrote = true;
  t->changed = false;
}

// A call may write memory at this moment.
static void write_now (ft_load *n, ft_tables *tables) {
  ft_load_caller *t = caller_of (n, n->record.thread->number);
  if (!n->shared.calls.reading)
    return;
  push_write (n, tables, wrote);
  t->wrote = true;
}

static void read_others (ft_load *n, ft_tables *tables, bool calls) {
  for (uint32_t i = 0; i < n->callers.size; i++) {
    const ft_load_caller *t = n->callers.begin + i;
    if (i != n->record.thread->number && (calls ? t->called : t->wrote))
      push_read (n, tables, FT_ATOMIC_READ, calls ? called : wrote, i);
  }
}

// A look at everything: the next record of each other thread comes behind it.
static void note_look (ft_load *n) {
  n->looks++;
  caller_of (n, n->record.thread->number)->own_looks++;
}

// No event comes between a wait, its wake and the acquire behind it, nor before
// the begin of a thread.
static bool stands_alone (ft_load_caller *t, const ft_run_record *r) {
  bool waits = t->waits;
  if (r->at)
    return false;
  t->waits = r->code == FT_WIRE_WAIT || (waits && r->code != FT_WIRE_ACQUIRE);
  return waits || r->code == FT_WIRE_THREAD_START;
}

static void write_behind_looks (ft_load *n, ft_tables *tables) {
  ft_load_caller *t = caller_of (n, n->record.thread->number);
  bool alone = stands_alone (t, &n->record);
  uint64_t looks = n->looks - t->own_looks;
  if (n->record.code == FT_WIRE_THREAD_START)
    t->looks = looks;
  if (t->looks == looks || alone)
    return;
  push_write (n, tables, wrote);
  t->wrote = true;
  t->looks = looks;
}

// ---- moments ---------------------------------------------------------------

static ft_call_effect effect_of (const ft_load *n, uint32_t number) {
  return ft_call_effects_at (&n->shared.calls.effects, number);
}

static uint64_t used_states (const ft_load *n) {
  uint64_t numbers = n->uses_numbers ? FT_CALL_STATE_BIT (FILES) : 0;
  return numbers |
         ft_call_states_used (n->shared.calls.changed, n->shared.calls.looked);
}

// A call of unknown effect comes behind those of known effect before it, and
// before those behind it.
static void push_known (ft_load *n, ft_tables *tables, uint64_t looks,
                        uint64_t changes) {
  bool unknown = used_states (n) & FT_CALL_STATE_BIT (UNKNOWN);
  ft_load_caller *t = caller_of (n, n->record.thread->number);
  if (unknown)
    push_read (n, tables, FT_ATOMIC_READ,
               ft_load_unknown_state (n), FT_NO_ID);
  if (unknown && changes)
    push_write (n, tables, called);
  for (unsigned s = 0; s < FT_CALL_STATE_COUNT; s++)
    if ((looks | changes) >> s & 1)
      push_read (n, tables, changes >> s & 1 ? FT_ATOMIC_RMW : FT_ATOMIC_READ,
                 ft_call_state_text ((enum ft_call_state)s), FT_NO_ID);
  if (unknown && changes)
    push_write (n, tables, called);
  t->called |= unknown && changes;
}

static void push_moment (ft_load *n, ft_tables *tables, uint32_t number) {
  ft_call_effect e = effect_of (n, number);
  uint64_t used = used_states (n);
  bool everything = ft_call_effect_looks_at_everything (e);
  if (n->uses_numbers)
    e = ft_call_effect_with_numbers (e);
  if (e.reads || everything)
    read_others (n, tables, false);
  if (everything)
    note_look (n);
  n->call_reads += e.reads;
  caller_of (n, n->record.thread->number)->own_reads += e.reads;
  if (e.writes)
    write_now (n, tables);
  if (ft_call_effect_is_unknown (e)) {
    n->unknown_calls++;
    caller_of (n, n->record.thread->number)->own_unknown++;
    read_others (n, tables, true);
    push_read (n, tables, FT_ATOMIC_RMW,
               ft_load_unknown_state (n), FT_NO_ID);
  } else if ((e.looks | e.changes) & used)
    push_known (n, tables, e.looks & used, e.changes & used);
}

static uint32_t moment (const ft_load *n, const ft_map *map) {
  const ft_run_record *r = &n->record;
  return map->size ? ft_map_get (map, ft_tick_number (r->thread->number,
                                                      r->tick))
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
  ft_load_caller *t = caller_of (n, n->record.thread->number);
  if (!n->reads_changed)
    return;
  t->read = true;
  if (has_called (n, t))
    push_look (n, tables, t);
}

void ft_load_calls_before (ft_load *n, ft_tables *tables) {
  if (is_off (n))
    return;
  // No event comes between a wait and its wake.
  if (!n->record.at && n->record.code == FT_WIRE_WAIT)
    write_behind (n, tables, FT_LAST_REACHED);
  write_behind_looks (n, tables);
  uint32_t reveals = moment (n, &n->shared.calls.reveals);
  if (reveals != FT_NO_ID)
    read_others (n, tables, false);
  if (reveals == FT_REVEALS_EVERYTHING)
    note_look (n);
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
// is looked at when it is over.  What it passes in a frame that is not known may
// be anything.
static void note_call (ft_load *n, uint32_t number) {
  uint32_t thread = n->record.thread->number;
  FT_GROW (n->environment.calls_reading, (size_t)thread + 1, false);
  bool reads = number != FT_NO_ID && effect_of (n, number).reads;
  n->environment.calls_reading.begin[thread] = reads;
  if (number != FT_NO_ID && effect_of (n, number).calls &&
      is_unknown (n, number))
    ft_load_note_callbacks (n);
  if (reads && !ft_reexecute_knows_call (n->machine))
    n->environment.all_reached = true;
}

void ft_load_calls_behind (ft_load *n) {
  n->moment_behind = 0;
  uint32_t last = is_off (n) ? FT_NO_ID : moment (n, &n->shared.calls.last);
  n->last_before_call =
      last == FT_NO_ID ? FT_LAST_NONE : (enum ft_last_record)last;
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

static bool reads_changed (ft_load *n) {
  const ft_load_caller *c = caller_of (n, n->record.thread->number);
  if (!n->shared.calls.writers ||
      !(used_states (n) & FT_CALL_STATE_BIT (UNKNOWN)) ||
      (c->read && !has_called (n, c)))
    return false;
  for (int i = 0; i < n->access_count; i++) {
    const ft_run_access *t = n->accesses + i;
    if (t->bytes && !t->cause && ft_kind_reads (t->kind) &&
        ft_load_may_be_changed (n, t->address))
      return true;
  }
  return false;
}

void ft_load_note_reached (ft_load *n) {
  n->writes_reached = writes_reached (n);
  n->reads_changed = n->access_count && !is_off (n) && reads_changed (n);
}

void ft_load_writes_before (ft_load *n, ft_tables *tables) {
  if (n->writes_reached)
    write_before (n, tables);
}

bool ft_load_queue_assumed (ft_load *n, ft_tables *tables) {
  size_t size = n->queue.size;
  if (n->writes_reached)
    close_write (n, tables);
  n->writes_reached = false;
  if (n->moment_behind)
    push_moment (n, tables, n->moment_behind);
  if (n->last_before_call)
    write_behind (n, tables, n->last_before_call);
  n->last_before_call = FT_LAST_NONE;
  n->moment_behind = 0;
  return n->queue.size > size;
}
