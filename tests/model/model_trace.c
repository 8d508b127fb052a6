// Traces put together by hand or by a generator.

#include "tests/model/random_trace.h"

#include <inttypes.h>
#include <string.h>

static void name_up_to (ft_tables *tables, enum ft_class class,
                        const char *prefix, ft_id id) {
  if (id == FT_NO_ID)
    return;
  for (ft_id i = ft_tables_count (tables, class); i <= id; i++) {
    char name[32];
    int n = snprintf (name, sizeof name, "%s%" PRIu32, prefix, i);
    ft_tables_add (tables, class, name, (size_t)n);
  }
}

static void name_target (ft_tables *tables, const ft_event *e) {
  static const char *const prefixes[] = {
      [FT_CLASS_THREAD] = "T", [FT_CLASS_VARIABLE] = "x",
      [FT_CLASS_LOCK] = "l",   [FT_CLASS_OBJECT] = "c",
      [FT_CLASS_LOCAL] = "r",  [FT_CLASS_LOCATION] = "",
  };
  enum ft_class class = ft_kind_class (e->kind);
  if (class != FT_CLASS_NONE)
    name_up_to (tables, class, prefixes[class], e->target);
}

void ft_model_add_names (ft_trace *trace, const ft_event *e) {
  ft_tables *tables = &trace->tables;
  name_up_to (tables, FT_CLASS_THREAD, "T", e->thread);
  name_up_to (tables, FT_CLASS_OBJECT, "c", e->condition);
  name_target (tables, e);
}

void ft_model_push (ft_trace *trace, ft_event e) {
  ft_model_add_names (trace, &e);
  name_up_to (&trace->tables, FT_CLASS_LOCATION, "", trace->size);
  e.location = trace->size;
  ft_trace_push (trace, e);
}

void ft_model_push_access (ft_trace *trace, ft_tid thread, enum ft_kind kind,
                           ft_id target, enum ft_memory_order order) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  e.order = (uint8_t)order;
  if (ft_kind_is_atomic (kind))
    e.value = 1, e.flags = FT_HAS_VALUE;
  ft_model_push (trace, e);
}

ft_id ft_model_detail (ft_trace *trace, ft_detail detail) {
  for (uint32_t i = 0; i < detail.operand_count; i++)
    name_up_to (&trace->tables, FT_CLASS_LOCAL, "r",
                trace->tables.operands.begin[detail.operands + i].local);
  for (uint32_t i = 0; i < detail.pointer_count; i++)
    name_up_to (&trace->tables, FT_CLASS_LOCAL, "r",
                trace->tables.operands.begin[detail.pointers + i].local);
  name_up_to (&trace->tables, FT_CLASS_LOCAL, "r", detail.result);
  FT_PUSH (trace->tables.details, detail);
  return (ft_id)trace->tables.details.size - 1;
}

static void print_operands (FILE *file, const ft_trace *trace,
                            const char *title, bool known, uint32_t first,
                            uint32_t count) {
  if (!known)
    return;
  fprintf (file, " %s(", title);
  for (uint32_t i = first; i < first + count; i++) {
    const ft_operand *o = trace->tables.operands.begin + i;
    if (o->local == FT_NO_ID)
      fprintf (file, " %" PRIu64, o->constant);
    else
      fprintf (file, " %s", ft_trace_name (trace, FT_CLASS_LOCAL, o->local));
  }
  fprintf (file, " )");
}

static void print_detail (FILE *file, const ft_trace *trace,
                          const ft_detail *d) {
  if (d->result != FT_NO_ID)
    fprintf (file, " result=%s",
             ft_trace_name (trace, FT_CLASS_LOCAL, d->result));
  if (d->written_known)
    fprintf (file, " written=%" PRIu64, d->written);
  print_operands (file, trace, "operands", d->operands_known, d->operands,
                  d->operand_count);
  print_operands (file, trace, "pointers", d->pointers_known, d->pointers,
                  d->pointer_count);
  for (uint32_t i = 0; i < d->freed_count; i++)
    fprintf (file, " frees=%s",
             ft_trace_name (trace, FT_CLASS_VARIABLE,
                            trace->tables.freed.begin[d->freed + i]));
}

static void print_event (FILE *file, const ft_trace *trace, ft_id i) {
  const ft_event *e = trace->events + i;
  fprintf (file, "%4" PRIu32 " %*s%s %s", i, (int)(e->thread % 16) * 4, "",
           ft_trace_name (trace, FT_CLASS_THREAD, e->thread),
           ft_kind_name (e->kind));
  if (e->target != FT_NO_ID)
    fprintf (file, " %s", ft_trace_target_name (trace, e));
  if (e->mask != 0xff)
    fprintf (file, " mask=%02x", e->mask);
  if (e->flags & FT_HAS_VALUE)
    fprintf (file, " = %" PRIu64, e->value);
  if (e->condition != FT_NO_ID)
    fprintf (file, " waits=%s",
             ft_trace_name (trace, FT_CLASS_OBJECT, e->condition));
  if (ft_tables_detail (&trace->tables, e))
    print_detail (file, trace, ft_tables_detail (&trace->tables, e));
  fprintf (file, "%s%s%s\n", e->flags & FT_NESTED ? " nested" : "",
           e->flags & FT_DROPPED ? " dropped" : "",
           e->flags & FT_SPURIOUS        ? " spurious"
           : ft_event_is_conditional (e) ? " conditional"
                                         : "");
}

void ft_print_trace (FILE *file, const ft_trace *trace) {
  for (ft_id i = 0; i < trace->size; i++)
    print_event (file, trace, i);
}
