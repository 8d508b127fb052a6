// What memory calls without records may read, and what they may change; and the
// name of what they keep (see 'load_inside.h').

#include "load/load_inside.h"

static bool is_own_stack (const ft_load *n, ft_id block) {
  const ft_memory_block *b =
      block == FT_NO_ID ? NULL : ft_variables_block (n->variables, block);
  return b && b->kind == FT_BLOCK_STACK &&
         b->thread == n->record.thread->number;
}

// Whether other threads use the byte by a record.
static bool is_shared (const ft_load *n, uint64_t address) {
  return ft_variables_traced (n->variables, address, 1) != FT_TRACED_NONE;
}

static bool may_be_known (const ft_load *n, uint64_t address) {
  const ft_environment *env = &n->environment;
  return env->all_reached || !env->altpaths ||
         ft_environment_has_escaped (env, address);
}

// Memory that no thread else uses by a record counts only if it is a variable of
// a library or a known object, but not of a frame of the thread itself.
bool ft_load_is_reached (const ft_load *n, uint64_t address) {
  const ft_run_code *code = n->environment.code;
  ft_id block = ft_variables_block_at (n->variables, address);
  if (block == FT_NO_ID && !ft_run_code_global_at (code, address))
    return ft_run_code_library_at (code, address) || is_shared (n, address);
  if (is_own_stack (n, block) && !is_shared (n, address))
    return false;
  return may_be_known (n, address);
}

// The expression of the access names a variable of the C library of which it is
// known which calls change it.
static bool is_known_variable (const ft_load *n) {
  const ft_run_site *at = n->record.at;
  return at && ft_call_effect_knows_variable (ft_sites_text (
                   at->function->table, at->site->variable));
}

static bool opens_modules (const ft_load *n) {
  return !n->machine || ft_reexecute_opens_modules (n->machine);
}

// Memory of no known object is a variable of a library, or was allocated by one
// without a record; but the first thread has its thread-local variables there.
static bool may_be_variable (const ft_load *n, uint64_t address) {
  const ft_run_code *code = n->environment.code;
  const ft_run_library *l = ft_run_code_library_at (code, address);
  if (l)
    return l->writable && !is_known_variable (n);
  return opens_modules (n) || FT_EMPTY (code->libraries) ||
         n->record.thread->number || is_shared (n, address);
}

// A thread reads variables of its own frames behind its own calls.
bool ft_load_may_be_changed (const ft_load *n, uint64_t address) {
  const ft_run_code *code = n->environment.code;
  ft_id block = ft_variables_block_at (n->variables, address);
  if (block == FT_NO_ID && ft_run_code_constant_at (code, address))
    return false;
  if (block == FT_NO_ID && !ft_run_code_global_at (code, address))
    return may_be_variable (n, address);
  if (is_own_stack (n, block) && !is_shared (n, address))
    return false;
  return may_be_known (n, address);
}

const char *ft_load_unknown_state (ft_load *n) {
  if (!n->unknown_state.text) {
    ft_strbuf_add (&n->unknown_state, "%s",
                   ft_call_state_text (FT_CALL_STATE_UNKNOWN));
    ft_run_code_add_libraries (&n->run->code, &n->unknown_state);
  }
  return ft_strbuf_text (&n->unknown_state);
}
