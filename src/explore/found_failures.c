#include "explore/found_failures.h"

#include <math.h>
#include <string.h>

#include "base/checksum.h"
#include "base/debug_log.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "load/run_trace.h"
#include "replay/failure_replay.h"
#include "replay/probe_run.h"

// ATTEMPTS: replays of a failure.  OFTEN: traces that are asked about a failure;
// of those behind them one of two, four, eight, ...; of one that time left undecided
// the 2nd, 5th, 17th, ...
enum { ATTEMPTS = 3, OFTEN = 8 };

// What a failure may take that time left undecided in an earlier trace.
static const double left_seconds = 0.5;

static void release (ft_found_failure *f) {
  free (f->kind);
  free (f->text);
  free (f->file);
  free (f->seen);
  free (f->input);
}

void ft_found_failures_release (ft_found_failures *all) {
  for (size_t i = 0; i < all->list.size; i++)
    release (all->list.begin + i);
  FT_RELEASE (all->list);
  ft_map_release (&all->asked);
  ft_map_release (&all->left);
}

size_t ft_found_failures_seen (const ft_found_failures *all) {
  size_t seen = 0;
  for (size_t i = 0; i < all->list.size; i++)
    seen += all->list.begin[i].reached > 0;
  return seen;
}

// Whether the text names the place as a whole: "at f.c:3:1, or behind".
static bool names_place (const char *text, const char *place) {
  const char *found = strstr (text, place);
  char next = found ? found[strlen (place)] : ':';
  return next != ':' && !(next >= '0' && next <= '9');
}

const ft_found_failure *ft_found_failures_at (const ft_found_failures *all,
                                              const char *crash) {
  const char *place = strstr (crash, ") at ");
  for (size_t i = 0; place && i < all->list.size; i++)
    if (all->list.begin[i].reached &&
        names_place (all->list.begin[i].seen, place + 1))
      return all->list.begin + i;
  return NULL;
}

// NULL: there is none.
static ft_found_failure *find (const ft_found_failures *all,
                               const char *text) {
  for (size_t i = 0; i < all->list.size; i++)
    if (!strcmp (all->list.begin[i].text, text))
      return all->list.begin + i;
  return NULL;
}

static uint64_t key_of (const char *text) {
  return ft_checksum (text, strlen (text));
}

// ---- from a trace to the journal -------------------------------------------

static void add_place (ft_strbuf *text, const ft_trace *t, ft_id event) {
  ft_id location = t->events[event].location;
  char *name =
      ft_utf8_clean (location == FT_NO_ID
                         ? "an unknown place"
                         : ft_trace_name (t, FT_CLASS_LOCATION, location));
  ft_strbuf_add (text, "%s", name);
  free (name);
}

// "failed assertion at f.c:3:1", "use of freed memory at f.c:3:1, freed at
// f.c:9:3".
static void describe (ft_strbuf *text, const ft_trace *t,
                      enum ft_failure_kind kind, ft_id fails, ft_id freed) {
  ft_strbuf_add (text, "%s at ", ft_failure_said (t, kind, fails));
  add_place (text, t, fails);
  if (freed == FT_NO_ID)
    return;
  ft_strbuf_add (text, ", freed at ");
  add_place (text, t, freed);
}

// Whether a trace is asked about a failure of which as many may have had it before.
static bool is_turn (uint32_t traces, bool left) {
  const uint32_t of_four = 0x55555555; // the bits of powers of four
  bool power = !(traces & (traces - 1));
  return left ? power && traces & of_four : power || traces < OFTEN;
}

double ft_failure_choice_asks (void *context, enum ft_failure_kind kind,
                               ft_id fails, ft_id freed) {
  const ft_failure_choice *c = context;
  ft_strbuf buffer = {0};
  describe (&buffer, c->trace, kind, fails, freed);
  const char *text = ft_strbuf_text (&buffer);
  const ft_found_failure *known = find (c->known, text);
  uint32_t times = ft_map_get (&c->known->asked, key_of (text));
  bool seen = known && known->reached;
  bool left = ft_map_get (&c->known->left, key_of (text)) != FT_NO_ID;
  bool asks = !seen && (times == FT_NO_ID || is_turn (times, left));
  if (!seen)
    json_array_append_new (c->asked, json_string (text));
  ft_strbuf_release (&buffer);
  return !asks ? 0 : left ? left_seconds : INFINITY;
}

void ft_failure_choice_leaves (void *context, enum ft_failure_kind kind,
                               ft_id fails, ft_id freed) {
  const ft_failure_choice *c = context;
  ft_strbuf text = {0};
  describe (&text, c->trace, kind, fails, freed);
  json_array_append_new (c->left, json_string (ft_strbuf_text (&text)));
  ft_strbuf_release (&text);
}

static bool write_witness (const ft_explore_options *o, const ft_trace *t,
                           const char *file, const ft_failure *f,
                           ft_error *error) {
  ft_strbuf path = {0};
  ft_error ignored = FT_NO_ERROR;
  ft_run_trace_write (t, &ignored); // 'verify' says if it is missing
  ft_strbuf_add (&path, "%s/races/%s.json", o->directory, file);
  bool fine = ft_witness_write (ft_strbuf_text (&path), t, &f->witness, error);
  ft_strbuf_release (&path);
  return fine;
}

// Replays the failure.  False and an error as for a list of failures.
static bool replay (const ft_replay_context *r, ft_failure *f,
                    ft_error *error) {
  ft_replay_schedule schedule = {0};
  ft_error problem = FT_NO_ERROR;
  bool fine = true;
  if (!ft_probe_schedule (&schedule, r, &f->witness, &problem))
    FT_DEBUG (EXPLORE, 1, "no schedule for a failure: %s", problem.message);
  else
    for (int i = 0; fine && i < ATTEMPTS; i++) {
      ft_failure_seen seen;
      fine = ft_failure_replay (r, f, &schedule, &seen, error) &&
             !seen.interrupted;
      f->replayed.runs += fine;
      f->replayed.reached += fine && seen.seen;
      if (fine && seen.seen && !f->seen)
        f->seen = ft_strdup (ft_strbuf_text (&seen.text));
      ft_failure_seen_release (&seen);
    }
  ft_replay_schedule_release (&schedule);
  return fine;
}

static json_t *value_of (const ft_failure *f, const char *text,
                         const char *file, const char *input) {
  char *seen = ft_utf8_clean (f->seen ? f->seen : "");
  json_t *value = json_pack (
      "{s:s, s:s, s:s, s:s, s:s, s:i, s:i}", "kind", ft_failure_name (f->kind),
      "text", text, "file", file, "seen", seen, "input", input, "replays",
      (int)f->replayed.runs, "reached", (int)f->replayed.reached);
  free (seen);
  return value;
}

static bool add (const ft_explore_options *o, const ft_replay_context *r,
                 ft_failure *f, unsigned run, const char *text,
                 const char *input, json_t *list, ft_error *error) {
  char file[48];
  if (!replay (r, f, error))
    return false;
  snprintf (file, sizeof file, "%u-F%zu", run, json_array_size (list) + 1);
  json_array_append_new (list, value_of (f, text, file, input));
  return write_witness (o, r->trace, file, f, error);
}

json_t *ft_found_failures_json (const ft_explore_options *o,
                                const ft_replay_context *r, ft_results *x,
                                unsigned run, const char *input,
                                ft_error *error) {
  json_t *list = json_array ();
  bool fine = true;
  for (size_t i = 0; fine && i < x->failure_count; i++) {
    ft_failure *f = x->failures + i;
    ft_strbuf text = {0};
    if (f->verdict != FT_CERTIFIED)
      continue;
    describe (&text, r->trace, f->kind, f->fails, f->freed);
    fine = add (o, r, f, run, ft_strbuf_text (&text), input, list, error);
    ft_strbuf_release (&text);
  }
  if (!fine)
    json_decref (list);
  return fine ? list : NULL;
}

// ---- from the journal to the state -----------------------------------------

static char *text_of (const json_t *line, const char *key) {
  const char *text = json_string_value (json_object_get (line, key));
  return ft_strdup (text ? text : "");
}

static unsigned number_of (const json_t *line, const char *key) {
  return (unsigned)json_integer_value (json_object_get (line, key));
}

// A failure that an earlier run has, too: the one that was seen stays.
static void apply_again (ft_found_failure *known, ft_found_failure *f) {
  if (f->reached && !known->reached) {
    ft_found_failure kept = *known;
    *known = *f;
    *f = kept;
  }
  release (f);
}

static void apply_asked (ft_found_failures *all, const json_t *line) {
  const json_t *list = json_object_get (line, "asked");
  for (size_t i = 0; i < json_array_size (list); i++) {
    const char *text = json_string_value (json_array_get (list, i));
    uint32_t *times = text ? ft_map_at (&all->asked, key_of (text)) : NULL;
    if (times)
      *times = *times == FT_NO_ID ? 1 : *times + 1;
  }
}

static void apply_left (ft_found_failures *all, const json_t *line) {
  const json_t *list = json_object_get (line, "left");
  for (size_t i = 0; i < json_array_size (list); i++) {
    const char *text = json_string_value (json_array_get (list, i));
    if (text)
      *ft_map_at (&all->left, key_of (text)) = 1;
  }
}

static ft_found_failure read_failure (const json_t *one, unsigned run) {
  return (ft_found_failure){.run = run,
                            .kind = text_of (one, "kind"),
                            .text = text_of (one, "text"),
                            .file = text_of (one, "file"),
                            .seen = text_of (one, "seen"),
                            .input = text_of (one, "input"),
                            .replays = number_of (one, "replays"),
                            .reached = number_of (one, "reached")};
}

void ft_found_failures_apply (ft_found_failures *all, const json_t *line,
                              unsigned run) {
  const json_t *list = json_object_get (line, "failures");
  apply_asked (all, line);
  apply_left (all, line);
  for (size_t i = 0; i < json_array_size (list); i++) {
    ft_found_failure f = read_failure (json_array_get (list, i), run);
    ft_found_failure *known = find (all, f.text);
    if (known)
      apply_again (known, &f);
    else
      FT_PUSH (all->list, f);
  }
}
