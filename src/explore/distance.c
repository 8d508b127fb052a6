#include "explore/distance_inside.h"

#include <stdlib.h>
#include <string.h>

#include "run/location_names.h"

typedef struct call {
  uint64_t callee;
  uint32_t block;
} call;

typedef struct body { // of a function that may be called
  uint32_t entry;
  uint32_t first, count; // in 'returns'
} body;

// The state while the graph is made.
typedef struct work {
  ft_distances *d;
  const ft_run_code *code;
  ft_location_names *names;
  ft_unit_code unit;
  const ft_run_function *function;
  uint32_t base; // number of the unit's first block
  FT_STACK (call) calls;
  FT_STACK (body) bodies;
  FT_STACK (uint32_t) returns;
  ft_map by_linkage;
} work;

// ---- the graph --------------------------------------------------------------

static void connect (work *w, uint32_t from, uint32_t to) {
  FT_PUSH (w->d->edges, ((block_edge){from, to}));
}

static ft_id location_of (work *w, uint32_t site) {
  ft_run_frame frame = {w->function, 0, FT_NO_ID};
  ft_run_thread alone = {.frames = {&frame, 1, 1}};
  return ft_location_names_add (w->names, &w->d->tables, &alone,
                                w->function->site + site - 1);
}

static bool is_access (enum ft_instruction_kind kind) {
  return kind == FT_INSTRUCTION_LOAD || kind == FT_INSTRUCTION_STORE ||
         kind == FT_INSTRUCTION_RMW || kind == FT_INSTRUCTION_CAS ||
         kind == FT_INSTRUCTION_COPY || kind == FT_INSTRUCTION_SET;
}

static bool has_site (const work *w, const ft_instruction *i) {
  return w->function && i->site && i->site <= w->function->count;
}

// The variable or field that is accessed: "head" of "list->head", "x" of "x".
static ft_id variable_of (work *w, const ft_instruction *i) {
  const ft_run_site *s =
      w->code->sites.begin + (w->function->site + i->site - 1);
  const char *name = ft_sites_text (w->function->table, s->site->variable);
  for (const char *c = name; *c; c++)
    if (*c == '.' || (c[0] == '-' && c[1] == '>'))
      name = *c == '.' ? c + 1 : c + 2;
  return *name ? ft_intern_add (&w->d->variables, name, strlen (name))
               : FT_NO_ID;
}

// Adds a target of a branch, a jump or a switch.
static void add_target (work *w, const ft_code_body *b, uint32_t block,
                        const ft_instruction *i, uint32_t n) {
  const ft_code_operand *o = w->unit.operands.begin + i->first + n;
  uint32_t to = w->base + b->first_block + (uint32_t)o->word;
  uint32_t outcome =
      i->kind == FT_INSTRUCTION_BRANCH ? (n == 1 ? 1 : 0) : (uint32_t)ANY;
  connect (w, block, to);
  if (i->kind != FT_INSTRUCTION_JUMP && has_site (w, i))
    FT_PUSH (w->d->branches,
             ((branch_edge){location_of (w, i->site), outcome, to}));
}

static void add_end (work *w, const ft_code_body *b, uint32_t block,
                     const ft_instruction *i) {
  if (i->kind == FT_INSTRUCTION_RETURN)
    FT_PUSH (w->returns, block);
  if (i->kind == FT_INSTRUCTION_JUMP)
    add_target (w, b, block, i, 0);
  if (i->kind == FT_INSTRUCTION_BRANCH) {
    add_target (w, b, block, i, 1);
    add_target (w, b, block, i, 2);
  }
  for (uint32_t n = 1; i->kind == FT_INSTRUCTION_SWITCH && n < i->count; n += 2)
    add_target (w, b, block, i, n);
}

// Functions that end a program that has failed.
static bool ends_program (uint64_t callee) {
  static const char *const names[] = {
      "__assert_fail", "__assert", "abort", "exit", "_exit", "_Exit", "raise",
      "reach_error", "__VERIFIER_error", "__cxa_throw", "_ZSt9terminatev"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (callee == ft_guid (names[i], strlen (names[i])))
      return true;
  return false;
}

static void add_block (work *w, const ft_code_body *b, uint32_t n) {
  const ft_code_block *code = w->unit.blocks.begin + b->first_block + n;
  uint32_t block = w->base + b->first_block + n;
  for (uint32_t k = code->first; k < code->first + code->count; k++) {
    const ft_instruction *i = w->unit.instructions.begin + k;
    bool calls = i->kind == FT_INSTRUCTION_CALL;
    if ((calls || is_access (i->kind)) && has_site (w, i))
      FT_PUSH (w->d->points,
               ((code_point){.location = location_of (w, i->site),
                             .block = block,
                             .call = calls,
                             .writes = i->kind != FT_INSTRUCTION_LOAD,
                             .fails = calls && ends_program (i->constant),
                             .variable = variable_of (w, i)}));
    if (calls && i->constant)
      FT_PUSH (w->calls, ((call){i->constant, block}));
  }
  add_end (w, b, block,
           w->unit.instructions.begin + code->first + code->count - 1);
}

static void add_body (work *w, const ft_code_body *b) {
  body added = {w->base + b->first_block, (uint32_t)w->returns.size, 0};
  for (uint32_t n = 0; n < b->blocks; n++)
    add_block (w, b, n);
  added.count = (uint32_t)w->returns.size - added.first;
  if (b->blocks)
    *ft_map_at (&w->by_linkage, b->guid) = (uint32_t)w->bodies.size;
  FT_PUSH (w->bodies, added);
}

// Adds the code of a unit.  Malformed code is skipped here; re-execution
// reports it.
static void add_object (work *w, const ft_run_unit *o) {
  ft_error ignored;
  if (!o->table->code.size ||
      !ft_unit_code_unpack (&w->unit, o->table, o->table->code.text,
                            o->table->code.size, &ignored))
    return;
  for (size_t i = 0; i < w->unit.bodies.size; i++) {
    w->function =
        i < o->count ? w->code->functions.begin + o->function + i : NULL;
    add_body (w, w->unit.bodies.begin + i);
  }
  w->base += (uint32_t)w->unit.blocks.size;
  ft_unit_code_release (&w->unit);
}

// Adds edges to the functions that are called, and from their returns.
static void add_calls (work *w) {
  for (size_t i = 0; i < w->calls.size; i++) {
    const call *c = w->calls.begin + i;
    ft_id callee = ft_map_get (&w->by_linkage, c->callee);
    if (callee == FT_NO_ID)
      continue;
    const body *b = w->bodies.begin + callee;
    connect (w, c->block, b->entry);
    for (uint32_t k = b->first; k < b->first + b->count; k++)
      connect (w, w->returns.begin[k], c->block);
  }
}

static int by_target (const void *a, const void *b) {
  const block_edge *p = a, *q = b;
  return (p->to > q->to) - (p->to < q->to);
}

static void sort_edges (ft_distances *d, uint32_t blocks) {
  if (d->edges.size)
    qsort (d->edges.begin, d->edges.size, sizeof *d->edges.begin, by_target);
  d->first = FT_ARRAY (uint32_t, (size_t)blocks + 1);
  for (size_t i = 0; i < d->edges.size; i++)
    d->first[d->edges.begin[i].to + 1]++;
  for (uint32_t b = 0; b < blocks; b++)
    d->first[b + 1] += d->first[b];
  FT_GROW (d->steps, blocks, UINT32_MAX);
}

ft_distances *ft_distances_new (const char *path, ft_error *error) {
  ft_run *run = ft_run_open (path, error);
  if (!run)
    return NULL;
  ft_distances *d = FT_NEW (ft_distances);
  work w = {
      .d = d, .code = &run->code, .names = ft_location_names_new (&run->code)};
  for (size_t i = 0; i < run->code.objects.size; i++)
    add_object (&w, run->code.objects.begin + i);
  add_calls (&w);
  sort_edges (d, w.base);
  ft_location_names_free (w.names);
  FT_RELEASE (w.calls);
  FT_RELEASE (w.bodies);
  FT_RELEASE (w.returns);
  ft_map_release (&w.by_linkage);
  ft_run_free (run);
  return d;
}

void ft_distances_free (ft_distances *d) {
  if (!d)
    return;
  ft_tables_release (&d->tables);
  ft_intern_release (&d->variables);
  FT_RELEASE (d->edges);
  FT_RELEASE (d->branches);
  FT_RELEASE (d->points);
  FT_RELEASE (d->steps);
  free (d->first);
  free (d);
}
