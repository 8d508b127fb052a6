// RACE
// Preprocessed by gcc, which has floating-point types that clang does not know.
typedef unsigned long pthread_t;
typedef union { char __size[56]; long __align; } pthread_attr_t;
extern int pthread_create (pthread_t *, const pthread_attr_t *,
                           void *(*) (void *), void *);
extern int pthread_join (pthread_t, void **);
extern _Float32 strtof32 (const char *, char **);
extern _Float64 strtof64 (const char *, char **);
extern _Float32x strtof32x (const char *, char **);
extern _Float64x strtof64x (const char *, char **);
extern _Float128 strtof128 (const char *, char **);
extern _Complex _Float128 csqrtf128 (_Complex _Float128);

static _Float64x sum;

static void *work (void *unused) {
  sum = 1;
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  sum = 2;
  pthread_join (t, 0);
  return 0;
}
