// Random traces that compute on two bytes of input: see 'all_inputs.h'.

#include <stdio.h>

#include "tests/model/all_inputs.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"

enum { THREADS = 2, LOCALS = 4, CELLS = 3 }; // locals of each thread

typedef struct maker {
  ft_rng rng;
  ft_trace *trace;
} maker;

static uint8_t some_mask (maker *m) {
  static const uint8_t masks[] = {0x01, 0x02, 0x03, 0x0c, 0x0f, 0xf0, 0xff};
  return masks[ft_rng_below (&m->rng, sizeof masks)];
}

static uint8_t some_width (maker *m) {
  static const uint8_t masks[] = {0x01, 0x03, 0x03, 0x0f, 0x0f, 0xff};
  return masks[ft_rng_below (&m->rng, sizeof masks)];
}

static uint64_t some_constant (maker *m) {
  static const uint64_t often[] = {0, 1, 2, 3, 7, 10, 48, 100, 255, UINT64_MAX};
  return ft_rng_percent (&m->rng, 60)
             ? often[ft_rng_below (&m->rng, sizeof often / sizeof *often)]
             : ft_rng_below (&m->rng, 65536);
}

static ft_id some_local (maker *m, ft_tid t) {
  return t * LOCALS + ft_rng_below (&m->rng, LOCALS);
}

// Divisions and products of wide words are for other solvers.
static uint8_t some_operator (maker *m, const ft_event *e) {
  for (;;) {
    uint8_t op = (uint8_t)(1 + ft_rng_below (&m->rng, FT_OPERATOR_COUNT - 1));
    bool hard = ft_operator_divides (op) || op == FT_OP_MUL || op == FT_OP_UMUL;
    if (!hard || !(e->mask & 0x30))
      return op;
  }
}

static void add_operands (maker *m, ft_event *e, ft_detail *d, unsigned n) {
  ft_tables *tables = &m->trace->tables;
  d->operands_known = true;
  d->operands = (uint32_t)tables->operands.size;
  d->operand_count = n;
  for (unsigned i = 0; i < n; i++) {
    ft_operand o = {some_local (m, e->thread), 0};
    if ((i || n == 1) && ft_rng_percent (&m->rng, 60))
      o = (ft_operand){FT_NO_ID, some_constant (m)};
    FT_PUSH (tables->operands, o);
  }
}

static void add_computation (maker *m, ft_event *e, ft_detail *d) {
  if (e->kind != FT_BRANCH && ft_rng_percent (&m->rng, 5))
    d->op = FT_OP_NONE;
  else if (e->kind == FT_WRITE && ft_rng_percent (&m->rng, 50))
    d->op = FT_OP_COPY;
  else if (e->kind == FT_BRANCH && ft_rng_percent (&m->rng, 70))
    d->op = (uint8_t)(FT_OP_EQ + ft_rng_below (&m->rng, 6));
  else
    d->op = some_operator (m, e);
  add_operands (m, e, d, d->op ? ft_operator_arity (d->op) : 2);
}

static void add_pointer (maker *m, ft_event *e, ft_detail *d) {
  d->pointers_known = true;
  d->pointers = (uint32_t)m->trace->tables.operands.size;
  d->pointer_count = ft_rng_percent (&m->rng, 7);
  if (d->pointer_count)
    FT_PUSH (m->trace->tables.operands,
             ((ft_operand){some_local (m, e->thread), 0}));
}

static void push (maker *m, ft_event e, ft_detail d) {
  e.flags |= FT_HAS_VALUE;
  e.detail = ft_model_detail (m->trace, d);
  ft_model_push (m->trace, e);
}

static void add_event (maker *m) {
  static const uint8_t kinds[] = {FT_READ,  FT_READ,   FT_WRITE,
                                  FT_LOCAL, FT_BRANCH, FT_BRANCH};
  ft_event e = FT_EVENT_NONE;
  ft_detail d = FT_DETAIL_NONE;
  e.thread = ft_rng_below (&m->rng, THREADS);
  e.kind = kinds[ft_rng_below (&m->rng, sizeof kinds)];
  bool accesses = ft_kind_accesses (e.kind);
  e.mask = accesses ? some_mask (m) : some_width (m);
  if (accesses) {
    e.target = ft_rng_below (&m->rng, CELLS);
    add_pointer (m, &e, &d);
  }
  if (e.kind == FT_READ || e.kind == FT_LOCAL)
    d.result = some_local (m, e.thread);
  if (e.kind != FT_READ)
    add_computation (m, &e, &d);
  push (m, e, d);
}

static void read_input (maker *m, ft_event e) {
  ft_detail d = FT_DETAIL_NONE;
  d.result = some_local (m, e.thread);
  d.pointers_known = true;
  e.kind = FT_READ;
  push (m, e, d);
}

static void add_input (maker *m, unsigned at, uint8_t mask) {
  ft_event e = FT_EVENT_NONE;
  e.thread = 0;
  e.kind = FT_WRITE;
  e.mask = mask;
  e.target = ft_rng_below (&m->rng, CELLS);
  e.value = some_constant (m) & (mask == 0x03 ? 0xffff : 0xff);
  e.flags = FT_HAS_VALUE;
  ft_origins_add (&m->trace->tables.origins,
                  (ft_origin){m->trace->size, 0, at});
  ft_model_push (m->trace, e);
  for (e.thread = 0; e.thread < THREADS; e.thread++)
    read_input (m, e);
}

static void add_names (ft_trace *t) {
  for (ft_id i = 0; i < THREADS * LOCALS; i++) {
    char name[16];
    ft_tables_add (&t->tables, FT_CLASS_LOCAL, name,
                   (size_t)snprintf (name, sizeof name, "r%u", i));
  }
  ft_intern_add (&t->tables.origins.sources, "stdin", 5);
}

ft_trace *ft_random_input (uint64_t seed) {
  maker m = {ft_rng_init (seed), ft_trace_new ("random", "jsonl")};
  unsigned events = 5 + ft_rng_below (&m.rng, 25);
  add_names (m.trace);
  if (ft_rng_percent (&m.rng, 50))
    add_input (&m, 0, 0x03);
  else {
    add_input (&m, 0, 0x01);
    add_input (&m, 1, 0x08);
  }
  for (unsigned i = 0; i < events; i++)
    add_event (&m);
  return m.trace;
}
