// Follows the input of a run through its trace, event by event, with a symbolic
// store for each thread.  A read returns what was last written to its bytes.

#include <inttypes.h>

#include "base/checksum.h"
#include "base/strbuf.h"
#include "explore/concolic_trail.h"

// Adds a path constraint.  A term that is false says that the recorded value is
// unknown, and constrains nothing.
static void add_constraint (ft_concolic *c, enum ft_path_constraint_kind why,
                            ft_term term) {
  if (term == c->yes)
    return;
  if (term != c->no)
    FT_PUSH (c->trail, ((ft_path_constraint){why, c->now, term}));
}

static ft_sym_store *symbols_of (ft_concolic *c, ft_tid thread) {
  while (c->threads.size <= thread) {
    ft_sym_store symbols;
    ft_sym_store_init (&symbols, c->trace, c->smt, c->yes, c->no);
    FT_PUSH (c->threads, symbols);
  }
  return c->threads.begin + thread;
}

uint64_t ft_path_point_key (const ft_concolic *c, const ft_path_point *f,
                            uint64_t value) {
  uint64_t words[] = {f->path, ft_smt_hash (c->smt, f->word), value};
  return ft_checksum (words, sizeof words);
}

// Concretizes locals that an event uses where terms do not follow them.
static void concretize (ft_concolic *c, const ft_sym_store *symbols,
                        ft_id event, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    const ft_sym_value *s =
        ft_sym_store_find (symbols, c->trace->tables.operands.begin[i].local);
    if (!s || s->as_recorded == c->yes)
      continue;
    if (s->word && s->known)
      FT_PUSH (c->concretized, ((ft_path_point){event, s->recorded, s->word,
                                                c->trail.size, c->path}));
    add_constraint (c, FT_CONSTRAINT_CONCRETIZED, s->as_recorded);
  }
}

static void concretize_operands (ft_concolic *c, const ft_sym_store *symbols,
                                 ft_id event) {
  const ft_detail *d = ft_sym_store_detail (symbols, c->trace->events + event);
  concretize (c, symbols, event, d->operands, d->operand_count);
}

static void concretize_pointers (ft_concolic *c, const ft_sym_store *symbols,
                                 ft_id event) {
  const ft_detail *d = ft_sym_store_detail (symbols, c->trace->events + event);
  concretize (c, symbols, event, d->pointers, d->pointer_count);
}

// ---- input -----------------------------------------------------------------

static ft_term word_of_input (ft_concolic *c, ft_id source, uint64_t at) {
  ft_strbuf name = {0};
  ft_strbuf_add (&name, "%s[%" PRIu64 "]",
                 ft_intern_name (&c->trace->tables.origins.sources, source),
                 at);
  ft_term word = ft_smt_word_named (c->smt, 1, ft_strbuf_text (&name));
  ft_strbuf_release (&name);
  return word;
}

// The byte of a source; its recorded value comes from the first write that
// brings it.
static ft_input_byte *input_byte (ft_concolic *c, ft_id source, uint64_t at) {
  uint32_t *i = ft_map_at (&c->input_at, (uint64_t)source << 32 | at);
  if (*i == FT_NO_ID) {
    *i = (uint32_t)c->inputs.size;
    FT_PUSH (
        c->inputs,
        ((ft_input_byte){source, at, .word = word_of_input (c, source, at)}));
  }
  return c->inputs.begin + *i;
}

static void write_input (ft_concolic *c, const ft_event *e,
                         const ft_origin *origin) {
  bool has = e->flags & FT_HAS_VALUE;
  ft_term bytes[8];
  unsigned n = ft_sym_store_width (e);
  for (unsigned k = 0; k < n; k++) {
    ft_input_byte *byte = input_byte (c, origin->source, origin->at + k);
    bytes[k] = byte->word;
    if (has && !byte->known) {
      byte->known = true;
      byte->recorded = (uint8_t)(e->value >> 8 * k);
    }
  }
  ft_sym_value s = {
      .known = has, .recorded = has ? e->value : 0, .valid = c->yes};
  s.word = ft_smt_concat (c->smt, n, bytes);
  ft_symbolic_memory_store (&c->bytes, e, &s);
}

// ---- events ----------------------------------------------------------------

static ft_sym_value follow_read (ft_concolic *c, ft_sym_store *symbols,
                                 const ft_event *e) {
  ft_sym_value s = ft_symbolic_memory_read (&c->bytes, symbols, e);
  ft_sym_store_define (symbols, e, s);
  return s;
}

// An atomic-rmw is concretized: the word that it writes is not followed.
static void follow_rmw (ft_concolic *c, ft_sym_store *symbols, ft_id event) {
  const ft_event *e = c->trace->events + event;
  add_constraint (c, FT_CONSTRAINT_CONCRETIZED,
                  follow_read (c, symbols, e).as_recorded);
  concretize_operands (c, symbols, event);
  ft_symbolic_memory_forget (&c->bytes, e);
}

static void define_recorded (ft_concolic *c, ft_sym_store *symbols,
                             const ft_event *e) {
  ft_sym_value s = {.valid = c->yes, .as_recorded = c->yes};
  s.known = ft_sym_store_recorded_result (symbols, e, &s.recorded);
  if (ft_kind_writes (e->kind))
    ft_symbolic_memory_forget (&c->bytes, e);
  else if (e->kind == FT_LOCAL)
    ft_sym_store_define (symbols, e, s);
}

static void follow_branch (ft_concolic *c, ft_id event, ft_term word) {
  uint64_t outcome = c->trace->events[event].value;
  ft_path_point point = {event, outcome, word, c->trail.size, c->path};
  FT_PUSH (c->branches, point);
  c->path = ft_path_point_key (c, &point, outcome);
  add_constraint (
      c, FT_CONSTRAINT_BRANCH,
      ft_smt_equal (c->smt, word, ft_smt_word_of (c->smt, outcome)));
}

static void follow_computing (ft_concolic *c, ft_sym_store *symbols,
                              ft_id event) {
  const ft_event *e = c->trace->events + event;
  if (!ft_sym_store_depends (symbols, e)) {
    define_recorded (c, symbols, e);
    return;
  }
  ft_sym_result computed = ft_sym_store_compute (symbols, e);
  if (!computed.modelled) {
    concretize_operands (c, symbols, event);
    define_recorded (c, symbols, e);
    return;
  }
  bool divides = ft_operator_divides (ft_sym_store_detail (symbols, e)->op);
  add_constraint (c, divides ? FT_CONSTRAINT_TRAP : FT_CONSTRAINT_DEFINED,
                  computed.defined);
  if (e->kind == FT_BRANCH)
    follow_branch (c, event, computed.symbol.word);
  else if (e->kind == FT_LOCAL)
    ft_sym_store_define (symbols, e, computed.symbol);
  else
    ft_symbolic_memory_store (&c->bytes, e, &computed.symbol);
}

static void follow (ft_concolic *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  const ft_origin *origin = ft_origins_at (&c->trace->tables.origins, event);
  ft_sym_store *symbols = symbols_of (c, e->thread);
  c->now = event;
  concretize_pointers (c, symbols, event);
  if (origin && e->kind == FT_WRITE)
    write_input (c, e, origin);
  else if (e->kind == FT_ATOMIC_RMW)
    follow_rmw (c, symbols, event);
  else if (ft_kind_reads (e->kind))
    follow_read (c, symbols, e);
  else if (ft_kind_writes (e->kind) || ft_kind_computes (e->kind))
    follow_computing (c, symbols, event);
}

void ft_concolic_follow (ft_concolic *c) {
  for (ft_id i = 0; i < c->trace->size; i++)
    if (!ft_event_is_void (c->trace->events + i))
      follow (c, i);
}
