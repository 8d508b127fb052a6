// A family of very many groups, for counting and finding pairs without looking
// at each pair of groups.

#ifndef FT_CANDIDATE_CROWD_H
#define FT_CANDIDATE_CROWD_H

#include "base/deadline.h"
#include "candidate/family.h"

typedef struct ft_crowd ft_crowd;

// Families and the family are borrowed.
ft_crowd *ft_crowd_new (const ft_families *, const ft_family *);
void ft_crowd_free (ft_crowd *);

// An access, with the group that it is in.
typedef struct ft_member {
  ft_id event, group;
} ft_member;

// All accesses of the family, ascending.
const ft_member *ft_crowd_members (const ft_crowd *, size_t *count);

// Pairs of events, one of each crowd (the same crowd twice: each unordered
// pair once), of groups that meet.  Linear in groups times threads; false if
// the time was over.
bool ft_crowds_count (const ft_crowd *, const ft_crowd *, const ft_deadline *,
                      uint64_t *pairs);

#endif
