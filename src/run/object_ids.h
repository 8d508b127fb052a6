// Object ids: which lock, condition, barrier or semaphore is at an address.
//
// An object is an address from the allocation of its memory to the next one
// there: memory that was freed keeps its objects, as it does for the runtime,
// which knows them by their addresses.  A semaphore or barrier that is
// initialised again is a new object, and so is an address that is used in another
// role; a lock that is initialised again stays the same lock, unless a thread
// holds it.
//
// A program may free, or allocate anew, the memory of an object that a thread
// holds or waits on.  The thread releases or leaves the object that it acquired
// or entered, whatever is at the address then.  If the program had made another
// object in the new memory meanwhile, there would be a LOCK_INIT: so until then all
// threads use that object there, and afterwards, too.  A lock that a thread
// acquires in new memory while others hold it is another one all the same.

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

typedef struct ft_object_place {
  uint32_t thread; // number of the thread that uses the object
  uint64_t address;
  enum ft_sync_role role;
} ft_object_place;

// All ids are of class LOCK or OBJECT.

// The id of the object at an address.
ft_id ft_object_ids_at (ft_object_ids *, ft_tables *, uint64_t address,
                        enum ft_sync_role);

// The thread acquires the lock, begins to wait on the condition, or arrives at
// the barrier.  A lock that it gave up by a wait is the one that it acquires.
ft_id ft_object_ids_enter (ft_object_ids *, ft_tables *, ft_object_place,
                           bool shared);

// The thread releases the lock, wakes, or leaves the barrier.
ft_id ft_object_ids_leave (ft_object_ids *, ft_tables *, ft_object_place);

// The thread gives up the lock, however often it acquired it, to wait.
ft_id ft_object_ids_give_up (ft_object_ids *, ft_tables *, ft_object_place);

// The object at the address is new from now on.  Locks are renewed separately
// from other objects.
void ft_object_ids_renew (ft_object_ids *, uint64_t address, enum ft_sync_role);

// The lock at the address is initialised: it is new if a thread holds it.
void ft_object_ids_init_lock (ft_object_ids *, uint64_t address);

#endif
