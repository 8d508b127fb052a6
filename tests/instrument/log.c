// Lines with a comment that begins with '>' say what the log has of them, in
// any order and once each: "KIND VARIABLE {TYPE} VALUE", separated by ';'; or
// that it has nothing.  The value "&" is an address.

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

struct inner { short a, b; };
struct node { int v; struct node *next; struct inner in[2]; };
union either { int i; float f; };
int x, y, array[8], matrix[3][4];
static int hidden;
struct node head, other, *list = &head;
_Atomic int counter;
atomic_flag flag;
union either either;
_Thread_local int own;
const int fixed = 5;
long double wide;
double real;
char text[16];
int *chosen;

__attribute__ ((noinline)) static int callee (int *p) {
  return *p + 1; //> LOAD *p {int} 7
}

__attribute__ ((noinline)) static int choose (int c) {
  int *p = c ? &x : &hidden; //>
  return *p; //> LOAD *p {int} 1
}

__attribute__ ((noinline)) static int guarded (int c) {
  int v = 0; //>
  if (c)
    v = y; //>
  return v; //>
}

static inline int twice (int *p) {
  *p *= 2; //> LOAD hidden {int} 5; STORE hidden {int} 10
  return 0;
}

__attribute__ ((noinline)) static void globals (int i) {
  x = 1; //> STORE x {int} 1
  array[i] = 7; //> STORE array[] {int} 7
  matrix[i][1] = 2; //> STORE matrix[][] {int} 2
  hidden = fixed; //> STORE hidden {int} 5
  real = 1.0; //> STORE real {double} 4607182418800017408
  wide = 2; //> STORE_WIDE wide {long double}
  either.i = 3; //> STORE either.i {int} 3
  own = 6; //> STORE own {int} 6
  text[i] = 'a'; //> STORE text[] {char} 97
  chosen = &x;
  (void)*(volatile int *)&x; //> LOAD x {int} 1
}

__attribute__ ((noinline)) static void pointers (struct node *n) {
  n->v = 4; //> STORE n->v {int} 4
  n->next = &other;
  n->next->v = 5; //> STORE other.v {int} 5
  list->in[1].b = 9; //> LOAD list {struct node *} &; STORE list->in[].b {short} 9
  n[0].in[0].a = 1; //> STORE n->in[].a {short} 1
}

__attribute__ ((noinline)) static void atomics (void) {
  atomic_store_explicit (&counter, 3, memory_order_release); //> ATOMIC_STORE counter {_Atomic int} 3
  counter += 2; //> RMW counter {_Atomic int} 5
  int expected = 5; //>
  atomic_compare_exchange_strong (&counter, &expected, 8); //> CAS counter {_Atomic int} 8
  atomic_compare_exchange_strong (&counter, &expected, 9); //> CAS_FAILED counter {_Atomic int} 9
  y = atomic_load (&counter); //> ATOMIC_LOAD counter {_Atomic int} 8; STORE y {int} 8
  atomic_thread_fence (memory_order_acquire); //> FENCE
  atomic_signal_fence (memory_order_acquire); //>
  __atomic_fetch_nand (&x, 1, 5); //> RMW x {int} 4294967294
}

struct big { long a, b, c; };
struct big big;

__attribute__ ((noinline)) static void opaque (void) {
  int one = 1;
  __asm__ volatile ("" : : : "memory"); //>
  __asm__ volatile ("lock; xaddl %0, %1" : "+r"(one), "+m"(x) : : "memory", "cc"); //> RMW x {int} 4294967295
  __asm__ volatile ("mfence" : : : "memory"); //> FENCE
  __asm__ volatile ("cmpl $0, %0" : : "m"(y) : "cc"); //> ATOMIC_LOAD y {int} 8
  __asm__ volatile ("movl %1, %%eax; movl %%eax, %0" : "=m"(x) : "m"(y) : "eax"); //> ATOMIC_LOAD y {int} 8; RMW x {int} 8
  __asm__ volatile ("movl $7, %0" : "=m"(x)); //> ATOMIC_STORE x {int} 7
  __asm__ volatile ("lock; incl %0" : : "m"(x) : "memory"); //> CAS x {int} 8
  __asm__ volatile ("lock; cmpxchgl %1, %0" : : "m"(x), "r"(1), "a"(9) : "memory"); //> CAS_FAILED x {int} 8
  __asm__ volatile ("incl (%0)" : : "r"(&x) : "memory"); //> CALL (assembly)
  __asm__ goto ("cmpl $0, %0; je %l1" : : "m"(y) : : zero); //> ATOMIC_LOAD y {int} 8
zero:
  struct big new = {4, 2, 3};
  __atomic_store (&big, &new, 5); //> LOAD_WIDE new {struct big}; ATOMIC_STORE big {struct big} 0
}

__attribute__ ((noinline)) static void locals (int i) {
  int kept[4] = {1, 2, 3, 4}; //>
  int shown = kept[i & 3]; //> VARIABLE shown {int}; STORE shown {int} 3
  y = callee (&array[2]); //> CALL callee; STORE y {int} 8
  chosen = &shown;
}

int main (void) {
  globals (2);
  choose (1);
  guarded (0);
  pointers (&head);
  twice (&hidden);
  locals (2);
  atomics ();
#ifdef __x86_64__
  opaque ();
#endif
  struct node copy = other; //> VARIABLE copy {struct node}; COPY copy {struct node}
  list = &copy;
  memset (&head, 7, sizeof head); //> SET head {struct node} 24 of 7
  return 0;
}
