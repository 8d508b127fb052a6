#include "grammar/ftz_write.h"

#include <assert.h>
#include <string.h>

#include "base/checksum.h"
#include "grammar/sequitur.h"
#include "grammar/ftz_names_write.h"
#include "grammar/terminals.h"
#include "format/ftz.h"
#include "format/ftz_numbers.h"
#include "format/block_writing.h"
#include "format/print.h"

// Bytes of values or details after which a block ends, however few items it
// has.
#define ENOUGH ((size_t)8 << 20)

// Frames are small and written once, and their purpose is to be small.
#define LEVEL 9

struct ft_ftz_writer {
  ft_compressor *out; // borrowed
  ft_ftz_limits limits;
  ft_sequitur *sequitur;   // owned: the grammar of the block
  ft_terminals *terminals; // owned
  ft_value_predictor prediction;
  ft_numbers numbers;
  ft_residual_writer errors;
  ft_slp slp;      // the rules of the block that is written
  ft_pos position; // of the next event
  ft_pos first;    // of the block
  size_t details;  // bytes of terminals in earlier blocks
  uint32_t known;  // number of terminals in earlier blocks
  uint32_t blocks;
  ft_id_limits named;
  ft_bytes frames[FT_FTZ_FRAMES];
  ft_bytes packed;
  ZSTD_CCtx *zstd; // owned
};

ft_ftz_writer *ft_ftz_writer_new (ft_compressor *out, ft_ftz_limits limits) {
  assert (limits.items <= FT_FTZ_MOST && limits.terminals <= FT_FTZ_MOST);
  ft_ftz_writer *w = FT_NEW (ft_ftz_writer);
  w->out = out;
  w->limits = limits;
  w->sequitur = ft_sequitur_new ();
  w->terminals = ft_terminals_new ();
  w->zstd = ZSTD_createCCtx ();
  return w;
}

void ft_ftz_writer_free (ft_ftz_writer *w) {
  if (!w)
    return;
  ft_sequitur_free (w->sequitur);
  ft_terminals_free (w->terminals);
  ft_value_predictor_release (&w->prediction);
  ft_numbers_release (&w->numbers);
  FT_RELEASE (w->errors.bytes);
  ft_slp_release (&w->slp);
  for (int i = 0; i < FT_FTZ_FRAMES; i++)
    FT_RELEASE (w->frames[i]);
  FT_RELEASE (w->packed);
  ZSTD_freeCCtx (w->zstd);
  free (w);
}

// ---- rules -----------------------------------------------------------------

static void put_item (ft_bytes *to, uint32_t rule,
                      const ft_production_item *item, uint64_t *next) {
  uint64_t number = ft_slp_number (item->symbol), code = 0;
  if (ft_slp_is_rule (item->symbol))
    code = (uint64_t)(rule - 1 - number) << FT_FTZ_SHIFT | FT_FTZ_RULE;
  else {
    int64_t far = (int64_t)(number - *next);
    code = ((uint64_t)far << 1 ^ (uint64_t)(far >> 63)) << FT_FTZ_SHIFT;
    *next = number + 1;
  }
  ft_varint_put (to, code | (item->times > 1 ? FT_FTZ_REPEATED : 0));
  if (item->times > 1)
    ft_varint_put (to, item->times - 2);
}

static void put_rules (ft_bytes *to, const ft_slp *slp, uint32_t known) {
  uint64_t next = known;
  for (uint32_t i = 0; i < slp->rules.size; i++) {
    const ft_production *rule = slp->rules.begin + i;
    ft_varint_put (to, rule->count);
    for (size_t k = 0; k < rule->count; k++)
      put_item (to, i, slp->items.begin + rule->first + k, &next);
  }
}

// ---- blocks ----------------------------------------------------------------

static bool write_bytes (ft_ftz_writer *w, const void *bytes, size_t n,
                         ft_error *error) {
  return ft_compressor_write (w->out, bytes, n, error);
}

static bool start (ft_ftz_writer *w, ft_error *error) {
  ft_ftz_start s = {FT_FTZ_MAGIC, FT_FTZ_VERSION, 0};
  return w->blocks || write_bytes (w, &s, sizeof s, error);
}

static bool pack_frames (ft_ftz_writer *w, ft_ftz_header *h, ft_error *error) {
  FT_CLEAR (w->packed);
  for (int i = 0; i < FT_FTZ_FRAMES; i++) {
    size_t size;
    if (w->frames[i].size > FT_FTZ_FRAME) {
      ft_error_set (error, FT_EXIT_BAD_INPUT,
                    "event %llu and those before it: names or lists of %zu MB "
                    "are too large for a compressed trace",
                    (unsigned long long)w->position - 1,
                    w->frames[i].size >> 20);
      return false;
    }
    if (!ft_zstd_frame_pack (w->zstd, &w->packed, w->frames + i, LEVEL, &size,
                             error))
      return false;
    h->raw[i] = (uint32_t)w->frames[i].size;
    h->packed[i] = (uint32_t)size;
    FT_CLEAR (w->frames[i]);
  }
  return true;
}

static void begin_next (ft_ftz_writer *w) {
  memcpy (w->named, ft_terminals_used (w->terminals), sizeof w->named);
  if (ft_terminals_count (w->terminals) >= w->limits.terminals) {
    ft_terminals_clear (w->terminals);
    ft_value_predictor_clear (&w->prediction);
    ft_numbers_clear (&w->numbers);
  }
  ft_sequitur_clear (w->sequitur);
  FT_CLEAR (w->slp.rules);
  FT_CLEAR (w->slp.items);
  w->known = ft_terminals_count (w->terminals);
  w->details = ft_terminals_bytes (w->terminals);
  w->first = w->position;
  w->blocks++;
}

// Writes a block with the rules in 'slp', and the names and terminals since the
// last block.
static bool write_block (ft_ftz_writer *w, const ft_tables *tables,
                         ft_error *error) {
  ft_ftz_header h = {.magic = FT_FTZ_BLOCK_MAGIC,
                     .number = w->blocks,
                     .first = w->first,
                     .events = w->position - w->first,
                     .known = w->known};
  memcpy (h.names, w->named, sizeof h.names);
  h.terminals = ft_terminals_count (w->terminals) - w->known;
  h.rules = (uint32_t)w->slp.rules.size;
  h.items = (uint32_t)w->slp.items.size;
  ft_ftz_names_put (w->frames + FT_FTZ_NAMES, tables, w->named,
                    ft_terminals_used (w->terminals), h.events);
  ft_terminals_put (w->terminals, w->known, w->frames + FT_FTZ_TERMINALS);
  put_rules (w->frames + FT_FTZ_RULES, &w->slp, w->known);
  ft_residual_writer_end (&w->errors);
  ft_bytes values = w->frames[FT_FTZ_VALUES];
  w->frames[FT_FTZ_VALUES] = w->errors.bytes;
  w->errors.bytes = values;
  if (!start (w, error) || !pack_frames (w, &h, error))
    return false;
  h.payload = ft_checksum (w->packed.begin, w->packed.size);
  h.checksum = ft_checksum (&h, offsetof (ft_ftz_header, checksum));
  begin_next (w);
  return write_bytes (w, &h, sizeof h, error) &&
         write_bytes (w, w->packed.begin, w->packed.size, error);
}

static bool end_block (ft_ftz_writer *w, const ft_tables *tables,
                       ft_error *error) {
  if (w->position == w->first)
    return true;
  ft_sequitur_grammar (w->sequitur, &w->slp);
  return write_block (w, tables, error);
}

// ---- events ----------------------------------------------------------------

static void put_values (ft_ftz_writer *w, const ft_tables *tables,
                        uint32_t terminal, const ft_event *e) {
  ft_value_predictor *p = &w->prediction;
  const ft_detail *d = ft_tables_detail (tables, e);
  const ft_operand *operands =
      d && d->operand_count ? tables->operands.begin + d->operands : NULL;
  if (d && ft_numbers_apart (d))
    ft_numbers_put (&w->numbers, terminal, e, tables, d, &w->errors);
  if (e->flags & FT_HAS_VALUE && !ft_packed_needs_value (e->kind)) {
    ft_residual_writer_put (
        &w->errors, e->value - ft_value_predict (p, terminal, e, d, operands));
    ft_value_update (p, terminal, e, d, e->value);
  }
  if (d && d->written_known) {
    ft_residual_writer_put (
        &w->errors, d->written - ft_value_predict_written (p, terminal));
    ft_value_update_written (p, terminal, e, d->written);
  }
}

// A block names its locals, however few its terminals are.
static uint32_t count_new_locals (const ft_ftz_writer *w) {
  return ft_terminals_used (w->terminals)[FT_CLASS_LOCAL] -
         w->named[FT_CLASS_LOCAL];
}

static bool is_full (const ft_ftz_writer *w) {
  return ft_sequitur_items (w->sequitur) >= w->limits.items ||
         w->errors.bytes.size > ENOUGH ||
         count_new_locals (w) >= w->limits.terminals ||
         ft_terminals_bytes (w->terminals) - w->details > ENOUGH;
}

bool ft_ftz_writer_put (ft_ftz_writer *w, const ft_tables *tables,
                        const ft_event *e, ft_error *error) {
  if (ft_altpaths_at (&tables->altpaths, w->position) != FT_NO_ID &&
      !(e->flags & FT_DROPPED))
    return ft_print_refused (
        error, w->position,
        "has alternative paths, which compressed traces have "
        "no place for; write JSON lines (.jsonl) instead");
  if (ft_origins_at (&tables->origins, w->position))
    return ft_print_refused (error, w->position,
                             "writes input, which compressed traces have no "
                             "place for; write JSON lines (.jsonl) instead");
  ft_event kept = ft_event_in_file (e);
  uint32_t terminal = ft_terminals_add (w->terminals, tables, &kept, true);
  put_values (w, tables, terminal, &kept);
  ft_sequitur_push (w->sequitur, terminal);
  w->position++;
  return !is_full (w) || end_block (w, tables, error);
}

// ---- grammars --------------------------------------------------------------

// Copies the rules of a grammar, with the terminal numbers of the file.
static void take_rules (ft_ftz_writer *w, const ft_slp *slp,
                        const uint32_t *numbers) {
  for (size_t i = 0; i < slp->rules.size; i++) {
    const ft_production *rule = slp->rules.begin + i;
    for (size_t k = rule->first; k < rule->first + rule->count; k++) {
      ft_production_item item = slp->items.begin[k];
      if (!ft_slp_is_rule (item.symbol))
        item.symbol = FT_SLP_TERMINAL (numbers[ft_slp_number (item.symbol)]);
      ft_slp_item (&w->slp, item.symbol, item.times);
    }
    ft_slp_rule (&w->slp);
  }
}

bool ft_ftz_writer_put_slp (ft_ftz_writer *w, const ft_tables *tables,
                            const ft_slp *slp, ft_error *error) {
  assert (slp->items.size <= FT_FTZ_MOST);
  if (!end_block (w, tables, error))
    return false;
  if (!slp->rules.size)
    return true;
  uint32_t *numbers = FT_ARRAY (uint32_t, slp->terminals.size + 1);
  for (size_t i = 0; i < slp->terminals.size; i++)
    numbers[i] = ft_terminals_add (w->terminals, tables,
                                   slp->terminals.begin + i, false);
  take_rules (w, slp, numbers);
  free (numbers);
  w->position += ft_slp_length (slp);
  return write_block (w, tables, error);
}

// ---- the end ---------------------------------------------------------------

bool ft_ftz_writer_finish (ft_ftz_writer *w, const ft_tables *tables,
                           ft_error *error) {
  if (!end_block (w, tables, error) || !start (w, error))
    return false;
  ft_ftz_end end = {FT_FTZ_END_MAGIC, w->blocks, w->position, 0};
  end.checksum = ft_checksum (&end, offsetof (ft_ftz_end, checksum));
  return write_bytes (w, &end, sizeof end, error);
}

// ---- as a format -----------------------------------------------------------

static void *open_writer (ft_compressor *out) {
  return ft_ftz_writer_new (out, FT_FTZ_LIMITS);
}

static void free_writer (void *w) {
  ft_ftz_writer_free (w);
}

static bool put (void *w, const ft_tables *tables, const ft_event *e,
                 ft_error *error) {
  return ft_ftz_writer_put (w, tables, e, error);
}

static bool finish (void *w, const ft_tables *tables, ft_error *error) {
  return ft_ftz_writer_finish (w, tables, error);
}

const ft_binary_format ft_ftz_format = {FT_FTZ_NAME, FT_FTZ_SUFFIX, open_writer,
                                        free_writer, put,           finish};
