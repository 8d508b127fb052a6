#include "explore/concolic_memory.h"

void ft_symbolic_memory_release (ft_symbolic_memory *b) {
  FT_RELEASE (b->masks);
  ft_map_release (&b->at);
  FT_RELEASE (b->list);
}

uint8_t ft_symbolic_memory_mask (const ft_symbolic_memory *b,
                                 const ft_event *e) {
  return e->target < b->masks.size ? b->masks.begin[e->target] & e->mask : 0;
}

void ft_symbolic_memory_forget (ft_symbolic_memory *b, const ft_event *e) {
  if (e->target < b->masks.size)
    b->masks.begin[e->target] &= (uint8_t)~e->mask;
}

static ft_symbolic_byte *byte_at (const ft_symbolic_memory *b, ft_id variable,
                                  unsigned i) {
  return b->list.begin + ft_map_get (&b->at, (uint64_t)variable << 3 | i);
}

static void put (ft_symbolic_memory *b, ft_id variable, unsigned i,
                 ft_symbolic_byte stored) {
  uint32_t *at = ft_map_at (&b->at, (uint64_t)variable << 3 | i);
  b->masks.begin[variable] |= (uint8_t)(1u << i);
  if (*at == FT_NO_ID) {
    *at = (uint32_t)b->list.size;
    FT_PUSH (b->list, stored);
  } else
    b->list.begin[*at] = stored;
}

void ft_symbolic_memory_store (ft_symbolic_memory *b, const ft_event *e,
                               const ft_sym_value *s) {
  ft_symbolic_byte stored = {.word = s->word,
                             .valid = s->valid,
                             .width = (uint8_t)ft_sym_store_width (e),
                             .known = s->known};
  FT_GROW (b->masks, (size_t)e->target + 1, 0);
  for (unsigned i = 0; i < 8; i++)
    if (e->mask >> i & 1) {
      stored.recorded = (uint8_t)(s->recorded >> 8 * stored.k);
      put (b, e->target, i, stored);
      stored.k++;
    }
}

// ---- reading ---------------------------------------------------------------

// Learns the recorded value of a read.  If it contradicts a byte, all bytes of
// the read are forgotten, since the uninstrumented write of this byte may have
// written the others, too.
static void learn_read (ft_symbolic_memory *b, const ft_event *e) {
  unsigned k = 0;
  bool overwritten = false;
  for (unsigned i = 0; i < 8; i++) {
    uint8_t byte = (uint8_t)(e->value >> 8 * k);
    k += e->mask >> i & 1;
    if (!(ft_symbolic_memory_mask (b, e) >> i & 1))
      continue;
    ft_symbolic_byte *stored = byte_at (b, e->target, i);
    overwritten |= stored->known && stored->recorded != byte;
    stored->known = true;
    stored->recorded = byte;
  }
  if (overwritten)
    ft_symbolic_memory_forget (b, e);
}

// The word whose bytes are read in the same order as they were written; NULL if
// there is none.
static ft_term whole_word (const ft_symbolic_memory *b, const ft_event *e) {
  ft_term word = NULL;
  uint8_t k = 0;
  for (unsigned i = 0; i < 8; i++) {
    if (!(e->mask >> i & 1))
      continue;
    const ft_symbolic_byte *s = byte_at (b, e->target, i);
    if (s->k != k++ || s->width != ft_sym_store_width (e) ||
        (word && s->word != word))
      return NULL;
    word = s->word;
  }
  return word;
}

static ft_term concat_bytes (const ft_symbolic_memory *b, ft_sym_store *symbols,
                             const ft_event *e, uint8_t kept) {
  ft_term bytes[8];
  unsigned n = 0;
  for (unsigned i = 0; i < 8; i++) {
    if (!(e->mask >> i & 1))
      continue;
    const ft_symbolic_byte *s = byte_at (b, e->target, i);
    bytes[n] = kept >> i & 1
                   ? ft_smt_extract_byte (symbols->smt, s->word, s->k)
                   : ft_smt_word_of (symbols->smt, e->value >> 8 * n & 0xff);
    n++;
  }
  return ft_smt_concat (symbols->smt, n, bytes);
}

// Sets the recorded value of a read that has none in the trace, if all its
// bytes are kept and known.
static void set_recorded (const ft_symbolic_memory *b, const ft_event *e,
                          ft_sym_value *s) {
  unsigned k = 0;
  s->known = ft_symbolic_memory_mask (b, e) == e->mask;
  for (unsigned i = 0; i < 8 && s->known; i++)
    if (e->mask >> i & 1) {
      const ft_symbolic_byte *stored = byte_at (b, e->target, i);
      s->known = stored->known;
      s->recorded |= (uint64_t)stored->recorded << 8 * k++;
    }
}

ft_sym_value ft_symbolic_memory_read (ft_symbolic_memory *b,
                                      ft_sym_store *symbols,
                                      const ft_event *e) {
  bool has = e->flags & FT_HAS_VALUE;
  if (has)
    learn_read (b, e);
  uint8_t kept = ft_symbolic_memory_mask (b, e);
  ft_sym_value s = {.known = has, .recorded = has ? e->value : 0};
  s.valid = s.as_recorded = symbols->yes;
  if (!kept)
    return s;
  if (!has)
    set_recorded (b, e, &s);
  for (unsigned i = 0; i < 8; i++)
    if (kept >> i & 1)
      s.valid =
          ft_sym_store_and (symbols, s.valid, byte_at (b, e->target, i)->valid);
  s.word = kept == e->mask ? whole_word (b, e) : NULL;
  if (!s.word && (kept == e->mask || has))
    s.word = concat_bytes (b, symbols, e, kept);
  s.as_recorded = symbols->no;
  if (s.known && s.word)
    s.as_recorded = ft_sym_store_and (
        symbols, s.valid,
        ft_smt_equal (symbols->smt, s.word,
                      ft_smt_word_of (symbols->smt, s.recorded)));
  return s;
}
