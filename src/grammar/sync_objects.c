// The clock operations of each kind of event, as 'order/lock_edge.c',
// 'order/sync_edges.c' and 'order/atomic.c' make them.  Slow twin: these files,
// compared in 'tests/unit/test_slp_races.c'.

#include "grammar/sync_objects.h"

#include "order/atomic.h"

typedef struct ft_sync_object_bytes parts;

void ft_clock_ops_add_join (ft_clock_ops *ops, ft_id to, ft_id from) {
  FT_PUSH (*ops, ((ft_clock_op){FT_CLOCK_OP_JOIN, to, from}));
}

void ft_clock_ops_add_copy (ft_clock_ops *ops, ft_id to, ft_id from) {
  FT_PUSH (*ops, ((ft_clock_op){FT_CLOCK_OP_COPY, to, from}));
}

void ft_clock_ops_add_clear (ft_clock_ops *ops, ft_id to) {
  FT_PUSH (*ops, ((ft_clock_op){FT_CLOCK_OP_CLEAR, to, FT_NO_ID}));
}

ft_id ft_sync_objects_id (ft_sync_objects *sync, enum ft_sync_object class,
                          ft_id id, uint32_t part) {
  uint64_t key = (uint64_t) class << 60 | (uint64_t)part << 32 | id;
  ft_id *object = ft_map_at (&sync->by_key, key);
  if (*object == FT_NO_ID) {
    *object = (ft_id)sync->threads.size;
    FT_PUSH (sync->threads, class == FT_SYNC_OBJECT_THREAD ? id : FT_NO_ID);
  }
  return *object;
}

// ---- bytes of atomics ------------------------------------------------------

static parts *parts_of (const ft_sync_objects *sync, ft_id variable) {
  ft_id i = ft_map_get (&sync->bytes, variable);
  return i == FT_NO_ID ? NULL : sync->parts.begin + i;
}

// Splits the parts at the mask: bytes in it and bytes outside are used
// differently.
static void refine (parts *b, uint8_t mask) {
  parts old = *b;
  for (int i = 0; i < 8; i++)
    for (int k = 0; k <= i; k++)
      if (old.first[i] == old.first[k] && (mask >> i & 1) == (mask >> k & 1)) {
        b->first[i] = (uint8_t)k;
        break;
      }
}

void ft_sync_objects_init (ft_sync_objects *sync, const ft_slp *slp) {
  *sync = (ft_sync_objects){0};
  for (size_t t = 0; t < slp->terminals.size; t++) {
    const ft_event *e = slp->terminals.begin + t;
    if (!ft_kind_is_atomic (e->kind) || ft_event_is_void (e))
      continue;
    ft_id *i = ft_map_at (&sync->bytes, e->target);
    if (*i == FT_NO_ID) {
      *i = (ft_id)sync->parts.size;
      FT_PUSH (sync->parts, ((parts){{0}}));
    }
  }
  for (size_t t = 0; t < slp->terminals.size; t++) {
    const ft_event *e = slp->terminals.begin + t;
    parts *b = ft_kind_accesses (e->kind) ? parts_of (sync, e->target) : NULL;
    if (b)
      refine (b, e->mask);
  }
}

void ft_sync_objects_release (ft_sync_objects *sync) {
  ft_map_release (&sync->by_key);
  ft_map_release (&sync->bytes);
  FT_RELEASE (sync->threads);
  FT_RELEASE (sync->parts);
}

// Writes the objects of the bytes of an access to 'objects'.  Returns their
// number.
static int objects_of (ft_sync_objects *sync, const ft_event *e,
                       ft_id objects[8]) {
  const parts *b = parts_of (sync, e->target);
  parts known = {{0}};
  int n = 0;
  if (!b)
    return 0;
  known = *b;
  for (int i = 0; i < 8; i++)
    if ((e->mask >> i & 1) && known.first[i] == i)
      objects[n++] = ft_sync_objects_id (sync, FT_SYNC_OBJECT_BYTE, e->target,
                                         (uint32_t)i);
  return n;
}

// ---- events ----------------------------------------------------------------

typedef struct op_context {
  ft_sync_objects *sync;
  ft_clock_ops *ops;
  const ft_event *event;
  ft_id thread; // synchronisation object
} op_context;

static ft_id own_object (const op_context *p, enum ft_sync_object class) {
  return ft_sync_objects_id (p->sync, class, p->event->thread, 0);
}

static ft_id target (const op_context *p, enum ft_sync_object class) {
  return ft_sync_objects_id (p->sync, class, p->event->target, 0);
}

static void lock_event (const op_context *p) {
  ft_id exclusive = target (p, FT_SYNC_OBJECT_EXCLUSIVE);
  ft_id shared = target (p, FT_SYNC_OBJECT_SHARED);
  switch ((enum ft_kind)p->event->kind) {
  case FT_ACQUIRE:
    ft_clock_ops_add_join (p->ops, p->thread, exclusive);
    ft_clock_ops_add_join (p->ops, p->thread, shared);
    break;
  case FT_ACQUIRE_SHARED:
    ft_clock_ops_add_join (p->ops, p->thread, exclusive);
    break;
  case FT_RELEASE:
    ft_clock_ops_add_copy (p->ops, exclusive, p->thread);
    ft_clock_ops_add_clear (p->ops, shared);
    break;
  default: // FT_RELEASE_SHARED
    ft_clock_ops_add_join (p->ops, shared, p->thread);
    break;
  }
}

static void fence (const op_context *p) {
  if (ft_atomic_acquires (p->event->order))
    ft_clock_ops_add_join (p->ops, p->thread,
                           own_object (p, FT_SYNC_OBJECT_PENDING));
  if (ft_atomic_releases (p->event->order))
    ft_clock_ops_add_copy (p->ops, own_object (p, FT_SYNC_OBJECT_FENCE),
                           p->thread);
}

// A read-modify-write leaves in all its bytes the clocks that any of them held.
static void atomic (const op_context *p) {
  const ft_event *e = p->event;
  ft_id bytes[8];
  int n = objects_of (p->sync, e, bytes);
  bool reads = ft_kind_reads (e->kind);
  ft_id reader = ft_atomic_acquires (e->order)
                     ? p->thread
                     : own_object (p, FT_SYNC_OBJECT_PENDING);
  for (int i = 0; reads && i < n; i++)
    ft_clock_ops_add_join (p->ops, reader, bytes[i]);
  if (!ft_kind_writes (e->kind) || !n)
    return;
  for (int i = 1; reads && i < n; i++)
    ft_clock_ops_add_join (p->ops, bytes[0], bytes[i]);
  ft_id left = ft_atomic_releases (e->order)
                   ? p->thread
                   : own_object (p, FT_SYNC_OBJECT_FENCE);
  if (reads)
    ft_clock_ops_add_join (p->ops, bytes[0], left);
  else
    ft_clock_ops_add_copy (p->ops, bytes[0], left);
  for (int i = 1; i < n; i++)
    ft_clock_ops_add_copy (p->ops, bytes[i], bytes[0]);
}

static void plain_write (const op_context *p) {
  ft_id bytes[8];
  int n = objects_of (p->sync, p->event, bytes);
  for (int i = 0; i < n; i++)
    ft_clock_ops_add_clear (p->ops, bytes[i]);
}

void ft_clock_ops_add_event (ft_sync_objects *sync, const ft_event *e,
                             ft_clock_ops *ops) {
  ft_id thread = ft_sync_objects_id (sync, FT_SYNC_OBJECT_THREAD, e->thread, 0);
  op_context p = {sync, ops, e, thread};
  switch ((enum ft_kind)e->kind) {
  case FT_ACQUIRE:
  case FT_ACQUIRE_SHARED:
  case FT_RELEASE:
  case FT_RELEASE_SHARED:
    lock_event (&p);
    break;
  case FT_FORK:
    ft_clock_ops_add_join (ops, target (&p, FT_SYNC_OBJECT_THREAD), thread);
    break;
  case FT_JOIN:
    ft_clock_ops_add_join (ops, thread, target (&p, FT_SYNC_OBJECT_THREAD));
    break;
  case FT_WRITE:
    plain_write (&p);
    break;
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
    atomic (&p);
    break;
  case FT_FENCE:
    fence (&p);
    break;
  case FT_READ:
  case FT_TRY_FAILED:
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
  case FT_SEM_INIT:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
  case FT_ALLOC:
  case FT_FREE:
  case FT_BRANCH:
  case FT_LOCAL:
    break;
  }
}
