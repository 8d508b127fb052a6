// Of all earlier accesses of a variable only a frontier is kept.  Let o be an
// earlier access and a the new one, with o ordered before a (or of the same
// thread), and let a be as exposed as o: it has o's bytes, writes if o does,
// is plain unless o is atomic, and is protected by no lock that does not also
// protect o.  Then o can go.  For let a later access f race with o.  f is not
// after a, or by transitivity it were after o; it is not of a's thread, for
// the same reason; it conflicts with a and no lock keeps them apart, since a
// is as exposed.  So f races with a and is racy without o.  (That is about
// racy events; pairs need 'history.h'.)  Hence one write, or one read per
// thread, is left for a variable that is properly protected, and at most one
// access per thread and class for others.
//
// Cost: per access, the frontier; constant where accesses are ordered.
// Slow twin: 'tests/unit/test_filter.c'.

#include "order/shadow.h"

typedef struct ft_shadow_cell cell;

void ft_shadow_release (ft_shadow *shadow) {
  for (size_t i = 0; i < shadow->cells.size; i++)
    free (shadow->cells.begin[i].accesses);
  FT_RELEASE (shadow->cells);
}

static cell *cell_at (ft_shadow *shadow, ft_id variable) {
  FT_GROW (shadow->cells, (size_t)variable + 1, ((cell){.thread = FT_NO_ID}));
  return shadow->cells.begin + variable;
}

static void push (cell *c, const ft_access *access) {
  if (c->count == c->capacity) {
    c->capacity = c->capacity ? 2 * c->capacity : 2;
    c->accesses = ft_realloc (c->accesses, c->capacity, sizeof *access);
  }
  c->accesses[c->count++] = *access;
}

static bool as_exposed (const ft_judge *judge, const ft_access *a,
                        const ft_access *o) {
  return !a->free && !(o->mask & ~a->mask) && (a->write || !o->write) &&
         (!a->atomic || o->atomic) &&
         (!judge->holders ||
          ft_lock_set_within (&judge->holders->sets, a->held, o->held));
}

bool ft_shadow_access (ft_shadow *shadow, const ft_judge *judge, ft_id variable,
                       const ft_access *access) {
  cell *c = cell_at (shadow, variable);
  c->thread = FT_NO_ID;
  bool racy = false;
  for (uint32_t i = 0; i < c->count;) {
    const ft_access *old = c->accesses + i;
    if (!ft_judge_ordered (judge, old, access)) {
      racy |= ft_access_conflicts (old, access) &&
              !ft_judge_excluded (judge, old, access);
      i++;
    } else if (as_exposed (judge, access, old))
      c->accesses[i] = c->accesses[--c->count];
    else
      i++;
  }
  push (c, access);
  return racy;
}

bool ft_shadow_repeats (const ft_shadow *shadow, ft_id variable,
                        const ft_access *access, uint32_t stamp, bool *racy) {
  if (variable >= shadow->cells.size)
    return false;
  const cell *c = shadow->cells.begin + variable;
  *racy = c->racy;
  return c->thread == access->thread && c->stamp == stamp &&
         c->held == access->held && c->mask == access->mask &&
         c->write == access->write;
}

void ft_shadow_remember (ft_shadow *shadow, ft_id variable,
                         const ft_access *access, uint32_t stamp, bool racy) {
  cell *c = cell_at (shadow, variable);
  c->stamp = stamp;
  c->thread = access->thread;
  c->held = access->held;
  c->mask = access->mask;
  c->write = access->write;
  c->racy = racy;
}
