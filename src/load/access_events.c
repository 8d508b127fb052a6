// Events of the accesses of a record (see 'load_inside.h').

#include "base/debug_log.h"
#include "load/load_inside.h"

#include "run/location_names.h"

// ---- parts of events -------------------------------------------------------

ft_tid ft_load_tid (ft_load *n, ft_tables *tables, uint32_t number) {
  FT_GROW (n->threads, (size_t)number + 1, FT_NO_ID);
  if (n->threads.begin[number] == FT_NO_ID) {
    char name[FT_THREAD_NAME_SIZE];
    size_t length = ft_thread_name (name, number);
    n->threads.begin[number] =
        ft_tables_add (tables, FT_CLASS_THREAD, name, length);
  }
  return n->threads.begin[number];
}

static ft_id location (ft_load *n, ft_tables *tables) {
  const ft_run_record *r = &n->record;
  bool accesses = r->at && r->at->kind != FT_SITE_CALL;
  if (!n->located)
    n->location = ft_location_names_add (n->names, tables, r->thread,
                                         accesses ? r->site : FT_NO_ID);
  n->located = true;
  return n->location;
}

ft_event ft_load_event (ft_load *n, ft_tables *tables, enum ft_kind kind) {
  ft_event e = FT_EVENT_NONE;
  e.kind = (uint8_t)kind;
  e.thread = ft_load_tid (n, tables, n->record.thread->number);
  e.location = location (n, tables);
  return e;
}

// ---- accesses --------------------------------------------------------------

static uint64_t cut_value (uint64_t value, uint64_t from, uint64_t bytes) {
  if (from >= 8)
    return 0;
  value >>= 8 * from;
  return bytes >= 8 ? value : value & ((UINT64_C (1) << 8 * bytes) - 1);
}

void ft_load_push_detail (ft_tables *tables, ft_event *e, const ft_detail *d) {
  e->detail = (ft_id)tables->details.size;
  FT_PUSH (tables->details, *d);
}

// The part of the detail of an access that becomes several events.  Such an
// access is not computed: each written part depends on the whole, and each read
// part is concretized (re-execution has counted that).
static ft_detail detail_of_part (ft_load *n, const ft_detail *whole,
                                 const ft_event *e) {
  ft_detail d = *whole;
  d.op = FT_OP_NONE;
  d.result = FT_NO_ID;
  d.initial_known = false;
  if (ft_kind_reads (e->kind)) {
    ft_event branch = FT_EVENT_NONE;
    branch.kind = FT_BRANCH;
    branch.thread = e->thread;
    branch.flags = FT_CONCRETIZED;
    FT_PUSH (n->queue, branch);
  }
  return d;
}

// A block of zeros, as 'calloc' returns it.
static bool is_zeroed (const ft_load *n, ft_id block, uint64_t address,
                       unsigned bytes) {
  const ft_memory_block *b = ft_variables_block (n->variables, block);
  return b->zeroed && !b->cut && !b->freed && address >= b->address &&
         address - b->address + bytes <= b->bytes;
}

static bool content_of_new (const ft_load *n, uint64_t address, unsigned bytes,
                            uint64_t *initial) {
  const ft_run_global *g = ft_run_code_global_at (&n->run->code, address);
  ft_id block = ft_variables_block_at (n->variables, address);
  *initial = 0;
  if (block != FT_NO_ID)
    return is_zeroed (n, block, address, bytes);
  return g && ft_sites_initial (g->table, g->global, address - g->first, bytes,
                                initial);
}

// The initial value of a global when the program begins, or of new memory.  If a
// granule became shared late, re-execution may have supplied a later value for
// it already.
static bool find_initial (const ft_load *n, uint64_t address, unsigned bytes,
                          const ft_event *e, uint64_t *initial) {
  return n->machine &&
         ft_map_get (&n->environment.late_shared, address >> 3) == FT_NO_ID &&
         !ft_environment_has_escaped (&n->environment, address) &&
         content_of_new (n, address, bytes, initial) &&
         (!ft_kind_reads (e->kind) || !(e->flags & FT_HAS_VALUE) ||
          e->value == *initial);
}

// Set the initial value for the first access of these bytes.
static void set_first_initial (ft_load *n, uint64_t address, unsigned bytes,
                               const ft_event *e, ft_detail *d) {
  if (!n->machine)
    return;
  uint32_t *known =
      ft_map_at (&n->initialised, (uint64_t)e->target << 8 | e->mask);
  bool first = *known == FT_NO_ID;
  *known = 1;
  if (first && !d->initial_known)
    d->initial_known = find_initial (n, address, bytes, e, &d->initial);
  else
    d->initial_known &= first;
}

void ft_load_set_initial (ft_load *n, uint64_t address, unsigned bytes,
                          const ft_event *e, ft_detail *d) {
  d->initial_known = find_initial (n, address, bytes, e, &d->initial);
}

// Add the dependences of the first 'bytes' of the access, and the value that an
// exchange wrote.
static void add_detail (ft_load *n, ft_tables *tables, const ft_run_access *t,
                        uint64_t bytes, ft_event *e) {
  const ft_step_dependence *known = n->steps.dependence + n->access;
  ft_detail d = FT_DETAIL_NONE;
  bool whole = n->whole[n->access] && bytes == t->bytes && bytes <= 8;
  if (known->known)
    d = whole ? known->detail : detail_of_part (n, &known->detail, e);
  if (t->valued && t->kind == FT_ATOMIC_RMW) {
    d.written = cut_value (t->written, 0, bytes);
    d.written_known = true;
  }
  if (bytes <= 8)
    set_first_initial (n, t->address, (unsigned)bytes, e, &d);
  if (known->known || d.written_known || d.initial_known)
    ft_load_push_detail (tables, e, &d);
}

// The dependences of the first byte of the access, if its bytes are split.
static const ft_step_byte *byte_of (const ft_load *n, const ft_run_access *t) {
  const ft_step_dependence *known = n->steps.dependence + n->access;
  return known->split
             ? n->steps.bytes.begin + known->first + (known->count - t->bytes)
             : NULL;
}

static void take_byte (ft_load *n, ft_tables *tables, const ft_run_access *t,
                       const ft_step_byte *byte, ft_event *e) {
  ft_detail d = byte->detail;
  e->flags = byte->valued ? FT_HAS_VALUE : 0;
  e->value = byte->valued ? byte->value : 0;
  set_first_initial (n, t->address, 1, e, &d);
  ft_load_push_detail (tables, e, &d);
}

static ft_id source_of (ft_load *n, ft_tables *tables, uint32_t number) {
  ft_span name = n->run->sources.begin[number];
  return ft_intern_add (&tables->origins.sources, name.begin, name.size);
}

// The value of a part does not say that a whole compare-and-swap succeeds.  Of a
// granule range other accesses may be of single bytes.
static void add_value (const ft_load *n, const ft_run_access *t, uint64_t bytes,
                       bool in_range, ft_event *e) {
  bool whole = n->whole[n->access] && bytes == t->bytes;
  bool valued = t->valued || (t->filled && !in_range);
  if (valued && (whole || !t->conditional)) {
    e->flags = FT_HAS_VALUE;
    e->value = cut_value (t->value, 0, bytes);
  }
  if (t->conditional)
    e->flags |= FT_CONDITIONAL;
}

// Goes on behind the first bytes of the access, of which all are alike if it is
// filled.
static void skip_bytes (ft_run_access *t, uint64_t bytes) {
  t->address += bytes;
  t->bytes -= bytes;
  if (t->filled)
    return;
  t->value = cut_value (t->value, bytes, 8);
  t->written = cut_value (t->written, bytes, 8);
}

// Each event of a second free is shown as the free of the block.
static void free_again (ft_load *n, ft_event *e) {
  ft_id block = ft_variables_block_at (n->variables, n->record.payload);
  e->flags |= FT_FREES;
  n->part = n->record.payload;
  n->part_bytes = ft_variables_block (n->variables, block)->bytes;
}

// The event for the part of the access, from its address on, that is in one
// variable.
static ft_event access_event (ft_load *n, ft_tables *tables, ft_run_access *t) {
  uint64_t bytes = t->bytes;
  bool in_range = false;
  ft_event e = ft_load_event (n, tables, t->kind);
  e.target = t->cause ? ft_load_system_variable (n, tables, t)
                      : ft_variables_at (n->variables, tables, t->address,
                                         &bytes, &in_range);
  const ft_step_byte *byte = byte_of (n, t);
  if (bytes > t->bytes)
    bytes = t->bytes;
  if (byte)
    bytes = 1;
  e.mask = in_range ? 0xff : (uint8_t)(((1u << bytes) - 1) << t->address % 8);
  e.order = t->order;
  add_value (n, t, bytes, in_range, &e);
  if (byte)
    take_byte (n, tables, t, byte, &e);
  else
    add_detail (n, tables, t, bytes, &e);
  if (t->symbolic)
    ft_origins_add (
        &tables->origins,
        (ft_origin){n->position, source_of (n, tables, t->source), t->at});
  t->at += bytes;
  n->whole[n->access] = false;
  if (n->environment.finding)
    ft_environment_note_access (&n->environment, t->address);
  n->part = t->address;
  n->part_bytes = bytes;
  if (t->frees)
    free_again (n, &e);
  skip_bytes (t, bytes);
  return e;
}

// The event keeps its recorded writer, although nothing is computed from it.
static void keep_in_order (ft_load *n, ft_tables *tables, ft_event *e) {
  ft_detail d = FT_DETAIL_NONE, concretize = FT_DETAIL_NONE;
  ft_operand o = {FT_NO_ID, 0};
  d.pointers_known = d.operands_known = true;
  if (e->kind == FT_ATOMIC_READ)
    d.result = o.local = ft_tables_add (tables, FT_CLASS_LOCAL, "%unseen", 7);
  ft_load_push_detail (tables, e, &d);
  if (e->kind != FT_ATOMIC_READ)
    return;
  ft_event branch = FT_EVENT_NONE;
  branch.kind = FT_BRANCH;
  branch.thread = e->thread;
  concretize.operands_known = true;
  concretize.operands = (uint32_t)tables->operands.size;
  concretize.operand_count = 1;
  FT_PUSH (tables->operands, o);
  ft_load_push_detail (tables, &branch, &concretize);
  ft_reexecute_count_concretized (n->machine,
                                  FT_CONCRETIZE_UNINSTRUMENTED_WRITE);
  FT_PUSH (n->queue, branch);
}

ft_event ft_load_uninstrumented_event (ft_load *n, ft_tables *tables,
                                       enum ft_kind kind) {
  ft_event e = ft_load_event (n, tables, kind);
  e.target = ft_tables_add (tables, FT_CLASS_VARIABLE, FT_UNINSTRUMENTED_NAME,
                            sizeof FT_UNINSTRUMENTED_NAME - 1);
  e.mask = 0xff;
  e.order = FT_ORDER_RELAXED;
  FT_DEBUG (LOAD, 2, "thread %u, tick %llu: uninstrumented code %s",
            n->record.thread->number, (unsigned long long)n->record.tick,
            kind == FT_ATOMIC_RMW ? "changes memory without a record"
                                  : "has written what is read here");
  n->part = n->part_bytes = 0;
  n->change_read = true;
  if (n->machine)
    keep_in_order (n, tables, &e);
  return e;
}

bool ft_load_is_uninstrumented_tick (const ft_load *n, const ft_run_record *r) {
  const ft_map *ticks = &n->shared.uninstrumented_ticks;
  uint64_t tick = ft_tick_number (r->thread->number, r->tick);
  return ticks->size && ft_map_get (ticks, tick) != FT_NO_ID;
}

static bool is_uninstrumented (const ft_load *n, const ft_run_access *t) {
  return !FT_EMPTY (n->shared.uninstrumented) &&
         ft_shared_is_uninstrumented (
             &n->shared, ft_variables_lifetime (n->variables, t->address),
             t->address >> 3);
}

// Skip the bytes before the next shared granule; false if nothing is left.
static bool find_shared (ft_load *n, ft_run_access *t) {
  if (!t->bytes)
    return false;
  uint64_t granule = t->address >> 3;
  if (!ft_variables_next (n->variables, &granule,
                          (t->address + t->bytes - 1) >> 3))
    return false;
  if (granule == t->address >> 3)
    return true;
  n->whole[n->access] = false;
  skip_bytes (t, (granule << 3) - t->address);
  return true;
}

bool ft_load_next_access (ft_load *n, ft_tables *tables, ft_event *e) {
  while (n->access < n->access_count) {
    ft_run_access *t = n->accesses + n->access;
    if (find_shared (n, t)) {
      bool uninstrumented = !n->change_read && is_uninstrumented (n, t);
      *e = uninstrumented
               ? ft_load_uninstrumented_event (n, tables, FT_ATOMIC_READ)
               : access_event (n, tables, t);
      n->change_read = uninstrumented;
      return true;
    }
    n->access++;
  }
  return false;
}
