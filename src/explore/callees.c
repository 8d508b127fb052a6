#include "explore/callees.h"

#include "base/checksum.h"
#include "explore/flip_query.h"
#include "run/run.h"
#include "run/run_access.h"

// Parts of one table.
enum { MOST_FUNCTIONS = 64, MOST_NUMBERS = 32 };

// A run, and what it stores: tables that it fills.
typedef struct memory {
  ft_run *run; // owned; NULL: it cannot be read
  FT_STACK (uint64_t) stored;
  ft_map stored_at; // by address: an index into 'stored'
} memory;

static bool is_function (const ft_run *run, uint64_t address) {
  const ft_run_global *g = ft_run_code_constant_at (&run->code, address);
  return g && g->first == address && g->global->kind == FT_GLOBAL_FUNCTION;
}

// ---- tables ------------------------------------------------------------------

static void note_store (memory *m, const ft_run_access *a) {
  if (!ft_kind_writes (a->kind) || !a->valued || a->symbolic)
    return;
  *ft_map_at (&m->stored_at, a->address) = (uint32_t)m->stored.size;
  FT_PUSH (m->stored, a->kind == FT_ATOMIC_RMW ? a->written : a->value);
}

// What is stored last counts: tables are filled before they are used.
static void find_stored (memory *m) {
  ft_error ignored = FT_NO_ERROR;
  ft_run_reader *reader = ft_run_reader_new (m->run);
  ft_run_record record;
  while (ft_run_reader_next (reader, &record, &ignored) > 0) {
    ft_run_access accesses[2];
    int n = record.at ? ft_run_record_accesses (&record, reader, accesses,
                                                &ignored)
                      : 0;
    for (int i = 0; i < n; i++)
      note_store (m, accesses + i);
  }
  ft_run_reader_free (reader);
}

static memory read_memory (const ft_trace *trace, const ft_path_keys *keys) {
  ft_error ignored = FT_NO_ERROR;
  memory m = {0};
  m.run = keys->concretized ? ft_run_open (trace->path, &ignored) : NULL;
  if (m.run)
    find_stored (&m);
  return m;
}

static void release_memory (memory *m) {
  if (m->run)
    ft_run_free (m->run);
  FT_RELEASE (m->stored);
  ft_map_release (&m->stored_at);
}

// What a table has from the beginning: a pointer, or the number of four bytes.
static bool initial_at (const ft_run *run, uint64_t address, uint64_t *word) {
  const ft_run_global *g = ft_run_code_global_at (&run->code, address);
  if (!g)
    return false;
  uint64_t at = address - g->first;
  return (ft_sites_initial (g->table, g->global, at, 8, word) &&
          is_function (run, *word)) ||
         ft_sites_initial (g->table, g->global, at, 4, word);
}

static bool content_at (const memory *m, uint64_t address, uint64_t *word) {
  uint32_t i = ft_map_get (&m->stored_at, address);
  if (i == FT_NO_ID)
    return initial_at (m->run, address, word);
  *word = m->stored.begin[i];
  return true;
}

// ---- what a run calls or reads -----------------------------------------------

// A function that is called, or what a table has where it is read.
typedef struct target {
  uint64_t word, table; // 'table': address of the global; 0: none, or a function
} target;

// Whether a concretized value has a target: it is a function, in a branch that
// concretizes nothing else, or an address with a known content.
static bool find_target (const memory *m, const ft_trace *trace, ft_id event,
                         uint64_t value, target *found) {
  enum ft_kind kind = (enum ft_kind)trace->events[event].kind;
  *found = (target){value, 0};
  if (kind == FT_BRANCH && is_function (m->run, value))
    return true;
  if ((kind != FT_BRANCH && kind != FT_READ) ||
      !content_at (m, value, &found->word))
    return false;
  const ft_run_global *g = ft_run_code_global_at (&m->run->code, value);
  if (!is_function (m->run, found->word))
    found->table = g ? g->first : 0;
  return true;
}

// The key of a target that one thread has, or two of them: a function that takes no lock
// races with itself.
static uint64_t key_of (const target *t, bool by_two) {
  static const char what[] = "target of an address";
  uint64_t words[] = {ft_checksum (what, sizeof what), t->word, t->table, by_two};
  return ft_checksum (words, sizeof words);
}

// A use of an address that depends on input.
typedef struct call {
  size_t concretized;
  ft_tid thread;
  target target;
} call;

typedef FT_STACK (call) call_list;

static call_list find_calls (const memory *m, const ft_trace *trace,
                             const ft_path_keys *keys) {
  call_list calls = {0};
  target found;
  for (size_t i = 0; m->run && i < keys->concretized; i++) {
    ft_concretized_value v = ft_concolic_concretized (keys->concolic, i);
    if (find_target (m, trace, v.event, v.value, &found))
      FT_PUSH (calls, ((call){i, trace->events[v.event].thread, found}));
  }
  return calls;
}

static bool calls_in_another (const call_list *calls, ft_tid thread,
                              const target *t) {
  for (size_t i = 0; i < calls->size; i++) {
    const call *other = calls->begin + i;
    if (other->thread != thread && other->target.word == t->word &&
        other->target.table == t->table)
      return true;
  }
  return false;
}

static void add_key (const ft_search_state *state, uint64_t key,
                     ft_path_key_list *called) {
  if (!ft_flip_query_knows (state, called, key))
    FT_PUSH (*called, key);
}

void ft_callees_called (const ft_search_state *state, const ft_trace *trace,
                        const ft_path_keys *keys, ft_path_key_list *called) {
  memory m = read_memory (trace, keys);
  call_list calls = find_calls (&m, trace, keys);
  for (size_t i = 0; i < calls.size; i++) {
    const call *one = calls.begin + i;
    add_key (state, key_of (&one->target, false), called);
    if (calls_in_another (&calls, one->thread, &one->target))
      add_key (state, key_of (&one->target, true), called);
  }
  FT_RELEASE (calls);
  release_memory (&m);
}

// Whether a target is new for a thread; then its key is added.
static bool is_new (const ft_search_state *state, const call_list *calls,
                    ft_tid thread, const target *t, ft_path_key_list *asked) {
  bool by_two = ft_flip_query_knows (state, asked, key_of (t, false));
  uint64_t key = key_of (t, by_two);
  if (by_two && (!calls_in_another (calls, thread, t) ||
                 ft_flip_query_knows (state, asked, key)))
    return false;
  FT_PUSH (*asked, key);
  return true;
}

// Asks for targets until one is new.
static bool call_another (const ft_search_state *state, const memory *m,
                          const ft_trace *trace, const ft_path_keys *keys,
                          const call_list *calls, const call *at,
                          ft_input_set *inputs, ft_path_key_list *asked) {
  ft_id event = ft_concolic_concretized (keys->concolic, at->concretized).event;
  size_t most = is_function (m->run, at->target.word) ? MOST_FUNCTIONS : MOST_NUMBERS;
  ft_flip_result flipped = {0};
  uint64_t others[MOST_FUNCTIONS];
  bool found = false;
  for (size_t count = 0; !found && count < most; count++) {
    target next;
    ft_concolic_reconcretize (keys->concolic, at->concretized, others, count,
                              &flipped);
    if (flipped.answer != FT_SAT)
      break;
    others[count] = flipped.value;
    found = find_target (m, trace, event, flipped.value, &next) &&
            is_new (state, calls, at->thread, &next, asked) &&
            ft_flip_result_apply (trace, &flipped, inputs);
  }
  ft_flip_result_release (&flipped);
  return found;
}

bool ft_callees_find (const ft_search_state *state, const ft_trace *trace,
                      const ft_path_keys *keys, ft_input_set *inputs,
                      ft_path_key_list *asked) {
  memory m = read_memory (trace, keys);
  call_list calls = find_calls (&m, trace, keys);
  bool found = false;
  for (size_t i = 0; !found && i < calls.size; i++)
    found = call_another (state, &m, trace, keys, &calls, calls.begin + i, inputs,
                          asked);
  FT_RELEASE (calls);
  release_memory (&m);
  return found;
}
