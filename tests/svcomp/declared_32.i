// RACE
// Preprocessed for 32 bits: the types are shorter than the library's, and what
// follows a lock in memory must keep its value.
typedef unsigned int size_t;
typedef unsigned long pthread_t;
typedef union {
  char __size[36];
  long __align;
} pthread_attr_t;
typedef union {
  struct {
    int __lock;
    unsigned __count;
    int __owner;
    int __kind;
    unsigned __nusers;
  } __data;
  char __size[24];
  int __align;
} pthread_mutex_t;
typedef union {
  char __size[4];
  int __align;
} pthread_mutexattr_t;
typedef union {
  char __size [ 32 ];
  int __align;
} pthread_rwlock_t;
typedef union { char __size[8]; int __align; } pthread_rwlockattr_t;
extern void *malloc (size_t __size) __attribute__ ((__nothrow__))
    __attribute__ ((__malloc__ (free, 1)));
extern void free (void *);
extern int pthread_create (pthread_t *, const pthread_attr_t *,
                           void *(*) (void *), void *);
extern int pthread_join (pthread_t, void **);
extern int pthread_mutex_init (pthread_mutex_t *, const pthread_mutexattr_t *);
extern int pthread_mutex_lock (pthread_mutex_t *);
extern int pthread_mutex_unlock (pthread_mutex_t *);
extern int pthread_rwlock_init (pthread_rwlock_t *,
                                const pthread_rwlockattr_t *);
extern int __VERIFIER_nondet_int (void);
extern void __VERIFIER_assume (int);

struct account {
  pthread_mutex_t lock;
  int balance;
  pthread_rwlock_t history;
  int entries;
} *account;

void *work (void *unused) {
  int by = __VERIFIER_nondet_int ();
  pthread_mutex_lock (&account->lock);
  account->balance += by;
  pthread_mutex_unlock (&account->lock);
  if (by == 77)
    account->entries++;
  return unused;
}

int main () {
  pthread_t t;
  account = malloc (sizeof *account);
  account->balance = 5;
  account->entries = 6;
  pthread_mutex_init (&account->lock, 0);
  pthread_rwlock_init (&account->history, 0);
  __VERIFIER_assume (account->balance == 5 && account->entries == 6);
  pthread_create (&t, 0, work, 0);
  account->entries--;
  pthread_join (t, 0);
  free (account);
  return 0;
}
