// See 'stale_load.h'.  The word is written by a system call, which fails where
// there is no memory: then the load is left as it is.

#include "runtime/stale_load.h"

#include <sys/uio.h>

#include "runtime/replayer.h"
#include "runtime/scheduler.h"
#include "runtime/syscall.h"
#include "runtime/thread_log.h"

static const struct ft_stale_load *loads;
static size_t load_count;

// The one whose value is in its word now, or NULL, and what the word had before.
static const struct ft_stale_load *placed;
static uint64_t before;

void ft_stale_loads_set (const struct ft_stale_load *list, size_t count) {
  loads = list;
  load_count = count;
}

// ---- the word --------------------------------------------------------------

static struct iovec here (const struct ft_stale_load *l, uint64_t *value) {
  return (struct iovec){value, l->bytes};
}

static struct iovec there (const struct ft_stale_load *l) {
  return (struct iovec){(void *)l->address, l->bytes}; // NOLINT
}

static bool get (const struct ft_stale_load *l, uint64_t *value) {
  struct iovec to = here (l, value), from = there (l);
  return FT_SYSCALL (process_vm_readv, ft_sys_getpid (), &to, 1, &from, 1, 0) ==
         (long)l->bytes;
}

static bool put (const struct ft_stale_load *l, uint64_t value) {
  struct iovec from = here (l, &value), to = there (l);
  return FT_SYSCALL (process_vm_writev, ft_sys_getpid (), &from, 1, &to, 1,
                     0) == (long)l->bytes;
}

// ---- loads -----------------------------------------------------------------

static const struct ft_stale_load *next_of (const ft_thread *t) {
  uint64_t tick = ft_current_tick (t);
  for (size_t i = 0; i < load_count && ft_replaying (); i++)
    if (loads[i].thread == t->id && loads[i].tick >= tick)
      return loads + i;
  return NULL;
}

uint64_t ft_stale_load_stop_tick (const ft_thread *t) {
  const struct ft_stale_load *l = load_count ? next_of (t) : NULL;
  return !l ? UINT64_MAX : l->tick + (l == placed);
}

bool ft_stale_load_begin (const ft_thread *t) {
  const struct ft_stale_load *l = load_count && !placed ? next_of (t) : NULL;
  if (!l || l->tick != ft_current_tick (t) || !get (l, &before) ||
      !put (l, l->value))
    return false;
  placed = l;
  return true;
}

// Where uninstrumented code has stored something, that stays.
void ft_stale_load_end (const ft_thread *t) {
  const struct ft_stale_load *l = placed;
  uint64_t now = 0, value = l ? l->value : 0;
  if (!l || l->thread != t->id)
    return;
  placed = NULL;
  if (l->bytes < 8)
    value &= (UINT64_C (1) << 8 * l->bytes) - 1;
  if (get (l, &now) && now == value)
    put (l, before);
}
