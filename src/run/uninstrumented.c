#include "run/uninstrumented.h"

#include <string.h>

#include "run/initial_values.h"
#include "run/known_values.h"

// ---- calls -----------------------------------------------------------------

// Calls of one thread between two switches count as one, from the begin of the
// first to the end of the last.
typedef struct call {
  uint32_t thread;
  uint64_t begin, end;   // ticks; 'end' is NO_TICK before the call ends
  ft_id again;           // the same call, counted again; or FT_NO_ID
  uint32_t since, until; // how many of the marked reads have it as
                         // their first call, and as their last one
} call;

#define NO_TICK UINT64_MAX
#define NO_TURN UINT64_MAX

enum where { INSIDE, CALLED, LEFT }; // CALLED: the next record decides

typedef struct caller {
  enum where where;
  uint64_t tick;               // of the CALL
  ft_id call;                  // the last one, FT_NO_ID for none
  uint64_t turn;               // of that call
  uint32_t thread;             // that is, or was last, on the stack
  FT_STACK (size_t) callbacks; // frames that libraries called, by depth
} caller;

struct ft_uninstrumented {
  const ft_map *stale; // borrowed
  ft_initial_values initial;
  bool begun;             // a record was read
  ft_known_values values; // stamped with the calls that had begun
  FT_STACK (call) calls;
  FT_STACK (caller) callers;   // by stack
  ft_map harms;                // digests of library functions: enum harm
  FT_STACK (uint8_t) harmless; // by site: enum harm
  bool forked;                 // another process may share memory
  size_t outside;              // number of callers that are not INSIDE
  uint32_t thread;             // of the last record
  uint64_t turn;               // incremented at each switch
  FT_STACK (ft_revealing_read) reads;
  FT_STACK (uint32_t) born; // by block: calls that had begun before it
};

static void list_functions (ft_map *harms, const ft_run_code *);

ft_uninstrumented *ft_uninstrumented_new (const ft_run_code *code,
                                          const ft_map *stale) {
  ft_uninstrumented *u = FT_NEW (ft_uninstrumented);
  u->initial.code = code;
  u->stale = stale;
  list_functions (&u->harms, code);
  return u;
}

void ft_uninstrumented_free (ft_uninstrumented *u) {
  if (!u)
    return;
  for (size_t i = 0; i < u->callers.size; i++)
    FT_RELEASE (u->callers.begin[i].callbacks);
  ft_initial_values_release (&u->initial);
  ft_known_values_release (&u->values);
  ft_map_release (&u->harms);
  FT_RELEASE (u->calls);
  FT_RELEASE (u->callers);
  FT_RELEASE (u->harmless);
  FT_RELEASE (u->reads);
  FT_RELEASE (u->born);
  free (u);
}

const ft_revealing_read *ft_uninstrumented_reads (const ft_uninstrumented *u,
                                                  size_t *count) {
  *count = u->reads.size;
  return u->reads.begin;
}

// ---- callees ---------------------------------------------------------------

// RECORDS_LATE: calls back into the program before it records what it wrote.
enum harm { NOT_ASKED, HARMLESS, RECORDS_LATE, HARMFUL };

// Whether a library function may make a write without a record; of
// RETURNS_TWICE the buffer, of REVEALS_ERRNO the number that other functions
// wrote.
enum {
  EFFECT_UNKNOWN = HARMFUL,
  EFFECT_NONE = HARMLESS,
  EFFECT_SYNCHRONISES = HARMLESS,
  EFFECT_STARTS_THREAD = HARMLESS,
  EFFECT_STORES_ARGUMENT = HARMLESS,
  EFFECT_RECORDS_LATE = RECORDS_LATE,
  EFFECT_WRITES_OBJECT = HARMFUL,
  EFFECT_REVEALS_ERRNO = HARMFUL,
  EFFECT_RETURNS_TWICE = HARMFUL
};

static const struct function {
  const char *name, *source; // for the linker, and in the source
  enum harm harm;
} functions[] = {
#define FT_LIBC(name, wrapped, interposed, model, effect, allocates, altpath,  \
                trait, source)                                                 \
  {#name, source, (enum harm)EFFECT_##effect},
#include "symex/libc/libc.def"
};

// A source name stands for overloads, and for the worst of them.
static void list_function (ft_map *harms, const char *name, enum harm harm) {
  uint32_t *at = ft_map_at (harms, ft_guid (name, strlen (name)));
  if (*at == FT_NO_ID || *at < (uint32_t)harm)
    *at = harm;
}

static bool is_defined (const ft_map *defined, const char *name) {
  return ft_map_get (defined, ft_guid (name, strlen (name))) != FT_NO_ID;
}

// A function of the program's own is not the library's, whatever its name.
static void list_functions (ft_map *harms, const ft_run_code *code) {
  ft_map defined = {0};
  for (size_t t = 0; t < code->tables.size; t++) {
    const ft_sites *s = code->tables.begin[t];
    for (size_t i = 0; i < s->defined.size; i++)
      *ft_map_at (&defined, s->defined.begin[i]) = 1;
  }
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    const struct function *f = functions + i;
    enum harm harm = is_defined (&defined, f->name) ? HARMFUL : f->harm;
    list_function (harms, f->name, harm);
    list_function (harms, f->source, harm);
  }
  ft_map_release (&defined);
}

// The function that a call site names; wrappers stand for what they wrap.
static enum harm harm_of (const ft_uninstrumented *u, const char *name) {
  static const char wrapper[] = "__foretrace_";
  if (!strncmp (name, wrapper, sizeof wrapper - 1))
    name += sizeof wrapper - 1;
  uint32_t harm = ft_map_get (&u->harms, ft_guid (name, strlen (name)));
  return harm == FT_NO_ID ? HARMFUL : (enum harm)harm;
}

static bool is_harmless (ft_uninstrumented *u, const ft_run_record *r) {
  FT_GROW (u->harmless, (size_t)r->site + 1, NOT_ASKED);
  uint8_t *harm = u->harmless.begin + r->site;
  if (*harm == NOT_ASKED) {
    const ft_sites *table = r->at->function->table;
    *harm = harm_of (u, ft_sites_text (table, r->at->site->variable));
  }
  return *harm != HARMFUL;
}

static bool is_sorting (const ft_uninstrumented *u, const ft_run_thread *t) {
  for (size_t i = 0; i < t->frames.size; i++) {
    ft_id site = t->frames.begin[i].call;
    if (site < u->harmless.size && u->harmless.begin[site] == RECORDS_LATE)
      return true;
  }
  return false;
}

static caller *caller_of (ft_uninstrumented *u, uint32_t fibre) {
  FT_GROW (u->callers, (size_t)fibre + 1, ((caller){.call = FT_NO_ID}));
  return u->callers.begin + fibre;
}

static void set_where (ft_uninstrumented *u, caller *c, enum where where) {
  u->outside += (size_t)(where != INSIDE) - (size_t)(c->where != INSIDE);
  c->where = where;
}

static void add_call (ft_uninstrumented *u, caller *c, uint32_t thread,
                      uint64_t tick) {
  c->call = (ft_id)u->calls.size;
  FT_PUSH (
      u->calls,
      ((call){
          .thread = thread, .begin = tick, .end = NO_TICK, .again = FT_NO_ID}));
}

// The thread is, or was, in uninstrumented code.
static void leave (ft_uninstrumented *u, caller *c, uint64_t tick) {
  call *last = c->call == FT_NO_ID ? NULL : u->calls.begin + c->call;
  bool is_counted = last && last->end == NO_TICK && last->begin == tick;
  set_where (u, c, LEFT);
  c->tick = tick;
  if (is_counted)
    return;
  if (last && c->turn == u->turn) {
    last->end = NO_TICK;
    return;
  }
  c->turn = u->turn;
  add_call (u, c, u->thread, tick);
}

// If other threads ran meanwhile, the end of the call counts as a call of its
// own.
static void return_from (ft_uninstrumented *u, caller *c, uint64_t tick) {
  u->calls.begin[c->call].end = tick;
  if (c->turn != u->turn)
    leave (u, c, tick);
  u->calls.begin[c->call].end = tick;
  set_where (u, c, INSIDE);
}

static void enter (ft_uninstrumented *u, caller *c, const ft_run_record *r) {
  if (c->where == LEFT) {
    return_from (u, c, r->tick);
    FT_PUSH (c->callbacks, r->thread->frames.size);
  }
  set_where (u, c, INSIDE);
}

// Remove callbacks whose frames are gone; returns whether there were any, so
// that a library goes on.
static bool ends_callback (caller *c, const ft_run_record *r) {
  bool ends = false;
  while (!FT_EMPTY (c->callbacks) &&
         FT_TOP (c->callbacks) > r->thread->frames.size) {
    c->callbacks.size--;
    ends = true;
  }
  return ends;
}

static void continue_inside (ft_uninstrumented *u, caller *c,
                             const ft_run_record *r) {
  if (c->where == CALLED)
    leave (u, c, c->tick);
  if (c->where == LEFT)
    return_from (u, c, r->tick);
  if (r->code == FT_WIRE_EXIT || r->code == FT_WIRE_UNWIND) {
    bool ends = ends_callback (c, r);
    if (ends && r->code == FT_WIRE_EXIT)
      leave (u, c, r->tick);
  } else if (r->at && r->at->kind == FT_SITE_CALL && !is_harmless (u, r) &&
             !ft_run_thread_switches (r->thread)) {
    set_where (u, c, CALLED);
    c->tick = r->tick;
  }
}

// The thread goes on with another stack.  A call that was to switch is over; so
// are those above a place that the stack goes back to.
static void change_stack (ft_uninstrumented *u, const ft_run_record *r) {
  caller *from = caller_of (u, r->left);
  if (from->where == CALLED)
    leave (u, from, from->tick);
  if (from->where == LEFT)
    return_from (u, from, r->tick);
  ends_callback (caller_of (u, r->thread->fibre), r);
}

void ft_uninstrumented_record (ft_uninstrumented *u, const ft_run_record *r) {
  if (u->thread != r->thread->number) {
    u->thread = r->thread->number;
    u->turn++;
  }
  // The first thread of a forked process begins inside functions, with the
  // globals of its parent.
  if (!u->begun && r->thread->frames.size > (r->code == FT_WIRE_ENTER))
    u->initial.code = NULL;
  u->begun = true;
  caller *c = caller_of (u, r->thread->fibre);
  c->thread = u->thread;
  if (r->code == FT_WIRE_FIBRE && !r->at) {
    change_stack (u, r);
    return;
  }
  if (c->where == INSIDE && r->at && r->at->kind != FT_SITE_CALL)
    return;
  if (r->code == FT_WIRE_THREAD_START && u->thread &&
      r->payload != FT_WIRE_FIRST_NOTIFIED) {
    set_where (u, c, CALLED); // the function that it begins with
    c->tick = r->tick;
  } else if (r->code == FT_WIRE_ENTER)
    enter (u, c, r);
  else if (r->at || r->code == FT_WIRE_EXIT || r->code == FT_WIRE_UNWIND ||
           r->code == FT_WIRE_THREAD_END)
    continue_inside (u, c, r);
  else if (c->where == CALLED || r->code == FT_WIRE_GAP)
    leave (u, c, c->where == CALLED ? c->tick : r->tick);
}

// ---- values ----------------------------------------------------------------

void ft_uninstrumented_fork (ft_uninstrumented *u) {
  u->forked = true;
}

void ft_uninstrumented_forget (ft_uninstrumented *u,
                               const ft_memory_blocks *blocks, ft_id block) {
  const ft_memory_block *b = blocks->list.begin + block;
  ft_known_values_forget (&u->values, b->first >> 3, b->last >> 3);
  FT_GROW (u->born, (size_t)block + 1, 0);
  u->born.begin[block] = (uint32_t)u->calls.size;
}

// A thread's stack also has variables that are not recorded, since no other
// thread can know of them.
static bool is_own (const caller *c, ft_id since, const ft_memory_block *b,
                    uint32_t thread) {
  return (c->call != FT_NO_ID && c->call >= since) ||
         (b && b->kind == FT_BLOCK_STACK && b->thread == thread);
}

// Calls that began before and are not over count as begun again, and so do
// calls whose callee is not known yet.
static void count_open_calls (ft_uninstrumented *u, ft_id since) {
  for (uint32_t i = 0; u->outside && i < u->callers.size; i++) {
    caller *c = u->callers.begin + i;
    if (c->where == INSIDE)
      continue;
    ft_id last = c->call;
    bool is_counted = last != FT_NO_ID && u->calls.begin[last].end == NO_TICK &&
                      u->calls.begin[last].begin <= c->tick;
    if (is_counted && last >= since)
      continue;
    add_call (u, c, c->thread, c->tick);
    c->turn = NO_TURN;
    if (is_counted)
      u->calls.begin[last].again = c->call;
  }
}

// libc changes it where threads are created and joined, which is recorded.
static bool is_thread_count (const ft_run_record *r) {
  const ft_sites *table = r->at->function->table;
  const char *name = ft_sites_text (table, r->at->site->variable);
  return !strcmp (name, "__libc_single_threaded");
}

// Memory that is accessed atomically is there for others: that one thread alone has
// records of it says little.
static void reveal (ft_uninstrumented *u, const ft_run_record *r,
                    enum ft_kind kind, uint64_t granule, uint32_t calls,
                    const ft_memory_blocks *blocks, bool fresh) {
  uint32_t thread = r->thread->number;
  ft_id since = calls ? calls - 1 : 0;
  uint64_t address = granule << 3;
  if (is_sorting (u, r->thread) || is_thread_count (r))
    return;
  count_open_calls (u, since);
  ft_revealing_read read = {
      .life = ft_memory_blocks_lifetime (blocks, address),
      .granule = granule,
      .tick = ft_tick_number (thread, r->tick),
      .since = since,
      .until = (ft_id)u->calls.size,
      .own = !ft_kind_is_atomic (kind) &&
             is_own (caller_of (u, r->thread->fibre), since,
                     ft_memory_blocks_at (blocks, address), thread),
      .any = !fresh || since == u->calls.size || u->outside || u->forked};
  FT_PUSH (u->reads, read);
}

// The first access to a granule of a new mapping: all of its bytes are zero.
// Another process may change those that the access leaves alone.
static void learn_zeros (ft_uninstrumented *u, uint64_t address,
                         const ft_memory_blocks *blocks) {
  const ft_memory_block *b = ft_memory_blocks_at (blocks, address);
  uint32_t since;
  if (u->forked && b && b->kind == FT_BLOCK_MAPPED)
    ft_known_values_learn (
        &u->values, address & ~UINT64_C (7), 8, 0,
        u->born.begin[ft_ranges_find (&blocks->ranges, address)], &since);
}

static void access_granule (ft_uninstrumented *u, const ft_run_record *r,
                            const ft_run_access *t, uint64_t address,
                            unsigned bytes, const ft_memory_blocks *blocks,
                            bool fresh) {
  unsigned from = t->filled ? 0 : (unsigned)(address - t->address);
  uint32_t begun = (uint32_t)u->calls.size, since;
  uint64_t initial;
  if (fresh)
    learn_zeros (u, address, blocks);
  if (ft_initial_values_take (&u->initial, address, bytes, &initial))
    ft_known_values_learn (&u->values, address, bytes, initial, 0, &since);
  bool reveals = ft_known_values_learn (&u->values, address, bytes,
                                        t->value >> 8 * from, begun, &since);
  if (fresh && t->value && !reveals)
    since = u->born.begin[ft_ranges_find (&blocks->ranges, address)];
  if ((reveals || (fresh && t->value)) && r->at && ft_kind_reads (t->kind))
    reveal (u, r, t->kind, address >> 3, since, blocks, fresh && !reveals);
  if (t->kind == FT_ATOMIC_RMW)
    ft_known_values_learn (&u->values, address, bytes, t->written >> 8 * from,
                           begun, &since);
}

void ft_uninstrumented_access (ft_uninstrumented *u, const ft_run_record *r,
                               const ft_run_access *t,
                               const ft_memory_blocks *blocks, bool fresh) {
  if (u->stale->size && r->at &&
      ft_map_get (u->stale, ft_tick_number (r->thread->number, r->tick)) !=
          FT_NO_ID)
    return;
  if (!t->valued && !t->filled) {
    if (t->bytes && ft_kind_writes (t->kind)) {
      ft_known_values_forget_bytes (&u->values, t->address, t->bytes);
      ft_initial_values_forget (&u->initial, t->address, t->bytes);
    }
    return;
  }
  uint64_t address = t->address, end = address + t->bytes;
  while (address < end) {
    unsigned bytes = 8 - address % 8;
    bytes = bytes < end - address ? bytes : (unsigned)(end - address);
    access_granule (u, r, t, address, bytes, blocks, fresh);
    address += bytes;
  }
}

// ---- ticks -----------------------------------------------------------------

static void mark_call (const call *c, ft_map *ticks) {
  *ft_map_at (ticks, ft_tick_number (c->thread, c->begin)) = 1;
  if (c->end != NO_TICK)
    *ft_map_at (ticks, ft_tick_number (c->thread, c->end)) = 1;
}

void ft_uninstrumented_mark (ft_uninstrumented *u,
                             const ft_revealing_read *read, ft_map *ticks) {
  *ft_map_at (ticks, read->tick) = 1;
  if (read->since == read->until)
    return;
  u->calls.begin[read->since].since++;
  u->calls.begin[read->until - 1].until++;
}

void ft_uninstrumented_mark_calls (ft_uninstrumented *u, ft_map *ticks) {
  uint64_t reads = 0;
  for (size_t i = u->calls.size; i--;)
    if (u->calls.begin[i].again != FT_NO_ID)
      u->calls.begin[i].end = u->calls.begin[u->calls.begin[i].again].end;
  for (size_t i = 0; i < u->calls.size; i++) {
    const call *c = u->calls.begin + i;
    reads += c->since;
    if (reads)
      mark_call (c, ticks);
    reads -= c->until;
  }
}
