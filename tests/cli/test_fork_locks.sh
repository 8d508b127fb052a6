#!/bin/sh
# A forked child releases the locks that the thread that forked held.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

cat >"$work/held.c" <<'END'
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m, recursive;
static pthread_rwlock_t w, r;
static pthread_spinlock_t spin;
// Between processes: the parent releases them, and the child locks them anew.
static struct shared {
  pthread_mutex_t m;
  pthread_rwlock_t rw;
  pthread_spinlock_t spin;
} * shared;
static int guarded, racy;

static void *work (void *a) {
  pthread_mutex_lock (&m);
  guarded++;
  pthread_mutex_unlock (&m);
  racy++;
  return a;
}

static void lock (void) {
  pthread_mutex_lock (&m);
  pthread_mutex_lock (&recursive);
  pthread_mutex_lock (&recursive);
  pthread_rwlock_wrlock (&w);
  pthread_rwlock_rdlock (&r);
  pthread_spin_lock (&spin);
}

static void unlock (void) {
  pthread_spin_unlock (&spin);
  pthread_rwlock_unlock (&r);
  pthread_rwlock_unlock (&w);
  pthread_mutex_unlock (&recursive);
  pthread_mutex_unlock (&recursive);
  pthread_mutex_unlock (&m);
}

static void lock_shared (void) {
  pthread_mutex_lock (&shared->m);
  pthread_rwlock_wrlock (&shared->rw);
  pthread_spin_lock (&shared->spin);
}

static void unlock_shared (void) {
  pthread_spin_unlock (&shared->spin);
  pthread_rwlock_unlock (&shared->rw);
  pthread_mutex_unlock (&shared->m);
}

static void make_shared (void) {
  pthread_mutexattr_t m;
  pthread_rwlockattr_t rw;
  shared = mmap (0, sizeof *shared, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_init (&m);
  pthread_mutexattr_setpshared (&m, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init (&shared->m, &m);
  pthread_rwlockattr_init (&rw);
  pthread_rwlockattr_setpshared (&rw, PTHREAD_PROCESS_SHARED);
  pthread_rwlock_init (&shared->rw, &rw);
  pthread_spin_init (&shared->spin, PTHREAD_PROCESS_SHARED);
}

static void *work_shared (void *a) {
  lock_shared ();
  unlock_shared ();
  return a;
}

int main (void) {
  pthread_t t;
  pthread_mutexattr_t a;
  int status;
  pthread_mutexattr_init (&a);
  pthread_mutexattr_settype (&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&recursive, &a);
  pthread_mutex_init (&m, 0);
  pthread_rwlock_init (&w, 0);
  pthread_rwlock_init (&r, 0);
  pthread_spin_init (&spin, PTHREAD_PROCESS_PRIVATE);
  make_shared ();
  lock ();
  lock_shared ();
  pid_t child = fork ();
  if (child == 0) {
    guarded++;
    pthread_create (&t, 0, work, 0);
    guarded++;
    unlock ();
    work (0);
    pthread_join (t, 0);
    pthread_create (&t, 0, work_shared, 0);
    work_shared (0);
    pthread_join (t, 0);
    _exit (0);
  }
  unlock ();
  unlock_shared ();
  waitpid (child, &status, 0);
  return status != 0;
}
END
run "$build/bin/foretrace-cc" -g -O1 -pthread -o "$work/held" "$work/held.c"
exits 66 "a child that releases inherited locks is analysed" \
  "$foretrace" run -d "$work/run" -- "$work/held"
shows "race on 'racy'" "its race is found"
! grep -q "race on 'guarded'" "$work/out"
report $? "and what the inherited lock guards is in no race"
