#include "grammar/terminals.h"

#include <string.h>

#include "base/checksum.h"
#include "format/ftz.h"
#include "format/ftz_numbers.h"
#include "format/block_writing.h"

enum { LEAST = 1024 };

typedef struct terminal {
  uint64_t shape;
  uint64_t count; // a value that passes need, of a semaphore or barrier
  ft_tid thread;
  ft_id target, location, condition;
  uint64_t details;    // checksum of the bytes of the detail
  size_t detail, size; // its place in 'bytes'
} terminal;

struct ft_terminals {
  FT_STACK (terminal) list;
  ft_bytes bytes;
  ft_tables blank; // operands alone, of the current event
  ft_id_limits used;
  struct slot {
    uint32_t number; // FT_NO_ID: free
    uint32_t hash;
  } * slots; // owned: open addressing, linear probes
  size_t capacity;
};

ft_terminals *ft_terminals_new (void) {
  return FT_NEW (ft_terminals);
}

void ft_terminals_free (ft_terminals *t) {
  if (!t)
    return;
  FT_RELEASE (t->list);
  FT_RELEASE (t->bytes);
  FT_RELEASE (t->blank.operands);
  free (t->slots);
  free (t);
}

void ft_terminals_clear (ft_terminals *t) {
  FT_CLEAR (t->list);
  FT_CLEAR (t->bytes);
  for (size_t i = 0; i < t->capacity; i++)
    t->slots[i].number = FT_NO_ID;
}

uint32_t ft_terminals_count (const ft_terminals *t) {
  return (uint32_t)t->list.size;
}

size_t ft_terminals_bytes (const ft_terminals *t) {
  return t->bytes.size;
}

const uint32_t *ft_terminals_used (const ft_terminals *t) {
  return t->used;
}

// ---- what makes a terminal -------------------------------------------------

// Appends the same operands with all numbers 0.  Returns the index of the
// first.
static uint32_t blank_operands (ft_terminals *t, const ft_tables *tables,
                                uint32_t from, uint32_t count) {
  uint32_t to = (uint32_t)t->blank.operands.size;
  for (uint32_t i = 0; i < count; i++) {
    ft_id local = tables->operands.begin[from + i].local;
    ft_id_limits_use (t->used, FT_CLASS_LOCAL, local);
    FT_PUSH (t->blank.operands,
             ((ft_operand){local == FT_NO_ID ? FT_NO_ID : 0, 0}));
  }
  return to;
}

// Appends the bytes of the detail without its numbers.  Its names count as
// used.
static void put_blank (ft_terminals *t, const ft_tables *tables, ft_detail d) {
  FT_CLEAR (t->blank.operands);
  d.operands = blank_operands (t, tables, d.operands, d.operand_count);
  d.pointers = blank_operands (t, tables, d.pointers, d.pointer_count);
  ft_id_limits_use (t->used, FT_CLASS_LOCAL, d.result);
  if (d.result != FT_NO_ID)
    d.result = 0;
  ft_detail_put (&t->bytes, &t->blank, &d, false, t->used);
}

// Appends the bytes of the detail, without the value that is written.
static void put_detail (ft_terminals *t, const ft_tables *tables,
                        const ft_event *e, bool apart, terminal *made) {
  const ft_detail *d = ft_tables_detail (tables, e);
  made->detail = t->bytes.size;
  if (!d)
    return;
  ft_detail kept = *d;
  kept.written = 0;
  if (e->kind == FT_ALLOC || e->kind == FT_FREE)
    ft_range_put (&t->bytes, tables, &kept, t->used);
  if (apart && ft_numbers_apart (d)) {
    made->shape |= FT_FTZ_APART;
    put_blank (t, tables, kept);
  } else
    ft_detail_put (&t->bytes, tables, &kept, false, t->used);
  made->size = t->bytes.size - made->detail;
  made->details = ft_checksum (t->bytes.begin + made->detail, made->size);
}

static bool has_count (uint64_t shape) {
  return ft_packed_needs_value ((enum ft_kind) (shape & 0xff)) &&
         ft_shape_has (shape, FT_SHAPE_VALUE);
}

static terminal make (ft_terminals *t, const ft_tables *tables,
                      const ft_event *e, bool apart) {
  terminal made = {.shape = ft_shape_of (e),
                   .thread = e->thread,
                   .target = e->target,
                   .location = e->location,
                   .condition = e->condition};
  if (has_count (made.shape))
    made.count = e->value;
  put_detail (t, tables, e, apart, &made);
  return made;
}

static bool terminals_equal (const ft_terminals *t, const terminal *a,
                             const terminal *b) {
  return !memcmp (a, b, offsetof (terminal, detail)) && a->size == b->size &&
         (!a->size || !memcmp (t->bytes.begin + a->detail,
                               t->bytes.begin + b->detail, a->size));
}

static uint32_t hash_of (const terminal *t) {
  uint64_t what = t->shape ^ t->count ^ t->details;
  uint64_t names = (uint64_t)t->target << 32 | t->location;
  uint64_t actors = (uint64_t)t->thread << 32 | t->condition;
  uint64_t mixed = ft_intern_mix (what ^ 0x9E3779B97F4A7C15ull,
                                  names ^ 0xD6E8FEB86659FD93ull);
  return (uint32_t)ft_intern_mix (mixed ^ actors, 0x9E3779B97F4A7C15ull);
}

// ---- numbering -------------------------------------------------------------

static void insert_slot (ft_terminals *t, struct slot slot) {
  size_t i = slot.hash & (t->capacity - 1);
  while (t->slots[i].number != FT_NO_ID)
    i = (i + 1) & (t->capacity - 1);
  t->slots[i] = slot;
}

static void grow (ft_terminals *t) {
  struct slot *old = t->slots;
  size_t capacity = t->capacity;
  t->capacity = capacity ? 2 * capacity : LEAST;
  t->slots = FT_ARRAY (struct slot, t->capacity);
  for (size_t i = 0; i < t->capacity; i++)
    t->slots[i].number = FT_NO_ID;
  for (size_t i = 0; i < capacity; i++)
    if (old[i].number != FT_NO_ID)
      insert_slot (t, old[i]);
  free (old);
}

static uint32_t find (const ft_terminals *t, const terminal *sought,
                      uint32_t hash) {
  for (size_t i = hash & (t->capacity - 1);; i = (i + 1) & (t->capacity - 1)) {
    const struct slot *slot = t->slots + i;
    if (slot->number == FT_NO_ID ||
        (slot->hash == hash &&
         terminals_equal (t, t->list.begin + slot->number, sought)))
      return slot->number;
  }
}

uint32_t ft_terminals_add (ft_terminals *t, const ft_tables *tables,
                           const ft_event *e, bool apart) {
  if (2 * t->list.size >= t->capacity)
    grow (t);
  terminal made = make (t, tables, e, apart);
  uint32_t hash = hash_of (&made), known = find (t, &made, hash);
  if (known != FT_NO_ID) {
    t->bytes.size = made.detail;
    return known;
  }
  ft_id_limits_use (t->used, FT_CLASS_THREAD, e->thread);
  ft_id_limits_use (t->used, ft_kind_class (e->kind), e->target);
  ft_id_limits_use (t->used, FT_CLASS_LOCATION, e->location);
  ft_id_limits_use (t->used, FT_CLASS_OBJECT, e->condition);
  uint32_t number = (uint32_t)t->list.size;
  FT_PUSH (t->list, made);
  insert_slot (t, (struct slot){number, hash});
  return number;
}

// ---- writing ---------------------------------------------------------------

static void put_near (ft_bytes *to, uint64_t *before, uint64_t number) {
  ft_varint_put_signed (to, (int64_t)(number - *before));
  *before = number;
}

static void put_targets (const ft_terminals *t, uint32_t first, ft_bytes *to) {
  uint64_t before[FT_CLASS_NONE] = {0};
  for (size_t i = first; i < t->list.size; i++) {
    const terminal *made = t->list.begin + i;
    enum ft_class class = ft_kind_class ((enum ft_kind) (made->shape & 0xff));
    if (class != FT_CLASS_NONE)
      put_near (to, before + class, made->target);
  }
}

static void put_conditions (const ft_terminals *t, uint32_t first,
                            ft_bytes *to) {
  uint64_t before = 0;
  for (size_t i = first; i < t->list.size; i++)
    if (ft_shape_has (t->list.begin[i].shape, FT_SHAPE_CONDITION))
      put_near (to, &before, t->list.begin[i].condition);
}

void ft_terminals_put (const ft_terminals *t, uint32_t first, ft_bytes *to) {
  const terminal *list = t->list.begin;
  uint64_t thread = 0, location = 0;
  for (size_t i = first; i < t->list.size; i++)
    ft_varint_put (to, list[i].shape);
  for (size_t i = first; i < t->list.size; i++)
    put_near (to, &thread, list[i].thread);
  put_targets (t, first, to);
  for (size_t i = first; i < t->list.size; i++)
    put_near (to, &location, (ft_id)(list[i].location + 1));
  put_conditions (t, first, to);
  for (size_t i = first; i < t->list.size; i++)
    if (has_count (list[i].shape))
      ft_varint_put (to, list[i].count);
  for (size_t i = first; i < t->list.size; i++)
    for (size_t k = 0; k < list[i].size; k++)
      FT_PUSH (*to, t->bytes.begin[list[i].detail + k]);
}
