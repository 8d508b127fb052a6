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

#ifndef FT_ORDER_CCS_H
#define FT_ORDER_CCS_H

#include "base/hash.h"
#include "order/section.h"
#include "order/variable_access.h"

enum { FT_CCS_ENTRIES = 2 };

typedef struct ft_ccs_entry {
  ft_id section;
  ft_tid thread; // this and 'closed' and 'shared' are the section's
  ft_time closed;
  uint8_t read;
  uint8_t written;
  bool shared;
} ft_ccs_entry;

typedef struct ft_ccs_list {
  ft_id lock;
  ft_id next; // cell of the variable, or FT_NO_ID
  uint32_t
      access_index; // where the last open section that touched it notes that
  uint32_t section_number; // and the number of that section
  uint32_t size;
  uint32_t capacity; // FT_CCS_ENTRIES, unless the entries are on the heap
  union {
    ft_ccs_entry few[FT_CCS_ENTRIES];
    ft_ccs_entry *many; // owned
  };
} ft_ccs_list;

typedef struct ft_ccs {
  FT_STACK (ft_ccs_list) lists;
  FT_STACK (ft_id) first; // cell by variable, or FT_NO_ID
  ft_map hashed;          // lock and variable -> cell that is not in a chain
  bool exclusive_ordered; // later exclusive sections of a lock come after
                          // earlier ones
} ft_ccs;

// (ft_ccs){0} is empty.
void ft_ccs_release (ft_ccs *);

// A cell may lie across two lines of the cache.
__attribute__ ((always_inline)) static inline void
ft_ccs_list_prefetch (const ft_ccs_list *c) {
  __builtin_prefetch (c);
  __builtin_prefetch (&c->few[FT_CCS_ENTRIES - 1].shared);
}

// Fetches what leads to the first cell of a variable that is accessed soon.
__attribute__ ((always_inline)) static inline void
ft_ccs_prefetch (const ft_ccs *ccs, ft_id variable) {
  if (variable < ccs->first.size)
    __builtin_prefetch (ccs->first.begin + variable);
}

// Fetches that cell.
__attribute__ ((always_inline)) static inline void
ft_ccs_prefetch_list (const ft_ccs *ccs, ft_id variable) {
  if (variable < ccs->first.size && ccs->first.begin[variable] != FT_NO_ID)
    ft_ccs_list_prefetch (ccs->lists.begin + ccs->first.begin[variable]);
}

// An access of thread 't' in an open section, which notes it; joins to
// 'known' what it comes after by rule (a).  Returns whether that changed it.
bool ft_ccs_access (ft_ccs *, const ft_section_pool *, ft_open_section *,
                    ft_tid t, const ft_variable_access *, ft_clock *known);

// The section is closed and becomes 'section'; its thread knows 'known'.
void ft_ccs_close (ft_ccs *, const ft_section_pool *, const ft_open_section *,
                   ft_id section, const ft_clock *known);

// Marks the sections of all entries.
void ft_ccs_mark (ft_ccs *, ft_section_pool *);

#endif
