#include "format/packed_shape.h"

#include "format/text_format.h"
#include "format/print.h"

ft_event ft_event_in_file (const ft_event *e) {
  ft_event kept = *e;
  enum ft_mark mark = ft_event_mark (e);
  if (mark != FT_MARK_COUNT)
    ft_event_set_mark (&kept, mark);
  else
    kept.flags &= (uint8_t)~FT_DROPPED;
  return kept;
}

uint64_t ft_shape_of (const ft_event *e) {
  uint64_t shape = e->kind;
  shape |= (uint64_t)e->mask << FT_SHAPE_MASK;
  shape |= (uint64_t)e->order << FT_SHAPE_ORDER;
  shape |= (uint64_t)(e->flags & FT_SHAPE_FLAGS_KEPT) << FT_SHAPE_FLAGS;
  shape |= (uint64_t)(e->condition != FT_NO_ID) << FT_SHAPE_CONDITION;
  shape |= (uint64_t)(e->detail != FT_NO_ID) << FT_SHAPE_DETAIL;
  bool valued = e->flags & (FT_HAS_VALUE | FT_DROPPED);
  return shape | (uint64_t)valued << FT_SHAPE_VALUE;
}

// ---- shapes of files -------------------------------------------------------

static bool flags_fit (const ft_event *e) {
  bool mark = e->flags & FT_DROPPED;
  if (e->flags & ~FT_SHAPE_FLAGS_KEPT ||
      (e->flags & FT_UNSIGNALLED && e->kind != FT_WAKE) ||
      (e->flags & FT_TRIED && !ft_kind_acquires (e->kind) &&
       e->kind != FT_ATOMIC_RMW))
    return false;
  return !mark || (e->kind == FT_FENCE && e->order == FT_ORDER_PLAIN &&
                   e->flags == FT_DROPPED);
}

// The low bytes of a word, one at least.
static bool is_width (unsigned mask) {
  return mask && !(mask & (mask + 1));
}

// What every reader may rely on.
static bool shape_fits (uint64_t shape, const ft_event *e) {
  if (e->kind >= FT_KIND_COUNT || e->order > FT_ORDER_SEQ_CST || !flags_fit (e))
    return false;
  bool ordered = ft_kind_is_atomic (e->kind) || e->kind == FT_FENCE;
  bool valued = e->flags & (FT_HAS_VALUE | FT_DROPPED);
  bool detailed =
      e->kind == FT_ALLOC || e->kind == FT_FREE || e->kind == FT_LOCAL;
  return (ordered || e->order == FT_ORDER_PLAIN) &&
         (e->mask || !ft_kind_accesses (e->kind)) &&
         (is_width (e->mask) || !ft_kind_computes (e->kind)) &&
         ft_shape_has (shape, FT_SHAPE_VALUE) == valued &&
         (!ft_shape_has (shape, FT_SHAPE_CONDITION) || ft_kind_releases (e->kind)) &&
         (!detailed || ft_shape_has (shape, FT_SHAPE_DETAIL)) &&
         !(e->flags & FT_DROPPED && ft_shape_has (shape, FT_SHAPE_DETAIL));
}

bool ft_shape_event (uint64_t shape, ft_event *e) {
  *e = FT_EVENT_NONE;
  e->kind = (uint8_t)shape;
  e->mask = (uint8_t)(shape >> FT_SHAPE_MASK);
  e->order = (uint8_t)(shape >> FT_SHAPE_ORDER);
  e->flags = (uint8_t)(shape >> FT_SHAPE_FLAGS);
  return shape_fits (shape, e);
}
