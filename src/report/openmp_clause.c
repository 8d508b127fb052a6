#include "report/openmp_clause.h"

#include <string.h>

#include "report/excerpt.h"
#include "report/row.h"
#include "report/sources.h"
#include "report/title.h"

enum part { NONE, REGION, TASK };

// The innermost part of an OpenMP program in the stack, and clang's name of it.
static enum part part_of (const ft_description *d, const char **function) {
  for (size_t i = 0; i < d->stack.size; i++) {
    const char *name = d->stack.frames[i].function;
    const char *at = strstr (name, ".omp_");
    *function = name;
    if (at && (at == name || !strncmp (at, ".omp_task_entry.", 16)))
      return TASK;
    if (at && !strncmp (at, ".omp_outlined", 13))
      return REGION;
  }
  return NONE;
}

static bool same_line (const ft_description *a, const ft_description *b) {
  const ft_frame *x = a->stack.frames, *y = b->stack.frames;
  return a->stack.size && b->stack.size && x->line && x->line == y->line &&
         !strcmp (x->file, y->file);
}

// Whether a write is one of an update such as 'count++': the same thread's last
// access to the variable is a read at the same location.
static bool is_of_update (const ft_trace *t, ft_id write) {
  enum { NEAR = 64 }; // events
  const ft_event *e = t->events + write;
  for (ft_id i = write; i-- > 0 && write - i < NEAR;) {
    const ft_event *last = t->events + i;
    if (last->thread == e->thread && ft_kind_accesses (last->kind) &&
        last->target == e->target)
      return ft_kind_reads (last->kind) && last->location == e->location;
  }
  return false;
}

// Whether all writes of the variable in threads that were created are updates.
// A counter of a loop, say, is set first.
static bool only_updates (const ft_trace *t, ft_id variable) {
  bool any = false;
  for (ft_id i = 0; i < t->size; i++) {
    const ft_event *e = t->events + i;
    if (!e->thread || !ft_kind_writes (e->kind) || e->target != variable ||
        !ft_kind_accesses (e->kind))
      continue;
    any = true;
    if (!is_of_update (t, i))
      return false;
  }
  return any;
}

static void add_name (ft_strbuf *out, const ft_report *r, const ft_race *race,
                      const char *before, const char *behind) {
  ft_strbuf_add (out, "%s", before);
  ft_title_variable (out, r, race);
  ft_strbuf_add (out, "%s", behind);
}

// Threads of one region at one line: they all update the variable, or all use it
// for something of their own.
static bool add_sharing (ft_strbuf *out, const ft_report *r,
                         const ft_race *race) {
  static const char shared[] = "' is shared by the threads of the region, ";
  const ft_event *e = r->trace->events;
  bool writes = ft_kind_writes (e[race->pair[0]].kind) &&
                ft_kind_writes (e[race->pair[1]].kind);
  if (only_updates (r->trace, race->variable)) {
    add_name (out, r, race, "'", shared);
    ft_strbuf_add (out, "which update it: a reduction or atomic is missing");
    return true;
  }
  ft_strbuf name = {0};
  ft_title_variable (&name, r, race);
  bool whole = name.size && !strpbrk (ft_strbuf_text (&name), "[.>* ");
  ft_strbuf_release (&name);
  if (!whole || !writes)
    return false;
  add_name (out, r, race, "'", shared);
  add_name (out, r, race, "which all set it: private (",
            ") is missing, if each has a value of its own");
  return true;
}

// ---- loops and iterations --------------------------------------------------

static void add_loop (ft_strbuf *out, const ft_description *d) {
  ft_strbuf_add (out, "%s at ", d->sections ? "the sections" : "the loop");
  ft_row_name (out, ft_excerpt_path (d->loop.file));
  ft_strbuf_add (out, ":%u", (unsigned)d->loop.line);
  if (d->loop.column)
    ft_strbuf_add (out, ":%u", (unsigned)d->loop.column);
}

bool ft_openmp_clause_add_place (ft_strbuf *out, const ft_description *d) {
  if (!*d->loop.file)
    return false;
  ft_strbuf_add (out, "%s %llu of ", d->sections ? "section" : "iteration",
                 (unsigned long long)d->iteration);
  add_loop (out, d);
  return true;
}

static bool are_of_loop (const ft_description *a, const ft_description *b) {
  return *a->loop.file && a->loop.line == b->loop.line &&
         a->loop.column == b->loop.column &&
         !strcmp (a->loop.file, b->loop.file) && a->iteration != b->iteration;
}

// Two iterations of one loop, or two sections.
static bool add_iterations (ft_strbuf *out, const ft_description *a,
                            const ft_description *b) {
  if (!are_of_loop (a, b))
    return false;
  ft_strbuf_add (out, "%s %llu and %llu of ",
                 a->sections ? "sections" : "iterations",
                 (unsigned long long)a->iteration,
                 (unsigned long long)b->iteration);
  add_loop (out, a);
  ft_strbuf_add (out, " depend on each other: %s",
                 a->sections ? "critical, atomic or another construct is missing"
                             : "ordered, critical or atomic is missing, or the "
                               "loop cannot be shared");
  return true;
}

bool ft_openmp_clause_add (ft_strbuf *out, const ft_report *r,
                           const ft_race *race) {
  const ft_description *d[2];
  const char *function[2];
  enum part part[2];
  for (int k = 0; k < 2; k++) {
    d[k] = race->pair[k] < r->trace->size
               ? ft_sources_at (r->sources, race->pair[k])
               : NULL;
    part[k] = d[k] ? part_of (d[k], function + k) : NONE;
  }
  if (part[0] == TASK || part[1] == TASK) {
    ft_strbuf_add (out, "nothing orders %s: depend, taskwait or taskgroup",
                   part[0] == part[1]
                       ? "the two tasks"
                       : "the task and what is outside of it");
    return true;
  }
  if (part[0] != REGION || part[1] != REGION)
    return false;
  if (!strcmp (function[0], function[1]) && same_line (d[0], d[1]) &&
      add_sharing (out, r, race))
    return true;
  return add_iterations (out, d[0], d[1]);
}
