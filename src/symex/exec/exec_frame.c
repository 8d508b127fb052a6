// Frames of functions, and the unit code that they execute.
#include "symex/exec/exec_frame.h"
#include "symex/altpath/merge_point.h"
#include "symex/exec/local.h"

#include <string.h>

// ---- code ------------------------------------------------------------------

// A variable that no table defines belongs to uninstrumented code, which
// changes it without records: its address is dropped (0).
static void drop_uninstrumented (const ft_run_code *code, const ft_sites *table,
                                 uint64_t *at) {
  for (size_t i = 0; i < table->globals.size; i++)
    if (table->globals.begin[i].kind == FT_GLOBAL_ELSEWHERE &&
        !ft_run_code_global_at (code, at[i]))
      at[i] = 0;
}

static uint64_t *global_addresses (const ft_machine *m, const ft_sites *table) {
  uint64_t *at = FT_ARRAY (uint64_t, table->globals.size + 1);
  for (size_t i = 0; i < m->code->objects.size; i++) {
    const ft_run_unit *o = m->code->objects.begin + i;
    if (o->table == table && table->globals.size)
      memcpy (at, o->globals, 8 * table->globals.size);
  }
  drop_uninstrumented (m->code, table, at);
  return at;
}

static ft_loaded_unit *load_unit (const ft_machine *m, const ft_sites *table) {
  ft_error error;
  ft_loaded_unit *unit = FT_NEW (ft_loaded_unit);
  if (!table->code.size ||
      !ft_unit_code_unpack (&unit->code, table, table->code.text,
                            table->code.size, &error)) {
    free (unit);
    return NULL;
  }
  unit->function_count = (uint32_t)table->functions.size;
  unit->globals = global_addresses (m, table);
  unit->postdominators = FT_ARRAY (uint32_t *, unit->code.bodies.size + 1);
  unit->site_instructions = FT_ARRAY (uint32_t *, unit->function_count + 1);
  for (uint32_t i = unit->function_count; i < unit->code.bodies.size; i++)
    *ft_map_at (&unit->leaf_bodies, unit->code.bodies.begin[i].guid) = i;
  return unit;
}

const ft_loaded_unit *ft_frame_unit (ft_machine *m, const ft_sites *table) {
  uint32_t *slot = ft_map_at (&m->unit_of, (uint64_t)(uintptr_t)table);
  if (*slot == FT_NO_ID) {
    *slot = (uint32_t)m->units.size;
    FT_PUSH (m->units, load_unit (m, table));
  }
  return m->units.begin[*slot];
}

// ---- frames ----------------------------------------------------------------

void ft_frame_release (ft_exec_frame *f) {
  ft_merge_points_release (f);
  ft_local_havoc (f);
  FT_RELEASE (f->objects);
  FT_RELEASE (f->arguments);
  FT_RELEASE (f->variadic);
  free (f->values);
}

static void forget_symbols (ft_value *values, size_t count) {
  for (size_t i = 0; i < count; i++)
    values[i].symbol = 0;
}

void ft_frame_forget_symbols (ft_exec_frame *f) {
  ft_merge_points_release (f);
  if (f->body)
    forget_symbols (f->values, (size_t)f->body->values + 1);
  forget_symbols (f->arguments.begin, f->arguments.size);
  forget_symbols (f->variadic.begin, f->variadic.size);
  forget_symbols (f->given.words, 2);
  forget_symbols (f->taken.words, 2);
  for (size_t i = 0; i < f->objects.size; i++) {
    ft_memory_object *o = f->objects.begin + i;
    for (uint64_t n = 0; o->content && n < o->size; n++)
      o->content[n].symbol = 0;
  }
}

ft_exec_frame ft_frame_new (ft_machine *m, const ft_run_function *fn) {
  ft_exec_frame f = {.state = FT_FRAME_NO_CODE, .function = fn};
  f.unit = ft_frame_unit (m, fn->table);
  if (!f.unit || m->budget_spent)
    return f;
  f.body =
      f.unit->code.bodies.begin + (fn->function - fn->table->functions.begin);
  if (!f.body->blocks) {
    f.body = NULL;
    return f;
  }
  f.values = FT_ARRAY (ft_value, (size_t)f.body->values + 1);
  f.pc = f.unit->code.blocks.begin[f.body->first_block].first;
  f.state = FT_FRAME_RUNNING;
  return f;
}
