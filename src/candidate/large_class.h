// An access class with very many segments, of which pairs are counted and found
// without looking at each pair of segments.

#ifndef FT_CANDIDATE_LARGE_CLASS_H
#define FT_CANDIDATE_LARGE_CLASS_H

#include "base/deadline.h"
#include "candidate/access_class.h"

typedef struct ft_large_class ft_large_class;

// The classes and the class are borrowed.
ft_large_class *ft_large_class_new (const ft_access_classes *,
                                    const ft_access_class *);
void ft_large_class_free (ft_large_class *);

// An access, with the index of its segment accesses.
typedef struct ft_class_member {
  ft_id event, index;
} ft_class_member;

// All accesses of the class, ascending.
const ft_class_member *ft_large_class_members (const ft_large_class *,
                                               size_t *count);

// Counts the pairs of events, one of each class (the same class twice: each
// unordered pair once), whose segments are concurrent.  Linear in segments
// times threads.  False if the deadline was over.
bool ft_large_classes_count (const ft_large_class *, const ft_large_class *,
                             const ft_deadline *, uint64_t *pairs);

#endif
