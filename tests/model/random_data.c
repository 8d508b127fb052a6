// Random threads: what they do to memory.  See 'random_run.h'.

#include "tests/model/random_run.h"

// Values are little-endian, from the first byte of the access.
static uint64_t load (const ft_random_run_variable *v, uint8_t mask) {
  uint64_t value = 0;
  for (unsigned b = 0, i = 0; b < 8; b++)
    if (mask >> b & 1)
      value |= (uint64_t)v->bytes[b] << 8 * i++;
  return value;
}

static void store (ft_random_run_variable *v, uint8_t mask, uint64_t value) {
  for (unsigned b = 0, i = 0; b < 8; b++)
    if (mask >> b & 1)
      v->bytes[b] = (uint8_t)(value >> 8 * i++);
}

static void add_operands (ft_random_run *run, ft_tid t, uint32_t *first,
                          uint32_t *count) {
  ft_tables *tables = &run->trace->tables;
  *first = (uint32_t)tables->operands.size;
  for (ft_id i = 0; i < FT_RUN_LOCALS; i++)
    if (run->threads[t].locals >> i & 1 && ft_rng_percent (&run->rng, 40)) {
      ft_operand operand = {t * FT_RUN_LOCALS + i, 0};
      FT_PUSH (tables->operands, operand);
    }
  *count = (uint32_t)tables->operands.size - *first;
}

static ft_id some_local (ft_random_run *run, ft_tid t) {
  ft_id i = ft_rng_below (&run->rng, FT_RUN_LOCALS);
  run->threads[t].locals |= 1u << i;
  return t * FT_RUN_LOCALS + i;
}

// Dependence is recorded for most events, in part for some.
static void add_dependence (ft_random_run *run, ft_tid t, enum ft_kind kind,
                            ft_detail *detail) {
  if (!run->options.locals || !run->options.branches)
    return;
  if (ft_rng_percent (&run->rng, 80)) {
    detail->pointers_known = true;
    if (ft_rng_percent (&run->rng, 30))
      add_operands (run, t, &detail->pointers, &detail->pointer_count);
  }
  if (ft_rng_percent (&run->rng, 80)) {
    detail->operands_known = true;
    add_operands (run, t, &detail->operands, &detail->operand_count);
  }
  if ((ft_kind_reads (kind) && ft_rng_percent (&run->rng, 80)) ||
      kind == FT_LOCAL)
    detail->result = some_local (run, t);
}

// Some read-modify-writes have operands, mostly what they read, and perhaps an
// operator: that of the random value written is none, but no rule of the
// strictest model looks.
static void add_operator (ft_random_run *run, ft_tid t, ft_detail *d) {
  ft_tables *tables = &run->trace->tables;
  bool copies = ft_rng_percent (&run->rng, 20);
  d->op = copies                            ? FT_OP_COPY
          : ft_rng_percent (&run->rng, 30) ? FT_OP_NONE
                                            : FT_OP_UADD;
  d->operands_known = d->pointers_known = true;
  d->result = t * FT_RUN_LOCALS + ft_rng_below (&run->rng, FT_RUN_LOCALS);
  d->operands = (uint32_t)tables->operands.size;
  d->operand_count = copies ? 1 : 2;
  if (!copies)
    FT_PUSH (tables->operands, ((ft_operand){d->result, 0}));
  ft_operand other = {FT_NO_ID, 1};
  if (ft_rng_percent (&run->rng, 30))
    other.local = t * FT_RUN_LOCALS + ft_rng_below (&run->rng, FT_RUN_LOCALS);
  FT_PUSH (tables->operands, other);
  run->threads[t].locals |= 1u << (d->result - t * FT_RUN_LOCALS);
}

static void attach (ft_random_run *run, ft_event *e, ft_detail detail) {
  if (run->options.locals || detail.written_known || detail.freed_count ||
      e->kind == FT_ALLOC || e->kind == FT_FREE)
    e->detail = ft_model_detail (run->trace, detail);
}

static enum ft_kind choose_kind (ft_random_run *run, bool reads) {
  if (!run->options.atomics || ft_rng_percent (&run->rng, 50))
    return reads ? FT_READ : FT_WRITE;
  if (ft_rng_percent (&run->rng, 50))
    return FT_ATOMIC_RMW;
  return reads ? FT_ATOMIC_READ : FT_ATOMIC_WRITE;
}

static uint8_t choose_mask (ft_random_run *run) {
  static const uint8_t masks[] = {0xff, 0x0f, 0xf0, 0x03, 0x01, 0x30};
  if (run->options.halves)
    return ft_rng_percent (&run->rng, 70) ? 0x0f : 0xf0;
  if (!run->options.sizes || ft_rng_percent (&run->rng, 40))
    return 0xff;
  return masks[ft_rng_below (&run->rng, sizeof masks)];
}

static void give_values (ft_random_run *run, ft_event *e, ft_detail *detail) {
  ft_random_run_variable *v = run->variables.begin + e->target;
  uint64_t old = load (v, e->mask);
  if (!run->options.values)
    return;
  uint64_t new = ft_rng_below (&run->rng, run->options.values);
  if (ft_kind_writes (e->kind))
    store (v, e->mask, new);
  e->value = ft_kind_reads (e->kind) ? old : new;
  if (!ft_rng_percent (&run->rng, run->options.unknown))
    e->flags |= FT_HAS_VALUE;
  if (e->kind == FT_ATOMIC_RMW && e->flags & FT_HAS_VALUE)
    detail->written_known = true, detail->written = new;
}

static enum ft_memory_order choose_order (ft_random_run *run,
                                          enum ft_kind kind) {
  static const uint8_t orders[][5] = {
      {FT_ORDER_RELAXED, FT_ORDER_CONSUME, FT_ORDER_ACQUIRE, FT_ORDER_SEQ_CST,
       FT_ORDER_RELAXED},
      {FT_ORDER_RELAXED, FT_ORDER_RELEASE, FT_ORDER_SEQ_CST, FT_ORDER_RELAXED,
       FT_ORDER_RELEASE},
      {FT_ORDER_RELAXED, FT_ORDER_ACQUIRE, FT_ORDER_RELEASE, FT_ORDER_ACQ_REL,
       FT_ORDER_SEQ_CST}};
  if (!run->options.orders)
    return FT_ORDER_SEQ_CST;
  int row = kind == FT_ATOMIC_READ ? 0 : kind == FT_ATOMIC_WRITE ? 1 : 2;
  return orders[row][ft_rng_below (&run->rng, 5)];
}

bool ft_random_run_access (ft_random_run *run, ft_tid t) {
  ft_event e = FT_EVENT_NONE;
  ft_detail detail = FT_DETAIL_NONE;
  e.target = ft_rng_below (&run->rng, (uint32_t)run->variables.size);
  if (!run->variables.begin[e.target].live)
    return false;
  run->variables.begin[e.target].accessed = true;
  e.thread = t;
  e.kind =
      (uint8_t)choose_kind (run, ft_rng_percent (&run->rng, run->options.read));
  e.mask = choose_mask (run);
  if (ft_kind_is_atomic (e.kind))
    e.order = choose_order (run, e.kind);
  give_values (run, &e, &detail);
  // Without a value it is not known where it is made again.
  if (e.kind == FT_ATOMIC_RMW && e.flags & FT_HAS_VALUE &&
      ft_rng_percent (&run->rng, 50))
    e.flags |= FT_CONDITIONAL;
  add_dependence (run, t, e.kind, &detail);
  if (e.kind == FT_ATOMIC_RMW && run->options.locals && run->options.branches &&
      ft_rng_percent (&run->rng, 70))
    add_operator (run, t, &detail);
  attach (run, &e, detail);
  ft_model_push (run->trace, e);
  return true;
}

static uint64_t address_of (ft_id variable) {
  return 0x1000 + 16 * (uint64_t)variable;
}

bool ft_random_run_alloc (ft_random_run *run, ft_tid t) {
  if (!run->options.allocs || run->variables.size >= run->options.variables + 3)
    return false;
  ft_id variable = (ft_id)run->variables.size;
  ft_random_run_variable v = {.live = true};
  FT_PUSH (run->variables, v);
  ft_tables *tables = &run->trace->tables;
  for (ft_id x = ft_tables_count (tables, FT_CLASS_VARIABLE); x <= variable;
       x++) {
    char name[16];
    ft_tables_add (tables, FT_CLASS_VARIABLE, name,
                   (size_t)snprintf (name, sizeof name, "x%u", x));
  }
  tables->variables.begin[variable] =
      (ft_variable){true, address_of (variable), run->trace->size};
  ft_event e = FT_EVENT_NONE;
  ft_detail detail = FT_DETAIL_NONE;
  detail.address = address_of (variable), detail.bytes = 8;
  e.thread = t, e.kind = FT_ALLOC;
  attach (run, &e, detail);
  ft_model_push (run->trace, e);
  return true;
}

bool ft_random_run_free (ft_random_run *run, ft_tid t) {
  if (run->variables.size == run->options.variables)
    return false;
  ft_id variable = (ft_id)run->variables.size - 1;
  ft_random_run_variable *v = run->variables.begin + variable;
  if (!v->live || ft_rng_percent (&run->rng, 50))
    return false;
  v->live = false;
  ft_event e = FT_EVENT_NONE;
  ft_detail detail = FT_DETAIL_NONE;
  detail.address = address_of (variable), detail.bytes = 8;
  detail.freed = (uint32_t)run->trace->tables.freed.size;
  detail.freed_count = v->accessed;
  if (v->accessed)
    FT_PUSH (run->trace->tables.freed, variable);
  e.thread = t, e.kind = FT_FREE;
  add_dependence (run, t, FT_FREE, &detail);
  attach (run, &e, detail);
  ft_model_push (run->trace, e);
  return true;
}

bool ft_random_run_branch (ft_random_run *run, ft_tid t) {
  if (!run->options.branches)
    return false;
  ft_event e = FT_EVENT_NONE;
  ft_detail detail = FT_DETAIL_NONE;
  e.thread = t, e.kind = FT_BRANCH;
  e.value = ft_rng_below (&run->rng, 2), e.flags = FT_HAS_VALUE;
  if (ft_rng_percent (&run->rng, 30))
    e.flags |= FT_CONCRETIZED;
  add_dependence (run, t, FT_BRANCH, &detail);
  attach (run, &e, detail);
  ft_model_push (run->trace, e);
  return true;
}

bool ft_random_run_local (ft_random_run *run, ft_tid t) {
  if (!run->options.branches || !run->options.locals)
    return false;
  ft_event e = FT_EVENT_NONE;
  ft_detail detail = FT_DETAIL_NONE;
  e.thread = t, e.kind = FT_LOCAL;
  detail.op = ft_rng_percent (&run->rng, 20) ? FT_OP_DIV : FT_OP_ADD;
  add_dependence (run, t, FT_LOCAL, &detail);
  attach (run, &e, detail);
  ft_model_push (run->trace, e);
  return true;
}

bool ft_random_run_fence (ft_random_run *run, ft_tid t) {
  if (!run->options.atomics)
    return false;
  ft_event e = FT_EVENT_NONE;
  e.thread = t, e.kind = FT_FENCE;
  e.order = choose_order (run, FT_FENCE);
  ft_model_push (run->trace, e);
  return true;
}
