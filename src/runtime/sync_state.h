// Synchronisation states: what the runtime knows of the program's mutexes,
// conditions, barriers and semaphores, keyed by the address of the object
// (ThreadSanitizer: SyncVar).
//
// The memory of the object itself is only read, for the kind and the count that
// its initialiser set; sync_mutex.c, sync_semaphore.c and sync_spin.c say what
// they write.  A state is made at the first use of an object and removed by its
// destroy or init function.  Used with the token only.

#ifndef FT_RUNTIME_SYNC_STATE_H
#define FT_RUNTIME_SYNC_STATE_H

#include "runtime/aliases.h"
#include "runtime/rtl.h"

typedef struct ft_cond_waiter ft_cond_waiter;
typedef struct ft_rwlock_reader ft_rwlock_reader;

// A thread that waits on a condition.  Not on the thread's stack, which a
// forked process may give to another thread.
struct ft_cond_waiter {
  ft_cond_waiter *next;
  uint64_t since; // signals of the condition before the wait began
  bool signalled;
};

struct ft_rwlock_reader { // a thread that holds a lock shared
  ft_rwlock_reader *next;
  ft_thread *thread;
  uint32_t depth;
};

typedef struct ft_sync_state ft_sync_state;

struct ft_sync_state {
  ft_sync_state *next; // in its bucket
  const void *address;
  enum ft_wire_sync_kind object;
  bool misused; // used in a way that no record can express (a lock released by
                // another thread than its owner): its operations are GAPs
  bool shared;  // was last locked between processes; a spinlock: was made so
  union {
    struct {
      ft_thread *owner;
      uint32_t depth;
      bool owner_died; // robust: its owner ended, and it is not consistent yet
      bool not_recoverable; // robust: not recoverable
      bool process_private; // initialised for this process alone
      uint64_t
          *robust_word; // robust: the happens-before word of 'died' and 'lost'
    } mutex;            // and spinlock
    struct {
      ft_thread *writer;
      ft_rwlock_reader *readers;
      uint32_t writers_waiting;
    } rwlock;
    struct {
      ft_cond_waiter *first, *last; // longest waiting first
      uint64_t signals;             // ever; for replays, see sync_cond.c
      uint64_t due_wakes;           // wakes that no waiter has taken yet
    } condition;
    struct {
      uint32_t count, arrived, leaving;
      uint64_t round;
      uint64_t arrivals; // ever
    } barrier;
    struct {
      uint32_t value;
    } semaphore;
  };
};

// The state of the object; makes one, all zero, when there is none of this
// kind.
ft_sync_state *ft_sync_state_get (const void *address, enum ft_wire_sync_kind,
                                  bool *is_new);
ft_sync_state *ft_sync_state_find (const void *address, enum ft_wire_sync_kind);
void ft_sync_state_remove (const void *address);
void ft_sync_state_each (void (*) (ft_sync_state *, void *), void *);

// Wakes one thread that waits for the object; in a replay all of them, since
// the schedule chooses the thread.
void ft_sync_wake_one (const void *object);

// The real function of this name.
#define FT_REAL_OF(name)                                                       \
  ({                                                                           \
    static __typeof__ (&name) real_;                                           \
    FT_REAL (real_, name);                                                     \
    real_;                                                                     \
  })

static inline uint64_t ft_address (const volatile void *p) {
  return (uint64_t)(uintptr_t)p;
}

#define FT_SYNC_STATE_CACHE_SIZE 1024

// The states that were used last, by address; never one that was removed.
extern ft_sync_state *ft_sync_state_cache[FT_SYNC_STATE_CACHE_SIZE];

static inline ft_sync_state **ft_sync_state_cache_slot (const void *address) {
  uint64_t a = ft_address (address);
  return &ft_sync_state_cache[(a >> 3 ^ a >> 13) % FT_SYNC_STATE_CACHE_SIZE];
}

// As 'ft_sync_state_find', but NULL also for a state that is not in the cache,
// and perhaps where memory is mapped twice.
static inline ft_sync_state *
ft_sync_state_find_cached (const void *address, enum ft_wire_sync_kind object) {
  ft_sync_state *s = *ft_sync_state_cache_slot (address);
  return s && s->address == address && s->object == object ? s : NULL;
}

#endif
