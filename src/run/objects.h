// Which lock, condition, barrier or semaphore an address is.
//
// An object is an address in one lifetime of its memory.  A semaphore or
// barrier that is initialised again is a new object, and so is an address that
// is used in another role; a lock that is initialised again stays the same
// lock, since nobody can hold it then.

#ifndef FT_TRACE_NATIVE_OBJECTS_H
#define FT_TRACE_NATIVE_OBJECTS_H

#include "run/variables.h"

typedef struct ft_objects ft_objects;

ft_objects *ft_objects_new (ft_variables *); // borrowed
void ft_objects_free (ft_objects *);

enum ft_role {
  FT_ROLE_LOCK,
  FT_ROLE_CONDITION,
  FT_ROLE_BARRIER,
  FT_ROLE_SEMAPHORE
};

// Its id, of class LOCK or OBJECT.
ft_id ft_objects_at (ft_objects *, ft_tables *, uint64_t address, enum ft_role);

// What is there from now on is new. Locks have a role of their own.
void ft_objects_renew (ft_objects *, uint64_t address, enum ft_role);

#endif
