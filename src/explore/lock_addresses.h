// Locks whose address depends on input: elements of an array of locks, locks of the
// element that an index chooses.  Two accesses that are to meet at one address must not
// hold one lock there.

#ifndef FT_EXPLORE_LOCK_ADDRESSES_H
#define FT_EXPLORE_LOCK_ADDRESSES_H

#include "explore/path_keys.h"
#include "trace/index.h"

typedef struct ft_lock_addresses ft_lock_addresses;

// The trace and its keys stay borrowed.
ft_lock_addresses *ft_lock_addresses_new (const ft_trace *,
                                          const ft_path_keys *);
void ft_lock_addresses_free (ft_lock_addresses *);

// What must differ so that two events of different threads hold no common lock.  False:
// they hold one whatever the input is.  At most FT_MOST_APART are listed; without the
// others the events may hold one after all.
bool ft_lock_addresses_apart (const ft_lock_addresses *, ft_id a, ft_id b,
                              ft_collision *);

#endif
