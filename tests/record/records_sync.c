// What is recorded of each kind of synchronisation.  After "//=": every record
// of the kinds that are looked for, as dump.c prints it.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t m, r;
static pthread_cond_t c;
static pthread_rwlock_t w;
static pthread_spinlock_t s;
static pthread_barrier_t b;
static sem_t n;
static pthread_once_t once;
static int go;
static volatile int stage; // what the other thread is about to wait in

// Who holds the turn here has the other one in what it waits in.
static void await (int wanted) {
  while (stage < wanted)
    nanosleep (&(struct timespec){0, 1000000}, NULL);
}

static void nothing (void) {
}

static void *other (void *unused) {
  pthread_mutex_trylock (&m);
  struct timespec past = {0};
  pthread_mutex_timedlock (&m, &past);
  pthread_rwlock_tryrdlock (&w);
  pthread_rwlock_trywrlock (&w);
  pthread_spin_trylock (&s);
  sem_trywait (&n);
  stage = 1;
  sem_wait (&n);
  stage = 2;
  pthread_barrier_wait (&b);
  pthread_mutex_lock (&m);
  stage = 3;
  while (!go)
    pthread_cond_wait (&c, &m);
  pthread_cond_timedwait (&c, &m, &past);
  pthread_mutex_unlock (&m);
  pthread_once (&once, nothing);
  return unused;
}

int main (void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init (&a);
  pthread_mutexattr_settype (&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&m, NULL); //= 0 LOCK_INIT @0 0
  pthread_mutex_init (&r, &a);   //= 0 LOCK_INIT @1 0
  pthread_cond_init (&c, NULL);  //= 0 LOCK_INIT @2 3
  pthread_rwlock_init (&w, NULL); //= 0 LOCK_INIT @3 1
  pthread_spin_init (&s, 0);     //= 0 LOCK_INIT @4 2
  pthread_barrier_init (&b, NULL, 2); //= 0 LOCK_INIT @5 4
  sem_init (&n, 0, 0);           //= 0 LOCK_INIT @6 5
                                 //= 0 SEM_INIT @6 0
  pthread_mutex_lock (&m);       //= 0 ACQUIRE @0
  pthread_mutex_trylock (&m);    // its own: no record
  pthread_mutex_lock (&r);       //= 0 ACQUIRE @1
  pthread_mutex_trylock (&r);    //= 0 TRIED @1
  pthread_mutex_unlock (&r);     //= 0 RELEASE @1
  pthread_mutex_unlock (&r);     //= 0 RELEASE @1
  pthread_rwlock_wrlock (&w);    //= 0 ACQUIRE @3
  pthread_spin_lock (&s);        //= 0 ACQUIRE @4
  pthread_t t;
  pthread_create (&t, NULL, other, NULL); //= 0 FORK 1
  await (1);
  //= 1 TRY_FAILED @0
  //= 1 TRY_FAILED @0
  //= 1 TRY_FAILED @3
  //= 1 TRY_FAILED @3
  //= 1 TRY_FAILED @4
                                 //= 1 SEM_VALUE @6 0
  pthread_spin_unlock (&s);      //= 0 RELEASE @4
  pthread_rwlock_unlock (&w);    //= 0 RELEASE @3
  pthread_rwlock_rdlock (&w);    //= 0 ACQUIRE_SHARED @3
  pthread_rwlock_rdlock (&w);    //= 0 ACQUIRE_SHARED @3
  pthread_rwlock_unlock (&w);    //= 0 RELEASE_SHARED @3
  pthread_rwlock_unlock (&w);    //= 0 RELEASE_SHARED @3
  pthread_mutex_unlock (&m);     //= 0 RELEASE @0
  sem_post (&n);                 //= 0 SEM_POST @6 0
  await (2);
  //= 1 SEM_WAIT @6 1
  //= 1 BARRIER_ARRIVE @5 0
  pthread_barrier_wait (&b);     //= 0 BARRIER_ARRIVE @5 1
                                 //= 0 BARRIER_LEAVE @5
  await (3);
  //= 1 BARRIER_LEAVE @5
  //= 1 ACQUIRE @0
  //= 1 WAIT @0 @2
  pthread_mutex_lock (&m);       //= 0 ACQUIRE @0
  go = 1;
  pthread_cond_signal (&c);      //= 0 SIGNAL @2
  pthread_cond_broadcast (&c);   //= 0 BROADCAST @2
  pthread_mutex_unlock (&m);     //= 0 RELEASE @0
  pthread_once (&once, nothing); //= 0 ATOMIC_RMW @7 0 1 66308
                                 //= 0 ATOMIC_WRITE @7 2 1028
  pthread_join (t, NULL);
  //= 1 WAKE @2 0
  //= 1 ACQUIRE @0
  //= 1 WAIT @0 @2
  //= 1 WAKE @2 1099511627777
  //= 1 ACQUIRE @0
  //= 1 RELEASE @0
  //= 1 ATOMIC_READ @7 2 772
  //= 1 ATOMIC_RMW @8 0 1 1288
  //= 0 JOIN 1
  pthread_mutex_destroy (&m);    //= 0 LOCK_DESTROY @0
  pthread_cond_destroy (&c);     //= 0 LOCK_DESTROY @2
  pthread_rwlock_destroy (&w);   //= 0 LOCK_DESTROY @3
  pthread_spin_destroy (&s);     //= 0 LOCK_DESTROY @4
  pthread_barrier_destroy (&b);  //= 0 LOCK_DESTROY @5
  sem_destroy (&n);              //= 0 LOCK_DESTROY @6
  return 0;
}
