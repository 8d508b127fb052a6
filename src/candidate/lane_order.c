// Places of accesses of a simd loop.
#include "candidate/lane_order.h"

enum {
  MOST_LOOPS = 16,      // within one another
  MOST_NODES = 1 << 20, // of rounds
  MOST_WAYS = 1 << 20,  // that are kept; a power of two
  MOST_WORDS = 2 * MOST_LOOPS + 1
};

void ft_lane_order_release (ft_lane_order *o) {
  FT_RELEASE (o->nodes);
  ft_map_release (&o->known);
  FT_RELEASE (o->inner);
  FT_RELEASE (o->ways);
  *o = (ft_lane_order){0};
}

// ---- rounds ----------------------------------------------------------------

static ft_id node_of (ft_lane_order *o, ft_id outer, uint64_t word) {
  if (!o->nodes.size)
    FT_PUSH (o->nodes, ((struct ft_lane_node){FT_NO_ID, 0}));
  if (o->nodes.size >= MOST_NODES)
    o->broken = true;
  if (o->broken)
    return 0;
  uint32_t *known = ft_map_at (&o->known, (uint64_t)outer << 32 | word);
  if (*known == FT_NO_ID) {
    *known = (uint32_t)o->nodes.size;
    FT_PUSH (o->nodes, ((struct ft_lane_node){outer, (ft_id)word}));
  }
  return *known;
}

static ft_id rounds (const ft_lane_order *o) {
  return o->inner.size ? FT_TOP (o->inner).round : 0;
}

void ft_lane_order_iteration (ft_lane_order *o) {
  o->inner.size = 0;
  o->began = false;
}

static void go_round (ft_lane_order *o) {
  struct ft_lane_inner *l = &FT_TOP (o->inner);
  l->round = node_of (o, l->loop, o->nodes.begin[l->round].word + 1);
}

static void enter (ft_lane_order *o, uint64_t number, ft_id site) {
  ft_id loop = node_of (o, rounds (o), site);
  FT_PUSH (o->inner,
           ((struct ft_lane_inner){number, loop, node_of (o, loop, 0)}));
}

// The loops that the mark is in, less the one whose round begins.
void ft_lane_order_round (ft_lane_order *o, uint64_t mark, ft_id site) {
  uint64_t number = mark >> 8, depth = mark & 255;
  o->broken |= depth > MOST_LOOPS || depth > o->inner.size + (number != 0);
  if (o->broken)
    return;
  if (o->inner.size > depth)
    o->inner.size = depth;
  if (number && o->inner.size == depth && FT_TOP (o->inner).number == number) {
    go_round (o);
    return;
  }
  if (!number)
    return;
  o->inner.size = depth - 1;
  enter (o, number, site);
}

// ---- places ----------------------------------------------------------------

// Fills the words from their end on; returns the first one.
static ft_id *words_of (const ft_lane_order *o, const ft_lane_place *p,
                        ft_id *end) {
  *--end = p->site;
  for (ft_id n = p->rounds; n; n = o->nodes.begin[n].outer)
    *--end = o->nodes.begin[n].word;
  return end;
}

// Without the steps.
static int compare (const ft_lane_order *o, const ft_lane_place *a,
                    const ft_lane_place *b) {
  ft_id of_a[MOST_WORDS], of_b[MOST_WORDS];
  ft_id *end_a = of_a + MOST_WORDS, *end_b = of_b + MOST_WORDS;
  ft_id *x = words_of (o, a, end_a), *y = words_of (o, b, end_b);
  while (x < end_a && y < end_b && *x == *y)
    x++, y++;
  if (x < end_a && y < end_b)
    return *x < *y ? -1 : 1;
  return (x < end_a) - (y < end_b);
}

static uint64_t *way (ft_lane_order *o, uint64_t number) {
  if (number == o->ways.size && number < MOST_WAYS)
    FT_PUSH (o->ways, 0);
  return o->ways.begin + number % MOST_WAYS;
}

ft_lane_place ft_lane_order_add (ft_lane_order *o, ft_id site, ft_id own) {
  ft_lane_place now = {.rounds = rounds (o), .site = site, .way = o->count++};
  uint64_t before = 0;
  int after = o->began && !o->broken ? compare (o, &now, &o->last) : 1;
  o->broken |= after < 0;
  if (!after) {
    now.step = o->last.step + 1;
    before = *way (o, o->last.way);
  }
  *way (o, now.way) = (before ^ own) * 0x9e3779b97f4a7c15U + 1;
  o->last = now;
  o->began = true;
  return now;
}

// Whether the call of the first access made, as its accesses up to there, what that of
// the second one made.
static bool went_alike (const ft_lane_order *o, const ft_lane_place *a,
                        const ft_lane_place *b) {
  uint64_t like = a->way - a->step + b->step;
  return b->step <= a->step && o->count - like <= MOST_WAYS &&
         o->ways.begin[like % MOST_WAYS] == o->ways.begin[b->way % MOST_WAYS];
}

bool ft_lane_order_reverses (const ft_lane_order *o, const ft_lane_place *a,
                             const ft_lane_place *b) {
  if (o->broken)
    return false;
  int order = a->rounds == b->rounds && a->site == b->site ? 0 : compare (o, b, a);
  return order < 0 || (!order && went_alike (o, a, b));
}
