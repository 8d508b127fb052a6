// Concrete memory: the content of memory at its last access, as far as records
// say, which an alternative path would read; and memory that never changes:
// constants, addresses of functions.
#include "symex/exec/concrete_memory.h"
#include "symex/escape/escape.h"

#include <assert.h>
#include <string.h>

// Limit on granules; the content of more memory is not known.
#define MAX_GRANULES ((size_t)1 << 20)
enum { LONG_RANGE = 1 << 16 };

static ft_concrete_granule *granule_of (ft_machine *m, uint64_t granule,
                                        bool add) {
  uint32_t i = ft_map_get (&m->granule_at, granule);
  if (i != FT_NO_ID)
    return m->granules.begin + i;
  if (!add)
    return NULL;
  if (m->granules.size >= MAX_GRANULES) {
    m->initial_lost = true;
    if (m->code->uninstrumented != FT_UNINSTRUMENTED_NONE)
      ft_escape_unknown (m, "too much memory to know the pointers in it");
    return NULL;
  }
  *ft_map_at (&m->granule_at, granule) = (uint32_t)m->granules.size;
  FT_PUSH (m->granules, ((ft_concrete_granule){.granule = granule}));
  return &FT_TOP (m->granules);
}

static void set_byte (ft_machine *m, uint64_t address, unsigned char byte) {
  ft_concrete_granule *k = granule_of (m, address >> 3, true);
  if (!k)
    return;
  k->bytes[address % 8] = byte;
  k->known |= (uint8_t)(1 << address % 8);
  k->accessed |= k->known;
}

static void forget_granule (ft_concrete_granule *k) {
  uint64_t word;
  memcpy (&word, k->bytes, 8);
  *k = (ft_concrete_granule){.granule = k->granule,
                             .accessed = 0xff,
                             .maybe_pointer =
                                 k->known == 0xff ? word : k->maybe_pointer};
}

// A library wrote bytes that the record does not have.
static void forget (ft_machine *m, uint64_t address, uint64_t bytes) {
  uint64_t last = bytes ? (address + bytes - 1) >> 3 : 0;
  if (bytes > LONG_RANGE) { // drop all granules rather than the range
    for (size_t i = 0; i < m->granules.size; i++)
      forget_granule (m->granules.begin + i);
    m->initial_lost = true;
    return;
  }
  for (uint64_t g = address >> 3; bytes && g <= last; g++) {
    ft_concrete_granule *k = granule_of (m, g, true);
    if (k)
      forget_granule (k);
  }
}

static void note_split (ft_machine *m, const ft_run_access *t,
                        const ft_step_dependence *said) {
  for (uint32_t i = 0; ft_kind_writes (t->kind) && i < said->count; i++) {
    const ft_step_byte *b = m->out->bytes.begin + said->first + i;
    if (b->valued)
      set_byte (m, t->address + i, b->value);
    else
      forget (m, t->address + i, 1);
  }
}

void ft_concrete_note_accesses (ft_machine *m) {
  for (int n = 0; n < m->out->count; n++) {
    const ft_run_access *t = m->out->accesses + n;
    if (m->out->dependence[n].split) {
      note_split (m, t, m->out->dependence + n);
      continue;
    }
    bool rmw = t->kind == FT_ATOMIC_RMW, wide = t->bytes > 8;
    bool known = t->valued || (t->filled && t->bytes <= LONG_RANGE);
    if (!known && ft_kind_writes (t->kind))
      forget (m, t->address, t->bytes);
    for (uint64_t i = 0; known && i < t->bytes; i++)
      set_byte (m, t->address + i,
                (unsigned char)((rmw ? t->written : t->value) >>
                                (wide ? 0 : 8 * i)));
  }
}

bool ft_constant_word (const ft_machine *m, uint64_t address, unsigned bytes,
                       uint64_t *word) {
  const ft_run_global *g = ft_run_code_constant_at (m->code, address);
  return g && g->global->kind == FT_GLOBAL_CONSTANT &&
         ft_sites_initial (g->table, g->global, address - g->first, bytes,
                           word);
}

uint64_t ft_guid_at (const ft_machine *m, uint64_t address) {
  const ft_run_global *g = ft_run_code_constant_at (m->code, address);
  return g && g->first == address ? g->global->linkage : 0;
}

void ft_concrete_set (ft_machine *m, uint64_t address, uint64_t word,
                      uint64_t bytes, bool fixed) {
  for (unsigned i = 0; i < 8 && i < bytes; i++) {
    set_byte (m, address + i, (unsigned char)(word >> 8 * i));
    ft_concrete_granule *k =
        fixed ? granule_of (m, (address + i) >> 3, false) : NULL;
    if (k)
      k->immutable |= (uint8_t)(1 << (address + i) % 8);
  }
}

bool ft_immutable_word (ft_machine *m, uint64_t address, unsigned bytes,
                        uint64_t *word) {
  for (unsigned i = 0; i < bytes; i++) {
    const ft_concrete_granule *k = granule_of (m, (address + i) >> 3, false);
    if (!k || !(k->immutable & 1 << (address + i) % 8))
      return false;
  }
  return ft_concrete_word (m, address, bytes, word);
}

// The initial value of a byte of a global that nothing has accessed.
static bool initial_byte (const ft_machine *m, uint64_t address,
                          unsigned char *byte) {
  uint64_t word = 0;
  const ft_run_global *g = ft_run_code_global_at (m->code, address);
  bool fine =
      (g && !m->initial_lost &&
       ft_sites_initial (g->table, g->global, address - g->first, 1, &word)) ||
      ft_constant_word (m, address, 1, &word);
  *byte = fine ? (unsigned char)word : 0;
  return fine;
}

static bool byte_at (ft_machine *m, uint64_t address, unsigned char *byte) {
  const ft_concrete_granule *k = granule_of (m, address >> 3, false);
  uint8_t bit = (uint8_t)(1 << address % 8);
  if (!k || !(k->accessed & bit))
    return initial_byte (m, address, byte);
  *byte = k->bytes[address % 8];
  return k->known & bit;
}

bool ft_concrete_word (ft_machine *m, uint64_t address, unsigned bytes,
                       uint64_t *word) {
  unsigned char byte;
  assert (bytes <= 8);
  *word = 0;
  for (unsigned i = 0; i < bytes; i++) {
    if (!byte_at (m, address + i, &byte))
      return false;
    *word |= (uint64_t)byte << 8 * i;
  }
  return true;
}

// ---- guesses of pointers ---------------------------------------------------

uint64_t ft_concrete_maybe_pointer (ft_machine *m, uint64_t granule) {
  const ft_concrete_granule *k = granule_of (m, granule, false);
  const ft_run_global *g = ft_run_code_global_at (m->code, granule << 3);
  uint64_t word = 0;
  if (k && k->known == 0xff)
    memcpy (&word, k->bytes, 8);
  else if (k && k->maybe_pointer)
    return k->maybe_pointer;
  else if (!g || !ft_sites_initial (g->table, g->global,
                                    (granule << 3) - g->first, 8, &word))
    ft_constant_word (m, granule << 3, 8, &word);
  return word;
}

static void carry_word (ft_machine *m, uint64_t to, uint64_t from) {
  uint64_t word = ft_concrete_maybe_pointer (m, from >> 3);
  ft_concrete_granule *k = word ? granule_of (m, to >> 3, true) : NULL;
  if (!k)
    return;
  if (k->known != 0xff)
    k->accessed = 0xff;
  k->maybe_pointer = word;
}

// Pointers are looked for at multiples of eight only.
void ft_concrete_copy (ft_machine *m, uint64_t to, uint64_t from,
                       uint64_t bytes) {
  uint64_t at = -from & 7;
  if ((to - from) & 7 || to == from || bytes < 8)
    return;
  if (bytes > LONG_RANGE) {
    for (size_t i = 0, count = m->granules.size; i < count; i++) {
      uint64_t word = m->granules.begin[i].granule << 3;
      if (word - from <= bytes - 8 && word >= from)
        carry_word (m, to + (word - from), word);
    }
    return;
  }
  for (; at + 8 <= bytes; at += 8)
    carry_word (m, to + at, from + at);
}
