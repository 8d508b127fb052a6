// Critical sections, for WCP and DC: the open ones, and the facts that are kept
// of a closed one.  Only the outermost acquire and release of a reentrant lock
// make a section; inner ones are void events.

#ifndef FT_ORDER_SECTION_H
#define FT_ORDER_SECTION_H

#include "order/order_thread.h"

// A closed section: immutable, shared by the queues and the lists of
// conflicting sections that name it.
typedef struct ft_section {
  ft_tid thread;
  ft_time opened, closed; // local times of acquire and release
  bool shared;
  bool knows_all; // 'clock' knows all earlier sections in the queues of the
                  // lock
  ft_clock clock; // events that every event after the release comes after
} ft_section;

// Sections by number.  Names of sections are not counted: replacing one name by
// another would cost a look at the old section, which is in no cache.  Now and
// then all named sections are marked, and the numbers of the others used again.
typedef struct ft_section_pool {
  FT_STACK (ft_section) sections;
  FT_STACK (ft_id) unused;
  FT_STACK (uint64_t) marks; // a bit per section
  size_t made;               // sections made since the last collection
  size_t room;               // sections that may be made before the next one
} ft_section_pool;

void ft_section_pool_release (ft_section_pool *); // {0} is empty

// Valid until the next new section.
static inline ft_section *ft_section_at (const ft_section_pool *pool,
                                         ft_id id) {
  return pool->sections.begin + id;
}

ft_id ft_section_new (ft_section_pool *);

// A collection: clear, mark all named sections, sweep.  A collection is due
// when the pool is full, and costs 'names' (the number of names that were
// looked at) and all sections.
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

// Lists of conflicting sections (see 'ccs.h'), with the bytes of the variable
// that a section accessed.
typedef FT_STACK (struct ft_section_access {
  ft_id list;
  uint8_t read;
  uint8_t written;
}) ft_section_accesses;

// A section that its thread is in.  Its accesses include those of the sections
// inside it.
typedef struct ft_open_section {
  ft_id lock;
  ft_time opened;
  bool shared;
  uint32_t section_number; // number of the section in the trace, from 1
  ft_section_accesses accesses;
} ft_open_section;

typedef FT_STACK (ft_open_section)
    ft_open_sections; // of one thread, outermost first

void ft_open_sections_release (ft_open_sections *);

#endif
