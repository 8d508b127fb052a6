#include "certify/only_writer.h"

#include "certify/ideal.h"

// Limit on the writes of a list that are looked at for a read.
enum { WRITERS = 64 };

struct search {
  const ft_graph *graph;
  const ft_cone *cone;
  const ft_access_lists *writes;
  const ft_access_list *begin, *end; // of the read's variable
  ft_id read;
  uint8_t mask;
  ft_writers_left left;
};

static bool is_ordered (const struct search *s, ft_id x, ft_id y) {
  return ft_graph_ordered (s->graph, ft_graph_node (s->graph, x),
                           ft_graph_node (s->graph, y));
}

// The number of events of thread 't' that come before the read.
static ft_id known_before (const struct search *s, ft_tid t) {
  ft_id thread = s->graph->thread_index[t];
  return thread == FT_NO_ID
             ? 0
             : ft_graph_clock (s->graph, ft_graph_node (s->graph, s->read),
                               thread);
}

static bool overlaps (const struct search *s, ft_id write) {
  const ft_event *event = s->cone->facts->trace->events + write;
  return write != s->read && !ft_event_is_void (event) && event->mask & s->mask;
}

// Whether the list has a write between the writer (FT_NO_ID: the initial value) and
// the read.  A write that many writes to other bytes follow is not found.
static bool list_hides (const struct search *s, const ft_access_list *list,
                        ft_id writer) {
  ft_id i =
      ft_access_list_from (s->writes, list, known_before (s, list->thread));
  for (ft_id n = 0; i > list->begin && n < WRITERS; n++) {
    ft_id write = s->writes->events[--i];
    if (write != writer && overlaps (s, write))
      return writer == FT_NO_ID || is_ordered (s, writer, write);
  }
  return false;
}

static bool is_hidden (const struct search *s, ft_id writer) {
  for (const ft_access_list *list = s->begin; list < s->end; list++)
    if (list_hides (s, list, writer))
      return true;
  return false;
}

static void add (struct search *s, ft_id writer) {
  s->left.count++;
  s->left.writer = writer;
}

// Adds the writers of the list that are included, which are 'from' to 'end'.
static void add_included (struct search *s, ft_id from, ft_id end) {
  for (ft_id i = from; i < end && s->left.count < 2; i++) {
    ft_id w = s->writes->events[i];
    if (i - from == WRITERS)
      s->left.count = 2;
    else if (ft_cone_admits (s->cone, s->read, w) &&
             !is_ordered (s, s->read, w) && !is_hidden (s, w))
      add (s, w);
  }
}

// Whether the read comes before what thread 't' executes next.
static bool is_before_rest (const struct search *s, ft_tid t) {
  ft_id top = s->cone->top[t];
  return top && is_ordered (s, s->read,
                            ft_index_event (s->cone->facts->index, t, top - 1));
}

// Whether the writer, which is not included, may run, and before the read.
static bool may_run (const struct search *s, ft_id writer) {
  const ft_index *x = s->cone->facts->index;
  const ft_event *events = x->trace->events;
  for (ft_tid t = 0; t < x->threads; t++)
    if (ft_ideals_before (s->cone->needed, writer, t) > s->cone->limit[t])
      return false;
  return ft_ideals_before (s->cone->needed, writer, events[s->read].thread) <=
         x->local[s->read];
}

// Adds the writers of the list that may be included, which are 'from' to 'end'.  If
// the first one cannot be the others cannot.
static void add_possible (struct search *s, ft_id from, ft_id end) {
  for (ft_id i = from; i < end && s->left.count < 2; i++) {
    ft_id w = s->writes->events[i];
    if (!may_run (s, w))
      return;
    if (i - from == WRITERS)
      s->left.count = 2;
    else if (ft_cone_admits (s->cone, s->read, w))
      add (s, w);
  }
}

static void look_at_list (struct search *s, const ft_access_list *list) {
  const ft_access_lists *l = s->writes;
  ft_tid t = list->thread;
  ft_id top = ft_access_list_from (l, list, s->cone->top[t]);
  ft_id known = ft_access_list_from (l, list, known_before (s, t));
  // The last one that comes before the read hides those before it.
  bool hides = known > list->begin && overlaps (s, l->events[known - 1]);
  add_included (s, hides ? known - 1 : list->begin, top);
  if (!is_before_rest (s, t))
    add_possible (s, top, ft_access_list_from (l, list, s->cone->limit[t]));
}

ft_writers_left ft_only_writer_find (const ft_graph *g, ft_id read) {
  const ft_cone *c = g->cone;
  const ft_event *event = c->facts->trace->events + read;
  const ft_access_lists *l = c->facts->writes;
  struct search s = {.graph = g,
                     .cone = c,
                     .writes = l,
                     .begin = l->lists.begin + l->list_begin[event->target],
                     .end = l->lists.begin + l->list_begin[event->target + 1],
                     .read = read,
                     .mask = event->mask,
                     .left = {0, FT_NO_ID}};
  if (ft_cone_admits (c, read, FT_NO_ID) && !is_hidden (&s, FT_NO_ID))
    add (&s, FT_NO_ID);
  for (const ft_access_list *p = s.begin; p < s.end && s.left.count < 2; p++)
    look_at_list (&s, p);
  return s.left;
}
