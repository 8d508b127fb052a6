#include "explore/callees.h"

#include "base/checksum.h"
#include "explore/flip_query.h"
#include "run/run.h"

enum { MOST_FUNCTIONS = 64 }; // of one table

static bool is_function (const ft_run *run, uint64_t address) {
  const ft_run_global *g = ft_run_code_constant_at (&run->code, address);
  return g && g->first == address && g->global->kind == FT_GLOBAL_FUNCTION;
}

static uint64_t key_of (uint64_t address) {
  static const char what[] = "called by address";
  uint64_t words[] = {ft_checksum (what, sizeof what), address};
  return ft_checksum (words, sizeof words);
}

// Whether a concretized value is the address of a function, in a branch that
// concretizes nothing else: a call.
static bool is_call (const ft_run *run, const ft_trace *trace,
                     ft_concretized_value v) {
  const ft_event *e = trace->events + v.event;
  return e->kind == FT_BRANCH && is_function (run, v.value);
}

void ft_callees_called (const ft_search_state *state, const ft_trace *trace,
                        const ft_path_keys *keys, ft_path_key_list *called) {
  ft_error ignored = FT_NO_ERROR;
  ft_run *run = keys->concretized ? ft_run_open (trace->path, &ignored) : NULL;
  for (size_t i = 0; run && i < keys->concretized; i++) {
    ft_concretized_value v = ft_concolic_concretized (keys->concolic, i);
    if (is_call (run, trace, v) &&
        !ft_flip_query_knows (state, called, key_of (v.value)))
      FT_PUSH (*called, key_of (v.value));
  }
  if (run)
    ft_run_free (run);
}

// Asks for functions until one was not called yet.
static bool call_another (const ft_search_state *state, const ft_run *run,
                          const ft_trace *trace, const ft_path_keys *keys,
                          size_t i, ft_input_set *inputs,
                          ft_path_key_list *asked) {
  ft_flip_result flipped = {0};
  uint64_t others[MOST_FUNCTIONS];
  size_t count = 0;
  bool found = false;
  while (!found && count < MOST_FUNCTIONS) {
    ft_concolic_reconcretize (keys->concolic, i, others, count, &flipped);
    if (flipped.answer != FT_SAT)
      break;
    uint64_t key = key_of (flipped.value);
    others[count++] = flipped.value;
    if (!is_function (run, flipped.value) ||
        ft_flip_query_knows (state, asked, key))
      continue;
    FT_PUSH (*asked, key);
    found = ft_flip_result_apply (trace, &flipped, inputs);
  }
  ft_flip_result_release (&flipped);
  return found;
}

bool ft_callees_find (const ft_search_state *state, const ft_trace *trace,
                      const ft_path_keys *keys, ft_input_set *inputs,
                      ft_path_key_list *asked) {
  ft_error ignored = FT_NO_ERROR;
  bool found = false;
  ft_run *run = keys->concretized ? ft_run_open (trace->path, &ignored) : NULL;
  for (size_t i = 0; run && !found && i < keys->concretized; i++)
    found = is_call (run, trace, ft_concolic_concretized (keys->concolic, i)) &&
            call_another (state, run, trace, keys, i, inputs, asked);
  if (run)
    ft_run_free (run);
  return found;
}
