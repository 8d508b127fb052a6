#include "report/json.h"

#include "report/consequence_note.h"
#include "report/costs.h"
#include "report/harm.h"
#include "report/iterations.h"
#include "report/json_value.h"
#include "report/missing_lock.h"
#include "report/openmp_clause.h"
#include "report/publication.h"
#include "report/race_kind.h"
#include "report/replayed.h"
#include "report/run_end.h"
#include "report/same_cause.h"
#include "report/suppressed.h"
#include "report/title.h"

static json_t *deadlock_value (const ft_sources *s) {
  json_t *list = json_array ();
  for (size_t i = 0; i < s->deadlock.threads.size; i++) {
    const ft_deadlocked_thread *t = s->deadlock.threads.begin + i;
    json_array_append_new (
        list, json_pack ("{s:s, s:o, s:o}", "thread", t->name, "awaited",
                         ft_json_text (*t->awaited ? t->awaited : NULL),
                         "location", ft_json_text (t->location)));
  }
  return list;
}

static json_t *frames_value (const ft_run_ending *x) {
  json_t *list = json_array ();
  for (size_t i = 0; i < x->stack.size; i++)
    json_array_append_new (
        list, json_pack ("{s:o, s:o}", "function",
                         ft_json_text (x->stack.begin[i].function), "location",
                         ft_json_text (x->stack.begin[i].location)));
  return list;
}

// The signal that ended the run.
static json_t *signal_value (const ft_report *r) {
  const ft_run_ending *x = &r->sources->ending;
  json_t *races = json_array ();
  ft_strbuf name = {0};
  char id[32];
  ft_run_end_add_signal (&name, x->signal);
  for (size_t i = 0; i < r->results->certified; i++)
    if (ft_run_end_touches (r, r->ranked[i])) {
      snprintf (id, sizeof id, "R%zu", i + 1);
      json_array_append_new (races, json_string (id));
    }
  json_t *value = json_pack (
      "{s:s, s:i, s:s, s:b, s:o, s:o}", "name", ft_strbuf_text (&name),
      "number", (int)x->signal, "thread", x->thread, "crash", (int)x->crash,
      "stack", frames_value (x), "races", races);
  ft_strbuf_release (&name);
  return value;
}

json_t *ft_json_trace (const ft_report *r) {
  const ft_trace *t = r->trace;
  json_t *value = json_pack (
      "{s:o, s:s, s:I, s:I, s:I, s:I, s:I}", "path", ft_json_text (t->path),
      "format", t->format, "events",
      (json_int_t)(t->whole ? t->whole : t->size), "threads",
      (json_int_t)ft_tables_count (&t->tables, FT_CLASS_THREAD), "locks",
      (json_int_t)ft_tables_count (&t->tables, FT_CLASS_LOCK), "variables",
      (json_int_t)ft_tables_count (&t->tables, FT_CLASS_VARIABLE), "locations",
      (json_int_t)ft_tables_count (&t->tables, FT_CLASS_LOCATION));
  if (t->screened)
    json_object_set_new (value, "screened",
                         json_integer ((json_int_t)t->screened));
  if (t->whole || t->begins)
    json_object_set_new (value, "expanded", json_integer (t->size));
  if (t->begins)
    json_object_set_new (value, "share", json_real (t->share));
  ft_json_add_libraries (value, r->sources);
  ft_json_add_recording (value, r->sources);
  if (r->sources && r->sources->deadlock.threads.size)
    json_object_set_new (value, "deadlock", deadlock_value (r->sources));
  if (r->sources && r->sources->ending.signal)
    json_object_set_new (value, "signal", signal_value (r));
  if (r->sources && r->sources->ending.cut_off)
    json_object_set_new (
        value, "cut_off",
        json_pack ("{s:I, s:s}", "threads",
                   (json_int_t)r->sources->ending.cut_off, "by",
                   r->sources->ending.thread));
  return value;
}

static json_t *limit (double value) {
  return value > 0 ? json_real (value) : json_null ();
}

static json_t *stages_value (unsigned stages) {
  json_t *list = stages ? json_array () : json_null ();
  for (int s = 0; stages && s < FT_FUNNEL_COUNT; s++)
    if (stages >> s & 1)
      json_array_append_new (
          list, json_string (ft_funnel_stage_name ((enum ft_funnel_stage)s)));
  return list;
}

// All options that can influence verdicts; the number of workers cannot.
json_t *ft_json_options (const ft_report *r) {
  const ft_check_options *o = r->options;
  return json_pack (
      "{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:b, s:o, s:b, s:s, s:o}",
      "model", r->model, "memory_model",
      ft_memory_model_name (o->memory_model), "candidates", ft_report_candidates (o->candidates),
      "pairs", o->all_pairs ? "all" : "locations", "encoding",
      o->encoding == FT_ENCODING_IDL ? "idl" : "order", "window",
      o->window ? json_integer (o->window) : json_string ("unbounded"),
      "timeout", limit (o->timeout), "budget", limit (o->budget), "memory",
      o->memory ? json_integer ((json_int_t)o->memory) : json_null (),
      "lenient", (int)r->read.lenient, "input_format",
      ft_json_text (r->read.format), "deadlocks", (int)o->deadlocks,
      "assume_unrecorded", r->read.independent ? "independent" : "ordered",
      "stages", stages_value (o->stages));
}

static json_t *access_value (const ft_report *r, const ft_race *race,
                             int side) {
  const ft_trace *t = r->trace;
  ft_id position = race->pair[side];
  const ft_event *e = t->events + position;
  const char *variable = ft_trace_name (t, FT_CLASS_VARIABLE, race->variable);
  const char *location =
      e->location == FT_NO_ID
          ? NULL
          : ft_trace_name (t, FT_CLASS_LOCATION, e->location);
  json_t *value = json_pack (
      "{s:I, s:o, s:s, s:o, s:o}", "event", (json_int_t)position, "thread",
      ft_json_text (ft_trace_name (t, FT_CLASS_THREAD, e->thread)), "op",
      ft_kind_name (ft_event_shown_kind (e)), "variable",
      ft_json_text (variable), "location", ft_json_text (location));
  ft_json_add_source (value, r->sources, position);
  if (race->verdict == FT_CERTIFIED)
    ft_json_add_text (value, r->sources, position);
  return value;
}

static json_t *unordered_value (const ft_race *race) {
  const char *names[FT_REPORT_RELATIONS];
  int n = ft_report_unordered_by (race, names);
  if (!race->unordered_by)
    return json_null (); // the budget ended before it was known
  json_t *list = json_array ();
  for (int i = 0; i < n; i++)
    json_array_append_new (list, json_string (names[i]));
  return list;
}

static json_t *edge_value (const ft_trace *t, ft_id event, ft_id fence) {
  const ft_event *e = t->events + event;
  bool unnamed = ft_kind_is_atomic (e->kind) && e->order == FT_ORDER_PLAIN;
  int order = unnamed ? FT_ORDER_SEQ_CST : e->order;
  return json_pack (
      "{s:I, s:o, s:s, s:s, s:o, s:o, s:o}", "event", (json_int_t)event,
      "thread", ft_json_text (ft_trace_name (t, FT_CLASS_THREAD, e->thread)),
      "op", ft_kind_name (e->kind), "order", ft_memory_order_name (order),
      "fence", fence ? json_integer (fence) : json_null (),
      "variable", ft_json_text (ft_trace_target_name (t, e)), "location",
      ft_json_text (e->location == FT_NO_ID
                        ? NULL
                        : ft_trace_name (t, FT_CLASS_LOCATION, e->location)));
}

// The model, and the write and the read that do not synchronise.
static void add_memory_model (json_t *head, const ft_trace *t,
                              const ft_race *race) {
  json_object_set_new (
      head, "memory_model",
      json_string (ft_memory_model_name (race->witness.memory)));
  const ft_id *edge = race->unsynchronized, *fences = race->fences;
  json_object_set_new (
      head, "unsynchronized",
      edge[0] == edge[1] ? json_null ()
                         : json_pack ("[o,o]", edge_value (t, edge[0], fences[0]),
                                      edge_value (t, edge[1], fences[1])));
}

static json_t *consequence_value (const ft_report *r, const ft_race *race) {
  const ft_consequence *c = &race->consequence;
  json_t *orders = json_array ();
  ft_strbuf note = {0};
  bool noted = ft_consequence_note (&note, r, race);
  for (int i = 0; i < 2; i++)
    json_array_append_new (
        orders, json_pack ("{s:i, s:I, s:o, s:o, s:o}", "first", i + 1, "runs",
                           (json_int_t)c->orders[i].runs, "ended",
                           ft_json_text (c->orders[i].ended), "difference",
                           ft_json_text (c->orders[i].difference), "value",
                           ft_json_text (c->orders[i].value)));
  json_t *value = json_pack (
      "{s:s, s:o, s:o, s:o, s:o, s:I, s:o}", "class",
      ft_consequence_name (c->class), "text", ft_json_text (c->text), "note",
      ft_json_text (noted ? ft_strbuf_text (&note) : NULL),
      "seen_in_both_orders", ft_json_text (c->in_both), "not_counted",
      ft_json_text (c->not_counted), "planned", (json_int_t)c->planned,
      "orders", orders);
  ft_strbuf_release (&note);
  return value;
}

static json_t *missing_lock_value (const ft_report *r, size_t rank) {
  const ft_missing_lock *m = ft_missing_lock_of (r, rank);
  ft_strbuf text = {0};
  ft_missing_lock_add (&text, r, rank);
  json_t *value = json_pack (
      "{s:o, s:i, s:I, s:I, s:o}", "lock",
      ft_json_text (ft_trace_name (r->trace, FT_CLASS_LOCK, m->lock)), "access",
      (int)m->side + 1, "held", (json_int_t)m->held, "accesses",
      (json_int_t)m->accesses, "text", ft_json_text (ft_strbuf_text (&text)));
  ft_strbuf_release (&text);
  return value;
}

static json_t *publication_value (const ft_report *r, size_t rank,
                                  const ft_id events[2]) {
  const ft_trace *t = r->trace;
  const ft_event *write = t->events + events[0], *read = t->events + events[1];
  json_t *value = json_pack (
      "{s:o, s:o, s:o}", "variable", ft_json_text (ft_trace_target_name (t, write)),
      "write", ft_json_text (ft_trace_name (t, FT_CLASS_LOCATION, write->location)),
      "read", ft_json_text (ft_trace_name (t, FT_CLASS_LOCATION, read->location)));
  ft_strbuf text = {0};
  if (ft_publication_leads (r, rank)) {
    ft_publication_add (&text, r, rank);
    json_object_set_new (value, "text", ft_json_text (ft_strbuf_text (&text)));
  }
  ft_strbuf_release (&text);
  return value;
}

static void add_publication (json_t *head, const ft_report *r, size_t rank) {
  ft_id events[2];
  bool behind = ft_publication_of (r, r->ranked[rank], events);
  if (!behind)
    memcpy (events, r->ranked[rank]->pair, sizeof events);
  if (behind || ft_publication_leads (r, rank))
    json_object_set_new (head, "publication",
                         publication_value (r, rank, events));
}

static void add_openmp (json_t *head, const ft_report *r,
                        const ft_race *race) {
  ft_strbuf text = {0};
  if (race->verdict == FT_CERTIFIED && ft_openmp_clause_add (&text, r, race))
    json_object_set_new (head, "openmp", ft_json_text (ft_strbuf_text (&text)));
  ft_strbuf_release (&text);
}

json_t *ft_json_race (const ft_report *r, const ft_race *race, size_t number) {
  char id[32], fingerprint[32];
  snprintf (id, sizeof id, "R%zu", number);
  snprintf (fingerprint, sizeof fingerprint, "%016llx",
            (unsigned long long)race->fingerprint);
  json_t *head = json_pack (
      "{s:s, s:s, s:s, s:[o,o], s:o, s:s, s:s, s:o, s:o, s:I}", "id", id,
      "kind", ft_race_kind_name (ft_race_kind_of (r->trace, race->pair)),
      "fingerprint", fingerprint, "pair", access_value (r, race, 0),
      access_value (r, race, 1), "unordered_by", unordered_value (race),
      "verdict", ft_verdict_name (race->verdict), "model",
      ft_model_name (race->model), "certifier", ft_json_text (race->certifier),
      "reason",
      ft_json_text (race->verdict == FT_CERTIFIED ? NULL : race->reason),
      "instances", (json_int_t)race->instances);
  if (race->verdict != FT_REFUTED)
    json_object_set_new (
        head, "harm",
        json_string (ft_harm_name ((enum ft_harm)r->harms[number - 1])));
  if (race->consequence.known)
    json_object_set_new (head, "consequence",
                         consequence_value (r, race));
  if (r->sources) {
    ft_strbuf title = {0};
    ft_title_variable (&title, r, race);
    json_object_set_new (head, "title", ft_json_text (ft_strbuf_text (&title)));
    ft_strbuf_release (&title);
  }
  if (race->verdict == FT_CERTIFIED)
    ft_json_add_route (head, r, &race->witness);
  if (ft_missing_lock_of (r, number - 1))
    json_object_set_new (head, "missing_lock", missing_lock_value (r, number - 1));
  add_openmp (head, r, race);
  add_publication (head, r, number - 1);
  if (!ft_same_cause_leads (r, number - 1))
    json_object_set_new (head, "entry",
                         json_sprintf ("R%zu", r->entries[number - 1] + 1));
  if (race->verdict == FT_UNDECIDED)
    json_object_set_new (head, "cause",
                         json_string (ft_cause_name (race->cause)));
  if (race->witness.memory != FT_MEMORY_SC)
    add_memory_model (head, r->trace, race);
  if (race->verdict == FT_REFUTED && race->left_open)
    json_object_set_new (head, "left_open",
                         json_pack ("{s:s, s:s}", "model",
                                    ft_model_name (race->left_open), "cause",
                                    ft_cause_name (race->open_cause)));
  if (r->results->compared)
    json_object_set_new (head, "baseline", json_boolean (race->known));
  if (race->suppressed)
    json_object_set_new (head, "suppressed",
                         ft_suppressed_json (race->suppressed));
  return head;
}

static void write_race (FILE *file, const ft_report *r, const ft_race *race,
                        size_t number) {
  json_t *tail =
      json_pack ("{s:o, s:o}", "replay", ft_json_replayed (&race->replayed),
                 "seconds", ft_json_seconds (race->seconds));
  fputc ('{', file);
  ft_json_write_members (file, ft_json_race (r, race, number));
  ft_json_write_witness (file,
                         race->verdict == FT_CERTIFIED ? &race->witness : NULL);
  ft_json_write_members (file, tail);
  fputc ('}', file);
}

static json_t *replays (const ft_replay_counts *n) {
  json_t *models = json_object ();
  for (int model = 0; model < FT_MODEL_COUNT; model++)
    if (n->models[model].tried)
      json_object_set_new (models, ft_model_name (model),
                           json_pack ("{s:I, s:I}", "confirmed",
                                      (json_int_t)n->models[model].confirmed,
                                      "replayed",
                                      (json_int_t)n->models[model].tried));
  return json_pack ("{s:I, s:I, s:I, s:o}", "confirmed",
                    (json_int_t)n->confirmed, "not_reached",
                    (json_int_t)n->missed, "not_replayed", (json_int_t)n->open,
                    "models", models);
}

static json_t *left_open (const ft_results *x) {
  size_t by[FT_CAUSE_COUNT], n = ft_results_left_open (x, by);
  json_t *causes = json_object ();
  for (int c = 0; c < FT_CAUSE_COUNT; c++)
    if (by[c])
      json_object_set_new (causes, ft_cause_name ((enum ft_cause)c),
                           json_integer ((json_int_t)by[c]));
  return json_pack ("{s:I, s:o}", "candidates", (json_int_t)n, "causes",
                    causes);
}

static json_t *funnel (const ft_results *x) {
  json_t *list = json_array ();
  for (int s = 0; s < FT_FUNNEL_COUNT; s++) {
    const ft_funnel_row *row = x->funnel + s;
    json_t *value = json_pack (
        "{s:s, s:I, s:I, s:I, s:s, s:o, s:o}", "name",
        ft_funnel_stage_name ((enum ft_funnel_stage)s), "candidates",
        (json_int_t)row->candidates, "decided", (json_int_t)row->decided,
        "certified", (json_int_t)row->certified, "state",
        ft_funnel_state_name (row->state), "seconds",
        ft_json_seconds (row->seconds), "left",
        row->left > 0 ? ft_json_seconds (row->left) : json_null ());
    json_array_append_new (list, value);
  }
  return list;
}

json_t *ft_json_summary (const ft_results *x) {
  json_t *summary = json_pack (
      "{s:I, s:I, s:I, s:o, s:o, s:I, s:o, s:o, s:o}", "certified",
      (json_int_t)x->certified, "refuted", (json_int_t)x->refuted, "undecided",
      (json_int_t)x->undecided, "left_open", left_open (x), "funnel",
      funnel (x), "candidates", (json_int_t)x->candidates, "unfinished",
      ft_json_phases (&x->phases), "stages", ft_costs_json (&x->stages),
      "seconds", ft_json_seconds (x->seconds));
  ft_replay_counts n = ft_replay_count (x);
  if (x->failures_certified + x->failures_undecided + x->failures_refuted)
    json_object_set_new (
        summary, "failures",
        json_pack ("{s:I, s:I, s:I}", "certified",
                   (json_int_t)x->failures_certified, "refuted",
                   (json_int_t)x->failures_refuted, "undecided",
                   (json_int_t)x->failures_undecided));
  if (x->unreached)
    json_object_set_new (summary, "unreached",
                         json_integer ((json_int_t)x->unreached));
  if (n.confirmed || n.missed ||
      (n.open && x->phases.of[FT_PHASE_REPLAYING].cut))
    json_object_set_new (summary, "replays", replays (&n));
  if (x->peak)
    json_object_set_new (summary, "peak_bytes",
                         json_integer ((json_int_t)x->peak));
  if (x->compared)
    json_object_set_new (summary, "new",
                         json_integer ((json_int_t)(x->certified - x->known)));
  if (x->suppressing)
    json_object_set_new (summary, "suppressed",
                         json_integer ((json_int_t)(x->suppressed_certified +
                                                    x->suppressed_undecided)));
  return summary;
}

// The data that 'merge' needs to put shards together.
static json_t *shard_value (const ft_report *r) {
  char digest[24];
  snprintf (digest, sizeof digest, "%016llx",
            (unsigned long long)ft_trace_digest (r->trace));
  return json_pack ("{s:I, s:I, s:s, s:o}", "number",
                    (json_int_t)r->options->shard.number, "of",
                    (json_int_t)r->options->shard.of, "digest", digest,
                    "seconds", ft_costs_list (&r->results->stages));
}

static void write_member (FILE *file, const char *name, json_t *value) {
  fprintf (file, " \"%s\": ", name);
  ft_json_write (file, value);
  fputs (",\n", file);
}

static void write_races (FILE *file, const ft_report *r) {
  size_t written = 0;
  fputs (" \"races\": [", file);
  for (size_t i = 0; i < r->results->size; i++)
    if (!ft_report_omits (r, r->ranked[i])) {
      fputs (written++ ? ",\n  " : "\n  ", file);
      write_race (file, r, r->ranked[i], i + 1);
    }
  fputs (written ? "\n ],\n" : "],\n", file);
}

static json_t *unfollowed_value (const ft_notes *notes) {
  json_t *list = json_array ();
  for (size_t i = 0; i < notes->list.size; i++) {
    const ft_note *note = notes->list.begin + i;
    if (ft_note_is_unfollowed (note))
      json_array_append_new (list, json_pack ("{s:o, s:I}", "function",
                                              ft_json_text (note->text), "paths",
                                              (json_int_t)note->count));
  }
  return list;
}

void ft_report_json (FILE *file, const ft_report *r) {
  fputs ("{\n", file);
  write_member (file, "schema", json_string ("foretrace-results/1"));
  write_member (file, "tool", ft_json_tool ());
  write_member (file, "trace", ft_json_trace (r));
  write_member (file, "options", ft_json_options (r));
  if (r->options->shard.of)
    write_member (file, "shard", shard_value (r));
  write_races (file, r);
  ft_json_write_deadlocks (file, r);
  ft_json_write_failures (file, r);
  write_member (file, "unfollowed", unfollowed_value (&r->trace->notes));
  if (r->iterations)
    write_member (file, "iterations", ft_iterations_json (r->iterations));
  fputs (" \"summary\": ", file);
  ft_json_write (file, ft_json_summary (r->results));
  fputs ("\n}\n", file);
}

// ---- json deadlock ---------------------------------------------------------

static json_t *acquires_value (const ft_deadlock *d) {
  json_t *list = json_array ();
  for (uint32_t i = 0; i < d->length; i++)
    json_array_append_new (list, json_integer (d->acquires[i]));
  return list;
}

// The acquires with their source lines, as the accesses of a race.
static json_t *blocked_value (const ft_report *r, const ft_deadlock *d) {
  const ft_trace *t = r->trace;
  json_t *list = json_array ();
  for (uint32_t i = 0; i < d->length; i++) {
    const ft_event *e = t->events + d->acquires[i];
    json_t *value = json_pack (
        "{s:I, s:o, s:s, s:o, s:o}", "event", (json_int_t)d->acquires[i],
        "thread", ft_json_text (ft_trace_name (t, FT_CLASS_THREAD, e->thread)),
        "op", ft_kind_name (e->kind), "variable",
        ft_json_text (ft_trace_target_name (t, e)), "location",
        e->location == FT_NO_ID
            ? json_null ()
            : ft_json_text (ft_trace_name (t, FT_CLASS_LOCATION, e->location)));
    ft_json_add_source (value, r->sources, d->acquires[i]);
    ft_json_add_text (value, r->sources, d->acquires[i]);
    json_array_append_new (list, value);
  }
  return list;
}

json_t *ft_json_deadlock (const ft_report *r, const ft_deadlock *d,
                          size_t number) {
  bool certified = d->verdict == FT_CERTIFIED;
  char id[32], fingerprint[32];
  snprintf (id, sizeof id, "D%zu", number);
  snprintf (fingerprint, sizeof fingerprint, "%016llx",
            (unsigned long long)d->fingerprint);
  json_t *head = json_pack (
      "{s:s, s:s, s:o, s:o, s:I, s:s, s:o, s:o}", "id", id, "fingerprint",
      fingerprint, "acquires", acquires_value (d), "blocked",
      blocked_value (r, d), "instances",
      (json_int_t)d->instances, "verdict", ft_verdict_name (d->verdict),
      "certifier", ft_json_text (d->certifier), "reason",
      ft_json_text (certified ? NULL : d->reason));
  if (certified)
    ft_json_add_route (head, r, &d->witness);
  if (r->results->compared)
    json_object_set_new (head, "baseline", json_boolean (d->known));
  if (d->suppressed)
    json_object_set_new (head, "suppressed",
                         ft_suppressed_json (d->suppressed));
  return head;
}

void ft_json_write_finding (FILE *file, json_t *head, const ft_witness *w,
                            const ft_replayed *replayed, double seconds) {
  json_t *tail = json_pack ("{s:o, s:o}", "replay", ft_json_replayed (replayed),
                            "seconds", ft_json_seconds (seconds));
  fputc ('{', file);
  ft_json_write_members (file, head);
  ft_json_write_witness (file, w);
  ft_json_write_members (file, tail);
  fputc ('}', file);
}

void ft_json_write_deadlocks (FILE *file, const ft_report *r) {
  const ft_results *x = r->results;
  size_t written = 0;
  fputs (" \"deadlocks\": [", file);
  for (size_t i = 0; i < x->deadlock_count; i++)
    if (!ft_report_omits_deadlock (r, x->deadlocks + i)) {
      fputs (written++ ? ",\n  " : "\n  ", file);
      const ft_deadlock *d = x->deadlocks + i;
      ft_json_write_finding (file, ft_json_deadlock (r, d, i + 1),
                             d->verdict == FT_CERTIFIED ? &d->witness : NULL,
                             &d->replayed, d->seconds);
    }
  fputs (written ? "\n ],\n" : "],\n", file);
}

// ---- json witness ----------------------------------------------------------

// Schedules can have as many events as the trace, in every finding: they are
// written digit by digit, not built as JSON values.
static void write_schedule (FILE *file, const ft_witness *witness) {
  fputs ("{\"schedule\": [", file);
  for (size_t i = 0; i < witness->schedule.size; i++) {
    char digits[16], *p = digits + sizeof digits;
    ft_id event = witness->schedule.begin[i];
    do
      *--p = (char)('0' + event % 10);
    while (event /= 10);
    *--p = ' ';
    if (i)
      *--p = ',';
    else
      p++;
    fwrite (p, 1, (size_t)(digits + sizeof digits - p), file);
  }
  fputs ("]", file);
}

static void write_changes (FILE *file, const ft_witness *witness) {
  fputs (", \"changed\": [", file);
  for (size_t i = 0; i < witness->changed.size; i++) {
    const ft_changed *c = witness->changed.begin + i;
    fprintf (file, "%s{\"event\": %u, \"value\": ", i ? ", " : "", c->read);
    if (c->known)
      fprintf (file, "\"0x%llx\"}", (unsigned long long)c->value);
    else
      fputs ("null}", file);
  }
  fputs ("]", file);
}

static void write_flips (FILE *file, const ft_witness *witness) {
  fputs (", \"branches\": [", file);
  for (size_t i = 0; i < witness->flipped.size; i++)
    fprintf (file, "%s{\"event\": %u, \"outcome\": \"0x%llx\"}", i ? ", " : "",
             witness->flipped.begin[i].branch,
             (unsigned long long)witness->flipped.begin[i].outcome);
  fputs ("]", file);
}

void ft_json_write_witness (FILE *file, const ft_witness *witness) {
  fputs (", \"witness\": ", file);
  if (witness) {
    write_schedule (file, witness);
    ft_witness_write_graph (file, witness);
    if (witness->model != FT_MODEL_MCM)
      write_changes (file, witness);
    if (witness->model == FT_MODEL_PATH)
      write_flips (file, witness);
    fputc ('}', file);
  } else
    fputs ("null", file);
  fputs (", ", file);
}
