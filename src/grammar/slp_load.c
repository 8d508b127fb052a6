#include "grammar/slp_load.h"

#include <string.h>
#include <sys/stat.h>

#include "trace/ftz_block.h"

// Items that are too few to matter.
enum { FEW = 1 << 12 };

typedef struct loading {
  ft_slp_file *to;
  ft_ftz_file *file;      // owned
  ft_ftz_grammar grammar; // of one block
  ft_ftz_raw raw;
  size_t base;               // of the terminals that are not forgotten
  FT_STACK (uint32_t) roots; // of the blocks
  uint64_t events;
} loading;

void ft_slp_file_release (ft_slp_file *f) {
  ft_slp_release (&f->slp);
  ft_tables_release (&f->tables);
}

// A regular file that begins as a compressed trace.
static ft_unpack *open_compressed (const char *path, ft_error *error) {
  struct stat status;
  char start[sizeof FT_FTZ_MAGIC - 1];
  if (!strcmp (path, "-") || stat (path, &status) ||
      !S_ISREG (status.st_mode))
    return NULL;
  ft_unpack *in = ft_unpack_open (path, error);
  if (in && ft_unpack_peek (in, start, sizeof start, error) ==
                (ptrdiff_t)sizeof start &&
      !memcmp (start, FT_FTZ_MAGIC, sizeof start))
    return in;
  ft_unpack_free (in);
  return NULL;
}

// Lists of what a FREE ends are needed, no other detail.
static ft_id add_detail (loading *l, const ft_event *e) {
  const ft_detail *d = ft_tables_detail (&l->grammar.details, e);
  if (!d || (e->kind != FT_ALLOC && e->kind != FT_FREE))
    return FT_NO_ID;
  ft_tables *to = &l->to->tables;
  ft_detail range = FT_DETAIL_NONE;
  range.address = d->address;
  range.bytes = d->bytes;
  range.freed = (uint32_t)to->freed.size;
  range.freed_count = d->freed_count;
  for (uint32_t i = 0; i < d->freed_count; i++)
    FT_PUSH (to->freed, l->grammar.details.freed.begin[d->freed + i]);
  FT_PUSH (to->details, range);
  return (ft_id)(to->details.size - 1);
}

static void add_terminals (loading *l) {
  const ft_slp *from = &l->grammar.slp;
  for (size_t t = l->to->slp.terminals.size - l->base;
       t < from->terminals.size; t++) {
    ft_event e = from->terminals.begin[t];
    e.detail = add_detail (l, &e);
    ft_slp_add (&l->to->slp, &e);
  }
}

static void add_rules (loading *l) {
  const ft_slp *from = &l->grammar.slp;
  ft_slp *to = &l->to->slp;
  uint32_t first = (uint32_t)to->rules.size;
  for (size_t r = 0; r < from->rules.size; r++) {
    const ft_production *rule = from->rules.begin + r;
    for (size_t i = rule->first; i < rule->first + rule->count; i++) {
      ft_item item = from->items.begin[i];
      uint32_t n = ft_slp_number (item.symbol);
      ft_slp_item (to,
                   ft_slp_is_rule (item.symbol)
                       ? FT_SLP_RULE (first + n)
                       : FT_SLP_TERMINAL (l->base + n),
                   item.times);
    }
    ft_slp_rule (to);
  }
  FT_PUSH (l->roots, (uint32_t)(to->rules.size - 1));
}

static bool has_room (const loading *l, ft_error *error) {
  const ft_slp *to = &l->to->slp, *from = &l->grammar.slp;
  if (to->rules.size + from->rules.size < (size_t)1 << 31 &&
      to->terminals.size + from->terminals.size < (size_t)1 << 31)
    return true;
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: more than 2^31 rules",
                ft_ftz_file_place (l->file));
  return false;
}

static bool add_block (loading *l, ft_error *error) {
  bool forgets = !l->raw.header.known;
  ft_ftz_grammar_clear (&l->grammar, forgets);
  if (forgets)
    l->base = l->to->slp.terminals.size;
  if (!ft_ftz_grammar_add (&l->grammar, &l->to->tables, &l->raw,
                           ft_ftz_file_place (l->file), error) ||
      !has_room (l, error))
    return false;
  add_terminals (l);
  add_rules (l);
  l->events += l->raw.header.events;
  return true;
}

static enum ft_slp_loaded add_blocks (loading *l, uint64_t events,
                                      ft_error *error) {
  int got;
  while ((got = ft_ftz_file_load (l->file, false, &l->raw, error)) > 0) {
    uint64_t items = l->to->slp.items.size + l->raw.header.items;
    if (items > FEW && (l->events + l->raw.header.events) / items < events)
      return FT_SLP_DENSE;
    if (!add_block (l, error))
      return FT_SLP_FAILED;
  }
  return got < 0 ? FT_SLP_FAILED : FT_SLP_READ;
}

// What all blocks make, one after the other.
static bool add_root (loading *l, const char *path, ft_error *error) {
  for (size_t i = 0; l->roots.size > 1 && i < l->roots.size; i++)
    ft_slp_item (&l->to->slp, FT_SLP_RULE (l->roots.begin[i]), 1);
  if (l->roots.size > 1)
    ft_slp_rule (&l->to->slp);
  return ft_slp_check (&l->to->slp, path, error);
}

enum ft_slp_loaded ft_slp_load (ft_slp_file *to, const char *path,
                                uint64_t events, ft_error *error) {
  loading l = {.to = to};
  ft_error other = FT_NO_ERROR;
  ft_unpack *in = open_compressed (path, &other);
  if (!in)
    return FT_SLP_OTHER;
  l.file = ft_ftz_file_new (in, error);
  enum ft_slp_loaded loaded =
      l.file ? add_blocks (&l, events, error) : FT_SLP_FAILED;
  if (loaded == FT_SLP_READ && !add_root (&l, path, error))
    loaded = FT_SLP_FAILED;
  ft_ftz_file_free (l.file);
  ft_ftz_grammar_release (&l.grammar);
  ft_ftz_raw_release (&l.raw);
  FT_RELEASE (l.roots);
  return loaded;
}
