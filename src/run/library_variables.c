// Variables and streams of the C library that the program's own code accesses.

#include "run/unrecorded_calls_inside.h"

// Values of 'looks' at a site that are no sets of states.
#define NOT_ASKED UINT64_MAX
#define NAMES_STREAM (UINT64_MAX - 1)

bool ft_library_variable_is_named (const ft_sites *table) {
  for (size_t i = 0; i < table->strings.size; i++)
    if (ft_call_effect_of_variable (ft_sites_text (table, (uint32_t)i)) ||
        ft_stream_memory_is_variable (ft_sites_text (table, (uint32_t)i)))
      return true;
  return false;
}

static uint64_t looks_at (ft_unrecorded_calls *c, const ft_run_record *r) {
  FT_GROW (c->looks, (size_t)r->site + 1, NOT_ASKED);
  uint64_t *known = c->looks.begin + r->site;
  if (*known == NOT_ASKED) {
    const char *name =
        ft_sites_text (r->at->function->table, r->at->site->variable);
    *known = ft_stream_memory_is_variable (name)
                 ? NAMES_STREAM
                 : ft_call_effect_of_variable (name);
  }
  return *known;
}

// The C library changes its own variables without a record.
void ft_library_variable_access (ft_unrecorded_calls *c,
                                 const ft_run_record *r) {
  uint64_t looks = looks_at (c, r);
  if (!looks || ft_run_code_global_at (c->code, r->payload))
    return;
  if (looks == NAMES_STREAM) {
    if (r->at->kind == FT_SITE_LOAD)
      ft_stream_memory_variable (&c->streams, r);
    return;
  }
  ft_moments_add (c, &c->moments->before,
                  ft_call_effects_number (&c->moments->effects,
                                          (ft_call_effect){.looks = looks}),
                  r->tick);
}

// A macro of <stdio.h>, which the library's functions do not see.
void ft_library_stream_access (ft_unrecorded_calls *c, const ft_run_record *r) {
  bool writes = r->at->kind == FT_SITE_STORE;
  if ((!writes && r->at->kind != FT_SITE_LOAD) ||
      !ft_stream_memory_has (&c->streams, r->payload))
    return;
  ft_call_effect e = {.looks = FT_CALL_STATE_BIT (STREAMS),
                      .changes = writes ? FT_CALL_STATE_BIT (STREAMS) : 0};
  ft_moments_add (c, &c->moments->before,
                  ft_call_effects_number (&c->moments->effects, e), r->tick);
}
