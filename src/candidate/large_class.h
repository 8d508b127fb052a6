// A family of very many groups, for counting and finding pairs without looking
// at each pair of groups.

#ifndef FT_CANDIDATE_LARGE_CLASS_H
#define FT_CANDIDATE_LARGE_CLASS_H

#include "base/deadline.h"
#include "candidate/access_class.h"

typedef struct ft_large_class ft_large_class;

// Families and the family are borrowed.
ft_large_class *ft_large_class_new (const ft_access_classes *,
                                    const ft_access_class *);
void ft_large_class_free (ft_large_class *);

// An access, with the group that it is in.
typedef struct ft_class_member {
  ft_id event, index;
} ft_class_member;

// All accesses of the family, ascending.
const ft_class_member *ft_large_class_members (const ft_large_class *,
                                               size_t *count);

// Pairs of events, one of each crowd (the same crowd twice: each unordered
// pair once), of groups that meet.  Linear in groups times threads; false if
// the time was over.
bool ft_large_classes_count (const ft_large_class *, const ft_large_class *,
                             const ft_deadline *, uint64_t *pairs);

#endif
