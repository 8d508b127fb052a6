// Cells and epochs are written as they are in memory; lists before what refers to
// them.  What is read is used as an index only when it was compared with the size
// of what it is an index of.
//
// Compared with filters that are not interrupted in
// 'tests/unit/test_checkpoint.c', which also damages the files.

#include "order/shadow_file.h"

#include <stddef.h>

// ---- writing ---------------------------------------------------------------

static void write_class (const ft_frontier_class *c, ft_checkpoint_writer *w) {
  uint64_t head[] = {c->held, c->mask, c->write, c->atomic, c->prune_from};
  ft_checkpoint_put (w, head, sizeof head);
  ft_checkpoint_put_number (w, c->epochs.size);
  ft_checkpoint_put (w, c->epochs.begin, c->epochs.size * sizeof (ft_epoch));
}

static void write_page (const ft_shadow_page *p, ft_checkpoint_writer *w) {
  ft_checkpoint_put_number (w, p->cells != NULL);
  if (!p->cells)
    return;
  ft_checkpoint_put (w, p->cells, FT_SHADOW_PAGE * sizeof *p->cells);
  if (p->held)
    ft_checkpoint_put (w, p->held, FT_SHADOW_PAGE * sizeof *p->held);
}

void ft_shadow_write_to (const ft_shadow *shadow, ft_checkpoint_writer *w) {
  ft_checkpoint_put_number (w, shadow->frontiers.size);
  for (size_t i = 0; i < shadow->frontiers.size; i++) {
    const ft_frontier *f = shadow->frontiers.begin + i;
    ft_checkpoint_put_number (w, f->classes.size);
    for (size_t k = 0; k < f->classes.size; k++)
      write_class (f->classes.begin + k, w);
  }
  ft_checkpoint_put_number (w, shadow->pages.size);
  for (size_t i = 0; i < shadow->pages.size; i++)
    write_page (shadow->pages.begin + i, w);
}

// ---- reading ---------------------------------------------------------------

// Whether the locks held are a set that there is.
static bool is_set (const ft_shadow *shadow, uint64_t held) {
  return held < (shadow->locks ? shadow->locks->sets.sets.size
                               : FT_LOCK_SET_EMPTY + 1u);
}

static void read_class (const ft_shadow *shadow, ft_frontier *f,
                        ft_checkpoint_reader *r) {
  uint64_t head[5];
  ft_checkpoint_get (r, head, sizeof head);
  uint64_t epochs = ft_checkpoint_get_count (r, sizeof (ft_epoch));
  r->bad |= !epochs || !is_set (shadow, head[0]) || head[1] > UINT8_MAX ||
            head[2] > 1 || head[3] > 1 || head[4] > UINT32_MAX;
  if (r->bad)
    return;
  FT_PUSH (f->classes, ((ft_frontier_class){.held = (ft_id)head[0],
                                            .mask = (uint8_t)head[1],
                                            .write = head[2],
                                            .atomic = head[3],
                                            .prune_from = (uint32_t)head[4]}));
  ft_frontier_class *c = &FT_TOP (f->classes);
  FT_GROW (c->epochs, epochs, ((ft_epoch){0}));
  ft_checkpoint_get (r, c->epochs.begin, epochs * sizeof (ft_epoch));
}

static void read_frontier (ft_shadow *shadow, ft_checkpoint_reader *r) {
  uint64_t classes = ft_checkpoint_get_count (r, 6 * sizeof (uint64_t));
  FT_PUSH (shadow->frontiers, ((ft_frontier){{0}}));
  for (uint64_t i = 0; i < classes && !r->bad; i++)
    read_class (shadow, &FT_TOP (shadow->frontiers), r);
}

// A bool must be 0 or 1 before it may be looked at as one.
static bool is_cell (const ft_shadow *shadow, const ft_shadow_cell *c) {
  const unsigned char *bytes = (const unsigned char *)c;
  if (bytes[offsetof (ft_shadow_cell, write_atomic)] > 1 ||
      bytes[offsetof (ft_shadow_cell, read_atomic)] > 1 ||
      bytes[offsetof (ft_shadow_cell, racy)] > 1 ||
      bytes[offsetof (ft_shadow_cell, spread)] > 1)
    return false;
  return !c->spread ||
         (c->write.thread < shadow->frontiers.size &&
          !FT_EMPTY (shadow->frontiers.begin[c->write.thread].classes));
}

static void read_page (ft_shadow *shadow, bool *used, ft_checkpoint_reader *r) {
  ft_shadow_page p = {0};
  uint64_t there = ft_checkpoint_get_number (r);
  if (there == 1) {
    p = ft_shadow_new_page (shadow);
    ft_checkpoint_get (r, p.cells, FT_SHADOW_PAGE * sizeof *p.cells);
    if (p.held)
      ft_checkpoint_get (r, p.held, FT_SHADOW_PAGE * sizeof *p.held);
  } else
    r->bad |= there != 0;
  FT_PUSH (shadow->pages, p);
  for (size_t i = 0; p.cells && i < FT_SHADOW_PAGE && !r->bad; i++) {
    const ft_shadow_cell *c = p.cells + i;
    r->bad |= !is_cell (shadow, c) ||
              (p.held && (!is_set (shadow, p.held[i].write) ||
                          !is_set (shadow, p.held[i].read)));
    if (r->bad || !c->spread)
      continue;
    r->bad |= used[c->write.thread]; // by two cells
    used[c->write.thread] = true;
  }
}

void ft_shadow_read_from (ft_shadow *shadow, ft_checkpoint_reader *r) {
  uint64_t frontiers = ft_checkpoint_get_count (r, sizeof (uint64_t));
  for (uint64_t i = 0; i < frontiers && !r->bad; i++)
    read_frontier (shadow, r);
  uint64_t pages = ft_checkpoint_get_count (r, sizeof (uint64_t));
  bool *used = FT_ARRAY (bool, shadow->frontiers.size + 1);
  for (uint64_t i = 0; i < pages && !r->bad; i++)
    read_page (shadow, used, r);
  for (size_t i = 0; i < shadow->frontiers.size && !r->bad; i++) {
    ft_frontier *f = shadow->frontiers.begin + i;
    if (used[i])
      continue;
    r->bad |= !FT_EMPTY (f->classes);
    f->next = shadow->unused;
    shadow->unused = (ft_id)i + 1;
  }
  free (used);
}
