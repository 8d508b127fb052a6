// The execution graph of a witness: what each read returns, and the
// modification orders, which are the order of the schedule unless the witness
// gives others.

#include "witness/rc11.h"

#include <inttypes.h>

static bool accesses (const ft_event *e) {
  return ft_kind_accesses (e->kind) && !ft_event_is_void (e);
}

static bool writes (const ft_event *e) {
  return ft_kind_writes (e->kind) && !ft_event_is_void (e);
}

static ft_phrase describe (const ft_rc11_execution *g, ft_id event) {
  return ft_describe (g->checker->trace, event);
}

// ---- events ----------------------------------------------------------------

static ft_id *new_ids (size_t n) {
  ft_id *ids = FT_ARRAY (ft_id, n);
  for (size_t i = 0; i < n; i++)
    ids[i] = FT_NO_ID;
  return ids;
}

static void number_events (ft_rc11_execution *g) {
  ft_id *last = new_ids (g->threads);
  for (ft_id k = 0; k < g->size; k++) {
    ft_id event = g->witness->schedule.begin[k];
    ft_tid t = g->checker->trace->events[event].thread;
    g->events[k] = g->checker->trace->events + event;
    g->number[event] = k;
    if (last[t] != FT_NO_ID)
      g->next[last[t]] = k;
    last[t] = k;
  }
  free (last);
}

// A byte is a cell of its own unless each access has it together with an
// earlier one, or has neither.
static void find_cells (ft_rc11_execution *g, ft_id variables) {
  uint8_t (*alike)[8] = (uint8_t (*)[8])FT_ARRAY (uint8_t, 8 * variables + 8);
  for (ft_id i = 0; i < 8 * variables; i++)
    alike[i / 8][i % 8] = 0xff;
  for (ft_id k = 0; k < g->size; k++) {
    const ft_event *e = g->events[k];
    for (int b = 0; accesses (e) && b < 8; b++)
      alike[e->target][b] &= e->mask >> b & 1 ? e->mask : (uint8_t)~e->mask;
  }
  for (ft_id i = 0; i < 8 * variables; i++)
    if (__builtin_ctz (alike[i / 8][i % 8]) == (int)(i % 8))
      g->cells[i / 8] |= (uint8_t)(1u << i % 8);
  free (alike);
}

// ---- modification orders -----------------------------------------------------

// The number of writes of each variable.
static ft_id *count_writes (const ft_rc11_execution *g, ft_id variables) {
  ft_id *count = FT_ARRAY (ft_id, variables + 1);
  for (ft_id k = 0; k < g->size; k++)
    if (writes (g->events[k]))
      count[g->events[k]->target]++;
  return count;
}

static bool rank_listed (ft_rc11_execution *g, ft_id event, ft_id *variable,
                         ft_id rank) {
  ft_id k = g->number[event];
  const ft_event *e = g->checker->trace->events + event;
  if (k == FT_NO_ID || !writes (e))
    return ft_refuse (g->checker, "%s is in a modification order, but is no "
                                  "write of the schedule",
                      describe (g, event).text);
  if (rank == 1)
    *variable = e->target;
  if (e->target != *variable || g->rank[k])
    return ft_refuse (g->checker, "%s does not fit in a modification order: it "
                                  "is of another variable, or there twice",
                      describe (g, event).text);
  g->rank[k] = rank;
  return true;
}

// The lists of the witness, which name all writes of their variables.
static bool rank_given (ft_rc11_execution *g, ft_id *left) {
  ft_id variable = FT_NO_ID, rank = 0;
  for (size_t i = 0; i < g->witness->orders.size; i++) {
    ft_id event = g->witness->orders.begin[i];
    if (event != FT_NO_ID && !rank_listed (g, event, &variable, ++rank))
      return false;
    if (event != FT_NO_ID)
      continue;
    if (rank && left[variable] != rank)
      return ft_refuse (g->checker,
                        "a modification order lists %" PRIu32 " writes of "
                        "'%.40s', but the schedule has %" PRIu32,
                        rank,
                        ft_trace_name (g->checker->trace, FT_CLASS_VARIABLE,
                                       variable),
                        left[variable]);
    rank = 0;
  }
  return true;
}

static void link_writes (ft_rc11_execution *g, ft_id *last, ft_id k) {
  const ft_event *e = g->events[k];
  for (int b = 0; b < 8; b++) {
    size_t cell = 8 * (size_t)e->target + (size_t)b;
    if (!(ft_rc11_cells (g, k) >> b & 1))
      continue;
    if (last[cell] == FT_NO_ID)
      g->first_write[cell] = k;
    else
      g->next_write[8 * last[cell] + b] = k;
    g->previous_write[8 * k + b] = last[cell];
    last[cell] = k;
  }
}

static bool rank_writes (ft_rc11_execution *g, ft_id variables) {
  ft_id *begin = count_writes (g, variables), sum = 0;
  bool fine = rank_given (g, begin);
  for (ft_id v = 0; v < variables; v++) {
    ft_id n = begin[v];
    begin[v] = sum, sum += n;
  }
  ft_id *ordered = new_ids (sum), *so_far = FT_ARRAY (ft_id, variables),
        *last = new_ids (8 * (size_t)variables);
  for (ft_id k = 0; fine && k < g->size; k++)
    if (writes (g->events[k])) {
      ft_id v = g->events[k]->target;
      if (!g->rank[k])
        g->rank[k] = ++so_far[v];
      ordered[begin[v] + g->rank[k] - 1] = k;
    }
  for (ft_id i = 0; fine && i < sum; i++)
    link_writes (g, last, ordered[i]);
  free (begin);
  free (ordered);
  free (so_far);
  free (last);
  return fine;
}

// ---- reads-from --------------------------------------------------------------

// The entry of the witness for a read: an atomic one, whose store comes before
// it in the schedule and writes all its bytes.
static bool is_store_of (const ft_rc11_execution *g, const ft_read_from *r) {
  const ft_trace *t = g->checker->trace;
  const ft_event *read = t->events + r->read;
  if (g->number[r->read] == FT_NO_ID || !ft_kind_reads (read->kind) ||
      !ft_kind_is_atomic (read->kind) || ft_event_is_void (read))
    return ft_refuse (g->checker, "%s is in 'reads', but is no atomic read of "
                                  "the schedule",
                      describe (g, r->read).text);
  if (r->write == FT_NO_ID)
    return true;
  const ft_event *write = t->events + r->write;
  bool fits = g->number[r->write] != FT_NO_ID && writes (write) && write->target == read->target &&
              !(read->mask & ~write->mask) &&
              g->number[r->write] < g->number[r->read];
  return fits || ft_refuse (g->checker, "%s cannot return %s, which does not "
                                        "write it before",
                            describe (g, r->read).text,
                            describe (g, r->write).text);
}

static bool are_stores (const ft_rc11_execution *g) {
  for (size_t i = 0; i < g->witness->reads.size; i++)
    if (!is_store_of (g, g->witness->reads.begin + i))
      return false;
  return true;
}

static void find_sources (ft_rc11_execution *g, ft_id variables) {
  ft_id *last = new_ids (8 * (size_t)variables);
  for (ft_id k = 0; k < g->size; k++) {
    const ft_event *e = g->events[k];
    const ft_read_from *stale =
        ft_checker_read_from (g->checker, g->witness->schedule.begin[k]);
    for (int b = 0; accesses (e) && b < 8; b++) {
      ft_id *writer = last + 8 * (size_t)e->target + b;
      if (!(e->mask >> b & 1))
        continue;
      if (ft_kind_reads (e->kind))
        g->source[8 * k + b] = !stale                      ? *writer
                               : stale->write == FT_NO_ID ? FT_NO_ID
                                              : g->number[stale->write];
      if (ft_kind_writes (e->kind))
        *writer = k;
    }
  }
  free (last);
}

// ---- the graph ---------------------------------------------------------------

bool ft_rc11_init (ft_rc11_execution *g, ft_checker *c,
                    const ft_witness *w) {
  const ft_tables *tables = &c->trace->tables;
  ft_id variables = ft_tables_count (tables, FT_CLASS_VARIABLE);
  size_t n = w->schedule.size;
  *g = (ft_rc11_execution){.checker = c, .witness = w, .size = (ft_id)n};
  g->threads = ft_tables_count (tables, FT_CLASS_THREAD);
  g->events = FT_ARRAY (const ft_event *, n);
  g->number = new_ids (c->trace->size);
  g->next = new_ids (n);
  g->rank = FT_ARRAY (ft_id, n);
  g->source = new_ids (8 * n);
  g->previous_write = new_ids (8 * n);
  g->next_write = new_ids (8 * n);
  g->first_write = new_ids (8 * (size_t)variables);
  g->cells = FT_ARRAY (uint8_t, variables);
  number_events (g);
  find_cells (g, variables);
  if (!are_stores (g) || !rank_writes (g, variables))
    return false;
  find_sources (g, variables);
  return true;
}

void ft_rc11_release (ft_rc11_execution *g) {
  free (g->events);
  free (g->number);
  free (g->next);
  free (g->rank);
  free (g->source);
  free (g->previous_write);
  free (g->next_write);
  free (g->first_write);
  free (g->cells);
  FT_RELEASE (g->synchronised);
  FT_RELEASE (g->same_cell);
}
