#include "explore/sequence.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

static const char head[] = "foretrace-schedule 1\n";

void ft_sequence_release (ft_sequence *s) {
  ft_intern_release (&s->threads);
  ft_intern_release (&s->labels);
  FT_RELEASE (s->events);
}

// The name without control characters, since a name may have any bytes.
static char *name_of (const ft_trace *trace, enum ft_class class, ft_id id) {
  return ft_utf8_printable (ft_trace_name (trace, class, id));
}

static bool is_scheduled (const ft_trace *trace, const ft_event *e) {
  return !ft_kind_computes (e->kind) && e->location != FT_NO_ID &&
         strcmp (ft_trace_name (trace, FT_CLASS_LOCATION, e->location), "?");
}

// The numbers of a trace's names, which are given when a name is first used.
typedef struct naming {
  ft_intern *names;
  const ft_trace *trace;
  enum ft_class class;
  ft_id *numbers; // owned
} naming;

static naming begin (ft_intern *names, const ft_trace *trace,
                     enum ft_class class) {
  ft_id count = ft_tables_count (&trace->tables, class);
  naming n = {names, trace, class, FT_ARRAY (ft_id, count + 1)};
  memset (n.numbers, 0xff, (count + 1) * sizeof *n.numbers);
  return n;
}

static ft_id number (naming *n, ft_id id) {
  if (n->numbers[id] == FT_NO_ID) {
    char *name = name_of (n->trace, n->class, id);
    n->numbers[id] = ft_intern_add (n->names, name, strlen (name));
    free (name);
  }
  return n->numbers[id];
}

static void push (ft_sequence *s, ft_schedule_event e) {
  const ft_schedule_event *last = s->events.size ? &FT_TOP (s->events) : NULL;
  if (!last || last->thread != e.thread || last->label != e.label)
    FT_PUSH (s->events, e);
}

void ft_sequence_add (ft_sequence *s, const ft_trace *trace,
                      const ft_id *events, size_t count) {
  naming threads = begin (&s->threads, trace, FT_CLASS_THREAD);
  naming labels = begin (&s->labels, trace, FT_CLASS_LOCATION);
  for (size_t i = 0; i < count; i++) {
    const ft_event *e = trace->events + events[i];
    if (is_scheduled (trace, e))
      push (s, (ft_schedule_event){number (&threads, e->thread),
                                   number (&labels, e->location)});
  }
  free (threads.numbers);
  free (labels.numbers);
}

// The number of each name of the trace, FT_NO_ID for unknown ones.
static ft_id *numbers (const ft_intern *names, const ft_trace *trace,
                       enum ft_class class) {
  ft_id count = ft_tables_count (&trace->tables, class);
  ft_id *list = FT_ARRAY (ft_id, count + 1);
  for (ft_id i = 0; i < count; i++) {
    char *name = name_of (trace, class, i);
    list[i] = ft_intern_find (names, name, strlen (name));
    free (name);
  }
  return list;
}

ft_schedule_event *ft_sequence_of (const ft_sequence *s,
                                   const ft_trace *trace) {
  ft_id *threads = numbers (&s->threads, trace, FT_CLASS_THREAD);
  ft_id *labels = numbers (&s->labels, trace, FT_CLASS_LOCATION);
  ft_schedule_event *events = FT_ARRAY (ft_schedule_event, trace->size + 1);
  for (ft_id i = 0; i < trace->size; i++) {
    const ft_event *e = trace->events + i;
    events[i] =
        is_scheduled (trace, e)
            ? (ft_schedule_event){threads[e->thread], labels[e->location]}
            : (ft_schedule_event){FT_NO_ID, FT_NO_ID};
  }
  free (threads);
  free (labels);
  return events;
}

ft_tid ft_sequence_thread (const ft_sequence *s, const ft_trace *trace,
                           ft_id number) {
  ft_tid count = ft_tables_count (&trace->tables, FT_CLASS_THREAD);
  ft_id *list = numbers (&s->threads, trace, FT_CLASS_THREAD);
  ft_tid t = 0;
  while (t < count && list[t] != number)
    t++;
  free (list);
  return t < count ? t : FT_NO_ID;
}

// ---- as a file -------------------------------------------------------------

void ft_sequence_print (const ft_sequence *s, const char *plan,
                        ft_strbuf *text) {
  ft_strbuf_add (text, "%s", head);
  for (ft_id i = 0; i < ft_intern_size (&s->threads); i++)
    ft_strbuf_add (text, "thread %s\n", ft_intern_name (&s->threads, i));
  for (ft_id i = 0; i < ft_intern_size (&s->labels); i++)
    ft_strbuf_add (text, "label %s\n", ft_intern_name (&s->labels, i));
  for (size_t i = 0; i < s->events.size; i++)
    ft_strbuf_add (text, "event %" PRIu32 " %" PRIu32 "\n",
                   s->events.begin[i].thread, s->events.begin[i].label);
  ft_strbuf_add (text, "plan\n%s", plan);
}

// Adds the thread, label or event of a line.
static bool take_line (ft_sequence *s, char *line) {
  ft_schedule_event added;
  line[strcspn (line, "\n")] = 0;
  if (!strncmp (line, "thread ", 7))
    ft_intern_add (&s->threads, line + 7, strlen (line + 7));
  else if (!strncmp (line, "label ", 6))
    ft_intern_add (&s->labels, line + 6, strlen (line + 6));
  else if (sscanf (line, "event %" SCNu32 " %" SCNu32, &added.thread,
                   &added.label) == 2 &&
           added.thread < ft_intern_size (&s->threads) &&
           added.label < ft_intern_size (&s->labels))
    FT_PUSH (s->events, added);
  else
    return false;
  return true;
}

static bool take_all (ft_sequence *s, FILE *file, ft_strbuf *plan) {
  char *line = NULL;
  size_t capacity = 0;
  bool fine = getline (&line, &capacity, file) > 0 && !strcmp (line, head);
  bool planned = false;
  while (fine && getline (&line, &capacity, file) > 0)
    if (planned)
      ft_strbuf_add (plan, "%s", line);
    else if (!strcmp (line, "plan\n"))
      planned = true;
    else
      fine = take_line (s, line);
  free (line);
  return fine && planned && plan->size;
}

bool ft_sequence_read (ft_sequence *s, const char *path, char **plan,
                       ft_error *error) {
  FILE *file = fopen (path, "re");
  ft_strbuf text = {0};
  bool fine = file && take_all (s, file, &text);
  if (file)
    fclose (file);
  if (fine)
    *plan = ft_strbuf_take (&text);
  else
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s: is no schedule of ours; --fresh begins anew", path);
  ft_strbuf_release (&text);
  return fine;
}
