#include "order/cell.h"

typedef struct ft_cell cell;
typedef struct ft_cell_entry entry;

void ft_cells_release (ft_cells *cells) {
  for (size_t i = 0; i < cells->entries.size; i++)
    if (cells->entries.begin[i].section)
      ft_section_drop (cells->entries.begin[i].section);
  FT_RELEASE (cells->entries);
  FT_RELEASE (cells->cells);
  ft_map_release (&cells->map);
  cells->unused = 0;
}

static ft_id cell_at (ft_cells *cells, ft_id lock, ft_id variable) {
  uint32_t *id = ft_map_at (&cells->map, (uint64_t)lock << 32 | variable);
  if (*id == FT_NO_ID) {
    *id = cells->cells.size;
    FT_PUSH (cells->cells, ((cell){FT_NO_ID, 0, 0}));
  }
  return *id;
}

// Notes the access in the section, once per cell as a rule.
static void note (ft_cells *cells, ft_open *open, ft_id id,
                  const ft_touch *touch) {
  cell *c = cells->cells.begin + id;
  if (c->serial != open->serial) {
    c->serial = open->serial;
    c->touch = open->touched.size;
    FT_PUSH (open->touched, ((struct ft_open_touch){id, 0, 0}));
  }
  struct ft_open_touch *t = open->touched.begin + c->touch;
  *(touch->write ? &t->written : &t->read) |= touch->mask;
}

static bool knows (const ft_clock *known, const ft_section *s) {
  return s->closed <= ft_clock_at (known, s->thread);
}

static bool must_follow (const entry *e, const ft_open *open, ft_tid t,
                         const ft_touch *touch) {
  uint8_t bytes = touch->write ? e->read | e->written : e->written;
  return e->section->thread != t && (bytes & touch->mask) &&
         !(e->section->shared && open->shared);
}

bool ft_cells_access (ft_cells *cells, ft_open *open, ft_tid t,
                      const ft_touch *touch, ft_clock *known) {
  ft_id id = cell_at (cells, open->lock, touch->variable), i;
  bool changed = false;
  for (i = cells->cells.begin[id].first; i != FT_NO_ID;
       i = cells->entries.begin[i].next) {
    const entry *e = cells->entries.begin + i;
    const ft_section *s = e->section;
    if (!knows (known, s) && must_follow (e, open, t, touch))
      changed |= ft_clock_join (known, &s->clock);
    if (s->knows_all && knows (known, s))
      break;
  }
  note (cells, open, id, touch);
  return changed;
}

static ft_id new_entry (ft_cells *cells) {
  if (!cells->unused) {
    FT_PUSH (cells->entries, ((entry){0}));
    return cells->entries.size - 1;
  }
  ft_id id = cells->unused - 1;
  cells->unused = cells->entries.begin[id].next;
  return id;
}

static void free_entry (ft_cells *cells, ft_id id) {
  entry *e = cells->entries.begin + id;
  ft_section_drop (e->section);
  e->section = NULL;
  e->next = cells->unused;
  cells->unused = id + 1;
}

// Bytes for which a newer section does duty, and for what.
typedef struct duty {
  uint8_t access, read; // of a later access that writes, that reads
} duty;

// What is left to an entry older than 'by': 'others' is the duty done, for
// the thread of 'by', by exclusive sections of other threads in between.  In
// DC that thread needs none for what it knows.
static void relieve (entry *e, const ft_section *by, duty done, duty others,
                     bool total) {
  bool own = e->section->thread == by->thread;
  if (by->shared && !(own && e->section->shared))
    return;
  if (!own && !total && !by->knows_all)
    return;
  if (!own && total) {
    done.access &= others.access;
    done.read &= others.read;
  }
  e->read &= ~done.access;
  e->written &= ~done.read;
}

static void prune (ft_cells *cells, ft_id *link, const ft_section *by,
                   duty done) {
  duty others = {0, 0};
  while (*link != FT_NO_ID) {
    ft_id id = *link;
    entry *e = cells->entries.begin + id;
    duty own = {e->read | e->written, e->written};
    relieve (e, by, done, others, cells->total);
    if (e->section->thread != by->thread && !e->section->shared) {
      others.access |= own.access;
      others.read |= own.read;
    }
    if (e->read || e->written) {
      link = &e->next;
      continue;
    }
    *link = e->next;
    free_entry (cells, id);
  }
}

void ft_cells_close (ft_cells *cells, const ft_open *open,
                     ft_section *section) {
  for (size_t i = 0; i < open->touched.size; i++) {
    struct ft_open_touch t = open->touched.begin[i];
    ft_id id = new_entry (cells);
    ft_id *first = &cells->cells.begin[t.cell].first;
    prune (cells, first, section, (duty){t.read | t.written, t.written});
    cells->entries.begin[id] =
        (entry){ft_section_share (section), *first, t.read, t.written};
    *first = id;
  }
}
