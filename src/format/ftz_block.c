#include "format/ftz_block.h"

#include <inttypes.h>

#include "format/text_format.h"
#include "format/ftz_names.h"
#include "format/ftz_numbers.h"
#include "format/packed_detail.h"
#include "format/block_encoding.h"

void ft_ftz_grammar_release (ft_ftz_grammar *g) {
  ft_slp_release (&g->slp);
  ft_tables_release (&g->details);
  FT_RELEASE (g->apart);
}

void ft_ftz_grammar_clear (ft_ftz_grammar *g, bool all) {
  FT_CLEAR (g->slp.rules);
  FT_CLEAR (g->slp.items);
  g->rules = 0;
  if (!all)
    return;
  FT_CLEAR (g->slp.terminals);
  FT_CLEAR (g->details.details);
  FT_CLEAR (g->details.operands);
  FT_CLEAR (g->details.freed);
  FT_CLEAR (g->apart);
  g->base = 0;
}

static ft_varints varints_of (const ft_bytes *bytes) {
  return (ft_varints){bytes->begin, bytes->begin + bytes->size, false};
}

// ---- terminals -------------------------------------------------------------

// The terminals of a block, which are read column by column.
typedef struct columns {
  ft_varints from;
  ft_event *events; // borrowed
  uint64_t *shapes; // owned
  ft_bits *apart;   // borrowed: of the grammar's terminals
  size_t first;     // number of the first terminal of the block
  uint32_t count;
} columns;

static bool get_shapes (columns *c) {
  for (uint32_t i = 0; i < c->count; i++) {
    c->shapes[i] = ft_varint_get (&c->from);
    bool apart = c->shapes[i] & FT_FTZ_APART;
    c->shapes[i] &= ~FT_FTZ_APART;
    if (c->shapes[i] >> FT_SHAPE_END ||
        (apart && !ft_shape_has (c->shapes[i], FT_SHAPE_DETAIL)) ||
        !ft_shape_event (c->shapes[i], c->events + i))
      return false;
    if (apart)
      ft_bits_add (c->apart, c->first + i);
  }
  return true;
}

// A number below 'limit', as the difference from the one before.
static uint64_t get_near (ft_varints *from, uint64_t *before, uint64_t limit) {
  *before += (uint64_t)ft_varint_get_signed (from);
  if (*before >= limit)
    from->bad = true;
  return from->bad ? 0 : *before;
}

static void get_threads (columns *c, const ft_tables *tables) {
  uint64_t before = 0, limit = ft_tables_count (tables, FT_CLASS_THREAD);
  for (uint32_t i = 0; i < c->count; i++)
    c->events[i].thread = (ft_tid)get_near (&c->from, &before, limit);
}

static void get_targets (columns *c, const ft_tables *tables) {
  uint64_t before[FT_CLASS_NONE] = {0};
  for (uint32_t i = 0; i < c->count; i++) {
    enum ft_class class = ft_kind_class (c->events[i].kind);
    if (class != FT_CLASS_NONE)
      c->events[i].target = (ft_id)get_near (&c->from, before + class,
                                             ft_tables_count (tables, class));
  }
}

static void get_locations (columns *c, const ft_tables *tables) {
  uint64_t before = 0;
  uint64_t limit = (uint64_t)ft_tables_count (tables, FT_CLASS_LOCATION) + 1;
  for (uint32_t i = 0; i < c->count; i++)
    c->events[i].location = (ft_id)get_near (&c->from, &before, limit) - 1;
}

static void get_conditions (columns *c, const ft_tables *tables) {
  uint64_t before = 0, limit = ft_tables_count (tables, FT_CLASS_OBJECT);
  for (uint32_t i = 0; i < c->count; i++)
    if (ft_shape_has (c->shapes[i], FT_SHAPE_CONDITION))
      c->events[i].condition = (ft_id)get_near (&c->from, &before, limit);
}

static void get_counts (columns *c) {
  for (uint32_t i = 0; i < c->count; i++) {
    ft_event *e = c->events + i;
    if (!ft_packed_needs_value (e->kind) ||
        !ft_shape_has (c->shapes[i], FT_SHAPE_VALUE))
      continue;
    e->value = ft_varint_get (&c->from);
    if (e->flags & FT_DROPPED && e->value >= FT_MARK_COUNT)
      c->from.bad = true;
  }
}

// Details are kept in 'details'; the ids in them are those of 'tables'.
static bool get_details (columns *c, ft_tables *tables, ft_tables *details) {
  bool fine = true;
  ft_tables_swap_details (tables, details);
  for (uint32_t i = 0; fine && i < c->count; i++)
    if (ft_shape_has (c->shapes[i], FT_SHAPE_DETAIL))
      fine = ft_packed_detail (&c->from, &c->from, true, tables, c->events + i,
                               FT_NO_POS, NULL) &&
             (!ft_bits_has (c->apart, c->first + i) ||
              ft_numbers_apart (ft_tables_detail (tables, c->events + i)));
  ft_tables_swap_details (tables, details);
  return fine;
}

static bool get_columns (columns *c, ft_tables *tables, ft_tables *details) {
  if (!get_shapes (c))
    return false;
  get_threads (c, tables);
  get_targets (c, tables);
  get_locations (c, tables);
  get_conditions (c, tables);
  get_counts (c);
  return !c->from.bad && get_details (c, tables, details) && !c->from.bad &&
         c->from.at == c->from.end;
}

// A terminal has some bytes at least, so that memory is in proportion to the
// bytes that were read.
static bool get_terminals (ft_ftz_grammar *g, ft_tables *tables,
                           const ft_ftz_raw *raw) {
  uint32_t n = raw->header.terminals;
  size_t first = g->slp.terminals.size;
  if (n > raw->frames[FT_FTZ_TERMINALS].size || first + n >= (size_t)1 << 31)
    return false;
  FT_GROW (g->slp.terminals, first + n, FT_EVENT_NONE);
  columns c = {.from = varints_of (raw->frames + FT_FTZ_TERMINALS),
               .events = g->slp.terminals.begin + first,
               .shapes = FT_ARRAY (uint64_t, (size_t)n + 1),
               .apart = &g->apart,
               .first = first,
               .count = n};
  bool fine = get_columns (&c, tables, &g->details);
  free (c.shapes);
  return fine;
}

// ---- rules -----------------------------------------------------------------

typedef struct rule_frame {
  ft_varints from;
  uint64_t terminals; // number of known ones
  uint64_t next;      // the terminal that is predicted
} rule_frame;

static const char *get_item (ft_ftz_grammar *g, rule_frame *f) {
  uint64_t code = ft_varint_get (&f->from), number = code >> FT_FTZ_SHIFT;
  uint64_t times = code & FT_FTZ_REPEATED ? ft_varint_get (&f->from) + 2 : 1;
  if (f->from.bad || times == 0 || (code & FT_FTZ_REPEATED && times < 2))
    return "malformed rules";
  if (code & FT_FTZ_RULE) {
    if (number >= g->slp.rules.size - g->rules)
      return "a rule that is missing is used";
    number = g->slp.rules.size - 1 - number;
    ft_slp_item (&g->slp, FT_SLP_RULE (number), times);
    return NULL;
  }
  uint64_t terminal = f->next + (number >> 1 ^ -(number & 1));
  if (terminal >= f->terminals)
    return "a terminal that is missing is used";
  f->next = terminal + 1;
  ft_slp_item (&g->slp, FT_SLP_TERMINAL (g->base + terminal), times);
  return NULL;
}

static const char *get_rules (ft_ftz_grammar *g, const ft_ftz_raw *raw) {
  const ft_ftz_header *h = &raw->header;
  rule_frame f = {varints_of (raw->frames + FT_FTZ_RULES),
                  g->slp.terminals.size - g->base, h->known};
  const char *wrong = NULL;
  uint64_t items = 0;
  if (g->slp.rules.size + h->rules >= (size_t)1 << 31)
    return "more than 2^31 rules";
  for (uint32_t i = 0; i < h->rules && !wrong; i++) {
    uint64_t count = ft_varint_get_count (&f.from);
    items += count;
    for (; count && !wrong; count--)
      wrong = get_item (g, &f);
    ft_slp_rule (&g->slp);
  }
  if (wrong)
    return wrong;
  bool fine = !f.from.bad && f.from.at == f.from.end && items == h->items;
  return fine ? NULL : "malformed rules";
}

// ---- blocks ----------------------------------------------------------------

static const char *add (ft_ftz_grammar *g, ft_tables *tables,
                        const ft_ftz_raw *raw, bool locals) {
  ft_varints names = varints_of (raw->frames + FT_FTZ_NAMES);
  const char *wrong = ft_ftz_names_get (&names, tables, raw->header.names,
                                        raw->header.events, locals);
  if (wrong)
    return wrong;
  g->rules = g->slp.rules.size;
  if (!raw->header.known)
    g->base = g->slp.terminals.size;
  if (raw->header.known != g->slp.terminals.size - g->base)
    return "other terminals before it than there are";
  if (!get_terminals (g, tables, raw))
    return "malformed terminals";
  return get_rules (g, raw);
}

bool ft_ftz_grammar_add (ft_ftz_grammar *g, ft_tables *tables,
                         const ft_ftz_raw *raw, bool locals, const char *place,
                         ft_error *error) {
  const char *wrong = add (g, tables, raw, locals);
  if (wrong) {
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s", place, wrong);
    return false;
  }
  if (!ft_slp_check (&g->slp, place, error))
    return false;
  if (ft_slp_length (&g->slp) == raw->header.events)
    return true;
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%s: the rules make %" PRIu64 " events; expected %" PRIu64,
                place, ft_slp_length (&g->slp), raw->header.events);
  return false;
}
