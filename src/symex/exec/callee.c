// Which function the program calls by a name.
//
// Each unit has its own copy of an inline function or of a template's instance;
// the linker keeps one, mostly the first.  Copies are one function if they have
// the same code: the same instructions, operands that are the same addresses in
// the run, and sites at the same source locations.  Otherwise the name is
// ambiguous: the linker's choice is not known, and one copy may be an
// unrecorded leaf function.  A function of a shared library that others can see is
// ambiguous, too, since another module may define the name.  What the run called
// decides then: a module has one address for each name, but in units that define
// the function.  These may call their own where the rest of the module does not
// (-fno-semantic-interposition, --wrap).
//
// Cost: linear in the code of the program, once.
#include "symex/exec/callee.h"
#include "symex/altpath/execute.h"

#include <string.h>

// In 'm->callees': uninstrumented code defines the function, too.
enum { UNINSTRUMENTED = FT_CALLEE_AMBIGUOUS - 1 };

// One unit's copy of a function.
typedef struct copy {
  const ft_run_function *function; // NULL: an unrecorded leaf function
  const ft_loaded_unit *unit;
  const ft_code_body *body;
} copy;

static copy copy_of (ft_machine *m, uint32_t number) {
  const ft_run_function *fn = m->code->functions.begin + number;
  copy c = {fn, ft_frame_unit (m, fn->table), NULL};
  if (c.unit)
    c.body =
        c.unit->code.bodies.begin + (fn->function - fn->table->functions.begin);
  return c;
}

// ---- the same code ---------------------------------------------------------

static bool same_operand (const copy *a, const copy *b,
                          const ft_code_operand *x, const ft_code_operand *y) {
  if (x->kind != y->kind)
    return false;
  if (x->kind != FT_OPERAND_GLOBAL)
    return x->word == y->word;
  uint64_t at = a->unit->globals[ft_code_global_number (x)];
  return at && at == b->unit->globals[ft_code_global_number (y)] &&
         ft_code_global_offset (x) == ft_code_global_offset (y);
}

static bool same_instruction (const copy *a, const copy *b,
                              const ft_instruction *x,
                              const ft_instruction *y) {
  const ft_code_operand *p = a->unit->code.operands.begin + x->first;
  const ft_code_operand *q = b->unit->code.operands.begin + y->first;
  bool same = x->kind == y->kind && x->op == y->op && x->width == y->width &&
              x->from == y->from && x->local == y->local &&
              x->site == y->site && x->result == y->result &&
              x->count == y->count && x->constant == y->constant;
  for (uint32_t n = 0; same && n < x->count; n++)
    same = same_operand (a, b, p + n, q + n);
  return same;
}

static bool same_block (const copy *a, const copy *b, uint32_t number) {
  const ft_unit_code *c = &a->unit->code, *d = &b->unit->code;
  const ft_code_block *x = c->blocks.begin + a->body->first_block + number;
  const ft_code_block *y = d->blocks.begin + b->body->first_block + number;
  bool same = x->count == y->count;
  for (uint32_t n = 0; same && n < x->count; n++)
    same = same_instruction (a, b, c->instructions.begin + x->first + n,
                             d->instructions.begin + y->first + n);
  return same;
}

static bool same_sites (const copy *a, const copy *b) {
  const ft_run_function *f = a->function, *g = b->function;
  if (!f || !g)
    return !f && !g;
  bool same = f->count == g->count && f->function->count == g->function->count;
  for (uint32_t n = 0; same && n < f->function->count; n++) {
    const ft_site *x = f->table->sites.begin + f->function->first + n;
    const ft_site *y = g->table->sites.begin + g->function->first + n;
    same = x->kind == y->kind && x->order == y->order && x->size == y->size &&
           x->line == y->line && x->column == y->column;
  }
  return same;
}

static bool same_code (const copy *a, const copy *b) {
  const ft_code_body *x = a->body, *y = b->body;
  bool same = x->blocks && x->blocks == y->blocks && x->values == y->values &&
              x->parameters == y->parameters && same_sites (a, b) &&
              !memcmp (a->unit->code.widths.begin + x->first_width,
                       b->unit->code.widths.begin + y->first_width, x->values);
  for (uint32_t n = 0; same && n < x->blocks; n++)
    same = same_block (a, b, n);
  return same;
}

// ---- lists of all functions ------------------------------------------------

static void list_callee (ft_machine *m, uint32_t number) {
  copy c = copy_of (m, number);
  if (!c.unit)
    return;
  uint32_t *slot = ft_map_at (&m->callees, c.body->guid);
  if (*slot == FT_NO_ID) {
    *slot = number;
    return;
  }
  if (*slot == FT_CALLEE_AMBIGUOUS)
    return;
  copy first = copy_of (m, *slot);
  if (!same_code (&first, &c))
    *slot = FT_CALLEE_AMBIGUOUS;
}

typedef FT_STACK (copy) copies;

// Keeps the first copy; 'm->leaf_functions' has its number in 'all'.
static void list_leaf (ft_machine *m, copy c, copies *all) {
  uint32_t *slot = ft_map_at (&m->leaf_functions, c.body->guid);
  bool recorded = ft_map_get (&m->callees, c.body->guid) != FT_NO_ID;
  if (*slot == FT_NO_ID) {
    *slot = (uint32_t)all->size;
    FT_PUSH (*all, c);
  }
  if (recorded ||
      (*slot != FT_CALLEE_AMBIGUOUS && !same_code (all->begin + *slot, &c)))
    *slot = FT_CALLEE_AMBIGUOUS;
}

// A body without blocks says only that another function may have its name.
static void list_leaves (ft_machine *m, const ft_loaded_unit *unit,
                         copies *all) {
  for (size_t i = unit->function_count; i < unit->code.bodies.size; i++) {
    const ft_code_body *body = unit->code.bodies.begin + i;
    if (body->blocks)
      list_leaf (m, (copy){NULL, unit, body}, all);
  }
}

// If uninstrumented code defines a function, too, the linker may have chosen
// that one.
static void list_uninstrumented (ft_machine *m) {
  for (size_t t = 0; t < m->code->tables.size; t++) {
    const ft_sites *s = m->code->tables.begin[t];
    for (size_t i = 0; i < s->defined.size; i++) {
      *ft_map_at (&m->callees, s->defined.begin[i]) = UNINSTRUMENTED;
      *ft_map_at (&m->leaf_functions, s->defined.begin[i]) =
          FT_CALLEE_AMBIGUOUS;
    }
  }
}

static uint64_t key_of (const void *module_or_unit, uint64_t guid) {
  return guid ^
         (uint64_t)(uintptr_t)module_or_unit * UINT64_C (0x9e3779b97f4a7c15);
}

// Notes which units define functions that are ambiguous.
static void list_definitions (ft_machine *m) {
  for (size_t t = 0; t < m->code->tables.size; t++) {
    const ft_sites *table = m->code->tables.begin[t];
    const ft_loaded_unit *unit = ft_frame_unit (m, table);
    for (size_t i = 0; unit && i < unit->code.bodies.size; i++) {
      uint64_t guid = unit->code.bodies.begin[i].guid;
      if (ft_map_get (&m->callees, guid) == FT_CALLEE_AMBIGUOUS)
        *ft_map_at (&m->definitions, key_of (table, guid)) = (uint32_t)t;
    }
  }
}

static void list_callees (ft_machine *m) {
  copies all = {0};
  for (uint32_t i = 0; i < m->code->functions.size; i++)
    list_callee (m, i);
  for (size_t u = 0; u < m->units.size; u++)
    if (m->units.begin[u])
      list_leaves (m, m->units.begin[u], &all);
  for (size_t u = 0; u < m->units.size; u++) {
    const ft_loaded_unit *unit = m->units.begin[u];
    for (size_t i = unit ? unit->function_count : 0;
         unit && i < unit->code.bodies.size; i++)
      *ft_map_at (&m->callees, unit->code.bodies.begin[i].guid) =
          FT_CALLEE_AMBIGUOUS;
  }
  list_uninstrumented (m);
  list_definitions (m);
  m->callees_listed = true;
  FT_RELEASE (all);
}

// ---- which one is called -----------------------------------------------------

static uint64_t key_of_call (const ft_machine *m, const ft_run_function *caller,
                             uint64_t guid) {
  uint64_t of_unit = key_of (caller->table, guid);
  bool defines = ft_map_get (&m->definitions, of_unit) != FT_NO_ID;
  return defines ? of_unit : key_of (caller->module, guid);
}

void ft_callee_note_entered (ft_machine *m, const ft_run_function *caller,
                             uint64_t guid, const ft_run_function *entered) {
  if (!m->callees_listed)
    list_callees (m);
  if (!*caller->module ||
      ft_map_get (&m->callees, guid) != FT_CALLEE_AMBIGUOUS)
    return;
  uint32_t *slot = ft_map_at (&m->entered, key_of_call (m, caller, guid));
  uint32_t number = (uint32_t)(entered - m->code->functions.begin);
  *slot = *slot == FT_NO_ID || *slot == number ? number : FT_CALLEE_AMBIGUOUS;
}

uint32_t ft_callee_of (ft_machine *m, const ft_run_function *caller,
                       uint64_t guid) {
  if (!m->callees_listed)
    list_callees (m);
  if (m->code->uninstrumented == FT_UNINSTRUMENTED_ANY)
    return FT_CALLEE_AMBIGUOUS;
  uint32_t at = guid ? ft_map_get (&m->callees, guid) : FT_NO_ID;
  if (at == UNINSTRUMENTED)
    return FT_CALLEE_AMBIGUOUS;
  if (at != FT_CALLEE_AMBIGUOUS)
    return at;
  uint32_t entered = ft_map_get (&m->entered, key_of_call (m, caller, guid));
  return entered == FT_NO_ID ? FT_CALLEE_AMBIGUOUS : entered;
}

bool ft_callee_is_instrumented (ft_machine *m, uint64_t guid) {
  if (!m->callees_listed)
    list_callees (m);
  return ft_map_get (&m->callees, guid) != FT_NO_ID ||
         ft_map_get (&m->leaf_functions, guid) != FT_NO_ID;
}

bool ft_callee_is_unambiguous (ft_machine *m, uint64_t guid) {
  if (!m->callees_listed)
    list_callees (m);
  return m->code->uninstrumented != FT_UNINSTRUMENTED_ANY &&
         ft_map_get (&m->leaf_functions, guid) != FT_CALLEE_AMBIGUOUS;
}
