// Rule (a) of WCP and DC: an access in a section on a lock comes after the
// release of each earlier section on the lock, by another thread, that holds
// a conflicting access.  Two shared sections are exempt.
//
// "Conflicting" is about reads-from here, not about races: two atomics count.
//
// A cell stands for a lock and a variable.  It lists, newest first, closed
// sections with the bytes they read and wrote, as far as no newer one does
// duty for them: a later section of the same thread, or a later exclusive one
// that comes after them.  In DC it does if it knows them; in WCP, where release
// before acquire is composed with, it does for every thread but its own, and
// for that one too if it knows them.  Hence for WCP two entries, for DC one
// per thread that read since the last write, and more only for shared sections
// and accesses of several sizes.
//
// An access looks at the cells of its variable, which most often is one of 64
// bytes with all its entries; only a variable under more than a few locks
// needs a hash table.  An entry holds the epoch of its section's release, so
// that the section itself is looked at only by a thread that does not know it.
// (These are the ideas of SmartTrack: Roemer, Genç, Bond 2020.)
// Cost: per access and lock held, its entries; nothing for an access that the
// section has made before.

#ifndef FT_ORDER_CELL_H
#define FT_ORDER_CELL_H

#include "base/hash.h"
#include "order/section.h"
#include "order/touch.h"

enum { FT_CELL_ENTRIES = 2 };

typedef struct ft_cell_entry {
  ft_id section;
  ft_tid thread; // this and 'closed' and 'shared' are the section's
  ft_time closed;
  uint8_t read;
  uint8_t written;
  bool shared;
} ft_cell_entry;

typedef struct ft_cell {
  ft_id lock;
  ft_id next;      // cell of the variable, or FT_NO_ID
  uint32_t touch;  // where the last open section that touched it notes that
  uint32_t serial; // and the number of that section
  uint32_t size;
  uint32_t capacity; // FT_CELL_ENTRIES, unless the entries are on the heap
  union {
    ft_cell_entry few[FT_CELL_ENTRIES];
    ft_cell_entry *many; // owned
  };
} ft_cell;

typedef struct ft_cells {
  FT_STACK (ft_cell) cells;
  FT_STACK (ft_id) first; // cell by variable, or FT_NO_ID
  ft_map others;          // lock and variable -> cell that is not in a chain
  bool total; // later exclusive sections of a lock come after earlier ones
} ft_cells;

// (ft_cells){0} is empty.
void ft_cells_release (ft_cells *);

// A cell may lie across two lines of the cache.
__attribute__ ((always_inline)) static inline void
ft_cell_fetch (const ft_cell *c) {
  __builtin_prefetch (c);
  __builtin_prefetch (&c->few[FT_CELL_ENTRIES - 1].shared);
}

// Fetches what leads to the first cell of a variable that is accessed soon.
__attribute__ ((always_inline)) static inline void
ft_cells_expect (const ft_cells *cells, ft_id variable) {
  if (variable < cells->first.size)
    __builtin_prefetch (cells->first.begin + variable);
}

// Fetches that cell.
__attribute__ ((always_inline)) static inline void
ft_cells_expect_cell (const ft_cells *cells, ft_id variable) {
  if (variable < cells->first.size && cells->first.begin[variable] != FT_NO_ID)
    ft_cell_fetch (cells->cells.begin + cells->first.begin[variable]);
}

// An access of thread 't' in an open section, which notes it; joins to
// 'known' what it comes after by rule (a).  Returns whether that changed it.
bool ft_cells_access (ft_cells *, const ft_section_pool *, ft_open *, ft_tid t,
                      const ft_touch *, ft_clock *known);

// The section is closed and becomes 'section'; its thread knows 'known'.
void ft_cells_close (ft_cells *, const ft_section_pool *, const ft_open *,
                     ft_id section, const ft_clock *known);

// Marks the sections of all entries.
void ft_cells_mark (ft_cells *, ft_section_pool *);

#endif
