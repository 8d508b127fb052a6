// Memory objects of a frame, kept byte by byte.  Accesses of local variables
// whose addresses do not leave their function make no records, so that their
// contents are known only here.
#include "symex/exec/local.h"
#include "symex/escape/escape.h"
#include "symex/exec/concrete_memory.h"
#include "symex/exec/emit_event.h"

#include <assert.h>
#include <string.h>

// Larger objects, and objects beyond so many bytes of a frame, are not tracked;
// values stored in them are concretized.
enum { MAX_OBJECT = 1 << 20, MAX_TRACKED = 1 << 23 };

// The number of all objects that were never tracked.
#define NOT_FOLLOWED UINT32_MAX

ft_value ft_local_new (ft_exec_frame *f, uint64_t size) {
  if (size > MAX_OBJECT || size > MAX_TRACKED - f->tracked_bytes)
    return (ft_value){.object = NOT_FOLLOWED};
  ft_memory_object o = {FT_ARRAY (ft_value_byte, size ? size : 1), size};
  f->tracked_bytes += size;
  FT_PUSH (f->objects, o);
  return (ft_value){.object = (uint32_t)f->objects.size};
}

// Keeps the numbers of the objects: an address that is still held must not
// become the address of an object that is made later.
void ft_local_havoc (ft_exec_frame *f) {
  for (size_t i = 0; i < f->objects.size; i++) {
    free (f->objects.begin[i].content);
    f->objects.begin[i].content = NULL;
  }
  f->lost_content |= !FT_EMPTY (f->objects);
  f->unknown_stores++;
}

void ft_local_forget (ft_exec_frame *f) {
  for (size_t i = 0; i < f->objects.size; i++) {
    ft_memory_object *o = f->objects.begin + i;
    if (o->content)
      memset (o->content, 0, o->size * sizeof *o->content);
  }
  f->lost_content |= !FT_EMPTY (f->objects);
  f->unknown_stores++;
}

// The content at an address, NULL if the bytes are not tracked.
static ft_value_byte *content_at (ft_exec_frame *f, ft_value address,
                                  uint64_t bytes) {
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

// Havoc after a store at an unknown offset of the object or of any object.
static void havoc_target (ft_machine *m, ft_exec_frame *f, ft_value address) {
  if (address.object && !ft_local_is_tracked (f, address))
    return;
  ft_emit_concretize_all (m, FT_CONCRETIZE_LOCAL_CONTENT);
  ft_local_havoc (f);
}

// ---- load ------------------------------------------------------------------

// Whether the bytes are the low bytes of one symbol.
static bool is_one_symbol (const ft_machine *m, const ft_value_byte *c,
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

// A value that is put together from parts of several symbols is uninterpreted.
static ft_value combine_parts (ft_machine *m, const ft_value_byte *c,
                               uint64_t bytes) {
  FT_STACK (ft_value) parts = {0};
  for (uint64_t i = 0; i < bytes; i++)
    if (!i || c[i].symbol != c[i - 1].symbol)
      FT_PUSH (parts, ((ft_value){.symbol = c[i].symbol}));
  ft_value s =
      ft_emit_uninterpreted (m, FT_CONCRETIZE_PARTS, parts.begin, parts.size);
  FT_RELEASE (parts);
  return s;
}

ft_value ft_local_load (ft_machine *m, ft_exec_frame *f, ft_value address,
                        uint64_t bytes, unsigned width) {
  ft_value_byte *c = content_at (f, address, bytes);
  if (!c || !bytes) {
    if (ft_local_is_tracked (f, address))
      ft_emit_concretize_all (m, FT_CONCRETIZE_LOCAL_CONTENT);
    return FT_VALUE_UNKNOWN;
  }
  ft_value s = word_of (c, bytes);
  if (is_one_symbol (m, c, bytes)) {
    s.symbol = c->symbol;
    // The symbol may be wider than the bytes that are loaded.
    return width ? ft_emit_compute (m, FT_OP_COPY, (unsigned)bytes, &s, 1) : s;
  }
  ft_value from = combine_parts (m, c, bytes);
  s.symbol = from.symbol;
  if (!width)
    s.known = false;
  return s;
}

// ---- store -----------------------------------------------------------------

// Counts a store of unknown bytes: at a merge point, unknown bytes of two paths
// are equal only if neither path has stored any.
static void count_unknown_store (ft_exec_frame *f, const ft_value_byte *c,
                                 uint64_t bytes) {
  bool unknown = false;
  for (uint64_t i = 0; i < bytes && !unknown; i++)
    unknown = !c[i].known && !c[i].symbol;
  f->unknown_stores += unknown;
}

void ft_local_store (ft_machine *m, ft_exec_frame *f, ft_value address,
                     uint64_t bytes, unsigned width, ft_value value) {
  ft_value_byte *c = content_at (f, address, bytes);
  assert (!value.object || !value.known);
  if (!c) {
    ft_emit_concretize (m, FT_CONCRETIZE_LOCAL_CONTENT, &value, 1);
    havoc_target (m, f, address);
    return;
  }
  if (value.object) // the address of an object, stored in an object
    value = FT_VALUE_UNKNOWN;
  bool small = width && bytes <= 8;
  for (uint64_t i = 0; i < bytes; i++)
    c[i] = (ft_value_byte){value.symbol, (uint8_t)(small ? i : 255),
                           small && value.known,
                           small ? (uint8_t)(value.word >> (8 * i)) : 0};
  if (!small && value.symbol)
    for (uint64_t i = 0; i < bytes && i < 255; i++)
      c[i].part = (uint8_t)i;
  count_unknown_store (f, c, bytes);
}

void ft_local_set (ft_machine *m, ft_exec_frame *f, ft_value to, ft_value byte,
                   ft_value bytes) {
  ft_value_byte *c = bytes.known ? content_at (f, to, bytes.word) : NULL;
  ft_emit_concretize (m, FT_CONCRETIZE_RANGE, &byte, 1);
  ft_emit_concretize (m, FT_CONCRETIZE_RANGE, &bytes, 1);
  if (!c) {
    havoc_target (m, f, to);
    return;
  }
  for (uint64_t i = 0; i < bytes.word; i++)
    c[i] = (ft_value_byte){0, 0, byte.known, (uint8_t)byte.word};
  count_unknown_store (f, c, bytes.word);
}

void ft_local_concretize (ft_machine *m, ft_exec_frame *f,
                          enum ft_concretize_reason reason, ft_value address,
                          ft_value bytes) {
  ft_value_byte *c = bytes.known ? content_at (f, address, bytes.word) : NULL;
  if (!c) {
    if (ft_local_is_tracked (f, address))
      ft_emit_concretize_all (m, reason);
    return;
  }
  FT_STACK (ft_value) parts = {0};
  for (uint64_t i = 0; i < bytes.word; i++)
    if (!i || c[i].symbol != c[i - 1].symbol)
      FT_PUSH (parts, ((ft_value){.symbol = c[i].symbol}));
  ft_emit_concretize (m, reason, parts.begin, parts.size);
  FT_RELEASE (parts);
}

void ft_local_concretize_object (ft_machine *m, ft_exec_frame *f,
                                 enum ft_concretize_reason reason,
                                 ft_value address) {
  if (!ft_local_is_tracked (f, address))
    return;
  uint64_t size = f->objects.begin[address.object - 1].size;
  ft_local_concretize (m, f, reason, (ft_value){.object = address.object},
                       ft_value_concrete (size));
}

void ft_local_escape_contents (ft_machine *m, const ft_exec_frame *f,
                               ft_value address) {
  const ft_memory_object *o = f->objects.begin + address.object - 1;
  if (!o->content)
    ft_escape_unknown (m, "a local variable that is not followed");
  for (uint64_t at = 0; o->content && at + 8 <= o->size; at++) {
    uint64_t word = 0;
    unsigned known = 0;
    for (unsigned i = 0; i < 8; i++) {
      known += o->content[at + i].known;
      word |= (uint64_t)o->content[at + i].byte << 8 * i;
    }
    if (at % 8 == 0 || known == 8)
      ft_escape_value (m, (ft_value){.word = word, .known = known == 8}, 64,
                       "in a local variable that is passed");
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

static void copy_bytes (ft_value_byte *to, const ft_value_byte *from,
                        uint64_t bytes) {
  FT_STACK (ft_value_byte) held = {0}; // the ranges may overlap
  for (uint64_t i = 0; i < bytes; i++)
    FT_PUSH (held, from[i]);
  for (uint64_t i = 0; i < bytes; i++)
    to[i] = held.begin[i];
  FT_RELEASE (held);
}

// A byte of a constant of the program.
static ft_value_byte constant_byte (const ft_machine *m, ft_value from,
                                    uint64_t at) {
  uint64_t word = 0;
  bool known = from.known && !from.object &&
               ft_constant_word (m, from.word + at, 1, &word);
  return (ft_value_byte){0, 0, known, (uint8_t)word};
}

// Copies between objects of the frame, or from a constant.
void ft_local_copy (ft_machine *m, ft_exec_frame *f, ft_value to, ft_value from,
                    ft_value bytes) {
  ft_value_byte *target = bytes.known ? content_at (f, to, bytes.word) : NULL;
  ft_value_byte *source = bytes.known ? content_at (f, from, bytes.word) : NULL;
  ft_emit_concretize (m, FT_CONCRETIZE_RANGE, &bytes, 1);
  if (target && source) {
    copy_bytes (target, source, bytes.word);
    count_unknown_store (f, target, bytes.word);
    return;
  }
  if (from.object)
    ft_local_concretize (m, f, FT_CONCRETIZE_RANGE, from, bytes);
  for (uint64_t i = 0; target && i < bytes.word; i++)
    target[i] = constant_byte (m, from, i);
  if (target)
    count_unknown_store (f, target, bytes.word);
  else
    havoc_target (m, f, to);
}
