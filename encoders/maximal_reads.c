// The constraints of 'maximal.c' on reads that matter.  No write comes between
// a read with a single source and this source.  Any other read chooses one of
// the writers that some order of the cone lets it read from, or one for each
// group of bytes if writes of other sizes overlap it.
//
// Cost: for each read, the square of the number of writes to its variable.
// Tested as 'maximal.c' is.

#include "encoders/maximal_parts.h"

// Asserts: 'unless', or no other write to the bytes of 'mask' comes between
// 'writer' (FT_NO_ID: the start of the window) and 'read'.
static void exclude_between (ft_maximal *e, ft_term unless, ft_id read,
                             ft_id writer, uint8_t mask) {
  const ft_access_lists *writes = e->facts->writes;
  const ft_event *events = e->facts->trace->events;
  ft_id variable = events[read].target;
  for (ft_id i = writes->list_begin[variable];
       i < writes->list_begin[variable + 1]; i++) {
    const ft_access_list *lane = writes->lists.begin + i;
    ft_id end = ft_access_list_from (writes, lane, e->cone->top[lane->thread]);
    for (ft_id j =
             ft_access_list_from (writes, lane, e->cone->start[lane->thread]);
         j < end; j++) {
      ft_id other = writes->events[j];
      if (other == writer || other == read || !(events[other].mask & mask))
        continue;
      if (ordered (e, read, other))
        break; // the later writes of the thread are ordered too
      ft_term first =
          writer == FT_NO_ID ? e->literals.no : before (e, other, writer);
      CLAUSE (unless, excluded (e, other), first, before (e, read, other));
    }
  }
}

// Asserts: 'unless', or 'read' gets the bytes of 'mask' from 'writer'.
static void read_from (ft_maximal *e, ft_term unless, ft_id read, ft_id writer,
                       uint8_t mask) {
  if (writer != FT_NO_ID && !may_include (e, writer))
    writer = FT_NO_ID; // before the window
  if (writer != FT_NO_ID) {
    CLAUSE (unless, included (e, writer));
    CLAUSE (unless, before (e, writer, read));
  }
  exclude_between (e, unless, read, writer, mask);
  if (e->on_reads_from)
    e->on_reads_from (e, unless, read, writer, mask);
}

// Whether 'other' hides 'writer' (FT_NO_ID: the value before the window) from
// the read in every order.  It does so only if it happens whenever the read is
// bound.
static bool hides (ft_maximal *e, ft_term unless, ft_id read, ft_id writer,
                   ft_id other, uint8_t mask) {
  const ft_event *events = e->facts->trace->events;
  uint8_t left = mask & (uint8_t)~events[other].mask;
  if (left || other == writer || other == read || !ordered (e, other, read) ||
      (writer != FT_NO_ID && !ordered (e, writer, other)))
    return false;
  ft_term out = excluded (e, other);
  return out == e->literals.no || out == unless;
}

static bool is_hidden (ft_maximal *e, ft_term unless, ft_id read, ft_id writer,
                       uint8_t mask) {
  const ft_access_lists *writes = e->facts->writes;
  ft_id variable = e->facts->trace->events[read].target;
  for (ft_id i = writes->list_begin[variable];
       i < writes->list_begin[variable + 1]; i++) {
    const ft_access_list *lane = writes->lists.begin + i;
    ft_id start =
        ft_access_list_from (writes, lane, e->cone->start[lane->thread]);
    ft_id end = ft_access_list_from (writes, lane, e->cone->top[lane->thread]);
    for (ft_id j = end; j-- > start;)
      if (hides (e, unless, read, writer, writes->events[j], mask))
        return true;
  }
  return false;
}

// Whether the writer may give the read the bytes of the mask, wherever they
// stand.
static bool admits (const ft_maximal *e, ft_id read, ft_id writer,
                    uint8_t mask) {
  if (!ft_cone_is_mixed (e->cone, read))
    return ft_cone_admits (e->cone, read, writer);
  if (writer != FT_NO_ID && mask & ~e->facts->trace->events[writer].mask)
    return false;
  for (int b = 0; b < 8; b++)
    if (mask >> b & 1 && !ft_cone_admits_byte (e->cone, read, writer, b))
      return false;
  return true;
}

// Whether some order of the cone lets the read return what 'writer' leaves.
static bool may_read_from (ft_maximal *e, ft_term unless, ft_id read,
                           ft_id writer, uint8_t mask) {
  bool before_window = writer == FT_NO_ID || writer < e->cone->question.begin;
  if (!before_window && (!may_include (e, writer) || ordered (e, read, writer)))
    return false;
  return admits (e, read, writer, mask) &&
         !is_hidden (e, unless, read, before_window ? FT_NO_ID : writer, mask);
}

// Bytes with a choice: one Boolean per writer that they may come from.
static void choose_writer (ft_maximal *e, ft_term unless, ft_id read,
                           uint8_t mask) {
  const ft_access_lists *writes = e->facts->writes;
  const ft_event *event = e->facts->trace->events + read;
  FT_STACK (ft_id) writers = {0};
  FT_STACK (ft_term) clause = {0};
  for (ft_id i = writes->list_begin[event->target];
       i < writes->list_begin[event->target + 1]; i++)
    for (ft_id j = writes->lists.begin[i].begin; j < writes->lists.begin[i].end;
         j++) {
      ft_id w = writes->events[j];
      if (may_read_from (e, unless, read, w, mask))
        FT_PUSH (writers, w);
    }
  if (may_read_from (e, unless, read, FT_NO_ID, mask))
    FT_PUSH (writers, FT_NO_ID);
  ft_id recorded = FT_NO_ID;
  ft_reads_single (e->facts->reads, read, &recorded);
  FT_PUSH (clause, unless);
  if (e->unknown_value)
    FT_PUSH (clause, e->unknown_value (e, read));
  for (size_t i = 0; i < writers.size; i++) {
    ft_id w = writers.begin[i];
    ft_term chosen = ft_smt_bool (e->literals.smt, w == recorded);
    FT_PUSH (clause, chosen);
    read_from (e, ft_literals_not (&e->literals, chosen), read, w, mask);
  }
  ft_literals_clause (&e->literals, clause.size, clause.begin);
  FT_RELEASE (writers);
  FT_RELEASE (clause);
}

uint8_t ft_maximal_first_group (const ft_maximal *e, ft_id variable,
                                uint8_t mask) {
  const ft_access_lists *writes = e->facts->writes;
  uint8_t first = mask & (uint8_t)-mask;
  for (ft_id i = writes->list_begin[variable];
       i < writes->list_begin[variable + 1]; i++)
    for (ft_id j = writes->lists.begin[i].begin; j < writes->lists.begin[i].end;
         j++) {
      uint8_t written = e->facts->trace->events[writes->events[j]].mask;
      mask &= written & first ? written : (uint8_t)~written;
    }
  return mask;
}

// A read of bytes that different writes may give: a choice for each group of
// bytes that are written together.
static void choose_writers (ft_maximal *e, ft_term unless, ft_id read) {
  const ft_event *event = e->facts->trace->events + read;
  uint8_t left = event->mask;
  while (left) {
    uint8_t group = ft_maximal_first_group (e, event->target, left);
    choose_writer (e, unless, read, group);
    left &= (uint8_t)~group;
  }
}

// Whether a later read of the same thread, included whenever this one is,
// has the same single source: its constraint implies this one's.
static bool is_implied (const ft_maximal *e, ft_id read) {
  const ft_index *x = e->facts->index;
  ft_tid t = x->trace->events[read].thread;
  ft_id next = e->facts->reads->next_alike[read], at;
  return next != FT_NO_ID && !e->on_reads_from &&
         x->local[next] < e->cone->base[t] &&
         ft_cone_is_forced (e->cone, read) &&
         ft_cone_is_forced (e->cone, next) &&
         ft_cone_binding (e->cone, next, &at) == FT_BOUND;
}

void ft_maximal_read (ft_maximal *e, ft_id read) {
  const ft_reads *reads = e->facts->reads;
  ft_id at;
  enum ft_binding binding = ft_cone_binding (e->cone, read, &at);
  if (binding == FT_NEVER_BOUND || is_implied (e, read))
    return;
  ft_id binder = read;
  if (binding == FT_BOUND_LATE)
    binder = ft_index_event (e->facts->index,
                             e->facts->trace->events[read].thread, at);
  ft_term unless =
      read == e->cone->must_succeed ? e->literals.no : excluded (e, binder);
  ft_smt_group (e->literals.smt, read, FT_NO_ID);
  if (ft_cone_is_mixed (e->cone, read))
    choose_writers (e, unless, read);
  else if (!ft_cone_is_forced (e->cone, read))
    choose_writer (e, unless, read, e->facts->trace->events[read].mask);
  else
    for (ft_id i = reads->source_begin[read]; i < reads->source_begin[read + 1];
         i++)
      read_from (e, unless, read, reads->sources.begin[i].writer,
                 reads->sources.begin[i].mask);
  ft_smt_ungroup (e->literals.smt);
}

// ---- new blocks at a freed address -------------------------------------------

// Whether the two writes leave one value.
static bool leave_alike (const ft_trace *t, ft_id a, ft_id b) {
  const ft_event *e = t->events + a, *f = t->events + b;
  return a == b || (e->kind == f->kind && e->mask == f->mask &&
                    e->flags & f->flags & FT_HAS_VALUE &&
                    e->kind != FT_ATOMIC_RMW && e->value == f->value);
}

// Asserts that behind the FREE no read of the thread comes after the write.
static void renew (ft_maximal *e, ft_id writer, ft_id variable, ft_tid reader) {
  const ft_access_lists *l = e->facts->accesses;
  ft_id freed = e->cone->question.first;
  for (ft_id i = l->list_begin[variable]; i < l->list_begin[variable + 1]; i++) {
    const ft_access_list *lane = l->lists.begin + i;
    if (lane->thread != reader)
      continue;
    ft_id end = ft_access_list_from (l, lane, e->cone->top[reader]);
    for (ft_id j = ft_access_list_from (l, lane, e->cone->start[reader]); j < end;
         j++)
      if (ft_kind_reads (e->facts->trace->events[l->events[j]].kind))
        CLAUSE (excluded (e, writer), excluded (e, l->events[j]),
                before (e, writer, freed), before (e, l->events[j], writer));
  }
}

void ft_maximal_renew (ft_maximal *e) {
  const ft_question *q = &e->cone->question;
  const ft_access_lists *l = e->facts->writes;
  const ft_trace *t = e->facts->trace;
  for (uint32_t k = 0; k < q->renewal_count; k++) {
    ft_id write = q->renewals[k].from, variable = t->events[write].target;
    ft_tid reader = t->events[q->renewals[k].to].thread;
    for (ft_id i = l->list_begin[variable]; i < l->list_begin[variable + 1]; i++)
      for (ft_id j = l->lists.begin[i].begin; j < l->lists.begin[i].end; j++) {
        ft_id w = l->events[j];
        if (may_include (e, w) && t->events[w].thread != reader &&
            leave_alike (t, write, w))
          renew (e, w, variable, reader);
      }
  }
}
