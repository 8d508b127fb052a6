// What an access read or changed, as far as the trace says.

#include "report/text_race.h"

static uint64_t cut (uint64_t value, uint64_t bytes) {
  return bytes && bytes < 8 ? value & ((UINT64_C (1) << 8 * bytes) - 1) : value;
}

// What the bytes of a write were before it, if the trace says so.
static bool find_old (const ft_trace *t, ft_id event, uint64_t *old) {
  const ft_event *e = t->events + event;
  if (e->kind == FT_ATOMIC_RMW) {
    *old = e->value;
    return e->flags & FT_HAS_VALUE;
  }
  for (ft_id i = event; i-- > 0;) {
    const ft_event *before = t->events + i;
    if (!ft_kind_accesses (before->kind) || before->target != e->target ||
        !(before->mask & e->mask) || ft_event_is_void (before))
      continue;
    *old = before->value;
    if (before->kind == FT_ATOMIC_RMW)
      *old = t->tables.details.begin[before->detail].written;
    return before->mask == e->mask && before->flags & FT_HAS_VALUE;
  }
  return false;
}

static bool find_new (const ft_trace *t, const ft_event *e, uint64_t *value) {
  bool update = e->kind == FT_ATOMIC_RMW;
  if (update && e->detail == FT_NO_ID)
    return false;
  *value = update ? t->tables.details.begin[e->detail].written : e->value;
  return e->flags & FT_HAS_VALUE;
}

void ft_text_add_values (ft_strbuf *line, const ft_trace *t, ft_id event,
                         uint64_t bytes) {
  const ft_event *e = t->events + event;
  uint64_t old = 0, value = 0;
  if (!ft_kind_accesses (e->kind) || !bytes || bytes > 8 ||
      !find_new (t, e, &value))
    return;
  bool changes = ft_kind_writes (e->kind) && find_old (t, event, &old);
  ft_strbuf_add (line, " (");
  if (changes)
    ft_strbuf_add (line, "%llu -> ", (unsigned long long)cut (old, bytes));
  ft_strbuf_add (line, "%llu)", (unsigned long long)cut (value, bytes));
}
