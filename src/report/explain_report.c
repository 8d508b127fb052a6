#include "report/explain_report.h"

#include <string.h>

// ---- pairs that are not candidates ---------------------------------------

static void add_example (const ft_explain_report *r, const ft_kept_apart *k,
                         ft_strbuf *buf) {
  ft_strbuf_add (buf, k->pairs > 1 ? ", such as " : ": ");
  ft_describe_event (r->trace, k->example[0], buf);
  ft_strbuf_add (buf, " and ");
  ft_describe_event (r->trace, k->example[1], buf);
}

static const char *count_of (const ft_kept_apart *k) {
  return k->pairs > 1 ? "pairs" : "pair";
}

static void add_path (const ft_explain_report *r, const ft_hb_path *path,
                      ft_strbuf *buf) {
  for (size_t i = 0; i < path->edges.size; i++) {
    const ft_hb_edge *h = path->edges.begin + i;
    ft_strbuf_add (buf, i ? ", then " : ", by ");
    ft_describe_event (r->trace, h->kind == FT_HB_EDGE_FORK ? h->from : h->to,
                       buf);
  }
}

void ft_explain_obstacle (const ft_explain_report *r, enum ft_obstacle o,
                          ft_strbuf *buf) {
  const ft_kept_apart *k = r->explained->apart + o;
  ft_strbuf_add (buf, "%llu %s ", (unsigned long long)k->pairs, count_of (k));
  switch (o) {
  case FT_OBSTACLE_NONE:
    ft_strbuf_add (buf, "might race");
    break;
  case FT_OBSTACLE_NO_ACCESS:
    ft_strbuf_add (buf, "with an event that is no access");
    break;
  case FT_OBSTACLE_SAME_THREAD:
    ft_strbuf_add (buf, "of one and the same thread");
    break;
  case FT_OBSTACLE_OTHER_VARIABLE:
    ft_strbuf_add (buf, "that do not touch the same variable");
    break;
  case FT_OBSTACLE_OTHER_BYTES:
    ft_strbuf_add (buf, "that do not touch the same bytes");
    break;
  case FT_OBSTACLE_BOTH_READ:
    ft_strbuf_add (buf, "that both only read");
    break;
  case FT_OBSTACLE_BOTH_ATOMIC:
    ft_strbuf_add (buf, "that are both atomic");
    break;
  case FT_OBSTACLE_ORDERED:
    ft_strbuf_add (buf, "never both reachable, because fork and join order "
                        "them");
    break;
  case FT_OBSTACLE_COMMON_LOCK:
    ft_strbuf_add (buf, "that always hold %s",
                   ft_trace_name (r->trace, FT_CLASS_LOCK, k->lock));
    break;
  }
  if (o == FT_OBSTACLE_NONE)
    return;
  add_example (r, k, buf);
  add_path (r, &k->path, buf);
}

// ---- what to try ---------------------------------------------------------

// Suggests the options that the reason names, in this order.
bool ft_explain_suggestion (const ft_explain_report *r, const ft_race *race,
                            int i, ft_strbuf *buf) {
  const char *reason = race->reason ? race->reason : "";
  bool named[3] = {strstr (reason, "--timeout"), strstr (reason, "--memory"),
                   strstr (reason, "--encoding")};
  for (int option = 0; option < 3; option++) {
    if (!named[option] || i--)
      continue;
    if (option == 0)
      ft_strbuf_add (buf, "--timeout %g", r->options->timeout * 10);
    else if (option == 1)
      ft_strbuf_add (buf, "--memory %lluM",
                     (unsigned long long)(r->options->memory >> 18));
    else
      ft_strbuf_add (buf, "--encoding idl");
    return true;
  }
  return false;
}
