#include "grammar/ftz_load.h"

#include "format/ftz_block.h"
#include "format/reader_format.h"

void ft_ftz_loaded_release (ft_ftz_loaded *l) {
  ft_slp_release (&l->slp);
  ft_tables_release (&l->tables);
}

// Appends the rules of a block to those of the earlier blocks.  Terminals have
// the same numbers in both.
static void append_rules (ft_slp *to, const ft_slp *block) {
  uint32_t before = (uint32_t)to->rules.size;
  for (size_t i = 0; i < block->rules.size; i++) {
    const ft_production *rule = block->rules.begin + i;
    for (size_t k = rule->first; k < rule->first + rule->count; k++) {
      ft_production_item item = block->items.begin[k];
      if (ft_slp_is_rule (item.symbol))
        item.symbol += FT_SLP_RULE (before) - FT_SLP_RULE (0);
      ft_slp_item (to, item.symbol, item.times);
    }
    ft_slp_rule (to);
  }
}

// The last rules of all blocks; the trace is the sequence of their expansions.
typedef FT_STACK (uint32_t) roots;

// With so few items it does not matter whether the grammar is small.
enum { FEW = 4096 };

static bool is_dense (const ft_ftz_loaded *l, const ft_ftz_header *h,
                      uint64_t least) {
  uint64_t items = l->slp.items.size + h->items;
  return items > FEW && (h->first + h->events) / items < least;
}

static bool load_blocks (ft_ftz_file *file, uint64_t least, ft_ftz_loaded *l,
                         ft_ftz_grammar *g, roots *ends, ft_error *error) {
  ft_ftz_raw raw = {0};
  int got;
  while ((got = ft_ftz_file_load (file, false, &raw, error)) > 0) {
    const char *place = ft_ftz_file_place (file);
    l->dense = is_dense (l, &raw.header, least);
    if (l->dense) {
      got = 0;
      break;
    }
    ft_ftz_grammar_clear (g, false);
    if (!ft_ftz_grammar_add (g, &l->tables, &raw, false, place, error)) {
      got = -1;
      break;
    }
    append_rules (&l->slp, &g->slp);
    FT_PUSH (*ends, (uint32_t)l->slp.rules.size - 1);
  }
  ft_ftz_raw_release (&raw);
  return !got;
}

static void take_terminals (ft_ftz_loaded *l, ft_ftz_grammar *g) {
  ft_slp slp = l->slp;
  l->slp.terminals = g->slp.terminals;
  g->slp.terminals = slp.terminals;
  ft_tables_swap_details (&l->tables, &g->details);
}

static bool load (ft_ftz_file *file, uint64_t least, ft_ftz_loaded *l,
                  ft_error *error) {
  ft_ftz_grammar g = {0};
  roots ends = {0};
  bool fine = load_blocks (file, least, l, &g, &ends, error);
  for (size_t i = 0; ends.size > 1 && i < ends.size; i++)
    ft_slp_item (&l->slp, FT_SLP_RULE (ends.begin[i]), 1);
  if (ends.size > 1)
    ft_slp_rule (&l->slp);
  take_terminals (l, &g);
  l->bytes = ft_ftz_file_bytes (file);
  l->blocks = ft_ftz_file_blocks (file);
  if (l->dense)
    l->slp.rules.size = l->slp.items.size = 0;
  fine = fine && ft_slp_check (&l->slp, ft_ftz_file_path (file), error);
  ft_ftz_grammar_release (&g);
  FT_RELEASE (ends);
  return fine;
}

// Takes over the decompressor.
static bool load_from (ft_decompressor *in, uint64_t least, ft_ftz_loaded *l,
                       ft_error *error) {
  ft_ftz_file *file = ft_ftz_file_new (in, error);
  bool fine = file && load (file, least, l, error);
  ft_ftz_file_free (file);
  if (!fine)
    ft_ftz_loaded_release (l);
  return fine;
}

bool ft_ftz_load (const char *path, uint64_t least, ft_ftz_loaded *l,
                  ft_error *error) {
  *l = (ft_ftz_loaded){0};
  ft_decompressor *in = ft_decompressor_open (path, error);
  return in && load_from (in, least, l, error);
}

bool ft_ftz_load_if (const char *path, const char *format, uint64_t least,
                     ft_ftz_loaded *l, ft_error *error) {
  ft_error ignored = FT_NO_ERROR;
  enum ft_binary found;
  *l = (ft_ftz_loaded){0};
  ft_decompressor *in = ft_decompressor_open (path, &ignored);
  if (in && ft_binary_of (in, path, format, &found, &ignored) &&
      found == FT_COMPRESSED)
    return load_from (in, least, l, error);
  ft_decompressor_free (in);
  l->other = true;
  return true;
}
