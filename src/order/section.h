// Critical sections, for WCP and DC: those that threads are in, and what is
// remembered of one that was closed.  Outermost pairs of a reentrant lock
// only; inner ones are void events.

#ifndef FT_ORDER_SECTION_H
#define FT_ORDER_SECTION_H

#include "order/order_thread.h"

// A closed section: immutable, shared by the lanes and cells that name it.
typedef struct ft_section {
  ft_tid thread;
  ft_time opened, closed; // local times of acquire and release
  bool shared;
  bool knows_all; // 'clock' knows all sections before in the lanes of the lock
  ft_clock clock; // what whoever comes after the release comes after
} ft_section;

// Sections by number.  Whoever names one does not count that: naming another
// one instead would cost a look at the old section, which is in no cache.  Now
// and then all that are named are marked, and the numbers of others used again.
typedef struct ft_section_pool {
  FT_STACK (ft_section) sections;
  FT_STACK (ft_id) unused;
  FT_STACK (uint64_t) marks; // a bit per section
  size_t made;               // sections since the last collection
  size_t room;               // how many there may be before the next one
} ft_section_pool;

void ft_section_pool_release (ft_section_pool *); // {0} is empty

// Valid until the next new section.
static inline ft_section *ft_section_at (const ft_section_pool *pool,
                                         ft_id id) {
  return pool->sections.begin + id;
}

ft_id ft_section_new (ft_section_pool *);

// A collection: clear, mark all that are named, sweep.  It is due when the pool
// is full, and costs 'names' (how many were looked at) and all sections.
void ft_section_clear_marks (ft_section_pool *);
void ft_section_sweep (ft_section_pool *, size_t names);

static inline bool ft_section_pool_full (const ft_section_pool *pool) {
  return pool->made >= pool->room;
}

static inline bool ft_section_is_marked (const ft_section_pool *pool,
                                         ft_id id) {
  return pool->marks.begin[id / 64] >> id % 64 & 1;
}

static inline void ft_section_mark (ft_section_pool *pool, ft_id id) {
  pool->marks.begin[id / 64] |= UINT64_C (1) << id % 64;
}

// Cells (see 'cell.h') with the bytes that a section touched.
typedef FT_STACK (struct ft_section_access {
  ft_id list;
  uint8_t read;
  uint8_t written;
}) ft_section_accesses;

// A section that its thread is in.  What it touched includes what sections
// inside of it touched.
typedef struct ft_open_section {
  ft_id lock;
  ft_time opened;
  bool shared;
  uint32_t section_number; // number of the section in the trace
  ft_section_accesses accesses;
} ft_open_section;

typedef FT_STACK (ft_open_section)
    ft_open_sections; // of one thread, outermost first

void ft_open_sections_release (ft_open_sections *);

#endif
