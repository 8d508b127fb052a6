#include "trace/native_access.h"

#include <assert.h>

// More in one record is no program's: 8 GB.
#define MOST_BYTES ((uint64_t)1 << 33)

static enum ft_memory_order reading (unsigned order) {
  if (order == FT_ORDER_RELEASE || order == FT_ORDER_PLAIN)
    return FT_ORDER_RELAXED;
  return order == FT_ORDER_ACQ_REL ? FT_ORDER_ACQUIRE
                                   : (enum ft_memory_order)order;
}

static enum ft_memory_order writing (unsigned order) {
  if (order == FT_ORDER_ACQUIRE || order == FT_ORDER_CONSUME ||
      order == FT_ORDER_PLAIN)
    return FT_ORDER_RELAXED;
  return order == FT_ORDER_ACQ_REL ? FT_ORDER_RELEASE
                                   : (enum ft_memory_order)order;
}

// Orders that do not go with the kind (of a failed exchange, say) are cut to
// what they mean for it.
static enum ft_memory_order fitting (enum ft_kind kind, unsigned order) {
  if (kind == FT_ATOMIC_READ)
    return reading (order);
  if (kind == FT_ATOMIC_WRITE)
    return writing (order);
  if (kind == FT_ATOMIC_RMW)
    return order == FT_ORDER_PLAIN ? FT_ORDER_RELAXED
                                   : (enum ft_memory_order)order;
  return FT_ORDER_PLAIN;
}

static ft_touch range (enum ft_kind kind, uint64_t address, uint64_t bytes) {
  return (ft_touch){.address = address, .bytes = bytes, .kind = (uint8_t)kind};
}

static ft_touch access_of (enum ft_kind kind, uint64_t address, uint64_t bytes,
                           unsigned order, const uint64_t *value,
                           uint64_t written) {
  ft_touch t = range (kind, address, bytes);
  t.order = (uint8_t)fitting (kind, order);
  t.valued = value && bytes <= 8;
  t.value = value ? *value : 0;
  t.written = written;
  return t;
}

static ft_touch of_site (const ft_record *r, enum ft_kind kind, bool valued) {
  const ft_site *s = r->at->site;
  return access_of (kind, r->payload, s->size, s->order,
                    valued ? r->word : NULL, r->word[1]);
}

static int site_touches (const ft_record *r, ft_touch touches[2]) {
  switch ((enum ft_site_kind)r->at->kind) {
  case FT_SITE_LOAD:
    touches[0] = of_site (r, FT_READ, true);
    return 1;
  case FT_SITE_STORE:
    touches[0] = of_site (r, FT_WRITE, true);
    return 1;
  case FT_SITE_LOAD_WIDE:
    touches[0] = of_site (r, FT_READ, false);
    return 1;
  case FT_SITE_STORE_WIDE:
    touches[0] = of_site (r, FT_WRITE, false);
    return 1;
  case FT_SITE_ATOMIC_LOAD:
  case FT_SITE_CAS_FAILED:
    touches[0] = of_site (r, FT_ATOMIC_READ, true);
    return 1;
  case FT_SITE_ATOMIC_STORE:
    touches[0] = of_site (r, FT_ATOMIC_WRITE, true);
    return 1;
  case FT_SITE_RMW:
  case FT_SITE_CAS:
    touches[0] = of_site (r, FT_ATOMIC_RMW, true);
    return 1;
  case FT_SITE_COPY:
    touches[0] = range (FT_READ, r->word[0], r->word[1]);
    touches[1] = range (FT_WRITE, r->payload, r->word[1]);
    return 2;
  case FT_SITE_SET:
    touches[0] = range (FT_WRITE, r->payload, r->word[0]);
    return 1;
  case FT_SITE_NONE:
  case FT_SITE_FENCE:
  case FT_SITE_CALL:
  case FT_SITE_BRANCH:
  case FT_SITE_VARIABLE:
    return 0;
  }
  assert (false);
  return 0;
}

static ft_touch of_library (const ft_record *r, enum ft_kind kind,
                            uint64_t atomic) {
  return access_of (kind, r->payload, atomic & 0xff, atomic >> 8 & 0xff,
                    r->word, r->word[1]);
}

static int wire_touches (const ft_record *r, ft_touch touches[2]) {
  switch (r->code) {
  case FT_WIRE_READ_RANGE:
    touches[0] = range (FT_READ, r->payload, r->word[0]);
    return 1;
  case FT_WIRE_WRITE_RANGE:
    touches[0] = range (FT_WRITE, r->payload, r->word[0]);
    return 1;
  case FT_WIRE_ATOMIC_READ:
    touches[0] = of_library (r, FT_ATOMIC_READ, r->word[1]);
    return 1;
  case FT_WIRE_ATOMIC_WRITE:
    touches[0] = of_library (r, FT_ATOMIC_WRITE, r->word[1]);
    return 1;
  case FT_WIRE_ATOMIC_RMW:
    touches[0] = of_library (r, FT_ATOMIC_RMW, r->word[2]);
    return 1;
  }
  return 0;
}

static bool possible (const ft_touch *t) {
  return t->bytes <= MOST_BYTES && t->address <= FT_WIRE_PAYLOAD &&
         t->address + t->bytes <= FT_WIRE_PAYLOAD + 1 &&
         t->order <= FT_ORDER_SEQ_CST;
}

int ft_record_touches (const ft_record *r, const ft_walk *w,
                       ft_touch touches[2], ft_error *error) {
  int n = r->at ? site_touches (r, touches) : wire_touches (r, touches);
  for (int i = 0; i < n; i++)
    if (!possible (touches + i))
      return ft_record_error (r, w, error,
                              "access to %llu bytes at 0x%llx; no program can "
                              "do that",
                              (unsigned long long)touches[i].bytes,
                              (unsigned long long)touches[i].address);
  return n;
}
