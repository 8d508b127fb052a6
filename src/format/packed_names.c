#include "format/packed_names.h"

#include <stdio.h>
#include <string.h>

static bool get_variable (ft_varints *from, ft_variable *v) {
  uint64_t addressed = ft_varint_get (from);
  *v = (ft_variable){.addressed = addressed == 1, .alloc = FT_NO_POS};
  if (addressed) {
    v->address = ft_varint_get (from);
    v->alloc = ft_varint_get (from) - 1;
  }
  return addressed <= 1 && !from->bad;
}

static const char *get_name (ft_varints *from, ft_tables *tables,
                             enum ft_class class) {
  ft_id id = ft_tables_count (tables, class);
  size_t length = ft_varint_get_count (from);
  const char *name = (const char *)from->at;
  from->at += length;
  if (from->bad || memchr (name, 0, length) || id == FT_NO_ID - 1)
    return "malformed names";
  if (ft_tables_add (tables, class, name, length) != id)
    return "a name that another id has";
  if (class == FT_CLASS_VARIABLE &&
      !get_variable (from, tables->variables.begin + id))
    return "malformed variables";
  return NULL;
}

const char *ft_block_names_get (ft_varints *from, ft_tables *tables,
                          const ft_id_limits known) {
  const char *wrong = NULL;
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    if (ft_tables_count (tables, (enum ft_class) class) != known[class])
      return "other names before it than there are";
  for (int class = 0; class < FT_CLASS_NONE; class ++)
    for (uint64_t n = ft_varint_get_count (from); n && !wrong; n--)
      wrong = get_name (from, tables, (enum ft_class) class);
  return wrong ? wrong : from->bad ? "malformed names" : NULL;
}

const char *ft_packed_names (const ft_packed_block *b, ft_tables *tables) {
  const ft_bytes *frame = b->frames + FT_FRAME_NAMES;
  ft_varints from = {frame->begin, frame->begin + frame->size, false};
  const char *wrong = ft_block_names_get (&from, tables, b->header.names);
  return wrong ? wrong : from.at != from.end ? "malformed names" : NULL;
}

static void add_lost (ft_tables *tables, enum ft_class class) {
  ft_id id = ft_tables_count (tables, class);
  char name[64];
  int n = snprintf (name, sizeof name, "lost %s %u", ft_class_name (class), id);
  while (ft_tables_add (tables, class, name, (size_t)n) != id)
    name[n++] = '\'';
}

// Compressed names need some bits at least; the bound keeps memory within
// what the size of the file warrants.
static bool may_be_lost (const ft_packed_block *b, uint64_t names) {
  return names <= 64 * b->skipped;
}

const char *ft_packed_lost_names (const ft_packed_block *b, ft_tables *tables) {
  for (int i = 0; i < FT_CLASS_NONE; i++) {
    enum ft_class class = (enum ft_class)i;
    uint32_t known = ft_tables_count (tables, class);
    if (b->header.names[class] < known ||
        !may_be_lost (b, b->header.names[class] - known))
      return "other names before it than there are";
    while (ft_tables_count (tables, class) < b->header.names[class])
      add_lost (tables, class);
  }
  return NULL;
}

// ---- writing ---------------------------------------------------------------

static void put_name (ft_bytes *to, const ft_tables *tables,
                      enum ft_class class, ft_id id) {
  const char *name = ft_tables_name (tables, class, id);
  size_t length = strlen (name);
  ft_varint_put (to, length);
  for (size_t i = 0; i < length; i++)
    FT_PUSH (*to, (uint8_t)name[i]);
}

static void put_variable (ft_bytes *to, const ft_variable *v) {
  ft_varint_put (to, v->addressed);
  if (!v->addressed)
    return;
  ft_varint_put (to, v->address);
  ft_varint_put (to, v->alloc + 1); // 0: in no allocation
}

void ft_block_names_put (ft_bytes *to, const ft_tables *tables, const ft_id_limits named,
                   const ft_id_limits used) {
  for (int class = 0; class < FT_CLASS_NONE; class ++) {
    ft_varint_put (to, used[class] - named[class]);
    for (ft_id id = named[class]; id < used[class]; id++) {
      put_name (to, tables, (enum ft_class) class, id);
      if (class == FT_CLASS_VARIABLE)
        put_variable (to, tables->variables.begin + id);
    }
  }
}
