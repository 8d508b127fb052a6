// RACE
// A driver calls functions of the kernel that nothing defines: one of them must fail for
// the race.
typedef unsigned long pthread_t;
struct module;
struct table {
  int entries;
};
extern int pthread_create (pthread_t *, const void *, void *(*) (void *),
                           void *);
extern int pthread_join (pthread_t, void **);
extern struct module this_module;
extern struct table defaults;
extern unsigned long volatile jiffies;
extern int register_device (struct module *, char const *);
extern void unregister_device (struct module *);
extern int printk (char const *, ...);
extern void *device_data (struct module *);

static int state;

static void *interrupt (void *unused) {
  if (register_device (&this_module, "device") == -16) {
    state = defaults.entries;
    printk ("busy at %lu\n", jiffies);
  } else
    unregister_device (&this_module);
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, interrupt, 0);
  if (!device_data (&this_module))
    state = 1;
  pthread_join (t, 0);
  return 0;
}
