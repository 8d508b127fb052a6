#include "instrument/initial.h"

#include <string.h>

typedef struct contents {
  const ft_unit *unit;
  unsigned char *bytes, *known; // 'size' and FT_INITIAL_BITMAP (size) of them
  uint64_t size;
} contents;

static void know (contents *c, uint64_t at, uint64_t bytes) {
  for (uint64_t i = at; i < at + bytes && i < c->size; i++)
    c->known[i / 8] |= (unsigned char)(1 << i % 8);
}

static void put_word (contents *c, uint64_t at, uint64_t bytes, uint64_t word) {
  for (uint64_t i = 0; i < bytes && at + i < c->size; i++)
    c->bytes[at + i] = i < 8 ? (unsigned char)(word >> 8 * i) : 0;
  know (c, at, bytes);
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
  uint64_t one = LLVMABISizeOfType (c->unit->layout, LLVMGetElementType (type));
  uint64_t count = LLVMGetArrayLength2 (type);
  for (uint64_t i = 0; i < count && at + i * one < c->size; i++)
    put_constant (c, at + i * one,
                  LLVMGetAggregateElement (constant, (unsigned)i));
}

// Addresses are not known before the program is loaded; what is undefined, and
// kinds that are not looked into, are not known at all.
static void put_constant (contents *c, uint64_t at, LLVMValueRef constant) {
  if (!constant || LLVMIsUndef (constant) || LLVMIsPoison (constant))
    return;
  LLVMTypeRef type = LLVMTypeOf (constant);
  uint64_t bytes = LLVMStoreSizeOfType (c->unit->layout, type);
  if (LLVMIsNull (constant))
    put_word (c, at, bytes, 0);
  else if (LLVMIsAConstantInt (constant) && LLVMGetIntTypeWidth (type) <= 64)
    put_word (c, at, bytes, LLVMConstIntGetZExtValue (constant));
  else if (LLVMGetTypeKind (type) == LLVMStructTypeKind)
    put_struct (c, at, constant, type);
  else if (LLVMGetTypeKind (type) == LLVMArrayTypeKind)
    put_array (c, at, constant, type);
}

// Another unit's definition may take the place of one that is only weak.
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

void ft_initial_note (ft_unit *u, LLVMValueRef global, ft_global *entry) {
  LLVMValueRef constant = LLVMGetInitializer (global);
  entry->initial = FT_INITIAL_UNKNOWN;
  if (!is_final (global))
    return;
  if (LLVMIsNull (constant)) {
    entry->initial = FT_INITIAL_ZERO;
    return;
  }
  if (!entry->size || entry->size > FT_MOST_INITIAL)
    return;
  unsigned char bytes[FT_MOST_INITIAL] = {0};
  unsigned char known[FT_INITIAL_BITMAP (FT_MOST_INITIAL)] = {0};
  contents c = {u, bytes, known, entry->size};
  put_constant (&c, 0, constant);
  entry->initial = FT_INITIAL_BYTES;
  entry->data = (uint32_t)u->sites.data.size;
  ft_strbuf_add_bytes (&u->sites.data, (const char *)bytes, entry->size);
  ft_strbuf_add_bytes (&u->sites.data, (const char *)known,
                       FT_INITIAL_BITMAP (entry->size));
}
