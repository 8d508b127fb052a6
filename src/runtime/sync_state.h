// Shadows of the program's synchronisation objects.
//
// While a thread is under the scheduler, the state of mutexes, conditions and
// so on is kept here, keyed by the address of the object, and the memory of
// the object itself is only read, for what its initialiser says (kind, count);
// but see the mark of sync_mutex.c.
// A shadow appears at the first use of an object and goes with its destroy or
// init function.  Used with the baton only, like everything that it refers to.

#ifndef FT_RUNTIME_SYNC_STATE_H
#define FT_RUNTIME_SYNC_STATE_H

#include "runtime/rtl.h"

typedef struct ft_cond_waiter ft_cond_waiter;
typedef struct ft_rwlock_reader ft_rwlock_reader;

struct ft_cond_waiter { // on a condition; not on the waiter's stack, which a child
                   // process may give to another thread
  ft_cond_waiter *next;
  uint64_t since; // signals that the condition had seen before
  bool signalled;
};

struct ft_rwlock_reader { // that holds a lock shared
  ft_rwlock_reader *next;
  ft_thread *thread;
  uint32_t depth;
};

typedef struct ft_sync_state ft_sync_state;

struct ft_sync_state {
  ft_sync_state *next; // in its bucket
  const void *address;
  enum ft_wire_sync_kind object;
  bool crossed; // a lock that was released by another than its owner: the
                // trace cannot tell, so its operations are gaps from then on
  union {
    struct {
      ft_thread *owner;
      uint32_t depth;
      bool died;   // robust: the last owner ended with it, not yet consistent
      bool lost;   // robust: not recoverable
      bool ours;   // made for this process alone
      bool shared; // spinlock: made to be shared between processes
      uint64_t *changes; // robust: of 'died' and 'lost'; a word of cause.h
    } mutex;             // and spinlock
    struct {
      ft_thread *writer;
      ft_rwlock_reader *readers;
      uint32_t writers_waiting;
    } rwlock;
    struct {
      ft_cond_waiter *first, *last; // longest waiting first
      uint64_t signals;        // ever, for replay: see sync_cond.c
      uint64_t due;
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

// Makes a shadow, all zero, when there is none of this kind.
ft_sync_state *ft_sync_state_get (const void *address, enum ft_wire_sync_kind,
                         bool *is_new);
ft_sync_state *ft_sync_state_find (const void *address, enum ft_wire_sync_kind);
void ft_sync_state_remove (const void *address);
void ft_sync_state_each (void (*) (ft_sync_state *, void *), void *);

// Wakes those who wait for an object, of which one can go on.  When a plan is
// replayed it chooses which.
void ft_sync_wake_one (const void *object);

// The function that the wrapper of the same name stands before.
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

extern ft_sync_state *ft_sync_state_cache[FT_SYNC_STATE_CACHE_SIZE]; // by address

static inline ft_sync_state **ft_sync_state_cache_slot (const void *address) {
  uint64_t a = ft_address (address);
  return &ft_sync_state_cache[(a >> 3 ^ a >> 13) % FT_SYNC_STATE_CACHE_SIZE];
}

// As 'ft_sync_state_find', but NULL also for what was not looked for of late.
static inline ft_sync_state *ft_sync_state_find_cached (const void *address,
                                           enum ft_wire_sync_kind object) {
  ft_sync_state *s = *ft_sync_state_cache_slot (address);
  return s && s->address == address && s->object == object ? s : NULL;
}

#endif
