// What code without records may know the address of, and change or look at with
// no record of it: what it names (the tables say so), what it is passed and
// returned, what pointers there lead to, and what is stored where it can see
// that.  All of it is hidden from sides, whole objects at a time (a global, a
// block, a stack).  Where it is given something that is not known, everything
// is.
//
// A pointer is eight bytes at an address that eight divides; others are not
// looked for.
//
// Cost: a look-up for each write, and each word of an object that is shown
// once.
#include "symex/escape/escape.h"
#include "symex/exec/concrete_memory.h"
#include "symex/libc/libc.h"

#include <string.h>

// ---- what is shown
// -----------------------------------------------------------

static void show_word (ft_machine *m, uint64_t at) {
  uint64_t word = ft_concrete_maybe_pointer (m, at >> 3);
  if (word)
    FT_PUSH (m->to_escape, word);
}

enum { MOST_INITIAL_WORDS = FT_MOST_INITIAL / 8 };

// Of a large object what accesses have told: nothing else is known of it.
static void show_words (ft_machine *m, uint64_t first, uint64_t last) {
  uint64_t from = (first + 7) >> 3, to = (last + 1) >> 3;
  if (to > from && to - from > MOST_INITIAL_WORDS) {
    for (size_t i = 0; i < m->granules.size; i++)
      if (m->granules.begin[i].granule >= from &&
          m->granules.begin[i].granule < to)
        show_word (m, m->granules.begin[i].granule << 3);
    return;
  }
  for (uint64_t g = from; g < to; g++)
    show_word (m, g << 3);
}

void ft_escape_address (ft_machine *m, uint64_t address) {
  uint64_t first, last;
  if (!m->out->environment)
    return;
  FT_PUSH (m->to_escape, address);
  while (m->to_escape.size)
    if (ft_environment_mark_escaped (m->out->environment, FT_POP (m->to_escape), &first,
                             &last))
      show_words (m, first, last);
}

void ft_escape_value (ft_machine *m, ft_value s, unsigned width) {
  const ft_run_thread *t = m->out->record->thread;
  if (s.known && !s.object)
    ft_escape_address (m, s.word);
  else if (s.object || width != 64 ||
           s.provenance == FT_PROVENANCE_UNINSTRUMENTED)
    return;
  else if (s.provenance == FT_PROVENANCE_STACK && !FT_EMPTY (t->frames))
    ft_escape_address (m, FT_TOP (t->frames).address);
  else
    m->out->unknown_escaped = true;
}

enum { MOST_POINTERS = 8 }; // that are looked at behind an argument

// The buffers of 'readv', what 'iconv' goes on to.
void ft_escape_shallow (ft_machine *m, uint64_t address) {
  uint64_t first, last, word;
  ft_environment_mark_escaped (m->out->environment, address, &first, &last);
  for (unsigned k = 0; k < MOST_POINTERS; k++)
    if (ft_concrete_word (m, address + 8 * k, 8, &word) ||
        ft_constant_word (m, address + 8 * k, 8, &word))
      ft_environment_mark_escaped (m->out->environment, word, &first, &last);
}

// ---- what is stored where it is seen
// -------------------------------------------

// Of a copy whose bytes the record leaves out, what is copied.
static const ft_run_access *copied_by (const ft_step_context *out, const ft_run_access *t) {
  for (int n = 0; n < out->count; n++) {
    const ft_run_access *from = out->accesses + n;
    if (!t->valued && from != t && ft_kind_reads (from->kind) &&
        from->bytes == t->bytes)
      return from;
  }
  return NULL;
}

static void show_written (ft_machine *m, const ft_run_access *t) {
  uint64_t end = t->address + t->bytes;
  show_words (m, t->address & ~UINT64_C (7), ((end + 7) & ~UINT64_C (7)) - 1);
  while (m->to_escape.size)
    ft_escape_address (m, FT_POP (m->to_escape));
}

// Two pointers, perhaps; its value is in no record.
static bool stores_wide (const ft_run_record *r) {
  return r->at && r->at->kind == FT_SITE_STORE_WIDE;
}

void ft_escape_note_stores (ft_machine *m) {
  const ft_exec_frame *f =
      FT_EMPTY (m->thread->frames) ? NULL : &FT_TOP (m->thread->frames);
  bool back = !f || f->in_callback || f->state == FT_FRAME_NO_CODE;
  if (m->code->uninstrumented == FT_UNINSTRUMENTED_NONE || !ft_follows_altpaths (m))
    return;
  m->out->unknown_escaped |= stores_wide (m->out->record);
  for (int n = 0; n < m->out->count; n++) {
    const ft_run_access *t = m->out->accesses + n;
    const ft_run_access *from = copied_by (m->out, t);
    if (!ft_kind_writes (t->kind) || t->bytes < 8)
      continue;
    if (from)
      ft_concrete_copy (m, t->address, from->address, t->bytes);
    if (ft_environment_may_be_read (m->out->environment, t->address, back))
      show_written (m, t);
  }
}

// ---- what is named
// -------------------------------------------------------------

static bool is_named (const ft_machine *m, const ft_global *g, bool all) {
  return g->kind != FT_GLOBAL_FUNCTION && g->linkage &&
         (all || ft_map_get (&m->names_used, g->linkage) != FT_NO_ID);
}

static void show_named (ft_machine *m, size_t table, bool all) {
  const ft_sites *s = m->code->tables.begin[table];
  for (size_t i = 0; i < s->globals.size; i++) {
    uint64_t address;
    memcpy (&address, m->code->origins.begin[table].globals + 8 * i, 8);
    if (address && is_named (m, s->globals.begin + i, all))
      ft_escape_address (m, address);
  }
}

// ---- functions that make no records
// --------------------------------------------

// They write nothing; but what they return may be an address.
static void show_operands (ft_machine *m, const ft_loaded_unit *unit,
                           const ft_code_block *b) {
  for (uint32_t n = 0; n < b->count; n++) {
    const ft_instruction *i = unit->code.instructions.begin + b->first + n;
    for (uint32_t k = 0; k < i->count; k++) {
      const ft_code_operand *o = unit->code.operands.begin + i->first + k;
      if (o->kind == FT_OPERAND_GLOBAL)
        ft_escape_address (m, unit->globals[ft_code_global_number (o)] +
                        (uint64_t)ft_code_global_offset (o));
    }
  }
}

static void show_silent (ft_machine *m, const ft_loaded_unit *unit,
                         const ft_map *taken, bool all) {
  for (size_t i = unit->function_count; i < unit->code.bodies.size; i++) {
    const ft_code_body *body = unit->code.bodies.begin + i;
    if (all || ft_map_get (&m->names_used, body->guid) != FT_NO_ID ||
        ft_map_get (taken, body->guid) != FT_NO_ID)
      for (uint32_t b = 0; b < body->blocks; b++)
        show_operands (m, unit,
                       unit->code.blocks.begin + body->first_block + b);
  }
}

// Functions whose addresses are somewhere.
static ft_map list_taken (const ft_machine *m) {
  ft_map taken = {0};
  for (size_t t = 0; t < m->code->tables.size; t++) {
    const ft_sites *s = m->code->tables.begin[t];
    for (size_t i = 0; i < s->globals.size; i++)
      if (s->globals.begin[i].kind == FT_GLOBAL_FUNCTION)
        *ft_map_at (&taken, s->globals.begin[i].linkage) = 1;
  }
  return taken;
}

static void show_all_silent (ft_machine *m, bool all) {
  ft_map taken = list_taken (m);
  for (size_t t = 0; t < m->code->tables.size; t++) {
    const ft_loaded_unit *unit = ft_frame_unit (m, m->code->tables.begin[t]);
    if (unit)
      show_silent (m, unit, &taken, all);
  }
  ft_map_release (&taken);
}

// ---- at the begin
// ----------------------------------------------------------------

// A module that is opened may name whatever the linker knows.  What ran too early
// to be recorded may have changed anything.
void ft_escape_begin (ft_machine *m) {
  bool all =
      m->code->uninstrumented == FT_UNINSTRUMENTED_ANY || m->summary.opens_modules;
  m->out->unknown_escaped |= m->summary.runs_early;
  for (size_t i = 0; i < m->code->tables.size; i++)
    show_named (m, i, all);
  if (m->code->uninstrumented != FT_UNINSTRUMENTED_NONE || all)
    show_all_silent (m, all);
}

bool ft_is_uninstrumented (const ft_machine *m, uint64_t callee) {
  return m->code->uninstrumented != FT_UNINSTRUMENTED_NONE &&
         (!callee || m->code->uninstrumented == FT_UNINSTRUMENTED_ANY ||
          ft_map_get (&m->names_defined, callee) != FT_NO_ID);
}

void ft_escape_list_names (ft_machine *m) {
  for (size_t t = 0; t < m->code->tables.size; t++) {
    const ft_sites *s = m->code->tables.begin[t];
    for (size_t i = 0; i < s->named.size; i++)
      *ft_map_at (&m->names_used, s->named.begin[i]) = 1;
    for (size_t i = 0; i < s->defined.size; i++) {
      *ft_map_at (&m->names_defined, s->defined.begin[i]) = 1;
      ft_libc_withdraw (&m->libc, s->defined.begin[i]);
    }
  }
}
