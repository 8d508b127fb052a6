// An explanation as text: the steps of a reason, or the schedule of a witness.

#include "report/explain_report.h"

#include "base/shell.h"
#include "report/row.h"
#include "report/text_race.h"

enum { MOST_CHANGES = 5, MOST_CONDITIONS = 200 };

struct writer {
  FILE *file;
  const ft_explain_report *report;
  ft_strbuf line; // names as in the trace; escaped when the line is printed
};

static void end_line (struct writer *w) {
  ft_strbuf shown = {0};
  ft_row_name (&shown, ft_strbuf_text (&w->line));
  ft_row_end (w->file, &shown);
  ft_strbuf_release (&shown);
  ft_strbuf_release (&w->line);
}

static void describe (struct writer *w, ft_id event) {
  const ft_trace *t = w->report->trace;
  ft_describe_event (t, event, &w->line);
  if (t->events[event].location != FT_NO_ID) {
    ft_strbuf_add (&w->line, " at ");
    ft_row_location (&w->line, t, t->events[event].location);
  }
}

// Whether only a check, which looks at all pairs of a trace at once, finds out if
// relaxed models rule the pair out under c11.
static bool is_of_check (const ft_race *race) {
  return race->left_open && race->open_cause == FT_CAUSE_MEMORY_MODEL;
}

static void add_verdict (ft_strbuf *head, const ft_race *race, bool color) {
  if (race->verdict == FT_REFUTED && is_of_check (race))
    ft_strbuf_add (head, "%sIMPOSSIBLE UNDER %s",
                   color ? ft_text_verdict_color (race->verdict) : "",
                   ft_model_name ((enum ft_model) (race->left_open - 1)));
  else
    ft_text_verdict_add (head, race->verdict, race->left_open, color);
}

static void write_head (struct writer *w, const ft_race *race) {
  ft_strbuf head = {0};
  bool color = w->report->color;
  ft_row_name (&head, w->report->asked);
  ft_strbuf_add (&head, "  ");
  add_verdict (&head, race, color);
  ft_strbuf_add (&head, "%s", color ? "\033[0m" : "");
  ft_row_end (w->file, &head);
  ft_strbuf_release (&head);
  for (int i = 0; i < 2; i++) {
    ft_strbuf_add (&w->line, "  ");
    describe (w, race->pair[i]);
    end_line (w);
  }
}

// ---- the recorded run ----------------------------------------------------

static const char *connect (enum ft_hb_edge_kind kind) {
  switch (kind) {
  case FT_HB_EDGE_LOCK:
    return ", then ";
  case FT_HB_EDGE_FORK:
    return " starts the thread of ";
  case FT_HB_EDGE_JOIN:
    return " ends the thread that is awaited by ";
  case FT_HB_EDGE_ATOMIC:
    return " is read by ";
  case FT_HB_EDGE_OBJECT:
    return ", then ";
  }
  return "";
}

static void write_path (struct writer *w, const ft_hb_path *path) {
  for (size_t i = 0; i < path->edges.size; i++) {
    const ft_hb_edge *h = path->edges.begin + i;
    ft_strbuf_add (&w->line, "  %3zu. ", i + 1);
    ft_describe_event (w->report->trace, h->from, &w->line);
    ft_strbuf_add (&w->line, "%s", connect (h->kind));
    ft_describe_event (w->report->trace, h->to, &w->line);
    end_line (w);
  }
}

static void write_recorded (struct writer *w, const ft_explanation *e) {
  const char *hid =
      e->race.verdict == FT_CERTIFIED ? ", which hid the race" : "";
  fputs ("\nThe recorded run\n", w->file);
  if (e->race.pair[1] >= w->report->trace->size) {
    fputs ("  The thread went another way.\n", w->file);
    return;
  }
  if (!e->ordered)
    ft_strbuf_add (&w->line, "  Nothing ordered the two accesses.");
  else
    ft_strbuf_add (&w->line, "  Happens-before ordered the two accesses%s%s",
                   hid, e->path.edges.size ? ":" : ".");
  end_line (w);
  write_path (w, &e->path);
}

// ---- certified -----------------------------------------------------------

static void write_section (struct writer *w, ft_swap s) {
  const ft_trace *t = w->report->trace;
  const ft_event *first = t->events + s.first, *second = t->events + s.second;
  ft_strbuf_add (&w->line, "  %s's section of %s (event %u) now comes before ",
                 ft_trace_name (t, FT_CLASS_THREAD, first->thread),
                 ft_trace_target_name (t, first), s.first);
  ft_strbuf_add (&w->line, "%s's (event %u)",
                 ft_trace_name (t, FT_CLASS_THREAD, second->thread), s.second);
  end_line (w);
}

static void write_access (struct writer *w, ft_swap s) {
  ft_strbuf_add (&w->line, "  ");
  ft_describe_event (w->report->trace, s.first, &w->line);
  ft_strbuf_add (&w->line, " now comes before ");
  ft_describe_event (w->report->trace, s.second, &w->line);
  end_line (w);
}

static void write_more (struct writer *w, size_t n, const char *what) {
  if (n <= MOST_CHANGES)
    return;
  ft_strbuf_add (&w->line, "  … and %zu more %s (--format json has all)",
                 n - MOST_CHANGES, what);
  end_line (w);
}

static void write_changes (struct writer *w, const ft_changes *c, bool c11) {
  size_t n = 0;
  fputs ("\nWhat the schedule changes\n", w->file);
  for (; n < c->sections.size && n < MOST_CHANGES; n++)
    write_section (w, c->sections.begin[n]);
  write_more (w, c->sections.size, "sections");
  for (n = 0; n < c->accesses.size && n < MOST_CHANGES; n++)
    write_access (w, c->accesses.begin[n]);
  write_more (w, c->accesses.size, "accesses");
  for (n = 0; n < c->cuts.size && n < MOST_CHANGES; n++) {
    ft_omission cut = c->cuts.begin[n];
    ft_strbuf_add (&w->line, "  left out: ");
    ft_describe_event (w->report->trace, cut.first, &w->line);
    if (cut.count > 1)
      ft_strbuf_add (&w->line,
                     " and what follows in its thread, %u events in "
                     "all",
                     cut.count);
    end_line (w);
  }
  write_more (w, c->cuts.size, "threads");
  if (!c->sections.size && !c->accesses.size && !c->cuts.size)
    fputs (c11 ? "  Nothing: it is the recorded one.\n"
               : "  Nothing: the accesses only have to come at the same time.\n",
           w->file);
}

// Under c11: the write and the read that should have ordered the accesses.
static void write_unsynchronized (struct writer *w, const ft_race *race) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  ");
  fprintf (w->file, "\nWhat does not order them under %s\n",
           ft_memory_model_name (race->witness.memory));
  if (!ft_text_add_unsynchronized (&line, w->report->trace, race))
    ft_strbuf_add (&line, "Neither access comes behind a read of what the other "
                          "thread wrote after its own");
  ft_strbuf_add (&line, ".");
  ft_row_end (w->file, &line);
  ft_strbuf_release (&line);
}

static void write_certified (struct writer *w, const ft_explanation *e) {
  const ft_explain_report *r = w->report;
  ft_report report = {.trace = r->trace};
  ft_text_style style = {.verbose = r->verbose};
  ft_text_writer schedule = {w->file, &report, r->facts->index, &style};
  write_recorded (w, e);
  bool c11 = e->race.witness.memory != FT_MEMORY_SC;
  if (c11)
    write_unsynchronized (w, &e->race);
  write_changes (w, &e->changes, c11);
  fputs ("\nThe schedule\n", w->file);
  ft_text_schedule (&schedule, &e->race);
}

// ---- refuted, undecided --------------------------------------------------

static void write_core_note (struct writer *w, const ft_reason *reason) {
  if (reason->kind != FT_REASON_CORE)
    return;
  fputs ("  Later events of a thread could not run before both accesses, or "
         "would change\n  nothing.\n",
         w->file);
  fputs (reason->minimal
             ? "  Without any one of them there is such an order.\n"
             : "  Perhaps not all are needed: the time was up (--timeout).\n",
         w->file);
}

static void write_reason (struct writer *w, const ft_reason *reason) {
  const ft_facts *f = w->report->facts;
  size_t n = reason->steps.size;
  fputs ("\nWhy it is impossible\n", w->file);
  for (size_t i = 0; i < n && (i < MOST_CONDITIONS || w->report->verbose);
       i++) {
    ft_strbuf_add (&w->line, "  %3zu. ", i + 1);
    ft_reason_step (reason, f, (uint32_t)i, &w->line);
    ft_strbuf_add (&w->line, ".");
    end_line (w);
  }
  if (n > MOST_CONDITIONS && !w->report->verbose)
    fprintf (w->file, "       … and %zu more (-v shows all)\n",
             n - MOST_CONDITIONS);
  ft_strbuf_add (&w->line, n ? "  So " : "  ");
  ft_reason_conclusion (reason, f, &w->line);
  ft_strbuf_add (&w->line, ".");
  end_line (w);
  write_core_note (w, reason);
}

// The steps are of accesses that are next at the same time.
static void write_sc_note (struct writer *w, const ft_race *race) {
  if (w->report->options->memory_model == FT_MEMORY_SC)
    return;
  fputs ("\nThis is about accesses that are next at the same time (sc).  ",
         w->file);
  fputs (race->pair[1] >= w->report->trace->size
             ? "Under c11 no witness was\nfound, which is no proof.\n"
         : race->left_open
             ? "In every order with\nboth in which reads return what they "
               "returned, one happens before the other (c11).\n'foretrace "
               "check' looks at all pairs at once and finds out about the "
               "other orders.\n"
             : "In every order with\nboth, one happens before the other "
               "(c11).\n",
         w->file);
}

// The relaxed model that has no answer; the steps are about the stricter ones.
static void write_open_note (struct writer *w, const ft_race *race) {
  if (!race->left_open || is_of_check (race))
    return;
  fprintf (w->file,
           "\nThis is about model %s.  Under model %s the pair is open: %s.\n",
           ft_model_name ((enum ft_model) (race->left_open - 1)),
           ft_model_name (race->left_open), ft_cause_words (race->open_cause));
}

static void write_refuted (struct writer *w, const ft_explanation *e) {
  if (e->reason.kind != FT_REASON_NONE) {
    write_reason (w, &e->reason);
    return;
  }
  fputs ("\nWhy it is impossible\n", w->file);
  ft_strbuf_add (&w->line, "  %s", e->race.reason);
  ft_strbuf_add (&w->line,
                 " (no short reason was found; try a longer --timeout "
                 "or a larger --memory).");
  end_line (w);
}

static void write_undecided (struct writer *w, const ft_race *race) {
  fputs ("\nWhat stopped the search\n", w->file);
  ft_strbuf_add (&w->line, "  %s", race->reason);
  end_line (w);
  for (int i = 0;; i++) {
    ft_strbuf_add (&w->line, "  try: foretrace explain ");
    ft_shell_word (&w->line, w->report->trace->path);
    ft_strbuf_add (&w->line, " %u,%u ", race->pair[0], race->pair[1]);
    if (!ft_explain_suggestion (w->report, race, i, &w->line))
      break;
    end_line (w);
  }
  ft_strbuf_release (&w->line);
}

// ---- all -----------------------------------------------------------------

static void write_explanation (struct writer *w, const ft_explanation *e) {
  write_head (w, &e->race);
  switch (e->race.verdict) {
  case FT_CERTIFIED:
    write_certified (w, e);
    break;
  case FT_UNDECIDED:
    write_undecided (w, &e->race);
    break;
  case FT_REFUTED:
    write_refuted (w, e);
    write_open_note (w, &e->race);
    write_sc_note (w, &e->race);
    break;
  }
}

static void write_others (struct writer *w) {
  const ft_explanations *x = w->report->explained;
  uint64_t all = x->apart[FT_OBSTACLE_NONE].pairs;
  if (all < 2)
    return;
  fprintf (w->file, "\nOther pairs that might race, %llu in all\n",
           (unsigned long long)all);
  for (size_t i = 1; i < x->pairs.size; i++) {
    const ft_race *race = &x->pairs.begin[i].race;
    ft_strbuf_add (&w->line, "  ");
    ft_describe_event (w->report->trace, race->pair[0], &w->line);
    ft_strbuf_add (&w->line, " and ");
    ft_describe_event (w->report->trace, race->pair[1], &w->line);
    ft_strbuf_add (&w->line, ": %s", ft_verdict_name (race->verdict));
    end_line (w);
  }
  if (all > x->pairs.size)
    fprintf (w->file, "  … and %llu more, farther apart\n",
             (unsigned long long)(all - x->pairs.size));
}

static void write_obstacles (struct writer *w) {
  const ft_explanations *x = w->report->explained;
  bool first = true;
  for (int o = FT_OBSTACLE_NONE + 1; o < FT_OBSTACLE_COUNT; o++) {
    if (!x->apart[o].pairs)
      continue;
    if (first)
      fputs (x->pairs.size ? "\nPairs that cannot race\n" : "", w->file);
    first = false;
    ft_strbuf_add (&w->line, "  ");
    ft_explain_obstacle (w->report, (enum ft_obstacle)o, &w->line);
    end_line (w);
  }
  if (x->truncated)
    fputs ("  There are too many pairs of events to look at all of them.\n",
           w->file);
}

void ft_explain_text (FILE *file, const ft_explain_report *r) {
  struct writer w = {file, r};
  const ft_explanations *x = r->explained;
  if (x->pairs.size)
    write_explanation (&w, x->pairs.begin);
  else {
    ft_strbuf_add (&w.line, "%s  NO PAIR THAT MIGHT RACE", r->asked);
    end_line (&w);
  }
  write_others (&w);
  write_obstacles (&w);
}
