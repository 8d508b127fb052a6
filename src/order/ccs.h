// Conflicting critical sections, for rule (a) of WCP and DC: an access in a
// section on a lock comes after the release of each earlier section on the
// lock, by another thread, that holds a conflicting access.  Two shared
// sections are exempt.
//
// "Conflicting" is about reads-from here, not about races: two atomics count.
//
// Each pair of a lock and a variable has a list of closed sections, newest
// first, with the bytes they read and wrote.  Bytes are dropped when a newer
// section covers them: a later section of the same thread, or a later exclusive
// one that comes after them.  In DC, a later exclusive section covers them if
// it knows them.  In WCP, which is composed with release before acquire, it
// covers them for every thread but its own, and for its own too if it knows
// them.  Hence WCP needs two entries, DC one per thread that read since the
// last write, and more only for shared sections and accesses of several sizes.
//
// An access looks at the lists of its variable.  Most often there is one, of 64
// bytes with all its entries; only a variable under more than a few locks needs
// a hash table.  An entry holds the epoch of its section's release, so that
// only a thread that does not know the section looks at the section itself.
// (These are the ideas of SmartTrack: Roemer, Genç, Bond 2020.)
//
// Cost: per access and lock held, the entries of a list; nothing for an access
// that the section has made before.

#ifndef FT_ORDER_CCS_H
#define FT_ORDER_CCS_H

#include "base/hash.h"
#include "order/section.h"
#include "order/variable_access.h"

enum { FT_CCS_ENTRIES = 2 };

typedef struct ft_ccs_entry {
  ft_id section;
  ft_tid thread; // 'thread', 'closed' and 'shared' are the section's
  ft_time closed;
  uint8_t read;
  uint8_t written;
  bool shared;
} ft_ccs_entry;

typedef struct ft_ccs_list {
  ft_id lock;
  ft_id next;            // next list of the variable, or FT_NO_ID
  uint32_t access_index; // index in the accesses of the last open section that
                         // accessed the variable
  uint32_t section_number; // number of that section
  uint32_t size;
  uint32_t capacity; // FT_CCS_ENTRIES, unless the entries are on the heap
  union {
    ft_ccs_entry few[FT_CCS_ENTRIES];
    ft_ccs_entry *many; // owned
  };
} ft_ccs_list;

typedef struct ft_ccs {
  FT_STACK (ft_ccs_list) lists;
  FT_STACK (ft_id) first; // first list by variable, or FT_NO_ID
  ft_map hashed;          // lock and variable -> list that is not in a chain
  bool exclusive_ordered; // WCP: a later exclusive section of a lock comes
                          // after earlier ones
} ft_ccs;

// (ft_ccs){0} is empty.
void ft_ccs_release (ft_ccs *);

// A list may lie across two cache lines.
__attribute__ ((always_inline)) static inline void
ft_ccs_list_prefetch (const ft_ccs_list *c) {
  __builtin_prefetch (c);
  __builtin_prefetch (&c->few[FT_CCS_ENTRIES - 1].shared);
}

// Fetches the pointer to the first list of a variable that is accessed soon.
__attribute__ ((always_inline)) static inline void
ft_ccs_prefetch (const ft_ccs *ccs, ft_id variable) {
  if (variable < ccs->first.size)
    __builtin_prefetch (ccs->first.begin + variable);
}

// Fetches this list.
__attribute__ ((always_inline)) static inline void
ft_ccs_prefetch_list (const ft_ccs *ccs, ft_id variable) {
  if (variable < ccs->first.size && ccs->first.begin[variable] != FT_NO_ID)
    ft_ccs_list_prefetch (ccs->lists.begin + ccs->first.begin[variable]);
}

// Records an access of thread 't' in an open section.  Joins to 'known' the
// clocks of the releases that rule (a) orders before the access.  Returns
// whether this changed 'known'.
bool ft_ccs_access (ft_ccs *, const ft_section_pool *, ft_open_section *,
                    ft_tid t, const ft_variable_access *, ft_clock *known);

// Closes the open section, which becomes 'section'.  'known' is the clock of
// its thread at the release.
void ft_ccs_close (ft_ccs *, const ft_section_pool *, const ft_open_section *,
                   ft_id section, const ft_clock *known);

// Marks the sections of all entries.
void ft_ccs_mark (ft_ccs *, ft_section_pool *);

#endif
