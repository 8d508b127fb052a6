// The second pass of screening: the pairs of locations that may race (see
// 'screening_inside.h').
//
// A granule of one lifetime has few different accesses, by context, mode, bytes
// and location.  Two of them may race, or not, wherever in the run they are.

#include "candidate/screening_inside.h"

// Beyond these numbers nothing is said.  Locations are a part of a key.
enum { MOST_LOCATIONS = 1 << 21, MOST_ACCESSES = 1 << 20, MOST_PAIRS = 256 };
#define MOST_KNOWN ((size_t)1 << 22)
#define MOST_COMPARED ((uint64_t)1 << 27)

void ft_screening_pairs_begin (ft_screening_pass *p) {
  p->pairs = FT_NEW (ft_screening_pairs);
  p->pairs->names = ft_location_names_new (&p->run->code);
}

void ft_screening_pairs_free (ft_screening_pairs *q) {
  if (!q)
    return;
  ft_location_names_free (q->names);
  ft_tables_release (&q->tables);
  ft_map_release (&q->numbers);
  FT_RELEASE (q->list);
  ft_map_release (&q->at);
  for (size_t i = 0; i < q->lives.size; i++)
    FT_RELEASE (q->lives.begin[i].accesses);
  FT_RELEASE (q->lives);
  ft_map_release (&q->known);
  free (q);
}

// ---- accesses --------------------------------------------------------------

// As in a load of the run ('load/access_events.c').
static ft_id location_of (ft_screening_pass *p) {
  const ft_run_record *r = &p->record;
  bool accesses = r->at && r->at->kind != FT_SITE_CALL;
  return ft_location_names_add (p->pairs->names, &p->pairs->tables, r->thread,
                                accesses ? r->site : FT_NO_ID);
}

static bool too_many (ft_screening_pass *p) {
  return ft_screening_doubt (p, "too many different accesses may race");
}

// The index of an access; its context and location make a key of 64 bits.
static uint32_t number_of (ft_screening_pairs *q, ft_numbered_access a,
                           ft_id location) {
  uint64_t key = (a >> 11) << 32 | (uint64_t)location << 11 | (a & 0x7ff);
  uint32_t *number = ft_map_at (&q->numbers, key);
  if (*number == FT_NO_ID) {
    *number = (uint32_t)q->list.size;
    FT_PUSH (q->list, ((struct ft_screening_access){a, location}));
  }
  return *number;
}

static bool add (ft_screening_pass *p, uint64_t granule, ft_numbered_access a,
                 ft_id location) {
  ft_screening_pairs *q = p->pairs;
  if (location >= MOST_LOCATIONS || q->list.size > MOST_ACCESSES ||
      q->known.size > MOST_KNOWN)
    return too_many (p);
  uint32_t number = number_of (q, a, location);
  uint32_t *life = ft_map_at (&q->at, granule);
  if (*life == FT_NO_ID) {
    *life = (uint32_t)q->lives.size;
    FT_PUSH (q->lives, ((struct ft_screening_life){0}));
  }
  uint32_t *known = ft_map_at (&q->known, (uint64_t)*life << 32 | number);
  if (*known == FT_NO_ID) {
    *known = 1;
    FT_PUSH (q->lives.begin[*life].accesses,
             ((struct ft_screening_first){number,
                                          ft_run_reader_words (p->reader)}));
  }
  return true;
}

bool ft_screening_pairs_access (ft_screening_pass *p, const ft_run_access *t,
                                uint32_t context, unsigned mode) {
  uint64_t granule = t->address >> 3, last = (t->address + t->bytes - 1) >> 3;
  if (granule == last && !ft_granules_get (&p->hot, granule))
    return true;
  ft_id location = FT_NO_ID;
  for (; granule <= last && ft_granules_next (&p->hot, &granule, last);
       granule++) {
    if (location == FT_NO_ID)
      location = location_of (p);
    if (!add (p, granule,
              ft_numbered_access_of (context, ft_screening_mask (t, granule),
                                     mode),
              location))
      return false;
  }
  return true;
}

// ---- blocks ----------------------------------------------------------------

bool ft_screening_pairs_free_block (ft_screening_pass *p,
                                    const ft_memory_block *b,
                                    uint32_t context) {
  ft_numbered_access a = ft_numbered_access_of (
      context, 0xff, FT_NUMBERED_WRITES | FT_NUMBERED_FREES);
  uint64_t granule = b->first >> 3, last = b->last >> 3;
  for (; granule <= last && ft_granules_next (&p->hot, &granule, last);
       granule++)
    if (ft_map_get (&p->pairs->at, granule) != FT_NO_ID &&
        !add (p, granule, a, location_of (p)))
      return false;
  return true;
}

void ft_screening_pairs_renew (ft_screening_pass *p, const ft_memory_block *b) {
  uint64_t granule = b->first >> 3, last = b->last >> 3;
  for (; granule <= last && ft_granules_next (&p->hot, &granule, last);
       granule++)
    if (ft_map_get (&p->pairs->at, granule) != FT_NO_ID)
      *ft_map_at (&p->pairs->at, granule) = FT_NO_ID;
}

// ---- pairs -----------------------------------------------------------------

static bool are_concurrent (const ft_run_epochs *epochs, ft_id a, ft_id b) {
  return epochs->segments.begin[a].thread != epochs->segments.begin[b].thread &&
         !ft_run_epochs_before (epochs, a, b) &&
         !ft_run_epochs_before (epochs, b, a);
}

static bool may_race (ft_screening_pass *p, ft_numbered_access a,
                      ft_numbered_access b) {
  const ft_access_context *c = p->frontiers.contexts.begin;
  return ft_numbered_accesses_conflict (a, b) &&
         are_concurrent (&p->epochs, c[a >> 11].segment, c[b >> 11].segment) &&
         !ft_lock_set_exclusive (&p->locks.sets, c[a >> 11].held,
                                 c[b >> 11].held);
}

static void add_pair (ft_forecast *o, ft_map *at, ft_id a, ft_id b,
                      uint64_t needed) {
  ft_id low = a < b ? a : b, high = a < b ? b : a;
  uint32_t *slot = ft_map_at (at, (uint64_t)low << 32 | high);
  if (*slot == FT_NO_ID) {
    *slot = (uint32_t)o->pairs.size;
    FT_PUSH (o->pairs, ((struct ft_forecast_pair){low, high, needed, 0}));
  }
  struct ft_forecast_pair *p = o->pairs.begin + *slot;
  p->needed = needed < p->needed ? needed : p->needed;
}

// The pairs of one lifetime of a granule.
static void pair_life (ft_screening_pass *p, ft_forecast *o, ft_map *at,
                       const struct ft_screening_life *life) {
  const struct ft_screening_first *first = life->accesses.begin;
  const struct ft_screening_access *all = p->pairs->list.begin;
  for (size_t i = 0; i < life->accesses.size; i++)
    for (size_t j = 0; j < i; j++) { // in the order of 'words'
      const struct ft_screening_access *a = all + first[i].access;
      const struct ft_screening_access *b = all + first[j].access;
      if (may_race (p, a->access, b->access))
        add_pair (o, at, a->location, b->location, first[i].words);
    }
}

bool ft_screening_pairs_list (ft_screening_pass *p, ft_forecast *o) {
  const ft_screening_pairs *q = p->pairs;
  uint64_t compared = 0;
  ft_map at = {0};
  bool fine = true;
  for (size_t i = 0; fine && i < q->lives.size; i++) {
    uint64_t n = q->lives.begin[i].accesses.size;
    compared += n * n / 2;
    fine = compared < MOST_COMPARED;
    if (fine)
      pair_life (p, o, &at, q->lives.begin + i);
    fine = fine && o->pairs.size <= MOST_PAIRS;
  }
  ft_map_release (&at);
  o->of_run = true;
  o->events = p->run->control.words;
  o->names = p->pairs->tables.names[FT_CLASS_LOCATION];
  p->pairs->tables.names[FT_CLASS_LOCATION] = (ft_intern){0};
  return fine;
}
