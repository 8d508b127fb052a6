// Which lock, condition, barrier or semaphore an address is.
//
// An object is an address in one lifetime of its memory.  A semaphore or
// barrier that is initialised again is a new object, and so is an address that
// is used in another role; a lock that is initialised again stays the same
// lock, since nobody can hold it then.

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

// Its id, of class LOCK or OBJECT.
ft_id ft_object_ids_at (ft_object_ids *, ft_tables *, uint64_t address, enum ft_sync_role);

// What is there from now on is new. Locks have a role of their own.
void ft_object_ids_renew (ft_object_ids *, uint64_t address, enum ft_sync_role);

#endif
