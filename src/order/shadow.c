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
// Cost: per access, the frontier up to the first race, of reads only the part
// that writes; constant where accesses are ordered.
// Slow twin: 'tests/unit/test_filter.c'.

#include "order/shadow.h"

// How many old accesses are looked at beyond what the answer needs.
#define PRUNED 8

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
  ft_access *end = c->accesses + c->count++;
  if (access->write) {
    *end = c->accesses[c->writes];
    c->accesses[c->writes++] = *access;
  } else
    *end = *access;
}

static void drop (cell *c, uint32_t i) {
  if (i < c->writes) {
    c->accesses[i] = c->accesses[--c->writes];
    i = c->writes;
  }
  c->accesses[i] = c->accesses[--c->count];
}

static bool as_exposed (const ft_judge *judge, const ft_access *a,
                        const ft_access *o) {
  return !a->free && !(o->mask & ~a->mask) && (a->write || !o->write) &&
         (!a->atomic || o->atomic) &&
         (!judge->holders ||
          ft_lock_set_within (&judge->holders->sets, a->held, o->held));
}

// One old access: drops it if it can go, else goes on to the next.
static bool meet (cell *c, uint32_t *i, const ft_judge *judge,
                  const ft_access *access) {
  const ft_access *old = c->accesses + *i;
  if (!ft_judge_ordered (judge, old, access)) {
    ++*i;
    return ft_access_conflicts (old, access) &&
           !ft_judge_excluded (judge, old, access);
  }
  if (as_exposed (judge, access, old))
    drop (c, *i);
  else
    ++*i;
  return false;
}

// Looks at a few old accesses from where the last such look ended: those that
// are not needed for the answer only want pruning, which can wait.
static void prune (cell *c, uint32_t from, const ft_judge *judge,
                   const ft_access *access) {
  uint32_t i = c->turn < from || c->turn >= c->count ? from : c->turn;
  for (int n = 0; n < PRUNED && i < c->count; n++)
    meet (c, &i, judge, access);
  c->turn = i;
}

bool ft_shadow_access (ft_shadow *shadow, const ft_judge *judge, ft_id variable,
                       const ft_access *access) {
  cell *c = cell_at (shadow, variable);
  c->thread = FT_NO_ID;
  bool racy = false;
  uint32_t i = 0;
  while (!racy && i < (access->write ? c->count : c->writes))
    racy = meet (c, &i, judge, access);
  prune (c, i, judge, access);
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
