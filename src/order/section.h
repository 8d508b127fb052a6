// Critical sections, for WCP and DC: those that threads are in, and what is
// remembered of one that was closed.  Outermost pairs of a reentrant lock
// only; inner ones are void events.

#ifndef FT_ORDER_SECTION_H
#define FT_ORDER_SECTION_H

#include "order/view.h"

// A closed section: immutable, shared by the lanes and cells that name it.
typedef struct ft_section {
  uint32_t references; // zero: free
  ft_tid thread;
  ft_time opened, closed; // local times of acquire and release
  bool shared;
  bool knows_all; // 'clock' knows all sections before in the lanes of the lock
  ft_clock clock; // what whoever comes after the release comes after
} ft_section;

// Sections by number; the numbers of those that were dropped are used again.
typedef struct ft_section_pool {
  FT_STACK (ft_section) sections;
  FT_STACK (ft_id) unused;
} ft_section_pool;

void ft_section_pool_release (ft_section_pool *); // {0} is empty

// Valid until the next new section.
static inline ft_section *ft_section_at (const ft_section_pool *pool,
                                         ft_id id) {
  return pool->sections.begin + id;
}

ft_id ft_section_new (ft_section_pool *); // with one reference
ft_id ft_section_share (ft_section_pool *, ft_id);
void ft_section_drop (ft_section_pool *, ft_id);

// A section that its thread is in.  What it touched includes what sections
// inside of it touched.
typedef struct ft_open {
  ft_id lock;
  ft_time opened;
  bool shared;
  uint32_t serial; // number of the section in the trace
  FT_STACK (struct ft_open_touch {
    ft_id cell; // see 'cell.h'
    uint8_t read;
    uint8_t written;
  })
  touched;
} ft_open;

typedef FT_STACK (ft_open) ft_opens; // of one thread, outermost first

void ft_opens_release (ft_opens *);

#endif
