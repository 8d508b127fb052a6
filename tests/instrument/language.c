#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <alloca.h>
long double ld[3]; _Complex double cd; __int128 big; 
struct bits { unsigned a : 3, b : 13, c : 16; int d : 24; } bf;
struct __attribute__ ((packed)) packed { char c; int i; double d; } pk;
_Atomic char a1; _Atomic short a2; _Atomic int a4; _Atomic long a8; _Atomic float af; _Atomic double ad; int *_Atomic ap; _Atomic _Bool ab;
_Atomic __int128 a16;
typedef float v4 __attribute__ ((vector_size (16)));
typedef int v2 __attribute__ ((vector_size (8)));
v4 vec; v2 vec2;
struct S { int x[20]; } s1, s2;
static jmp_buf jb;
static int va (int n, ...) { va_list l; int s = 0; va_start (l, n); while (n--) s += va_arg (l, int); va_end (l); return s; }
static double vd (int n, ...) { va_list l, m; double s = 0; va_start (l, n); va_copy (m, l); while (n--) s += va_arg (m, double); va_end (l); va_end (m); return s; }
int interp (const unsigned char *code) {
  static void *table[] = {&&inc, &&dec, &&dbl, &&halt};
  int acc = 0;
  goto *table[*code++];
inc: acc++; goto *table[*code++];
dec: acc--; goto *table[*code++];
dbl: acc *= 2; goto *table[*code++];
halt: return acc;
}
int sw (int x) { switch (x) { case 0: return s1.x[0]; case 1: return s1.x[1]++; case 7: s1.x[2] = 9; case 8: return s1.x[2]; case 100: return 3; default: return -1; } }
int asmgoto (int x) {
  asm goto ("test %0, %0; jz %l1" : : "r"(x) : "cc" : zero);
  return s1.x[3] + 1;
zero: return s1.x[4] + 2;
}
unsigned asmx (unsigned x) { unsigned r; asm volatile ("bswap %0" : "=r"(r) : "0"(x)); return r; }
int byval (struct S s, int i) { s.x[i]++; return s.x[i] + s.x[0]; }
struct S sret (int i) { struct S s; memset (&s, i, sizeof s); s.x[1] = i; return s; }
int *escape; 
int loops (int n) { int t = 0; for (int i = 1; i < n; i++) { int *p = alloca (i * sizeof (int)); for (int j = 0; j < i; j++) p[j] = i * j; escape = p; t += escape[i - 1]; } return t; }
int vla (int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; escape = a; return escape[n - 1]; }
__attribute__ ((noinline)) static void deep (int n) { if (!n) longjmp (jb, 42); deep (n - 1); s1.x[0]++; }
int jumping (void) { volatile int k = 3; int r = setjmp (jb); if (r) return r + k; k = 5; deep (10); return -1; }
__attribute__ ((optnone, noinline)) int noopt (int x) { int y = x; s2.x[1] = y; return s2.x[1] * 2; }
__attribute__ ((pure, noinline)) int purely (const int *p) { return p[0] + p[1]; }
__attribute__ ((const, noinline)) int constly (int p) { return p * 3; }
static inline __attribute__ ((always_inline)) int always (int *p) { return *p += 2; }
extern int weak_one __attribute__ ((weak));
static int impl_a (int x) { return x + s1.x[0]; }
static int (*resolve (void)) (int) { return impl_a; }
int viaifunc (int) __attribute__ ((ifunc ("resolve")));
int aliased (int) __attribute__ ((alias ("noopt")));
_Thread_local int tls; static _Thread_local int tls2[4];
int restricted (int *restrict a, int *restrict b) { *a = 1; *b = 2; return *a + *b; }
int cmp (const void *a, const void *b) { return *(int *)a - *(int *)b; }
__attribute__ ((noinline)) unsigned long fact (unsigned long n, unsigned long a) { if (n < 2) return a; __attribute__ ((musttail)) return fact (n - 1, a * n); }
int main (void) {
  for (int i = 0; i < 3; i++) ld[i] = i * 1.25L; printf ("%Lf\n", ld[0] + ld[1] * ld[2]);
  cd = 1 + 2 * I; cd *= cd; printf ("%f %f\n", creal (cd), cimag (cd));
  big = 1; for (int i = 0; i < 100; i++) big = big * 3 + 1; printf ("%llx%016llx\n", (unsigned long long)(big >> 64), (unsigned long long)big);
  bf.a = 5; bf.b = 1000; bf.c = 60000; bf.d = -77; bf.b++; printf ("%d %d %d %d\n", bf.a, bf.b, bf.c, bf.d);
  pk.c = 1; pk.i = 77; pk.d = 2.5; pk.i++; printf ("%d %d %f\n", pk.c, pk.i, pk.d);
  a1 = 1; a1 += 5; a2--; a4 |= 0xff; a4 ^= 0x0f; a8 -= 3; a8 &= 0xffff; af += 1.5f; ad *= 2; ad += 7; ap = ld ? (int *)&bf : 0; ab = 1; ab ^= 1;
  a16 = 5; a16 += 7; __int128 e16 = 12; _Bool ok16 = atomic_compare_exchange_strong (&a16, &e16, 99); printf ("%d %d\n", (int)a16, ok16);
  short es = -1; _Bool ok = atomic_compare_exchange_weak (&a2, &es, 8); int r = atomic_exchange (&a4, 6); atomic_thread_fence (memory_order_seq_cst); atomic_signal_fence (memory_order_seq_cst);
  long e8 = 1; _Bool bad = atomic_compare_exchange_strong_explicit (&a8, &e8, 4, memory_order_release, memory_order_relaxed);
  printf ("%d %d %d %ld %f %f %d %d %d %d %ld\n", a1, a2, a4, a8, af, ad, ap == (int *)&bf, ab, ok, bad, e8); (void)r;
  __atomic_fetch_nand (&s1.x[9], 3, __ATOMIC_SEQ_CST); printf ("%d\n", s1.x[9]); s1.x[9] = 0; printf ("%d\n", __atomic_fetch_max (&s1.x[9], 3, 5) + __atomic_min_fetch (&s1.x[9], -3, 5));
  vec = (v4){1, 2, 3, 4}; vec += vec; vec2 = (v2){3, 4}; vec2 *= vec2; printf ("%f %f %d %d\n", vec[1], vec[3], vec2[0], vec2[1]);
  printf ("%d %f\n", va (4, 1, 2, 3, 4), vd (3, 1.0, 2.0, 3.5));
  printf ("%d\n", interp ((const unsigned char *)"\0\0\2\2\1\3"));
  for (int i = 0; i < 10; i++) printf ("%d ", sw (i)); printf ("%d\n", sw (100));
  printf ("%d %d %x\n", asmgoto (0), asmgoto (1), asmx (0x12345678));
  s1 = sret (3); s2 = s1; printf ("%d %d %d\n", byval (s1, 2), s2.x[1], sret (4).x[1]);
  printf ("%d %d\n", loops (20), vla (7)); printf ("%d\n", jumping ());
  printf ("%d %d %d %d %d\n", noopt (4), purely (s2.x), constly (4), always (&s2.x[3]), viaifunc (3));
  printf ("%d %d\n", aliased (3), &weak_one ? 1 : 0); tls = 4; tls2[2] = tls * 2; printf ("%d %d\n", tls2[2], restricted (&s1.x[5], &s1.x[6]));
  int q[] = {5, 2, 9, 1}; qsort (q, 4, sizeof *q, cmp); printf ("%d%d%d%d %lu\n", q[0], q[1], q[2], q[3], fact (20, 1));
  char *d = strdup ("hello"); memmove (d + 1, d, 4); printf ("%s %zu\n", d, strlen (d)); free (d);
  memcpy (s1.x, s2.x, sizeof s1.x); memset (&s2, 1, tls); printf ("%d %x\n", memcmp (&s1, &s2, 8) != 0, s2.x[0]);
  return 0;
}
