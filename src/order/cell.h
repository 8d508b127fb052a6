// Rule (a) of WCP and DC: an access in a section on a lock comes after the
// release of each earlier section on the lock, by another thread, that holds
// a conflicting access.  Two shared sections are exempt.
//
// "Conflicting" is about reads-from here, not about races: two atomics count.
//
// A cell stands for a lock and a variable.  It lists, newest first, closed
// sections with the bytes they read and wrote, as far as no newer one does
// duty for them: a later section of the same thread, or a later exclusive one
// that comes after them: in WCP, where release before acquire is composed with,
// for every thread but its own, in DC if it knows them.  Hence for WCP two
// entries, for DC one per thread, and more only for shared sections and
// accesses of several sizes. Cost: per access and lock held, one hash lookup
// and the entries.

#ifndef FT_ORDER_CELL_H
#define FT_ORDER_CELL_H

#include "base/hash.h"
#include "order/section.h"
#include "order/touch.h"

typedef struct ft_cells {
  ft_map map; // lock and variable -> cell
  FT_STACK (struct ft_cell {
    ft_id first;     // entry, or FT_NO_ID
    uint32_t serial; // of the last open section that touched it
    uint32_t touch;  // and where that is noted
  })
  cells;
  FT_STACK (struct ft_cell_entry {
    ft_section *section; // NULL: free
    ft_id next;
    uint8_t read;
    uint8_t written;
  })
  entries;
  ft_id unused; // first free entry + 1, or zero
  bool total;   // later exclusive sections of a lock come after earlier ones
} ft_cells;

void ft_cells_release (ft_cells *); // (ft_cells){0} is empty

// An access of thread 't' in an open section, which notes it; joins to
// 'known' what it comes after by rule (a).  Returns whether that changed it.
bool ft_cells_access (ft_cells *, ft_open *, ft_tid t, const ft_touch *,
                      ft_clock *known);

// The section is closed and becomes 'section'.
void ft_cells_close (ft_cells *, const ft_open *, ft_section *section);

#endif
