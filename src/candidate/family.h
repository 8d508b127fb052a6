// Accesses to one variable by what the hybrid filter can tell apart.
//
// A group is the accesses of one thread in one stretch between forks and
// joins, with the same locks, location, kind and bytes: alike for the filter.
// A family is the groups that differ in thread and stretch only, so that
// whether two families conflict and hold a common lock is asked once for all.

#ifndef FT_CANDIDATE_FAMILY_H
#define FT_CANDIDATE_FAMILY_H

#include "candidate/lockset.h"
#include "certify/segment.h"

typedef struct ft_group {
  ft_tid thread;
  uint32_t segment;
  ft_id family;
  FT_STACK (ft_id) events; // ascending
} ft_group;

typedef struct ft_family {
  uint64_t location; // its id, or what stands for none
  ft_id locks;       // a set of 'locksets'
  uint8_t kind, mask;
  FT_STACK (ft_id) groups; // ascending: by their first events
} ft_family;

// Of one variable at a time.
typedef struct ft_families {
  const ft_index *index; // borrowed
  ft_segments *segments;
  ft_locksets *locksets;
  FT_STACK (ft_group) groups; // by first event
  FT_STACK (ft_family) list;  // by first event
} ft_families;

void ft_families_init (ft_families *, const ft_index *);
void ft_families_release (ft_families *);

// Groups the accesses to a variable and what frees it; nothing is left of the
// variable before.
void ft_families_group (ft_families *, ft_id variable);

static inline const ft_group *
ft_family_group (const ft_families *f, const ft_family *family, size_t i) {
  return f->groups.begin + family->groups.begin[i];
}

static inline bool ft_family_only_reads (const ft_family *f) {
  return ft_kind_reads ((enum ft_kind)f->kind) &&
         !ft_kind_writes ((enum ft_kind)f->kind);
}

// Whether accesses of different threads in these conflict, and no lock keeps
// them apart.
bool ft_families_conflict (const ft_families *, const ft_family *,
                           const ft_family *);

// Whether one lock keeps all of them apart: held by each, and exclusively by
// those that write or free.
bool ft_families_exclude (const ft_families *);

// Whether two groups are of different threads and neither is before the other.
bool ft_groups_meet (const ft_families *, const ft_group *, const ft_group *);

#endif
