#include "run/known_values.h"

#include <string.h>

#include "base/alloc.h"

enum { PAGE_BITS = 9, PAGE_CELLS = 1 << PAGE_BITS };

// 'known' has a bit for each known byte of the value and, above these bits, the
// stamp.
struct ft_known_values_page {
  uint64_t value[PAGE_CELLS];
  uint32_t known[PAGE_CELLS];
};

#define BYTES 0xffu

void ft_known_values_release (ft_known_values *v) {
  for (size_t i = 0; i < v->pages.size; i++)
    free (v->pages.begin[i].page);
  ft_map_release (&v->index);
  FT_RELEASE (v->pages);
  memset (v->recent, 0, sizeof v->recent);
}

// ---- pages -----------------------------------------------------------------

static ft_known_values_page *look_up (ft_known_values *v, uint64_t number) {
  uint32_t i = ft_map_get (&v->index, number);
  ft_known_values_page *p = i == FT_NO_ID ? NULL : v->pages.begin[i].page;
  v->recent[number % 256].number = number;
  return v->recent[number % 256].page = p;
}

static inline ft_known_values_page *find_page (ft_known_values *v,
                                               uint64_t number) {
  ft_known_values_page *p = v->recent[number % 256].page;
  return p && v->recent[number % 256].number == number ? p
                                                       : look_up (v, number);
}

static ft_known_values_page *add_page (ft_known_values *v, uint64_t number) {
  struct ft_known_values_entry new = {number, FT_NEW (ft_known_values_page)};
  *ft_map_at (&v->index, number) = (uint32_t)v->pages.size;
  FT_PUSH (v->pages, new);
  return new.page;
}

static void drop_page (ft_known_values *v, uint64_t number) {
  uint32_t *at = ft_map_at (&v->index, number);
  struct ft_known_values_entry *gone = v->pages.begin + *at;
  struct ft_known_values_entry last = FT_POP (v->pages);
  free (gone->page);
  *gone = last;
  *ft_map_at (&v->index, last.number) = *at;
  *ft_map_at (&v->index, number) = FT_NO_ID;
  v->recent[number % 256].page = NULL;
}

// Forget the granules of one page; a page that is entirely forgotten is freed.
static void forget_in (ft_known_values *v, uint64_t number, uint64_t first,
                       uint64_t last) {
  ft_known_values_page *p = find_page (v, number);
  if (!p)
    return;
  uint64_t begin = number << PAGE_BITS, end = begin + PAGE_CELLS - 1;
  if (first <= begin && last >= end) {
    drop_page (v, number);
    return;
  }
  first = first > begin ? first - begin : 0;
  last = last < end ? last - begin : PAGE_CELLS - 1;
  memset (p->known + first, 0, (last - first + 1) * sizeof *p->known);
}

// Traverses the pages of the range, or all existing pages if these are fewer.
void ft_known_values_forget (ft_known_values *v, uint64_t first,
                             uint64_t last) {
  uint64_t from = first >> PAGE_BITS, to = last >> PAGE_BITS;
  if (to - from < v->pages.size) {
    for (uint64_t n = from; n <= to; n++)
      forget_in (v, n, first, last);
    return;
  }
  for (size_t i = v->pages.size; i--;) {
    uint64_t n = v->pages.begin[i].number;
    if (n >= from && n <= to)
      forget_in (v, n, first, last);
  }
}

void ft_known_values_forget_bytes (ft_known_values *v, uint64_t address,
                                   uint64_t bytes) {
  uint64_t end = address + bytes;
  for (; address < end && address % 8; address++) {
    ft_known_values_page *p = find_page (v, address >> 3 >> PAGE_BITS);
    if (p)
      p->known[(address >> 3) % PAGE_CELLS] &= ~(1u << address % 8);
  }
  if (end - address >= 8)
    ft_known_values_forget (v, address >> 3, (end >> 3) - 1);
  for (address = address < (end & ~7ull) ? end & ~7ull : address; address < end;
       address++) {
    ft_known_values_page *p = find_page (v, address >> 3 >> PAGE_BITS);
    if (p)
      p->known[(address >> 3) % PAGE_CELLS] &= ~(1u << address % 8);
  }
}

// ---- new values ------------------------------------------------------------

static uint64_t mask_to_bytes (unsigned mask) { // a byte of ones for each bit
  uint64_t bytes = 0;
  for (int b = 0; b < 8; b++)
    if (mask >> b & 1)
      bytes |= (uint64_t)0xff << 8 * b;
  return bytes;
}

bool ft_known_values_learn (ft_known_values *v, uint64_t address,
                            unsigned bytes, uint64_t value, uint32_t stamp,
                            uint32_t *since) {
  uint64_t granule = address >> 3;
  unsigned at = address % 8, mask = ((1u << bytes) - 1) << at;
  ft_known_values_page *p = find_page (v, granule >> PAGE_BITS);
  if (!p)
    p = add_page (v, granule >> PAGE_BITS);
  uint32_t *known = p->known + granule % PAGE_CELLS, was = *known;
  uint64_t *now = p->value + granule % PAGE_CELLS;
  uint64_t bits = ~UINT64_C (0) >> (64 - 8 * bytes) << 8 * at;
  uint64_t differs = (*now ^ value << 8 * at) & bits;
  if (stamp > FT_KNOWN_VALUES_MOST_STAMP)
    stamp = FT_KNOWN_VALUES_MOST_STAMP;
  *known = was & BYTES & ~mask ? was | mask : stamp << 8 | mask;
  *now ^= differs;
  *since = was >> 8;
  return differs && differs & mask_to_bytes (was & mask);
}
