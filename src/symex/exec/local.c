// Local variables whose addresses do not leave their function: their accesses
// make no records, so that what they hold is kept here, byte by byte.
#include "symex/exec/local.h"
#include "symex/escape/escape.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/emit_event.h"

#include <string.h>

// A larger one, or what comes beyond so many bytes of a frame, holds nothing
// that is known; what is stored in it is pinned.
enum { LARGEST = 1 << 20, MOST_FOLLOWED = 1 << 23 };

// The number of all variables that are not followed from the start.
#define NOT_FOLLOWED UINT32_MAX

ft_value ft_local_new (ft_exec_frame *f, uint64_t size) {
  if (size > LARGEST || size > MOST_FOLLOWED - f->tracked_bytes)
    return (ft_value){.object = NOT_FOLLOWED};
  ft_memory_object o = {FT_ARRAY (ft_value_byte, size ? size : 1), size, false};
  f->tracked_bytes += size;
  FT_PUSH (f->objects, o);
  return (ft_value){.object = (uint32_t)f->objects.size};
}

// Their numbers stay taken: an address that is still held must not become that
// of a variable which is made later.
void ft_local_havoc (ft_exec_frame *f) {
  for (size_t i = 0; i < f->objects.size; i++) {
    free (f->objects.begin[i].content);
    f->objects.begin[i].content = NULL;
  }
  f->lost_content |= !FT_EMPTY (f->objects);
  f->unknown_stores++;
}

// The cells at an address, or NULL if it is not known which they are.
static ft_value_byte *cells_at (ft_exec_frame *f, ft_value address, uint64_t bytes) {
  if (!address.object || address.object > f->objects.size)
    return NULL;
  ft_memory_object *o = f->objects.begin + address.object - 1;
  if (!o->content || bytes > o->size || address.word > o->size - bytes)
    return NULL;
  return o->content + address.word;
}

bool ft_local_is_tracked (const ft_exec_frame *f, ft_value address) {
  return address.object && address.object <= f->objects.size &&
         f->objects.begin[address.object - 1].content;
}

bool ft_local_is_heap (const ft_exec_frame *f, ft_value address) {
  return address.object && address.object <= f->objects.size &&
         f->objects.begin[address.object - 1].heap;
}

bool ft_local_in_heap (const ft_exec_frame *f, ft_value address,
                        uint64_t bytes) {
  if (!ft_local_is_heap (f, address))
    return false;
  const ft_memory_object *o = f->objects.begin + address.object - 1;
  return o->content && bytes <= o->size && address.word <= o->size - bytes;
}

// Something is stored, nobody knows where.
static void lose_all (ft_machine *m, ft_exec_frame *f, ft_value address) {
  if (address.object && !ft_local_is_tracked (f, address))
    return;
  ft_emit_concretize_all (m);
  ft_local_havoc (f);
}

// ---- load ------------------------------------------------------------------

// Whether the cells are the low bytes of one local.
static bool is_one_local (const ft_machine *m, const ft_value_byte *c,
                          uint64_t bytes) {
  ft_value s = {.symbol = c->symbol};
  if (!ft_is_symbolic (m, &s))
    return false;
  for (uint64_t i = 0; i < bytes; i++)
    if (c[i].symbol != c->symbol || c[i].part != i)
      return false;
  return true;
}

static ft_value word_of (const ft_value_byte *c, uint64_t bytes) {
  ft_value s = FT_VALUE_UNKNOWN;
  s.known = bytes <= 8;
  for (uint64_t i = 0; i < bytes && s.known; i++) {
    s.known = c[i].known;
    s.word |= (uint64_t)c[i].byte << (8 * i);
  }
  return s;
}

// What is put together from parts of locals depends on them in a way that is
// not followed.
static ft_value mixed (ft_machine *m, const ft_value_byte *c, uint64_t bytes) {
  FT_STACK (ft_value) parts = {0};
  for (uint64_t i = 0; i < bytes; i++)
    if (!i || c[i].symbol != c[i - 1].symbol)
      FT_PUSH (parts, ((ft_value){.symbol = c[i].symbol}));
  ft_value s = ft_emit_uninterpreted (m, parts.begin, parts.size);
  FT_RELEASE (parts);
  return s;
}

ft_value ft_local_load (ft_machine *m, ft_exec_frame *f, ft_value address,
                       uint64_t bytes, unsigned width) {
  ft_value_byte *c = cells_at (f, address, bytes);
  if (!c || !bytes) {
    if (ft_local_is_tracked (f, address))
      ft_emit_concretize_all (m);
    return FT_VALUE_UNKNOWN;
  }
  ft_value s = word_of (c, bytes);
  if (is_one_local (m, c, bytes)) {
    s.symbol = c->symbol;
    // The local may be wider than what is loaded of it.
    return width ? ft_emit_compute (m, FT_OP_COPY, (unsigned)bytes, &s, 1) : s;
  }
  ft_value from = mixed (m, c, bytes);
  s.symbol = from.symbol;
  if (!width)
    s.known = false;
  return s;
}

// ---- store -----------------------------------------------------------------

// Where sides meet, what neither knows need not be the same.
static void note_unknown (ft_exec_frame *f, ft_value address, const ft_value_byte *c,
                          uint64_t bytes) {
  bool unknown = false;
  for (uint64_t i = 0; i < bytes && !unknown; i++)
    unknown = !c[i].known && !c[i].symbol;
  f->unknown_stores += unknown && !ft_local_is_heap (f, address);
}

void ft_local_store (ft_machine *m, ft_exec_frame *f, ft_value address,
                     uint64_t bytes, unsigned width, ft_value value) {
  ft_value_byte *c = cells_at (f, address, bytes);
  if (!c) {
    ft_emit_concretize (m, &value, 1);
    lose_all (m, f, address);
    return;
  }
  if (value.object) // an address of a local variable, kept in another one
    value = FT_VALUE_UNKNOWN;
  bool small = width && bytes <= 8;
  for (uint64_t i = 0; i < bytes; i++)
    c[i] = (ft_value_byte){value.symbol, (uint8_t)(small ? i : 255),
                           small && value.known,
                           small ? (uint8_t)(value.word >> (8 * i)) : 0};
  if (!small && value.symbol)
    for (uint64_t i = 0; i < bytes && i < 255; i++)
      c[i].part = (uint8_t)i;
  note_unknown (f, address, c, bytes);
}

void ft_local_set (ft_machine *m, ft_exec_frame *f, ft_value to, ft_value byte,
                   ft_value bytes) {
  ft_value_byte *c = bytes.known ? cells_at (f, to, bytes.word) : NULL;
  ft_emit_concretize (m, &byte, 1);
  ft_emit_concretize (m, &bytes, 1);
  if (!c) {
    lose_all (m, f, to);
    return;
  }
  for (uint64_t i = 0; i < bytes.word; i++)
    c[i] = (ft_value_byte){0, 0, byte.known, (uint8_t)byte.word};
  note_unknown (f, to, c, bytes.word);
}

void ft_local_concretize (ft_machine *m, ft_exec_frame *f, ft_value address,
                   ft_value bytes) {
  ft_value_byte *c = bytes.known ? cells_at (f, address, bytes.word) : NULL;
  if (!c) {
    if (ft_local_is_tracked (f, address))
      ft_emit_concretize_all (m);
    return;
  }
  FT_STACK (ft_value) parts = {0};
  for (uint64_t i = 0; i < bytes.word; i++)
    if (!i || c[i].symbol != c[i - 1].symbol)
      FT_PUSH (parts, ((ft_value){.symbol = c[i].symbol}));
  ft_emit_concretize (m, parts.begin, parts.size);
  FT_RELEASE (parts);
}

void ft_local_concretize_object (ft_machine *m, ft_exec_frame *f, ft_value address) {
  if (!ft_local_is_tracked (f, address))
    return;
  uint64_t size = f->objects.begin[address.object - 1].size;
  ft_local_concretize (m, f, (ft_value){.object = address.object}, ft_value_concrete (size));
}

void ft_local_escape_contents (ft_machine *m, const ft_exec_frame *f, ft_value address) {
  const ft_memory_object *o = f->objects.begin + address.object - 1;
  m->out->unknown_escaped |= !o->content;
  for (uint64_t at = 0; o->content && at + 8 <= o->size; at += 8) {
    uint64_t word = 0;
    unsigned known = 0;
    for (unsigned i = 0; i < 8; i++) {
      known += o->content[at + i].known;
      word |= (uint64_t)o->content[at + i].byte << 8 * i;
    }
    ft_escape_value (m, (ft_value){.word = word, .known = known == 8}, 64);
  }
}

ft_value ft_local_pass_byval (ft_exec_frame *to, const ft_exec_frame *from,
                       ft_value address) {
  if (!ft_local_is_tracked (from, address))
    return FT_VALUE_UNKNOWN;
  const ft_memory_object *o = from->objects.begin + address.object - 1;
  if (address.word > o->size)
    return FT_VALUE_UNKNOWN;
  ft_value passed = ft_local_new (to, o->size - address.word);
  if (ft_local_is_tracked (to, passed))
    memcpy (FT_TOP (to->objects).content, o->content + address.word,
            (o->size - address.word) * sizeof *o->content);
  return passed;
}

static void copy_cells (ft_value_byte *to, const ft_value_byte *from, uint64_t bytes) {
  FT_STACK (ft_value_byte) held = {0}; // they may overlap
  for (uint64_t i = 0; i < bytes; i++)
    FT_PUSH (held, from[i]);
  for (uint64_t i = 0; i < bytes; i++)
    to[i] = held.begin[i];
  FT_RELEASE (held);
}

// Of a constant.
static ft_value_byte constant_cell (const ft_machine *m, ft_value from, uint64_t at) {
  uint64_t word = 0;
  bool known = from.known && !from.object &&
               ft_constant_word (m, from.word + at, 1, &word);
  return (ft_value_byte){0, 0, known, (uint8_t)word};
}

// Between variables of this frame, or from constants.
void ft_local_copy (ft_machine *m, ft_exec_frame *f, ft_value to, ft_value from,
                    ft_value bytes) {
  ft_value_byte *target = bytes.known ? cells_at (f, to, bytes.word) : NULL;
  ft_value_byte *source = bytes.known ? cells_at (f, from, bytes.word) : NULL;
  ft_emit_concretize (m, &bytes, 1);
  if (target && source) {
    copy_cells (target, source, bytes.word);
    note_unknown (f, to, target, bytes.word);
    return;
  }
  if (from.object)
    ft_local_concretize (m, f, from, bytes);
  for (uint64_t i = 0; target && i < bytes.word; i++)
    target[i] = constant_cell (m, from, i);
  if (target)
    note_unknown (f, to, target, bytes.word);
  else
    lose_all (m, f, to);
}
