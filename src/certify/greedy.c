#include "certify/greedy.h"
#include "base/debug_log.h"

#include <string.h>

struct lock {
  ft_id holder;  // acquire of the section that holds it exclusively, or
                 // FT_NO_ID
  ft_id readers; // number of open shared sections
  ft_id to_come; // number of acquires not yet scheduled
};

struct greedy {
  const ft_graph *graph;
  const ft_facts *facts;
  const ft_cone *cone;
  ft_id *begin, *nodes; // successors by node, without program order
  ft_id *missing;       // number of predecessors not yet scheduled, likewise
  ft_id *next;          // next node per thread
  ft_id *owed;          // per node that writes: number of reads of it to come
  ft_id *owed_initial;  // per variable: number of reads of its initial value to
                        // come
  ft_id (*writer)[8];   // per variable and byte: last write, or FT_NO_ID
  struct lock *locks;
  uint64_t random;
};

static const ft_event *event_of (const struct greedy *g, ft_id e) {
  return g->facts->trace->events + e;
}

// ---- reads and writes ----------------------------------------------------

// Whether a read is bound to its recorded sources.
static bool is_bound (const struct greedy *g, ft_id e) {
  ft_id at;
  return ft_kind_reads (event_of (g, e)->kind) &&
         ft_cone_binding (g->cone, e, &at) == FT_BOUND;
}

static ft_id in_window (const struct greedy *g, ft_id writer) {
  return writer != FT_NO_ID && ft_cone_may_include (g->cone, writer) ? writer
                                                                     : FT_NO_ID;
}

static ft_id *owed_by (struct greedy *g, ft_id variable, ft_id writer) {
  return writer == FT_NO_ID ? g->owed_initial + variable
                            : g->owed + ft_graph_node (g->graph, writer);
}

static void add_owed (struct greedy *g, ft_id read, int change) {
  const ft_reads *reads = g->facts->reads;
  for (ft_id i = reads->source_begin[read]; i < reads->source_begin[read + 1];
       i++)
    *owed_by (g, event_of (g, read)->target,
              in_window (g, reads->sources.begin[i].writer)) += (ft_id)change;
}

static bool has_sources (const struct greedy *g, ft_id read) {
  const ft_reads *reads = g->facts->reads;
  const ft_id *writer = g->writer[event_of (g, read)->target];
  for (ft_id i = reads->source_begin[read]; i < reads->source_begin[read + 1];
       i++) {
    ft_read_source source = reads->sources.begin[i];
    for (int b = 0; b < 8; b++)
      if ((source.mask >> b & 1) && writer[b] != in_window (g, source.writer))
        return false;
  }
  return true;
}

static bool may_read (const struct greedy *g, ft_id e) {
  if (!is_bound (g, e) || has_sources (g, e))
    return true;
  if (ft_cone_is_forced (g->cone, e))
    return false;
  ft_id now = g->writer[event_of (g, e)->target]
                       [__builtin_ctz (event_of (g, e)->mask | 0x100)];
  return now != FT_NO_ID && ft_cone_admits (g->cone, e, now);
}

static bool may_write (struct greedy *g, ft_id e) {
  const ft_event *event = event_of (g, e);
  for (int b = 0; b < 8; b++)
    if (event->mask >> b & 1) {
      ft_id now = g->writer[event->target][b];
      ft_id own = is_bound (g, e) && ft_cone_is_forced (g->cone, e);
      if (*owed_by (g, event->target, now) > own)
        return false;
    }
  return true;
}

// ---- locks ---------------------------------------------------------------

static bool stays_open (const struct greedy *g, ft_id acquire) {
  ft_id release = g->facts->index->match[acquire];
  return release == FT_NO_ID || !ft_cone_may_include (g->cone, release);
}

static bool is_free (const struct greedy *g, ft_id e) {
  const struct lock *lock = g->locks + event_of (g, e)->target;
  return lock->holder == FT_NO_ID &&
         (event_of (g, e)->kind == FT_ACQUIRE_SHARED || !lock->readers);
}

static bool may_acquire (const struct greedy *g, ft_id e) {
  const struct lock *lock = g->locks + event_of (g, e)->target;
  return is_free (g, e) && (!stays_open (g, e) || lock->to_come == 1 ||
                            event_of (g, e)->kind == FT_ACQUIRE_SHARED);
}

static void take_lock (struct greedy *g, ft_id e) {
  struct lock *lock = g->locks + event_of (g, e)->target;
  if (event_of (g, e)->kind == FT_ACQUIRE)
    lock->holder = e;
  else
    lock->readers++;
}

// ---- steps ---------------------------------------------------------------

static bool may_run (struct greedy *g, ft_id node) {
  ft_id e = g->graph->events[node];
  const ft_event *event = event_of (g, e);
  if (g->missing[node])
    return false;
  if (ft_event_is_void (event))
    return true;
  if (ft_kind_acquires (event->kind))
    return may_acquire (g, e);
  return (!ft_kind_reads (event->kind) || may_read (g, e)) &&
         (!ft_kind_writes (event->kind) || may_write (g, e));
}

static void run (struct greedy *g, ft_id node) {
  ft_id e = g->graph->events[node];
  const ft_event *event = event_of (g, e);
  g->next[ft_graph_thread (g->graph, node)]++;
  for (ft_id i = g->begin[node]; i < g->begin[node + 1]; i++)
    g->missing[g->nodes[i]]--;
  if (ft_event_is_void (event))
    return;
  if (is_bound (g, e) && ft_cone_is_forced (g->cone, e))
    add_owed (g, e, -1);
  if (ft_kind_writes (event->kind))
    for (int b = 0; b < 8; b++)
      if (event->mask >> b & 1)
        g->writer[event->target][b] = e;
  if (ft_kind_acquires (event->kind)) {
    take_lock (g, e);
    g->locks[event->target].to_come--;
  } else if (event->kind == FT_RELEASE)
    g->locks[event->target].holder = FT_NO_ID;
  else if (event->kind == FT_RELEASE_SHARED)
    g->locks[event->target].readers--;
}

static uint64_t draw (struct greedy *g) {
  g->random ^= g->random << 13;
  g->random ^= g->random >> 7;
  g->random ^= g->random << 17;
  return g->random;
}

static bool is_put_off (const struct greedy *g, ft_id node) {
  return event_of (g, g->graph->events[node])->thread == g->cone->put_off;
}

static ft_id choose_next (struct greedy *g, enum ft_greedy_policy policy,
                          ft_id last_thread) {
  ft_id best = FT_NO_ID;
  uint64_t best_key = 0;
  for (ft_id thread = 0; thread < g->graph->thread_count; thread++) {
    ft_id node = g->next[thread];
    if (node == g->graph->first[thread + 1] || !may_run (g, node))
      continue;
    if (policy == FT_GREEDY_STAY && thread == last_thread)
      return node;
    uint64_t key =
        policy == FT_GREEDY_RANDOM ? draw (g) : g->graph->events[node];
    if (policy == FT_GREEDY_PUT_OFF && is_put_off (g, node))
      key += UINT32_MAX;
    if (best == FT_NO_ID || key < best_key) {
      best = node;
      best_key = key;
    }
  }
  return best;
}

// The section that a blocked acquire waits for, if it could be closed.
static ft_id find_blocked (const struct greedy *g) {
  for (ft_id thread = 0; thread < g->graph->thread_count; thread++) {
    ft_id node = g->next[thread];
    if (node == g->graph->first[thread + 1])
      continue;
    ft_id e = g->graph->events[node];
    if (event_of (g, e)->kind != FT_ACQUIRE || g->missing[node])
      continue;
    ft_id section =
        is_free (g, e) ? e : g->locks[event_of (g, e)->target].holder;
    if (section != FT_NO_ID && stays_open (g, section) &&
        g->facts->index->match[section] != FT_NO_ID)
      return section;
  }
  return FT_NO_ID;
}

// ---- state ---------------------------------------------------------------

static void list_successors (struct greedy *g) {
  const ft_graph *graph = g->graph;
  g->begin = FT_ARRAY (ft_id, (size_t)graph->size + 2);
  g->nodes = FT_ARRAY (ft_id, graph->edges.size);
  g->missing = FT_ARRAY (ft_id, graph->size);
  for (size_t i = 0; i < graph->edges.size; i++)
    g->begin[graph->edges.begin[i].from + 2]++;
  for (ft_id i = 0; i < graph->size; i++)
    g->begin[i + 2] += g->begin[i + 1];
  for (size_t i = 0; i < graph->edges.size; i++) {
    ft_edge edge = graph->edges.begin[i];
    g->nodes[g->begin[edge.from + 1]++] = edge.to;
    g->missing[edge.to]++;
  }
}

static void set_state (struct greedy *g) {
  const ft_tables *tables = &g->facts->trace->tables;
  uint32_t variables = ft_tables_count (tables, FT_CLASS_VARIABLE);
  uint32_t locks = ft_tables_count (tables, FT_CLASS_LOCK);
  g->next = FT_ARRAY (ft_id, g->graph->thread_count);
  memcpy (g->next, g->graph->first, g->graph->thread_count * sizeof *g->next);
  g->owed = FT_ARRAY (ft_id, g->graph->size);
  g->owed_initial = FT_ARRAY (ft_id, variables);
  g->writer = ft_realloc (NULL, variables, sizeof *g->writer);
  memset (g->writer, 0xff, variables * sizeof *g->writer);
  g->locks = FT_ARRAY (struct lock, locks);
  for (uint32_t i = 0; i < locks; i++)
    g->locks[i].holder = FT_NO_ID;
  for (ft_id node = 0; node < g->graph->size; node++) {
    ft_id e = g->graph->events[node];
    const ft_event *event = event_of (g, e);
    if (ft_event_is_void (event))
      continue;
    if (is_bound (g, e) && ft_cone_is_forced (g->cone, e))
      add_owed (g, e, 1);
    if (ft_kind_acquires (event->kind))
      g->locks[event->target].to_come++;
  }
}

// The write that a target reads which must succeed stays the last one.
static void owe_must_succeed (struct greedy *g) {
  ft_id must_succeed = g->cone->must_succeed;
  if (must_succeed != FT_NO_ID && is_bound (g, must_succeed) &&
      ft_cone_is_forced (g->cone, must_succeed))
    add_owed (g, must_succeed, 1);
}

static bool may_end (const struct greedy *g) {
  return g->cone->must_succeed == FT_NO_ID ||
         may_read (g, g->cone->must_succeed);
}

// Takes the locks that are held where the window begins.
static void take_held (struct greedy *g) {
  const ft_index *x = g->facts->index;
  for (ft_tid t = 0; t < x->threads; t++)
    for (ft_id h = ft_index_held_at (x, t, g->cone->start[t]); h;
         h = x->cells.begin[h].outer)
      take_lock (g, x->cells.begin[h].acquire);
}

bool ft_greedy (const ft_closure *closure, enum ft_greedy_policy policy,
                uint64_t seed, ft_ids *out, ft_id *blocked) {
  struct greedy g = {.graph = closure->graph,
                     .facts = closure->cone->facts,
                     .cone = closure->cone,
                     .random = seed * 0x9E3779B97F4A7C15ull + 1};
  list_successors (&g);
  set_state (&g);
  owe_must_succeed (&g);
  take_held (&g);
  FT_CLEAR (out->list);
  ft_id thread = FT_NO_ID, node;
  while (out->list.size < g.graph->size &&
         (node = choose_next (&g, policy, thread)) != FT_NO_ID) {
    thread = ft_graph_thread (g.graph, node);
    run (&g, node);
    FT_PUSH (out->list, g.graph->events[node]);
  }
  bool done = out->list.size == g.graph->size;
  bool fine = done && may_end (&g);
  *blocked = done ? FT_NO_ID : find_blocked (&g);
  FT_DEBUG (CERTIFY, 2, "greedy, %s: %zu of %u events%s",
            policy == FT_GREEDY_RECORDED ? "recorded order first"
            : policy == FT_GREEDY_STAY   ? "same thread first"
            : policy == FT_GREEDY_RANDOM ? "at random"
                                         : "one thread last",
            out->list.size, g.graph->size,
            fine                   ? ""
            : done                 ? ", and the last write is not the right one"
            : *blocked == FT_NO_ID ? ", stuck at a read or write"
                                   : ", stuck at a section");
  free (g.begin);
  free (g.nodes);
  free (g.missing);
  free (g.next);
  free (g.owed);
  free (g.owed_initial);
  free (g.writer);
  free (g.locks);
  return fine;
}
