// SAFE
// Preprocessed for 32 bits in spite of the name: the lock must not write into what
// follows it.
typedef unsigned long pthread_t;
typedef union {
  char __size[24];
  int __align;
} pthread_mutex_t;
extern int pthread_create (pthread_t *, const void *, void *(*) (void *),
                           void *);
extern int pthread_join (pthread_t, void **);
extern int pthread_mutex_init (pthread_mutex_t *, const void *);
extern int pthread_mutex_lock (pthread_mutex_t *);
extern int pthread_mutex_unlock (pthread_mutex_t *);

static struct {
  pthread_mutex_t lock;
  int other[6], number;
} all;
static int seen;

static void *work (void *unused) {
  pthread_mutex_lock (&all.lock);
  all.number++;
  pthread_mutex_unlock (&all.lock);
  return unused;
}

int main (void) {
  pthread_t t;
  for (int i = 0; i < 6; i++)
    all.other[i] = 7;
  pthread_mutex_init (&all.lock, 0);
  pthread_create (&t, 0, work, 0);
  for (int i = 0; i < 6; i++)
    if (all.other[i] != 7)
      seen = all.number; // no lock
  pthread_mutex_lock (&all.lock);
  all.number--;
  pthread_mutex_unlock (&all.lock);
  pthread_join (t, 0);
  return seen;
}
