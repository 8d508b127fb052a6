// Object ids: which lock, condition, barrier or semaphore is at an address.
//
// An object is an address in one lifetime of its memory.  A semaphore or
// barrier that is initialised again is a new object, and so is an address that
// is used in another role; a lock that is initialised again stays the same
// lock, since no thread can hold it then.

#ifndef FT_RUN_OBJECT_IDS_H
#define FT_RUN_OBJECT_IDS_H

#include "run/variables.h"

typedef struct ft_object_ids ft_object_ids;

ft_object_ids *ft_object_ids_new (ft_variables *); // borrowed
void ft_object_ids_free (ft_object_ids *);

enum ft_sync_role {
  FT_SYNC_ROLE_LOCK,
  FT_SYNC_ROLE_CONDITION,
  FT_SYNC_ROLE_BARRIER,
  FT_SYNC_ROLE_SEMAPHORE
};

// The id of the object, of class LOCK or OBJECT.
ft_id ft_object_ids_at (ft_object_ids *, ft_tables *, uint64_t address,
                        enum ft_sync_role);

// The object at the address is new from now on.  Locks are renewed separately
// from other objects.
void ft_object_ids_renew (ft_object_ids *, uint64_t address, enum ft_sync_role);

#endif
