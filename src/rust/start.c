// What a recorded Rust program has in place of two parts of its standard library
// and of the C library, because they would order threads that nothing orders.

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

// ---- stack overflows -------------------------------------------------------

// Rust's handler of stack overflows gives each thread a mapping, and a mapping
// comes where that of an ended thread was.  It is not set in a program that has a
// handler already: this one, which leaves the signal what it is.
static void end_by (int signal) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction (signal, &action, NULL);
}

__attribute__ ((constructor)) static void set_handlers (void) {
  struct sigaction action = {.sa_handler = end_by};
  sigaction (SIGSEGV, &action, NULL);
  sigaction (SIGBUS, &action, NULL);
}

// ---- new threads -----------------------------------------------------------

// Rust's library looks this function up by its name when it makes a thread, and
// calls it by its address: a call of which nothing is known, which each thread that
// is made later would come behind.  The C library asks for less, unless thread-local
// variables take more than 64 KiB.
size_t __pthread_get_minstack (const pthread_attr_t *attributes);

// A function without a record would be as unknown: the variable makes one.
size_t __pthread_get_minstack (const pthread_attr_t *attributes) {
  static __thread volatile size_t least = 128 << 10;
  (void)attributes;
  return least;
}

// ---- destructors of thread-local values ------------------------------------

// The C library's function allocates memory, in code that is not recorded, and
// gets what an ended thread gave back.  This one is recorded and has room of its
// own.  As there, the last destructor comes first, and one may register another.

enum { MOST = 1024 };

typedef struct destructor {
  void (*run) (void *);
  void *object;
} destructor;

static __thread struct {
  size_t count;
  destructor list[MOST];
} own;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void run_all (void *unused) {
  (void)unused;
  while (own.count) {
    destructor last = own.list[--own.count];
    last.run (last.object);
  }
}

// The call writes a variable of this thread alone. A global one would be written
// without a record, and all threads that read it would come behind what this
// thread did before.
static void make_key (void) {
  pthread_key_t made;
  if (pthread_key_create (&made, run_all))
    abort ();
  key = made;
}

int __cxa_thread_atexit_impl (void (*run) (void *), void *object, void *library);

int __cxa_thread_atexit_impl (void (*run) (void *), void *object,
                              void *library) {
  (void)library;
  if (own.count == MOST)
    abort ();
  pthread_once (&once, make_key);
  pthread_setspecific (key, &key); // 'own' would be memory that the C library
                                   // gives to whoever asks
  own.list[own.count++] = (destructor){run, object};
  return 0;
}
