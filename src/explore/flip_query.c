#include "explore/flip_query.h"

#include <string.h>

#include "base/checksum.h"

enum { MOST_BLOCKING = 4 }; // blocking branches in a row

static uint64_t key_of (const ft_flip_query *a, size_t branch) {
  uint64_t words[] = {a->schedule, ft_path_keys_branch (a->keys, branch, true)};
  return a->schedule ? ft_checksum (words, sizeof words) : words[1];
}

bool ft_flip_query_knows (const ft_search_state *state,
                          const ft_path_key_list *asked, uint64_t key) {
  for (size_t i = 0; i < asked->size; i++)
    if (asked->begin[i] == key)
      return true;
  return ft_map_get (&state->path_keys, key) != FT_NO_ID;
}

// Whether neither an earlier run nor this one asked for it: one branch may
// block several others, and is flipped for itself, too.
bool ft_flip_query_is_new (const ft_flip_query *a, size_t branch) {
  return !ft_flip_query_knows (a->state, a->asked, key_of (a, branch));
}

// Flips the branch with the events of the other threads as they were.  This may
// be impossible, since these events may depend on the branch.
static void flip_alone (const ft_flip_query *a, size_t branch,
                        ft_flip_result *flipped) {
  ft_id event = ft_concolic_branch (a->keys->concolic, branch).event;
  if (a->last != FT_NO_ID && event < a->last)
    ft_concolic_flip_alone (a->keys->concolic, branch, a->last, flipped);
}

bool ft_flip_query_solve (const ft_flip_query *a, size_t branch) {
  ft_flip_result flipped = {.answer = FT_UNKNOWN};
  FT_PUSH (*a->asked, key_of (a, branch));
  flip_alone (a, branch, &flipped);
  if (flipped.answer != FT_SAT)
    ft_concolic_flip (a->keys->concolic, branch, &flipped);
  bool fine = ft_flip_result_apply (a->trace, &flipped, a->inputs);
  ft_flip_result_release (&flipped);
  return fine;
}

bool ft_flip_query_solve_blocking (const ft_flip_query *a, size_t branch) {
  for (int n = 0; n < MOST_BLOCKING; n++) {
    branch = ft_concolic_blocking_branch (a->keys->concolic, branch);
    if (branch == SIZE_MAX || !ft_flip_query_is_new (a, branch))
      return false;
    if (ft_flip_query_solve (a, branch))
      return true;
  }
  return false;
}

// ---- results ---------------------------------------------------------------

bool ft_flip_result_gather (const ft_trace *trace, const char *source,
                            ft_input_set *inputs) {
  const ft_origins *all = &trace->tables.origins;
  FT_STACK (unsigned char) bytes = {0};
  for (size_t i = 0; i < all->writes.size; i++) {
    const ft_origin *o = all->writes.begin + i;
    const ft_event *e = trace->events + o->position;
    uint64_t at = o->at;
    if (strcmp (ft_intern_name (&all->sources, o->source), source))
      continue;
    int size = __builtin_popcount (e->mask);
    if (at + 8 > FT_INPUT_DEFAULT_BYTES)
      continue;
    FT_GROW (bytes, at + (uint64_t)size, 0);
    for (int b = 0; b < size; b++)
      bytes.begin[at + (uint64_t)b] = (unsigned char)(e->value >> 8 * b);
  }
  bool any = bytes.size;
  ft_input_set_put (inputs, source, bytes.begin, bytes.size);
  FT_RELEASE (bytes);
  return any;
}

static void change (const ft_trace *trace, const ft_input_change *c,
                    ft_input_set *inputs) {
  const ft_input_source *s = ft_input_set_find (inputs, c->source);
  if (!s || !s->bytes)
    ft_flip_result_gather (trace, c->source, inputs);
  s = ft_input_set_find (inputs, c->source);
  if (c->at >= FT_INPUT_MAX_BYTES)
    return;
  size_t size = s->size > c->at ? s->size : (size_t)c->at + 1;
  unsigned char *bytes = ft_calloc (size, 1);
  if (s->size)
    memcpy (bytes, s->bytes, s->size);
  bytes[c->at] = c->byte;
  ft_input_set_put (inputs, c->source, bytes, size);
  free (bytes);
}

bool ft_flip_result_apply (const ft_trace *trace, const ft_flip_result *flipped,
                           ft_input_set *inputs) {
  if (flipped->answer != FT_SAT || !flipped->changes.size)
    return false;
  for (size_t c = 0; c < flipped->changes.size; c++)
    change (trace, flipped->changes.begin + c, inputs);
  return true;
}
