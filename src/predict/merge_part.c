#include "predict/merge_part.h"

#include <string.h>

static bool refuse (ft_merge_part *p, const char *list, size_t i,
                    const char *what) {
  ft_error_set (p->error, FT_EXIT_BAD_INPUT, "%s: %s[%zu]: expected %s",
                p->path, list, i, what);
  return false;
}

static const char *text_of (const json_t *finding, const char *name) {
  return json_string_value (json_object_get (finding, name));
}

// The number of events that a witness can name: alternative paths have some, too.
static json_int_t events_of (const ft_trace *t) {
  return (json_int_t)t->size + t->altpath_events;
}

static bool read_event (const ft_merge_part *p, const json_t *value,
                        ft_id *event) {
  json_int_t i = json_is_integer (value) ? json_integer_value (value) : -1;
  *event = (ft_id)i;
  return i >= 0 && i < events_of (p->trace);
}

static bool read_verdict (const char *text, enum ft_verdict *verdict) {
  static const enum ft_verdict all[] = {FT_UNDECIDED, FT_CERTIFIED, FT_REFUTED};
  for (int i = 0; text && i < 3; i++)
    if (!strcmp (text, ft_verdict_name (all[i]))) {
      *verdict = all[i];
      return true;
    }
  return false;
}

// Reads the name of a certifier as a static string; NULL for none.
static bool read_certifier (const json_t *finding, const char **certifier) {
  const char *text = text_of (finding, "certifier");
  *certifier = NULL;
  for (int s = 0; text && s < FT_CERTIFY_STAGE_COUNT; s++)
    if (!strcmp (text, ft_certify_stage_name ((enum ft_certify_stage)s)))
      *certifier = ft_certify_stage_name ((enum ft_certify_stage)s);
  return !text || *certifier;
}

// ---- replays ---------------------------------------------------------------

static bool read_miss (const json_t *miss, ft_replayed *r) {
  const char *at = text_of (miss, "at"), *text = text_of (miss, "text");
  if (json_is_null (miss))
    return true;
  for (int i = 0; at && text && i <= FT_REPLAY_FAILURE_NO_PLAN; i++)
    if (!strcmp (at, ft_replay_failure_name ((enum ft_replay_failure)i))) {
      r->miss = (enum ft_replay_failure)i;
      r->why = ft_strdup (text);
      return true;
    }
  return false;
}

static bool read_replays (const json_t *finding, ft_replayed *r) {
  const json_t *value = json_object_get (finding, "replay");
  json_int_t runs = json_integer_value (json_object_get (value, "runs"));
  json_int_t reached = json_integer_value (json_object_get (value, "reached"));
  if (json_is_null (value))
    return true;
  if (runs < 0 || runs > UINT32_MAX || reached < 0 || reached > runs)
    return false;
  r->runs = (unsigned)runs;
  r->reached = (unsigned)reached;
  return read_miss (json_object_get (value, "miss"), r);
}

// ---- consequences ----------------------------------------------------------

static bool read_class (const json_t *value, ft_consequence *c) {
  const char *name = text_of (value, "class");
  for (int i = 0; name && i < FT_CONSEQUENCE_COUNT; i++)
    if (!strcmp (name, ft_consequence_name ((enum ft_consequence_class)i))) {
      c->class = (enum ft_consequence_class)i;
      return true;
    }
  return false;
}

static char *copy_text (const json_t *value, const char *key) {
  const char *text = text_of (value, key);
  return text ? ft_strdup (text) : NULL;
}

static bool read_consequence (const json_t *finding, ft_consequence *c) {
  const json_t *value = json_object_get (finding, "consequence");
  const json_t *orders = json_object_get (value, "orders");
  if (!value)
    return true;
  if (!read_class (value, c) || !text_of (value, "text") ||
      json_array_size (orders) != 2)
    return false;
  c->known = true;
  c->text = copy_text (value, "text");
  json_int_t planned = json_integer_value (json_object_get (value, "planned"));
  c->planned = planned > 0 && planned <= UINT32_MAX ? (unsigned)planned : 0;
  for (size_t i = 0; i < 2; i++) {
    const json_t *order = json_array_get (orders, i);
    json_int_t runs = json_integer_value (json_object_get (order, "runs"));
    c->orders[i] = (ft_consequence_order){
        .runs = runs > 0 && runs <= UINT32_MAX ? (unsigned)runs : 0,
        .ended = copy_text (order, "ended"),
        .difference = copy_text (order, "difference"),
        .value = copy_text (order, "value")};
  }
  return true;
}

// ---- schedules -------------------------------------------------------------

static bool copy_schedule (const ft_merge_part *p, const json_t *finding,
                           ft_witness *w) {
  size_t n;
  const ft_id *events = ft_results_document_schedule (
      p->document, json_object_get (finding, "witness"), &n);
  for (size_t i = 0; events && i < n; i++) {
    if (events[i] >= events_of (p->trace))
      return false;
    FT_PUSH (w->schedule, events[i]);
  }
  return events;
}

// Reads the pairs of 'reads', which under rc11 belong to the schedule.
static bool copy_reads (const ft_merge_part *p, const json_t *finding,
                        ft_witness *w) {
  const json_t *list =
      json_object_get (json_object_get (finding, "witness"), "reads");
  for (size_t i = 0; i < json_array_size (list); i++) {
    const json_t *pair = json_array_get (list, i);
    const json_t *write = json_array_get (pair, 1);
    json_int_t read = json_integer_value (json_array_get (pair, 0)),
               from = json_is_null (write) ? FT_NO_ID
                                           : json_integer_value (write);
    if (json_array_size (pair) != 2 || read < 0 || read >= p->trace->size ||
        from < 0 || (!json_is_null (write) && from >= p->trace->size))
      return false;
    FT_PUSH (w->reads, ((ft_read_from){(ft_id)read, (ft_id)from}));
  }
  return true;
}

// Reads and checks the schedule of a certified finding, whose targets are
// already in 'w'.
static bool read_schedule (ft_merge_part *p, const json_t *finding,
                           ft_witness *w) {
  ft_strbuf why = {0};
  const char *id = text_of (finding, "id");
  bool read = copy_schedule (p, finding, w) && copy_reads (p, finding, w);
  bool fine = read && ft_checker_accepts (p->checker, w, &why);
  if (fine)
    ft_checker_changes (p->checker, w);
  else
    ft_error_set (p->error, FT_EXIT_BAD_INPUT, "%s: %.30s: %s%s", p->path,
                  id ? id : "?",
                  read ? "the checker rejects this schedule: "
                       : "expected a schedule of events of the trace",
                  ft_strbuf_text (&why));
  ft_strbuf_release (&why);
  return fine;
}

// ---- races -----------------------------------------------------------------

// The relation with this name in a report, -1 if there is none.
static int relation_of (const char *name) {
  static const enum ft_relation named[] = {FT_REL_DC, FT_REL_WCP, FT_REL_HB,
                                           FT_REL_SHB};
  if (!strcmp (name, "hybrid"))
    return FT_REL_FORK_JOIN;
  for (int i = 0; i < 4; i++)
    if (!strcmp (name, ft_relation_name (named[i])))
      return (int)named[i];
  return -1;
}

static bool read_relations (const json_t *finding, unsigned *bits) {
  const json_t *list = json_object_get (finding, "unordered_by");
  for (size_t i = 0; i < json_array_size (list); i++) {
    const char *name = json_string_value (json_array_get (list, i));
    int found = name ? relation_of (name) : -1;
    if (found < 0)
      return false;
    *bits |= 1u << found;
  }
  return json_is_array (list) || json_is_null (list);
}

// Finds the variable with the name in the document on which the events
// conflict. Only a FREE conflicts on several variables.
static bool find_variable (const ft_merge_part *p, const json_t *pair,
                           ft_race *race) {
  ft_id conflict;
  if (!ft_trace_conflict (p->trace, race->pair[0], race->pair[1], &conflict))
    return false;
  const char *name = text_of (json_array_get (pair, 0), "variable");
  ft_id named =
      name ? ft_intern_find (&p->trace->tables.names[FT_CLASS_VARIABLE], name,
                             strlen (name))
           : FT_NO_ID;
  race->variable = named == FT_NO_ID ? conflict : named;
  return name;
}

static bool read_pair (const ft_merge_part *p, const json_t *finding,
                       ft_race *race) {
  const json_t *pair = json_object_get (finding, "pair");
  for (size_t i = 0; i < 2; i++)
    if (!read_event (p, json_object_get (json_array_get (pair, i), "event"),
                     race->pair + i))
      return false;
  return race->pair[0] < race->pair[1] && find_variable (p, pair, race);
}

static void count_race (ft_results *x, const ft_race *race) {
  x->certified += race->verdict == FT_CERTIFIED;
  x->refuted += race->verdict == FT_REFUTED;
  x->undecided += race->verdict == FT_UNDECIDED;
}

static bool read_cause (const char *name, enum ft_cause *cause) {
  for (int c = 0; name && c < FT_CAUSE_COUNT; c++)
    if (!strcmp (name, ft_cause_name ((enum ft_cause)c))) {
      *cause = (enum ft_cause)c;
      return true;
    }
  return false;
}

// Reads what stopped the search, which documents of earlier versions lack.
static bool read_undecided (const json_t *finding, ft_race *race) {
  const char *cause = text_of (finding, "cause");
  race->cause = FT_CAUSE_OTHER;
  return !cause || read_cause (cause, &race->cause);
}

// Reads which relaxed model left the refuted pair open, if one did.
static bool read_left_open (const json_t *finding, ft_race *race) {
  const json_t *value = json_object_get (finding, "left_open");
  const char *model = text_of (value, "model");
  const char *cause = text_of (value, "cause");
  if (!value)
    return true;
  if (!model || ft_model_of (model) <= FT_MODEL_MCM)
    return false;
  race->left_open = (enum ft_model)ft_model_of (model);
  return read_cause (cause, &race->open_cause);
}

static bool read_memory_model (const json_t *finding,
                               enum ft_memory_model *memory) {
  const char *text = text_of (finding, "memory_model");
  int model = text ? ft_memory_model_of (text) : FT_MEMORY_SC;
  if (model >= 0)
    *memory = (enum ft_memory_model)model;
  return model >= 0;
}

// Reads the fence that counts for an access that does not synchronise, if there is one.
static bool read_fence (const ft_merge_part *p, const json_t *access,
                        ft_id *fence) {
  const json_t *value = json_object_get (access, "fence");
  return !value || json_is_null (value) ||
         (read_event (p, value, fence) &&
          p->trace->events[*fence].kind == FT_FENCE);
}

// Reads the write and the read that do not synchronise, if they are known.
static bool read_unsynchronized (const ft_merge_part *p, const json_t *finding,
                                 ft_id edge[2], ft_id fences[2]) {
  const json_t *list = json_object_get (finding, "unsynchronized");
  if (!json_array_size (list))
    return true;
  for (size_t i = 0; i < 2; i++)
    if (!read_event (p, json_object_get (json_array_get (list, i), "event"),
                     edge + i) ||
        !read_fence (p, json_array_get (list, i), fences + i))
      return false;
  const ft_event *write = p->trace->events + edge[0];
  const ft_event *read = p->trace->events + edge[1];
  return ft_kind_writes (write->kind) && ft_kind_reads (read->kind) &&
         write->target == read->target;
}

static bool read_race (ft_merge_part *p, size_t i, const json_t *finding) {
  ft_race *race = p->results->races + p->races + i;
  const char *model = text_of (finding, "model");
  const char *reason = text_of (finding, "reason");
  if (!read_pair (p, finding, race))
    return refuse (p, "races", i, "a pair of events that conflict");
  if (!read_verdict (text_of (finding, "verdict"), &race->verdict) ||
      !read_certifier (finding, &race->certifier) || !model ||
      ft_model_of (model) < 0)
    return refuse (p, "races", i, "a verdict, a certifier and a model");
  if (!read_relations (finding, &race->unordered_by))
    return refuse (p, "races", i, "names of relations as 'unordered_by'");
  if (!read_replays (finding, &race->replayed))
    return refuse (p, "races", i, "what replays showed, or null");
  if (!read_consequence (finding, &race->consequence))
    return refuse (p, "races", i, "what a race does as 'consequence'");
  if (!reason && race->verdict != FT_CERTIFIED)
    return refuse (p, "races", i, "a reason");
  if (!read_undecided (finding, race))
    return refuse (p, "races", i, "a cause as 'cause'");
  if (!read_left_open (finding, race))
    return refuse (p, "races", i, "a model and a cause as 'left_open'");
  race->model = (enum ft_model)ft_model_of (model);
  race->reason = reason ? ft_strdup (reason) : NULL;
  race->instances =
      (uint64_t)json_integer_value (json_object_get (finding, "instances"));
  race->seconds = json_number_value (json_object_get (finding, "seconds"));
  count_race (p->results, race);
  if (race->verdict != FT_CERTIFIED)
    return true;
  race->witness.model = race->model;
  if (!read_memory_model (finding, &race->witness.memory))
    return refuse (p, "races", i, "sc, c11 or rc11 as 'memory_model'");
  if (!read_unsynchronized (p, finding, race->unsynchronized, race->fences))
    return refuse (p, "races", i,
                   "a write and a read of it as 'unsynchronized', or null");
  memcpy (race->witness.pair, race->pair, sizeof race->pair);
  return read_schedule (p, finding, &race->witness);
}

// ---- deadlocks -------------------------------------------------------------

static bool read_acquires (const ft_merge_part *p, const json_t *finding,
                           ft_deadlock *d) {
  const json_t *list = json_object_get (finding, "acquires");
  size_t n = json_array_size (list);
  if (n < 2 || n > FT_MOST_TARGETS)
    return false;
  for (size_t i = 0; i < n; i++)
    if (!read_event (p, json_array_get (list, i), d->acquires + i) ||
        d->acquires[i] >= p->trace->size ||
        !ft_kind_acquires (p->trace->events[d->acquires[i]].kind))
      return false;
  d->length = (uint32_t)n;
  return true;
}

static void count_deadlock (ft_results *x, const ft_deadlock *d) {
  x->deadlocks_certified += d->verdict == FT_CERTIFIED;
  x->deadlocks_refuted += d->verdict == FT_REFUTED;
  x->deadlocks_undecided += d->verdict == FT_UNDECIDED;
}

static bool read_deadlock (ft_merge_part *p, size_t i, const json_t *finding) {
  ft_deadlock *d = p->results->deadlocks + p->deadlocks + i;
  const char *reason = text_of (finding, "reason");
  if (!read_acquires (p, finding, d))
    return refuse (p, "deadlocks", i, "a list of acquires of the trace");
  if (!read_verdict (text_of (finding, "verdict"), &d->verdict) ||
      !read_certifier (finding, &d->certifier))
    return refuse (p, "deadlocks", i, "a verdict and a certifier");
  if (!read_replays (finding, &d->replayed))
    return refuse (p, "deadlocks", i, "what replays showed, or null");
  if (!reason && d->verdict != FT_CERTIFIED)
    return refuse (p, "deadlocks", i, "a reason");
  d->reason = reason ? ft_strdup (reason) : NULL;
  d->instances =
      (uint64_t)json_integer_value (json_object_get (finding, "instances"));
  d->seconds = json_number_value (json_object_get (finding, "seconds"));
  count_deadlock (p->results, d);
  if (d->verdict != FT_CERTIFIED)
    return true;
  for (uint32_t k = 0; k < d->length; k++)
    FT_PUSH (d->witness.blocked, d->acquires[k]);
  if (json_object_get (json_object_get (finding, "witness"), "changed"))
    d->witness.model = FT_MODEL_RELAXED;
  return read_schedule (p, finding, &d->witness);
}

// ---- failures --------------------------------------------------------------

static bool read_failing (const ft_merge_part *p, const json_t *finding,
                          ft_failure *f) {
  const char *kind = text_of (finding, "kind");
  const json_t *freed = json_object_get (finding, "freed");
  int failure = kind ? ft_failure_of (kind) : -1;
  f->freed = FT_NO_ID;
  if (failure <= FT_FAILURE_NONE ||
      !read_event (p, json_object_get (finding, "event"), &f->fails) ||
      (freed && !json_is_null (freed) && !read_event (p, freed, &f->freed)))
    return false;
  f->kind = (enum ft_failure_kind)failure;
  return ft_failure_of_event (p->trace->events + f->fails, f->freed) == f->kind;
}

static void count_failure (ft_results *x, const ft_failure *f) {
  x->failures_certified += f->verdict == FT_CERTIFIED;
  x->failures_refuted += f->verdict == FT_REFUTED;
  x->failures_undecided += f->verdict == FT_UNDECIDED;
}

static bool read_failure (ft_merge_part *p, size_t i, const json_t *finding) {
  ft_failure *f = p->results->failures + p->failures + i;
  const char *reason = text_of (finding, "reason");
  const char *model = text_of (finding, "model");
  const char *cause = text_of (finding, "cause");
  const char *seen = text_of (finding, "seen");
  if (!read_failing (p, finding, f))
    return refuse (p, "failures", i, "an event of the trace that fails so");
  if (!read_verdict (text_of (finding, "verdict"), &f->verdict) ||
      !read_certifier (finding, &f->certifier) || !model ||
      ft_model_of (model) < 0)
    return refuse (p, "failures", i, "a verdict, a certifier and a model");
  if (!read_replays (finding, &f->replayed))
    return refuse (p, "failures", i, "what replays showed, or null");
  if (!reason && f->verdict != FT_CERTIFIED)
    return refuse (p, "failures", i, "a reason");
  if (cause && !read_cause (cause, &f->cause))
    return refuse (p, "failures", i, "a cause as 'cause'");
  f->model = (enum ft_model)ft_model_of (model);
  f->reason = reason ? ft_strdup (reason) : NULL;
  f->seen = seen ? ft_strdup (seen) : NULL;
  f->instances =
      (uint64_t)json_integer_value (json_object_get (finding, "instances"));
  f->seconds = json_number_value (json_object_get (finding, "seconds"));
  count_failure (p->results, f);
  if (f->verdict != FT_CERTIFIED)
    return true;
  f->witness.model = f->model;
  f->witness.failure = f->kind;
  f->witness.fails = f->fails;
  f->witness.freed = f->freed;
  return read_schedule (p, finding, &f->witness);
}

// ---- the document ----------------------------------------------------------

bool ft_merge_part_read (ft_merge_part *p) {
  const json_t *root = p->document->root;
  const json_t *races = json_object_get (root, "races");
  const json_t *deadlocks = json_object_get (root, "deadlocks");
  if (!json_is_array (races) || !json_is_array (deadlocks)) {
    ft_error_set (p->error, FT_EXIT_BAD_INPUT,
                  "%s: expected lists 'races' and 'deadlocks'", p->path);
    return false;
  }
  size_t count = json_array_size (races), certified = 0;
  for (size_t i = 0; i < count; i++) {
    if (!read_race (p, i, json_array_get (races, i)))
      return false;
    certified += p->results->races[p->races + i].verdict == FT_CERTIFIED;
    if (p->options->progress)
      p->options->progress (p->options->context, "checking schedules", i + 1,
                            count, certified);
  }
  for (size_t i = 0; i < json_array_size (deadlocks); i++)
    if (!read_deadlock (p, i, json_array_get (deadlocks, i)))
      return false;
  const json_t *failures = json_object_get (root, "failures");
  for (size_t i = 0; i < json_array_size (failures); i++)
    if (!read_failure (p, i, json_array_get (failures, i)))
      return false;
  return ft_merge_part_costs (p, root);
}
