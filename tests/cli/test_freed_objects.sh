#!/bin/bash
# Locks, conditions, barriers and semaphores whose memory is freed, or allocated
# again, while threads hold them or wait on them: each recording can be read, and
# what two threads do is exclusive as long as the runtime knows one lock there.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

cat >"$work/freed.h" <<'C'
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
struct object {
  int before[8];
  union {
    pthread_mutex_t mutex;
    pthread_rwlock_t rwlock;
    pthread_spinlock_t spin;
    pthread_barrier_t barrier;
    sem_t sem;
  };
  pthread_cond_t cond;
};
static struct object *o, *p;
static int value;
static atomic_int ready;
static void again (void) {
  free (o);
  p = malloc (sizeof *p);
}
static void map (void *at) {
  p = mmap (at, 4096, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
}
C
cat >"$work/freed_main.h" <<'C'
static void *other (void *a) {
  T1;
  return a;
}
int main (void) {
  pthread_t t;
  o = calloc (1, sizeof *o);
  INIT;
  pthread_create (&t, NULL, other, NULL);
  usleep (300);
  MAIN;
  pthread_join (t, NULL);
  return 0;
}
C

# program NAME INIT T1 MAIN: T1 is in its usleep when MAIN begins.
program() {
  {
    cat "$work/freed.h"
    printf '#define INIT %s\n#define T1 %s\n#define MAIN %s\n' "$2" "$3" "$4"
    cat "$work/freed_main.h"
  } >"$work/$1.c"
  build_program "$1" -O1
}

# read_all NAME: whether the recording of each schedule can be checked and
# filtered, and each witness verified.
read_all() {
  local s w
  : >"$work/all"
  for s in 'roundrobin 0' 'random 1' 'random 2' 'pct 1'; do
    rm -rf "$work/run" "$work/witnesses"
    run "$build/bin/foretrace" record -s "${s% *}" --seed "${s#* }" \
      -o "$work/run" -- "$work/$1"
    run "$build/bin/foretrace" filter "$work/run"
    [ "$status" = 0 ] || return 1
    run "$build/bin/foretrace" check --witness-dir "$work/witnesses" "$work/run"
    case $status in 0 | 66) ;; *) return 1 ;; esac
    cat "$work/out" >>"$work/all"
    for w in "$work"/witnesses/*.json; do
      [ -f "$w" ] || continue
      run "$build/bin/foretrace" verify "$work/run" "$w"
      [ "$status" = 0 ] || return 1
    done
  done
}

# certified PATTERN: whether a race on something like that is certified in one
# of the recordings.
certified() {
  grep -q "^R[0-9]* .*$1.* CERTIFIED" "$work/all"
}

# The lock at the address is the one that T1 holds, in freed memory or not.
one() {
  program "$@"
  read_all "$1"
  report $? "freed: $1: each recording can be read"
  ! certified "'value'"
  report $? "freed: $1: the sections exclude each other"
}

# Another lock, although T1 holds what was there.
two() {
  program "$@"
  read_all "$1"
  report $? "freed: $1: each recording can be read"
  certified "'value'"
  report $? "freed: $1: the sections do not exclude each other"
}

# Conditions, barriers and the like.
waits() {
  program "$@"
  read_all "$1"
  report $? "freed: $1: each recording can be read"
}

freed_too() {
  certified 'use after free'
  report $? "freed: $1: the use races with the free"
}

# ---- freed -------------------------------------------------------------------

mutex='pthread_mutex_lock (&o->mutex); value++; usleep (1000); pthread_mutex_unlock (&o->mutex)'
read_lock='pthread_rwlock_rdlock (&o->rwlock); value++; usleep (1000); pthread_rwlock_unlock (&o->rwlock)'
write_lock='pthread_rwlock_wrlock (&o->rwlock); value++; usleep (1000); pthread_rwlock_unlock (&o->rwlock)'
spin='pthread_spin_lock (&o->spin); value++; usleep (1000); pthread_spin_unlock (&o->spin)'
sem='sem_wait (&o->sem); value++; usleep (1000); sem_post (&o->sem)'
init_sem='sem_init (&o->sem, 0, 1)'
init_barrier='pthread_barrier_init (&o->barrier, NULL, 2)'
init_spin='pthread_spin_init (&o->spin, 0)'
await='pthread_mutex_lock (&o->mutex); while (!ready) pthread_cond_wait (&o->cond, &o->mutex); value++; pthread_mutex_unlock (&o->mutex)'

one mutex_released '' "$mutex" 'free (o)'
freed_too mutex_released
one mutex_locked '' "$mutex" "free (o); $mutex"
freed_too mutex_locked
one mutex_recursive \
  'pthread_mutexattr_t a; pthread_mutexattr_init (&a); pthread_mutexattr_settype (&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init (&o->mutex, &a)' \
  'pthread_mutex_lock (&o->mutex); pthread_mutex_lock (&o->mutex); usleep (1000); pthread_mutex_unlock (&o->mutex); usleep (1000); value++; pthread_mutex_unlock (&o->mutex)' \
  "free (o); $mutex"
one rwlock_written '' "$write_lock" "free (o); $write_lock"
freed_too rwlock_written
one rwlock_read '' "$read_lock" "free (o); $write_lock"
one spin_locked "$init_spin" "$spin" "free (o); $spin"
freed_too spin_locked
one sem_locked "$init_sem" "$sem" "free (o); $sem"
freed_too sem_locked
waits barrier_entered "$init_barrier" 'pthread_barrier_wait (&o->barrier)' \
  'free (o); pthread_barrier_wait (&o->barrier)'
freed_too barrier_entered
waits cond_signalled '' "$await" \
  'free (o); pthread_mutex_lock (&o->mutex); ready = 1; pthread_cond_signal (&o->cond); pthread_mutex_unlock (&o->mutex)'
freed_too cond_signalled

# ---- allocated again -----------------------------------------------------------

# T1 is inside of its section when the memory is allocated again, however slow.
one mutex_kept '' \
  'pthread_mutex_lock (&o->mutex); ready = 1; while (ready == 1) usleep (100); value++; pthread_mutex_unlock (&o->mutex)' \
  'while (!ready) usleep (100); again (); ready = 2; pthread_mutex_lock (&p->mutex); value++; pthread_mutex_unlock (&p->mutex)'
one mutex_replaced_inside '' \
  'pthread_mutex_lock (&o->mutex); value++; again (); p->before[0] = 1; usleep (1000); pthread_mutex_unlock (&o->mutex)' \
  "$mutex"
two mutex_made '' "$mutex" 'again (); pthread_mutex_init (&p->mutex, NULL); pthread_mutex_lock (&p->mutex); value++; pthread_mutex_unlock (&p->mutex)'
two mutex_zeroed '' "$mutex" 'again (); memset (p, 0, sizeof *p); pthread_mutex_lock (&p->mutex); value++; pthread_mutex_unlock (&p->mutex)'
two rwlock_made '' "$write_lock" 'again (); pthread_rwlock_init (&p->rwlock, NULL); pthread_rwlock_wrlock (&p->rwlock); value++; pthread_rwlock_unlock (&p->rwlock)'
two rwlock_zeroed '' "$write_lock" 'again (); memset (p, 0, sizeof *p); pthread_rwlock_wrlock (&p->rwlock); value++; pthread_rwlock_unlock (&p->rwlock)'
two rwlock_read_zeroed '' "$read_lock" 'again (); memset (p, 0, sizeof *p); pthread_rwlock_wrlock (&p->rwlock); value++; pthread_rwlock_unlock (&p->rwlock)'
two spin_assigned "$init_spin" "$spin" 'again (); p->spin = 1; pthread_spin_lock (&p->spin); value++; pthread_spin_unlock (&p->spin)'
two other_kind '' "$write_lock" 'again (); memset (p, 0, sizeof *p); pthread_mutex_lock (&p->mutex); value++; pthread_mutex_unlock (&p->mutex)'
two mapped_again 'map (NULL); o = p' "$mutex" \
  'map (o); pthread_mutex_lock (&p->mutex); value++; pthread_mutex_unlock (&p->mutex)'
waits unmapped 'map (NULL); o = p' "$mutex" 'munmap (o, 4096)'
waits barrier_kept "$init_barrier" 'pthread_barrier_wait (&o->barrier)' \
  'again (); pthread_barrier_wait (&p->barrier)'
waits sem_kept "$init_sem" "$sem" 'again (); sem_wait (&p->sem); value++; sem_post (&p->sem)'
waits cond_made '' "$await" \
  'again (); memset (p, 0, sizeof *p); pthread_mutex_lock (&p->mutex); ready = 1; pthread_cond_broadcast (&p->cond); pthread_mutex_unlock (&p->mutex)'

# ---- on a stack ----------------------------------------------------------------

cat >"$work/stack.c" <<'C'
#include <pthread.h>
#include <unistd.h>
static int value;
__attribute__ ((noinline)) static void leave (void) {
  pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_wrlock (&l);
  value++;
}
static void *other (void *m) {
  pthread_mutex_lock (m);
  value++;
  usleep (500);
  pthread_mutex_unlock (m);
  return NULL;
}
__attribute__ ((noinline)) static void enter (void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_t t;
  pthread_create (&t, NULL, other, &m);
  pthread_mutex_lock (&m);
  value++;
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
}
int main (void) {
  leave ();
  enter ();
  return 0;
}
C
build_program stack -O1
read_all stack
report $? "freed: stack: each recording can be read"
! certified "'value'"
report $? "freed: stack: the sections exclude each other"
