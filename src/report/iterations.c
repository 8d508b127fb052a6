#include "report/iterations.h"

#include "base/shell.h"
#include "report/json_value.h"
#include "report/row.h"

void ft_iterations_release (ft_iterations *x) {
  ft_iteration_pairs_release (&x->found);
  ft_lane_pairs_release (&x->lanes);
  FT_RELEASE (x->findings);
  for (size_t i = 0; i < x->recordings.size; i++)
    free (x->recordings.begin[i]);
  FT_RELEASE (x->recordings);
  free (x->program);
  *x = (ft_iterations){0};
}

static size_t count (const ft_iterations *x, enum ft_verdict verdict) {
  size_t n = 0;
  for (size_t i = 0; i < x->findings.size; i++)
    n += x->findings.begin[i].verdict == verdict;
  return n;
}

size_t ft_iterations_undecided (const ft_iterations *x) {
  return count (x, FT_UNDECIDED) +
         (x->found.alone && !x->recordings.size && !x->found.pairs.size);
}

// ---- the command that separates --------------------------------------------

// Adds the command that records with the assignment.
static void add_command (ft_strbuf *line, const ft_iterations *x,
                         size_t assignment) {
  const ft_assignment *a = x->found.assignments.begin + assignment;
  if (a->size)
    ft_strbuf_add (line, "FORETRACE_OPENMP_SIZE=%u ", a->size);
  else
    ft_strbuf_add (line, "FORETRACE_OPENMP_LOCKS=1 ");
  if (a->way > 1)
    ft_strbuf_add (line, "FORETRACE_OPENMP_WAY=%u ", a->way);
  ft_strbuf_add (line, "foretrace run -- %s", x->program ? x->program : "PROG");
}

static bool has_command (const ft_iterations *x, size_t assignment) {
  return assignment < x->found.assignments.size &&
         assignment >= x->recordings.size;
}

static void add_reason (ft_strbuf *line, const ft_iterations *x,
                        const ft_iteration_pair *p) {
  if (p->assignment >= x->found.assignments.size)
    ft_strbuf_add (line, "iterations on one thread; no assignment that was "
                         "tried separates them");
  else if (x->recordings.size)
    ft_strbuf_add (line, "iterations on one thread; a recording that separates "
                         "them leaves the pair open");
  else
    ft_strbuf_add (line, "iterations on one thread");
}

// ---- text ------------------------------------------------------------------

// "of the loop at a.c:3:1", behind the iteration; "in the single at a.c:3:1"
static void add_loop (ft_strbuf *line, const ft_openmp_loop *l,
                      const char *location) {
  ft_strbuf_add (line, " %s at ", l->single     ? "in the single"
                                  : l->sections ? "of the sections"
                                                : "of the loop");
  ft_row_name (line, location);
}

static void add_iteration (ft_strbuf *line, const char *location,
                           const ft_openmp_loop *l, uint64_t iteration) {
  ft_row_name (line, location);
  if (l->dealt == FT_OPENMP_OUTSIDE)
    ft_strbuf_add (line, " of thread %llu, in no loop", (unsigned long long)iteration);
  else if (!l->single)
    ft_strbuf_add (line, " in %s %llu", l->sections ? "section" : "iteration",
                   (unsigned long long)iteration);
}

static void add_pair (ft_strbuf *line, const ft_iteration_pair *p) {
  const ft_iteration_instance *i = ft_iteration_pair_shown (p);
  ft_strbuf_add (line, "  ");
  add_iteration (line, p->location[0], &i->loop, i->first);
  bool outside = i->second_loop.dealt == FT_OPENMP_OUTSIDE;
  if (p->second_loop || outside)
    add_loop (line, &i->loop, p->loop);
  ft_strbuf_add (line, ", ");
  add_iteration (line, p->location[1], &i->second_loop, i->second);
  if (!outside)
    add_loop (line, &i->second_loop, p->second_loop ? p->second_loop : p->loop);
}

static void write_pair (FILE *file, const ft_iterations *x, size_t i) {
  const ft_iteration_pair *p = x->found.pairs.begin + i;
  const ft_iteration_finding *f = x->findings.begin + i;
  ft_strbuf line = {0};
  if (f->verdict == FT_REFUTED)
    return;
  add_pair (&line, p);
  if (f->verdict == FT_CERTIFIED) {
    ft_strbuf_add (&line, ": CERTIFIED, R%u of ", f->race);
    ft_shell_word (&line, x->recordings.begin[f->assignment]);
  } else {
    ft_strbuf_add (&line, ": UNDECIDED, ");
    add_reason (&line, x, p);
  }
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}

bool ft_iterations_race (const ft_iterations *x) {
  return x && (x->lanes.size || x->races);
}

static void write_alone (FILE *file, const ft_iterations *x) {
  if (x->found.alone)
    fprintf (file,
             "A parallel region ran with one thread, which the program does not "
             "ask for%s.\n",
             x->recordings.size ? "; it was recorded again with more"
                                : ": its races are undecided");
}

static void write_commands (FILE *file, const ft_iterations *x) {
  for (size_t i = 0; i < x->found.assignments.size; i++) {
    ft_strbuf line = {0};
    if (!has_command (x, i))
      continue;
    ft_strbuf_add (&line, x->found.assignments.begin[i].size
                              ? "  on other threads: "
                              : "  locks that are taken when they are tested: ");
    add_command (&line, x, i);
    ft_row_end (file, &line);
    ft_strbuf_release (&line);
  }
}

static void write_recordings (FILE *file, const ft_iterations *x) {
  for (size_t i = 0; i < x->recordings.size; i++) {
    ft_strbuf line = {0};
    if (!*x->recordings.begin[i])
      continue;
    ft_strbuf_add (&line, "  recorded with other assignments: foretrace report ");
    ft_shell_word (&line, x->recordings.begin[i]);
    ft_row_end (file, &line);
    ft_strbuf_release (&line);
  }
}

void ft_lanes_add (ft_strbuf *to, const ft_lane_pair *p, const char *verdict) {
  for (int k = 0; k < 2; k++) {
    ft_row_name (to, p->location[k]);
    ft_strbuf_add (to, " in iteration %llu%s",
                   (unsigned long long)p->iteration[k], k ? "" : ", ");
  }
  ft_strbuf_add (to, " of the simd loop at ");
  ft_row_name (to, p->loop);
  ft_strbuf_add (to, ": %s", verdict);
  if (p->lanes == UINT64_MAX)
    ft_strbuf_add (to, "the loop has no safelen");
  else
    ft_strbuf_add (to, "%llu iterations may be executed at once",
                   (unsigned long long)p->lanes);
}

static void write_lanes (FILE *file, const ft_lane_pair *p) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  ");
  ft_lanes_add (&line, p, "RACE OF LANES, ");
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}

void ft_iterations_text (FILE *file, const ft_iterations *x) {
  size_t refuted = count (x, FT_REFUTED);
  if (x->lanes.size)
    fprintf (file, "Iterations of simd loops that depend on each other, as "
                   "recorded:\n");
  for (size_t i = 0; i < x->lanes.size; i++)
    write_lanes (file, x->lanes.begin + i);
  write_alone (file, x);
  if (x->found.pairs.size > refuted)
    fprintf (file, "Iterations that one thread executed:\n");
  for (size_t i = 0; i < x->found.pairs.size; i++)
    write_pair (file, x, i);
  write_commands (file, x);
  write_recordings (file, x);
  if (x->recordings.size)
    fprintf (file,
             "Iterations on other threads: %zu more race%s certified, %zu pair%s "
             "undecided, %zu without a race in %zu more recording%s.\n",
             x->races, x->races == 1 ? "" : "s", count (x, FT_UNDECIDED),
             count (x, FT_UNDECIDED) == 1 ? "" : "s", refuted,
             x->recordings.size, x->recordings.size == 1 ? "" : "s");
}

// ---- JSON ------------------------------------------------------------------

static const char *schedule_name (const ft_openmp_loop *l) {
  if (l->single)
    return "single";
  switch ((enum ft_openmp_dealt)l->dealt) {
  case FT_OPENMP_ONE_CHUNK:
  case FT_OPENMP_STATIC_CHUNKS:
    return "static";
  case FT_OPENMP_CHUNKS_AROUND:
    return "dynamic";
  case FT_OPENMP_NOT_DEALT:
  case FT_OPENMP_OUTSIDE:
    break;
  }
  return "none";
}

// No race in a recording is not yet that there can be none.
static const char *verdict_name (enum ft_verdict verdict) {
  return verdict == FT_REFUTED ? "not-found" : ft_verdict_name (verdict);
}

static json_t *accesses_value (const ft_iteration_pair *p) {
  const ft_iteration_instance *i = ft_iteration_pair_shown (p);
  if (i->second_loop.dealt == FT_OPENMP_OUTSIDE)
    return json_pack ("[{s:o, s:I}, {s:o, s:I}]", "location",
                      ft_json_text (p->location[0]), "iteration",
                      (json_int_t)i->first, "location",
                      ft_json_text (p->location[1]), "thread",
                      (json_int_t)i->second);
  return json_pack ("[{s:o, s:I}, {s:o, s:I}]", "location",
                    ft_json_text (p->location[0]), "iteration",
                    (json_int_t)i->first, "location",
                    ft_json_text (p->location[1]), "iteration",
                    (json_int_t)i->second);
}

static json_t *pair_value (const ft_iterations *x, size_t i) {
  const ft_iteration_pair *p = x->found.pairs.begin + i;
  const ft_iteration_finding *f = x->findings.begin + i;
  const ft_openmp_loop *l = &ft_iteration_pair_shown (p)->loop;
  json_t *value = json_pack (
      "{s:o, s:s, s:I, s:I, s:I, s:b, s:o, s:I, s:s}", "loop",
      ft_json_text (p->loop), "schedule", schedule_name (l), "count",
      (json_int_t)l->count, "chunk", (json_int_t)l->chunk,
      "threads", (json_int_t)l->size, "open", (int)l->open,
      "accesses", accesses_value (p), "instances",
      (json_int_t)p->count, "verdict", verdict_name (f->verdict));
  ft_strbuf reason = {0};
  if (p->second_loop)
    json_object_set_new (value, "second_loop", ft_json_text (p->second_loop));
  if (f->verdict == FT_UNDECIDED)
    add_reason (&reason, x, p);
  json_object_set_new (
      value, "reason",
      ft_json_text (reason.size ? ft_strbuf_text (&reason) : NULL));
  if (f->verdict == FT_CERTIFIED) {
    json_object_set_new (value, "race", json_sprintf ("R%u", f->race));
    json_object_set_new (
        value, "recording",
        ft_json_text (x->recordings.begin[f->assignment]));
  }
  reason.size = 0;
  if (f->verdict == FT_UNDECIDED && has_command (x, p->assignment)) {
    add_command (&reason, x, p->assignment);
    json_object_set_new (value, "command",
                         ft_json_text (ft_strbuf_text (&reason)));
  }
  ft_strbuf_release (&reason);
  return value;
}

static json_t *lanes_value (const ft_lane_pair *p) {
  json_t *value = json_pack (
      "{s:o, s:[{s:o, s:I}, {s:o, s:I}], s:I}", "loop", ft_json_text (p->loop),
      "accesses", "location", ft_json_text (p->location[0]), "iteration",
      (json_int_t)p->iteration[0], "location", ft_json_text (p->location[1]),
      "iteration", (json_int_t)p->iteration[1], "instances",
      (json_int_t)p->count);
  json_object_set_new (value, "safelen",
                       p->lanes == UINT64_MAX
                           ? json_null ()
                           : json_integer ((json_int_t)p->lanes));
  return value;
}

json_t *ft_iterations_json (const ft_iterations *x) {
  json_t *pairs = json_array (), *recordings = json_array (),
         *lanes = json_array ();
  for (size_t i = 0; i < x->lanes.size; i++)
    json_array_append_new (lanes, lanes_value (x->lanes.begin + i));
  for (size_t i = 0; i < x->found.pairs.size; i++)
    json_array_append_new (pairs, pair_value (x, i));
  for (size_t i = 0; i < x->recordings.size; i++)
    if (*x->recordings.begin[i])
      json_array_append_new (recordings,
                             ft_json_text (x->recordings.begin[i]));
  return json_pack ("{s:b, s:o, s:o, s:I, s:o}", "alone", (int)x->found.alone,
                    "pairs", pairs, "recordings", recordings, "races",
                    (json_int_t)x->races, "lanes", lanes);
}
