#include "run/run_code.h"

#include <stdlib.h>
#include <string.h>

void ft_run_code_release (ft_run_code *c) {
  for (size_t i = 0; i < c->tables.size; i++) {
    ft_sites_release (c->tables.begin[i]);
    free (c->tables.begin[i]);
  }
  for (size_t i = 0; i < c->modules.size; i++)
    free (c->modules.begin[i]);
  FT_RELEASE (c->modules);
  FT_RELEASE (c->libraries);
  FT_RELEASE (c->tables);
  FT_RELEASE (c->origins);
  FT_RELEASE (c->objects);
  FT_RELEASE (c->functions);
  FT_RELEASE (c->sites);
  FT_RELEASE (c->globals);
  FT_RELEASE (c->constants);
}

// ---- the file 'objects' ----------------------------------------------------

static bool malformed (const char *path, uint64_t offset, const char *what,
                       ft_error *error) {
  ft_error_at_byte (error, path, offset, "%s", what);
  return false;
}

static void add_global (ft_run_code *c, const ft_sites *table, uint32_t i,
                        const unsigned char *addresses) {
  ft_run_global g = {table->globals.begin + i, table, 0, 0};
  memcpy (&g.first, addresses + 8 * (size_t)i, 8);
  uint64_t size = g.global->size ? g.global->size : 1;
  g.last = g.first + size - 1;
  if (!g.first || g.last < g.first)
    return;
  switch ((enum ft_global_kind)g.global->kind) {
  case FT_GLOBAL_VARIABLE:
    FT_PUSH (c->globals, g);
    break;
  case FT_GLOBAL_CONSTANT:
  case FT_GLOBAL_FUNCTION:
    FT_PUSH (c->constants, g);
    break;
  case FT_GLOBAL_ELSEWHERE:
    break;
  }
}

static bool check_counts (const ft_run_unit *o,
                          const struct ft_wire_registered *r, const char *path,
                          ft_error *error) {
  if (o->table->functions.size != r->function_count ||
      o->table->globals.size != r->global_count)
    return malformed (path, o->offset,
                      "the site table has other numbers of functions and "
                      "globals than the object registered",
                      error);
  return true;
}

static bool unpack (ft_run_code *c, ft_run_unit *o, const char *path,
                    ft_error *error) {
  ft_error why = FT_NO_ERROR;
  ft_sites *table = FT_NEW (ft_sites);
  o->table = table;
  FT_PUSH (c->tables, table);
  if (ft_sites_unpack (table, o->bytes, o->size, &why))
    return true;
  ft_error_at_byte (error, path, o->offset, "in the site table: %.600s",
                    why.message);
  return false;
}

// Read the unit at 'at'; '*used' is its number of bytes.
static bool read_object (ft_run_code *c, const char *path,
                         const unsigned char *bytes, uint64_t at, uint64_t size,
                         uint64_t *used, ft_error *error) {
  struct ft_wire_registered r;
  if (size - at < sizeof r)
    return malformed (path, at, "the file ends within an object", error);
  memcpy (&r, bytes + at, sizeof r);
  uint64_t left = size - at - sizeof r, globals = 8 * (uint64_t)r.global_count;
  if (globals > left || r.sites_size > left - globals)
    return malformed (path, at, "an object reaches beyond the end of the file",
                      error);
  uint64_t whole = sizeof r + globals + r.sites_size;
  *used = (whole + 7) & ~(uint64_t)7;
  if (*used > size - at)
    *used = size - at;
  const unsigned char *addresses = bytes + at + sizeof r;
  ft_run_unit o = {r.functions,         r.function_count, 0,         at,
                   addresses + globals, r.sites_size,     addresses, NULL};
  FT_PUSH (c->origins, ((ft_run_unit_origin){at, addresses, ""}));
  bool fine = unpack (c, &o, path, error) && check_counts (&o, &r, path, error);
  if (fine)
    ft_sites_relocate (FT_TOP (c->tables), addresses);
  if (o.count)
    FT_PUSH (c->objects, o);
  for (uint32_t i = 0; fine && i < r.global_count; i++)
    add_global (c, o.table, i, addresses);
  return fine;
}

// ---- numbering -------------------------------------------------------------

static int by_address (const void *a, const void *b) {
  const ft_run_unit *p = a, *q = b;
  if (p->address != q->address)
    return p->address < q->address ? -1 : 1;
  return p->offset < q->offset ? -1 : 1;
}

static bool same_table (const ft_run_unit *a, const ft_run_unit *b) {
  return a->address == b->address && a->size == b->size &&
         !memcmp (a->bytes, b->bytes, a->size);
}

static uint64_t end_of (const ft_run_unit *o) {
  return o->address + 8 * (uint64_t)o->count;
}

// Drop repeated units: a library that was unloaded and loaded again registers
// twice.
static bool drop_repeated (ft_run_code *c, const char *path, ft_error *error) {
  size_t kept = 0;
  for (size_t i = 0; i < c->objects.size; i++) {
    const ft_run_unit *o = c->objects.begin + i;
    const ft_run_unit *last = kept ? c->objects.begin + kept - 1 : NULL;
    bool meets = last && o->address < end_of (last);
    if (meets && !same_table (last, o))
      return malformed (
          path, o->offset,
          "this object's code is where another object's was (a "
          "library that was unloaded?), which cannot be "
          "distinguished; keep libraries loaded and record it again",
          error);
    if (!meets)
      c->objects.begin[kept++] = *o;
  }
  c->objects.size = kept;
  return true;
}

static void add_sites (ft_run_code *c, const ft_run_function *f) {
  for (uint32_t i = 0; i < f->count; i++) {
    const ft_site *site = f->table->sites.begin + f->function->first + i;
    ft_run_site s = {site, NULL, site->kind,
                     (uint8_t)ft_site_words (site->kind)};
    FT_PUSH (c->sites, s);
  }
}

static bool add_functions (ft_run_code *c, ft_run_unit *o, const char *path,
                           ft_error *error) {
  uint64_t sites = 0;
  o->function = (ft_id)c->functions.size;
  for (uint32_t i = 0; i < o->count; i++) {
    const ft_function *f = o->table->functions.begin + i;
    sites += f->count;
    if (f->first > o->table->sites.size ||
        f->count > o->table->sites.size - f->first ||
        sites > o->table->sites.size || f->count >= FT_WIRE_FIRST)
      return malformed (path, o->offset,
                        "a function has sites that the site table does not "
                        "have for it",
                        error);
    ft_run_function whole = {f, o->table, (ft_id)c->sites.size, f->count, ""};
    add_sites (c, &whole);
    FT_PUSH (c->functions, whole);
  }
  return true;
}

static void link_sites (ft_run_code *c) {
  for (size_t i = 0; i < c->functions.size; i++) {
    const ft_run_function *f = c->functions.begin + i;
    for (uint32_t k = 0; k < f->count; k++)
      c->sites.begin[f->site + k].function = f;
  }
}

static int global_by_address (const void *a, const void *b) {
  const ft_run_global *p = a, *q = b;
  if (p->first != q->first)
    return p->first < q->first ? -1 : 1;
  return p->last != q->last ? (p->last > q->last ? -1 : 1) : 0;
}

// Keeps the largest of several globals with the same first address (a
// definition and its declarations, a library loaded twice).
static size_t sort_globals (ft_run_global *all, size_t count) {
  if (!count)
    return 0;
  qsort (all, count, sizeof *all, global_by_address);
  size_t kept = 1;
  for (size_t i = 1; i < count; i++)
    if (all[i].first != all[kept - 1].first)
      all[kept++] = all[i];
  return kept;
}

bool ft_run_code_read (ft_run_code *c, const char *path,
                       const unsigned char *bytes, uint64_t size,
                       ft_error *error) {
  for (uint64_t at = 0, used; at < size; at += used)
    if (!read_object (c, path, bytes, at, size, &used, error))
      return false;
  if (!FT_EMPTY (c->objects))
    qsort (c->objects.begin, c->objects.size, sizeof *c->objects.begin,
           by_address);
  if (!drop_repeated (c, path, error))
    return false;
  for (size_t i = 0; i < c->objects.size; i++)
    if (!add_functions (c, c->objects.begin + i, path, error))
      return false;
  link_sites (c);
  c->globals.size = sort_globals (c->globals.begin, c->globals.size);
  c->constants.size = sort_globals (c->constants.begin, c->constants.size);
  return true;
}

// ---- queries ---------------------------------------------------------------

const ft_run_function *ft_run_code_function_at (const ft_run_code *c,
                                                uint64_t descriptor) {
  size_t low = 0, high = c->objects.size;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const ft_run_unit *o = c->objects.begin + middle;
    if (descriptor < o->address)
      high = middle;
    else if (descriptor >= end_of (o))
      low = middle + 1;
    else if ((descriptor - o->address) % 8)
      return NULL;
    else
      return c->functions.begin + o->function + (descriptor - o->address) / 8;
  }
  return NULL;
}

static const ft_run_global *find_global (const ft_run_global *all, size_t count,
                                         uint64_t address) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (all[middle].first <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low && all[low - 1].last >= address ? all + low - 1 : NULL;
}

const ft_run_global *ft_run_code_global_at (const ft_run_code *c,
                                            uint64_t address) {
  return find_global (c->globals.begin, c->globals.size, address);
}

const ft_run_global *ft_run_code_constant_at (const ft_run_code *c,
                                              uint64_t address) {
  return find_global (c->constants.begin, c->constants.size, address);
}
