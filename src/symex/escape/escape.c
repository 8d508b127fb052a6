// Escape analysis: the objects whose addresses uninstrumented code may know, so
// that it may read and change them without a record.
//
// Objects escape that uninstrumented code names (the tables list its names), is
// passed or gets returned, that pointers in escaped objects lead to, and whose
// addresses are stored in escaped objects.  An object escapes as a whole (a
// global, a block, a stack), and no alternative path accesses it.  If an
// unknown value escapes, all objects count as escaped.
//
// Globals whose addresses the program computes with as integers count as named,
// since the integers may reach uninstrumented code in any form.
//
// Source: Choi, Gupta, Serrano, Sreedhar, Midkiff, Escape Analysis for Java
// (1999); here on recorded values instead of a static approximation.
//
// Cost: a look-up for each write; each word of an object that escapes, once.
#include "symex/escape/escape.h"
#include "base/debug_log.h"
#include "symex/exec/concrete_memory.h"
#include "symex/libc/libc.h"

#include <string.h>

// Whether the thread's last call is of known effect and may write.
static bool call_writes (const ft_machine *m) {
  const ft_environment *env = m->out->environment;
  uint32_t thread = m->out->record->thread->number;
  return thread < env->calls_writing.size && env->calls_writing.begin[thread];
}

// ---- objects ---------------------------------------------------------------

static void escape_word (ft_machine *m, uint64_t at) {
  uint64_t word = ft_concrete_maybe_pointer (m, at >> 3);
  if (word)
    FT_PUSH (m->to_escape, word);
}

// Packed structs and copied bytes have pointers that eight does not divide.
static void escape_unaligned (ft_machine *m, uint64_t granule) {
  uint64_t word;
  for (unsigned k = 1; k < 8; k++)
    if (ft_concrete_word (m, (granule << 3) + k, 8, &word))
      FT_PUSH (m->to_escape, word);
}

static void escape_granule (ft_machine *m, uint64_t granule) {
  escape_word (m, granule << 3);
  escape_unaligned (m, granule);
}

enum { MAX_INITIAL_WORDS = FT_MOST_INITIAL / 8 };

// Pointers in an object escape; in a large object, those that records show.
static void escape_words (ft_machine *m, uint64_t first, uint64_t last) {
  uint64_t from = (first + 7) >> 3, to = (last + 1) >> 3;
  if (to > from && to - from > MAX_INITIAL_WORDS) {
    for (size_t i = 0; i < m->granules.size; i++)
      if (m->granules.begin[i].granule >= from &&
          m->granules.begin[i].granule < to)
        escape_granule (m, m->granules.begin[i].granule);
    return;
  }
  for (uint64_t g = from; g < to; g++)
    escape_granule (m, g);
}

void ft_escape_address (ft_machine *m, uint64_t address, const char *why) {
  uint64_t first, last;
  if (!m->out->environment)
    return;
  if (call_writes (m))
    ft_environment_mark_written (m->out->environment, address);
  FT_PUSH (m->to_escape, address);
  while (m->to_escape.size) {
    uint64_t at = FT_POP (m->to_escape);
    if (!ft_environment_mark_escaped (m->out->environment, at, &first, &last))
      continue;
    FT_DEBUG (ESCAPE, 1, "%#llx-%#llx escapes: %s", (unsigned long long)first,
              (unsigned long long)last,
              at == address ? why : "a pointer to it is in escaped memory");
    escape_words (m, first, last);
  }
}

void ft_escape_unknown (ft_machine *m, const char *why) {
  if (!m->out->unknown_escaped)
    FT_DEBUG (ESCAPE, 1,
              "an unknown pointer escapes at tick %llu, so that "
              "everything does: %s",
              (unsigned long long)m->out->record->tick, why);
  m->out->unknown_escaped = true;
  if (m->out->environment && call_writes (m))
    m->out->environment->all_written = true;
}

void ft_escape_value (ft_machine *m, ft_value s, unsigned width,
                      const char *why) {
  const ft_run_thread *t = m->out->record->thread;
  if (s.known && !s.object)
    ft_escape_address (m, s.word, why);
  else if (s.object || width != 64 ||
           s.provenance == FT_PROVENANCE_UNINSTRUMENTED)
    return;
  else if (s.provenance == FT_PROVENANCE_STACK && !FT_EMPTY (t->frames))
    ft_escape_address (m, FT_TOP (t->frames).address, why);
  else
    ft_escape_unknown (m, why);
}

static void escape_object (ft_machine *m, uint64_t address, const char *why) {
  uint64_t first, last;
  if (call_writes (m))
    ft_environment_mark_written (m->out->environment, address);
  if (ft_environment_mark_escaped (m->out->environment, address, &first, &last))
    FT_DEBUG (ESCAPE, 1, "%#llx-%#llx escapes: %s", (unsigned long long)first,
              (unsigned long long)last, why);
}

enum { MAX_POINTERS = 8 }; // followed behind an argument

// Such as the buffers of 'readv' and 'iconv'.
void ft_escape_shallow (ft_machine *m, uint64_t address) {
  uint64_t word;
  escape_object (m, address, "a library function or assembly gets its address");
  for (unsigned k = 0; k < MAX_POINTERS; k++) {
    uint64_t at = address + 8 * k;
    if (!ft_concrete_word (m, at, 8, &word) &&
        !ft_constant_word (m, at, 8, &word))
      word = at % 8 ? 0 : ft_concrete_maybe_pointer (m, at >> 3);
    if (word)
      escape_object (m, word,
                     "behind what a library function or assembly gets");
  }
}

// ---- stores ----------------------------------------------------------------

// The source of a copy whose bytes the record leaves out, else NULL.
static const ft_run_access *copied_by (const ft_step_context *out,
                                       const ft_run_access *t) {
  for (int n = 0; n < out->count; n++) {
    const ft_run_access *from = out->accesses + n;
    if (!t->valued && from != t && ft_kind_reads (from->kind) &&
        from->bytes == t->bytes)
      return from;
  }
  return NULL;
}

static void escape_written (ft_machine *m, const ft_run_access *t) {
  uint64_t end = t->address + t->bytes;
  if (t->bytes == 8 && t->address % 8 == 0)
    escape_word (m, t->address);
  else
    escape_words (m, t->address & ~UINT64_C (7),
                  ((end + 7) & ~UINT64_C (7)) - 1);
  while (m->to_escape.size)
    ft_escape_address (m, FT_POP (m->to_escape),
                       "its address is stored where it may be read");
}

// A wide store may be of two pointers; its value is in no record.
static bool stores_wide (const ft_run_record *r) {
  return r->at && r->at->kind == FT_SITE_STORE_WIDE;
}

void ft_escape_note_stores (ft_machine *m) {
  const ft_exec_frame *f =
      FT_EMPTY (m->thread->frames) ? NULL : &FT_TOP (m->thread->frames);
  bool in_callback = !f || f->in_callback || f->state == FT_FRAME_NO_CODE;
  bool all_instrumented = m->code->uninstrumented == FT_UNINSTRUMENTED_NONE;
  if (!ft_follows_altpaths (m))
    return;
  m->thread->stored_wide |= stores_wide (m->out->record);
  if (stores_wide (m->out->record) && !all_instrumented)
    ft_escape_unknown (m, "a wide store");
  for (int n = 0; n < m->out->count; n++) {
    const ft_run_access *t = m->out->accesses + n;
    const ft_run_access *from = copied_by (m->out, t);
    if (!ft_kind_writes (t->kind) || t->bytes < 8)
      continue;
    if (from)
      ft_concrete_copy (m, t->address, from->address, t->bytes);
    if (!all_instrumented &&
        ft_environment_may_be_read (m->out->environment, t->address,
                                    in_callback))
      escape_written (m, t);
  }
}

// ---- names -----------------------------------------------------------------

static bool is_in (const ft_map *names, uint64_t digest) {
  return ft_map_get (names, digest) != FT_NO_ID;
}

static bool any_uninstrumented (const ft_machine *m) {
  static const char name[] = FT_NAMED_UNINSTRUMENTED;
  return m->code->uninstrumented != FT_UNINSTRUMENTED_NONE ||
         is_in (&m->names_used, ft_guid (name, sizeof name - 1));
}

static bool is_named (const ft_machine *m, const ft_global *g, bool all) {
  bool as_integer =
      any_uninstrumented (m) &&
      is_in (&m->names_used, FT_NAMED_AS_INTEGER (g->linkage));
  return g->kind != FT_GLOBAL_FUNCTION && g->linkage &&
         (all || as_integer || is_in (&m->names_used, g->linkage));
}

static void escape_named (ft_machine *m, size_t table, bool all) {
  const ft_sites *s = m->code->tables.begin[table];
  for (size_t i = 0; i < s->globals.size; i++) {
    uint64_t address;
    memcpy (&address, m->code->origins.begin[table].globals + 8 * i, 8);
    if (address && is_named (m, s->globals.begin + i, all))
      ft_escape_address (m, address, "uninstrumented code names it");
  }
}

// ---- unrecorded leaf functions ---------------------------------------------

// A leaf function writes nothing, but may return the address of a global.
static void escape_operands (ft_machine *m, const ft_loaded_unit *unit,
                             const ft_code_block *b) {
  for (uint32_t n = 0; n < b->count; n++) {
    const ft_instruction *i = unit->code.instructions.begin + b->first + n;
    for (uint32_t k = 0; k < i->count; k++) {
      const ft_code_operand *o = unit->code.operands.begin + i->first + k;
      if (o->kind == FT_OPERAND_GLOBAL)
        ft_escape_address (m,
                           unit->globals[ft_code_global_number (o)] +
                               (uint64_t)ft_code_global_offset (o),
                           "an unrecorded leaf function may return it");
    }
  }
}

static void escape_leaf_functions (ft_machine *m, const ft_loaded_unit *unit,
                                   const ft_map *taken, bool all) {
  for (size_t i = unit->function_count; i < unit->code.bodies.size; i++) {
    const ft_code_body *body = unit->code.bodies.begin + i;
    if (all || ft_map_get (&m->names_used, body->guid) != FT_NO_ID ||
        ft_map_get (taken, body->guid) != FT_NO_ID)
      for (uint32_t b = 0; b < body->blocks; b++)
        escape_operands (m, unit,
                         unit->code.blocks.begin + body->first_block + b);
  }
}

// Functions whose addresses are taken.
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

static void escape_all_leaf_functions (ft_machine *m, bool all) {
  ft_map taken = list_taken (m);
  for (size_t t = 0; t < m->code->tables.size; t++) {
    const ft_loaded_unit *unit = ft_frame_unit (m, m->code->tables.begin[t]);
    if (unit)
      escape_leaf_functions (m, unit, &taken, all);
  }
  ft_map_release (&taken);
}

// ---- before the first record -----------------------------------------------

// A module that is opened later may name any symbol of the program.  Code that
// ran before recording began may have changed anything.
void ft_escape_begin (ft_machine *m) {
  bool all = m->code->uninstrumented == FT_UNINSTRUMENTED_ANY ||
             m->summary.opens_modules;
  if (m->summary.runs_early)
    ft_escape_unknown (m, "code runs before the recording");
  FT_DEBUG (ESCAPE, 1, "uninstrumented code: %s",
            all ? "any, so that all globals escape"
            : m->code->uninstrumented != FT_UNINSTRUMENTED_NONE
                ? "some, whose names are known"
                : "none");
  for (size_t i = 0; i < m->code->tables.size; i++)
    escape_named (m, i, all);
  if (m->code->uninstrumented != FT_UNINSTRUMENTED_NONE || all)
    escape_all_leaf_functions (m, all);
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
