// The initial content of global variables.
#include "instrument/initial.h"

#include <stdlib.h>

#include "instrument/addresses.h"
#include "instrument/code_builder.h"

typedef struct contents {
  ft_unit *unit;
  unsigned char *bytes; // 'size'
  unsigned char *known; // FT_INITIAL_BITMAP (size): which bytes are known
  uint64_t size;
} contents;

static void mark_known (contents *c, uint64_t at, uint64_t bytes) {
  for (uint64_t i = at; i < at + bytes && i < c->size; i++)
    c->known[i / 8] |= (unsigned char)(1 << i % 8);
}

static void put_word (contents *c, uint64_t at, uint64_t bytes, uint64_t word) {
  for (uint64_t i = 0; i < bytes && at + i < c->size; i++)
    c->bytes[at + i] = i < 8 ? (unsigned char)(word >> 8 * i) : 0;
  mark_known (c, at, bytes);
}

static void put_constant (contents *, uint64_t at, LLVMValueRef);

static void put_struct (contents *c, uint64_t at, LLVMValueRef constant,
                        LLVMTypeRef type) {
  unsigned count = LLVMCountStructElementTypes (type);
  for (unsigned i = 0; i < count; i++)
    put_constant (c, at + LLVMOffsetOfElement (c->unit->layout, type, i),
                  LLVMGetAggregateElement (constant, i));
}

static void put_array (contents *c, uint64_t at, LLVMValueRef constant,
                       LLVMTypeRef type) {
  uint64_t element_size =
      LLVMABISizeOfType (c->unit->layout, LLVMGetElementType (type));
  uint64_t count = LLVMGetArrayLength2 (type);
  for (uint64_t i = 0; i < count && at + i * element_size < c->size; i++)
    put_constant (c, at + i * element_size,
                  LLVMGetAggregateElement (constant, (unsigned)i));
}

// An address becomes a relocation: it is known when the program is loaded.
static void put_address (contents *c, uint64_t at, LLVMValueRef constant) {
  ft_relocation r = {(uint32_t)at, 0, 0};
  if (!LLVMGetPointerAddressSpace (LLVMTypeOf (constant)) &&
      at + 8 <= c->size &&
      ft_address_of (c->unit, constant, &r.global, &r.plus))
    FT_PUSH (c->unit->sites.relocations, r);
}

// Undefined bytes, and bytes of other kinds of constants, are not known.
static void put_constant (contents *c, uint64_t at, LLVMValueRef constant) {
  if (!constant || LLVMIsUndef (constant) || LLVMIsPoison (constant))
    return;
  LLVMTypeRef type = LLVMTypeOf (constant);
  uint64_t bytes = LLVMStoreSizeOfType (c->unit->layout, type), word;
  if (LLVMIsNull (constant))
    put_word (c, at, bytes, 0);
  else if (LLVMIsAConstantInt (constant) && LLVMGetIntTypeWidth (type) <= 64)
    put_word (c, at, bytes, LLVMConstIntGetZExtValue (constant));
  else if (ft_lower_float_constant (constant, &word))
    put_word (c, at, bytes, word);
  else if (LLVMGetTypeKind (type) == LLVMStructTypeKind)
    put_struct (c, at, constant, type);
  else if (LLVMGetTypeKind (type) == LLVMArrayTypeKind)
    put_array (c, at, constant, type);
  else if (LLVMGetTypeKind (type) == LLVMPointerTypeKind)
    put_address (c, at, constant);
}

// Whether the definition is final: another unit's may replace a weak one.
static bool is_final (LLVMValueRef global) {
  switch ((int)LLVMGetLinkage (global)) {
  case LLVMExternalLinkage:
  case LLVMInternalLinkage:
  case LLVMPrivateLinkage:
  case LLVMLinkOnceODRLinkage: // the same everywhere
  case LLVMWeakODRLinkage:
    return true;
  }
  return false;
}

static void set_bytes (ft_unit *u, LLVMValueRef constant, ft_global *entry) {
  uint64_t size = entry->size, bitmap = FT_INITIAL_BITMAP (size);
  unsigned char *bytes = ft_calloc (size + bitmap, 1);
  contents c = {u, bytes, bytes + size, size};
  entry->first = (uint32_t)u->sites.relocations.size;
  put_constant (&c, 0, constant);
  entry->count = (uint32_t)u->sites.relocations.size - entry->first;
  entry->initial = FT_INITIAL_BYTES;
  entry->data = (uint32_t)u->sites.data.size;
  ft_strbuf_add_bytes (&u->sites.data, (const char *)bytes, size + bitmap);
  free (bytes);
}

void ft_initial_note (ft_unit *u, LLVMValueRef global, ft_global *entry) {
  entry->initial = FT_INITIAL_UNKNOWN;
  if (entry->kind >= FT_GLOBAL_FUNCTION || !is_final (global))
    return;
  LLVMValueRef constant = LLVMGetInitializer (global);
  if (LLVMIsNull (constant))
    entry->initial = FT_INITIAL_ZERO;
  else if (entry->size && entry->size <= FT_MOST_INITIAL)
    set_bytes (u, constant, entry);
}
