#include "replay/bounds_seen.h"

#include <string.h>

#include "run/location_names.h"
#include "run/memory_blocks.h"

// ---- the prediction ----------------------------------------------------------

static const ft_operand *second_operand (const ft_trace *t, const ft_event *e,
                                         enum ft_operator op) {
  const ft_detail *d = ft_tables_detail (&t->tables, e);
  return d && d->op == op && d->operand_count == 2
             ? t->tables.operands.begin + d->operands + 1
             : NULL;
}

// The branch is on whether the offset in the block, a difference, is above the most
// that it may be (symex/altpath/bounds.c).
bool ft_bounds_of_failure (const ft_trace *t, const ft_failure *f,
                           ft_bounds *b) {
  const ft_operand *most = NULL;
  for (size_t i = f->witness.schedule.size; i--;) {
    const ft_event *e = t->events + f->witness.schedule.begin[i];
    if (e->thread != t->events[f->fails].thread)
      continue;
    const ft_detail *d = ft_tables_detail (&t->tables, e);
    if (!most && e->kind == FT_BRANCH) {
      most = second_operand (t, e, FT_OP_UGT);
      if (most)
        b->most = most->constant;
    } else if (most && e->kind == FT_LOCAL && d &&
               d->result == most[-1].local) {
      const ft_operand *first = second_operand (t, e, FT_OP_USUB);
      if (first)
        b->first = first->constant;
      return first;
    }
  }
  return false;
}

// ---- the replay ----------------------------------------------------------------

typedef struct search {
  const ft_bounds *bounds;
  ft_tick from;
  const char *location;
  ft_run *run;
  ft_run_reader *reader;
  ft_location_names *names;
  ft_tables tables; // of the names
  ft_memory_blocks blocks;
} search;

// The size of the block, 0: there is none.
static uint64_t block_bytes (const search *s) {
  const ft_memory_block *b = ft_memory_blocks_at (&s->blocks, s->bounds->first);
  return b && b->address == s->bounds->first && !b->freed ? b->bytes : 0;
}

static bool is_there (search *s, const ft_run_record *r) {
  if (r->thread->number != s->from.thread || r->tick < s->from.word || !r->at)
    return false;
  ft_id at = ft_location_names_add (s->names, &s->tables, r->thread, r->site);
  return !strcmp (ft_tables_name (&s->tables, FT_CLASS_LOCATION, at),
                  s->location);
}

static bool look (const search *s, const ft_run_access *a, ft_strbuf *text) {
  char name[FT_THREAD_NAME_SIZE];
  uint64_t bytes = block_bytes (s);
  int64_t offset = (int64_t)(a->address - s->bounds->first);
  if (!bytes || (uint64_t)offset <= s->bounds->most)
    return false;
  ft_thread_name (name, s->from.thread);
  ft_strbuf_add (text, "%s %s %llu byte%s at offset %lld of a block of %llu",
                 name, ft_kind_writes (a->kind) ? "wrote" : "read",
                 (unsigned long long)a->bytes, a->bytes == 1 ? "" : "s",
                 (long long)offset, (unsigned long long)bytes);
  return true;
}

static void follow_blocks (search *s, const ft_run_record *r) {
  if (r->at)
    return;
  ft_block_change c = ft_memory_blocks_change (&s->blocks, r, NULL, NULL);
  if (c.what == FT_BLOCK_ENDS)
    ft_memory_blocks_end (&s->blocks, c.block);
}

static bool find (search *s, ft_strbuf *text) {
  ft_error error = FT_NO_ERROR;
  ft_run_record r;
  ft_run_access a[2];
  while (ft_run_reader_next (s->reader, &r, &error) > 0) {
    if (is_there (s, &r))
      return ft_run_record_accesses (&r, s->reader, a, &error) > 0 &&
             look (s, a, text);
    follow_blocks (s, &r);
  }
  return false;
}

bool ft_bounds_is_seen (const ft_bounds *b, const char *run, ft_tick from,
                        const char *location, ft_strbuf *text) {
  ft_error error = FT_NO_ERROR;
  search s = {.bounds = b,
              .from = from,
              .location = location,
              .run = ft_run_open (run, &error)};
  if (!s.run)
    return false;
  s.reader = ft_run_reader_new (s.run);
  s.names = ft_location_names_new (&s.run->code);
  bool seen = find (&s, text);
  ft_tables_release (&s.tables);
  ft_location_names_free (s.names);
  ft_memory_blocks_release (&s.blocks);
  ft_run_reader_free (s.reader);
  ft_run_free (s.run);
  return seen;
}
