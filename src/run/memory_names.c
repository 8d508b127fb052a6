#include "run/memory_names.h"

#include <string.h>

#include "run/descriptor_name.h"

void ft_memory_names_release (ft_memory_names *h) {
  ft_intern_release (&h->labels);
  FT_RELEASE (h->named);
  FT_RELEASE (h->numbers);
  ft_map_release (&h->descriptors);
  FT_RELEASE (h->opened);
  ft_intern_release (&h->bases);
  FT_RELEASE (h->uses);
  ft_strbuf_release (&h->text);
}

ft_id ft_memory_names_label (ft_memory_names *h, const ft_run_record *r,
                             ft_id id) {
  const char *location = ft_location_names_text (h->names, r->thread);
  ft_id label_id = ft_intern_add (&h->labels, location, strlen (location));
  FT_GROW (h->named, label_id + 1, 0);
  FT_GROW (h->numbers, id + 1, 0);
  h->numbers.begin[id] = 0;
  return label_id;
}

static void add_address (ft_memory_names *h, uint64_t address) {
  ft_strbuf_add (&h->text, "0x%llx", (unsigned long long)address);
}

void ft_memory_names_descriptor (ft_memory_names *h, const ft_run_record *r) {
  uint32_t *slot = ft_map_at (&h->descriptors, r->payload);
  ft_descriptor_name name = {r->word[0], FT_NO_ID};
  if (*slot != FT_NO_ID)
    return;
  if (r->code == FT_WIRE_DESCRIPTOR_OPEN) {
    const char *location = ft_location_names_text (h->names, r->thread);
    name.label = ft_intern_add (&h->labels, location, strlen (location));
    FT_GROW (h->named, name.label + 1, 0);
  }
  *slot = (uint32_t)h->opened.size;
  FT_PUSH (h->opened, name);
}

static void add_offset (ft_memory_names *h, uint64_t offset) {
  if (offset)
    ft_strbuf_add (&h->text, "+%llu", (unsigned long long)offset);
}

// The size of a simple type, of which most arrays are; 0 for other types.
static uint64_t size_of_type (const char *type, size_t length) {
  static const struct {
    const char *name;
    uint64_t size;
  } types[] = {{"char", 1},           {"bool", 1},        {"_Bool", 1},
               {"unsigned char", 1},  {"signed char", 1}, {"short", 2},
               {"unsigned short", 2}, {"int", 4},         {"unsigned int", 4},
               {"float", 4},          {"long", 8},        {"unsigned long", 8},
               {"long long", 8},      {"double", 8}};
  while (length && type[length - 1] == ' ')
    length--;
  if (length && type[length - 1] == '*')
    return 8;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strlen (types[i].name) == length &&
        !memcmp (types[i].name, type, length))
      return types[i].size;
  return 0;
}

// The size of an element of a type such as "int[10]" or "int []"; 0 if it is no
// array or the size is unknown.
static uint64_t element_size (const ft_run_global *g) {
  const char *type = ft_sites_text (g->table, g->global->type);
  const char *bracket = strchr (type, '[');
  unsigned long long n;
  if (!bracket || strchr (bracket + 1, '['))
    return 0;
  if (sscanf (bracket, "[%llu]", &n) == 1 && n)
    return g->global->size % n ? 0 : g->global->size / n;
  uint64_t size = size_of_type (type, (size_t)(bracket - type));
  return size && g->global->size % size == 0 ? size : 0;
}

static void add_global (ft_memory_names *h, const ft_run_global *g,
                        uint64_t address, uint64_t bytes) {
  uint64_t offset = address - g->first, size = element_size (g);
  const char *name = ft_sites_text (g->table, g->global->name);
  if (!*name) { // Every name of a trace has a character.
    add_address (h, address);
    return;
  }
  ft_strbuf_add (&h->text, "%s", name);
  if (!size) {
    add_offset (h, offset);
    return;
  }
  uint64_t from = offset / size, end = g->last - g->first + 1;
  uint64_t to = ((offset + bytes < end ? offset + bytes : end) - 1) / size;
  ft_strbuf_add (&h->text, from < to ? "[%llu..%llu]" : "[%llu]",
                 (unsigned long long)from, (unsigned long long)to);
  if (from == to)
    add_offset (h, offset - from * size);
}

static bool add_frame_variable (ft_memory_names *h, uint32_t owner,
                                uint64_t address, uint64_t bytes) {
  const ft_run_thread *t = ft_run_reader_thread (h->reader, owner);
  for (size_t i = t ? t->variables.size : 0; i--;) {
    const ft_run_variable *x = t->variables.begin + i;
    if (x->last < address || x->first > address + bytes - 1)
      continue;
    const ft_run_site *s = h->code->sites.begin + x->site;
    const ft_sites *table = s->function->table;
    ft_strbuf_add (&h->text, "%s of %s",
                   ft_sites_text (table, s->site->variable),
                   ft_sites_text (table, s->function->function->name));
    add_offset (h, address > x->first ? address - x->first : 0);
    return true;
  }
  return false;
}

static void add_thread (ft_memory_names *h, uint32_t thread) {
  char name[FT_THREAD_NAME_SIZE];
  ft_thread_name (name, thread);
  ft_strbuf_add (&h->text, "%s", name);
}

static void add_stack (ft_memory_names *h, const ft_memory_block *b,
                       uint64_t address, uint64_t bytes) {
  if (add_frame_variable (h, b->thread, address, bytes))
    return;
  ft_strbuf_add (&h->text, "stack of ");
  add_thread (h, b->thread);
  ft_strbuf_add (&h->text, "-%llu",
                 (unsigned long long)(b->last + 1 - address));
}

static void add_block (ft_memory_names *h, const ft_memory_block *b,
                       uint64_t address) {
  ft_id id = (ft_id)(b - h->blocks->list.begin);
  uint32_t *number = h->numbers.begin + id;
  if (!*number)
    *number = ++h->named.begin[b->label];
  ft_strbuf_add (&h->text, "%s%s of %s", b->freed ? "freed " : "",
                 b->kind == FT_BLOCK_HEAP ? "heap block" : "mapping",
                 ft_intern_name (&h->labels, b->label));
  if (*number > 1)
    ft_strbuf_add (&h->text, "#%u", *number);
  add_offset (h, address - b->first);
}

// Adds "descriptor 5 (socket, opened at f.c:12)", of which only the number
// is known if the program began with it.
static void add_descriptor (ft_memory_names *h, const ft_descriptor_name *d) {
  static const char *const kinds[FT_WIRE_DESCRIPTOR_KIND_COUNT] = {
#define K(NAME, text) text,
      FT_WIRE_DESCRIPTOR_KINDS (K)
#undef K
  };
  unsigned kind = FT_WIRE_DESCRIPTOR_KIND (d->word);
  const char *text = kind < FT_WIRE_DESCRIPTOR_KIND_COUNT ? kinds[kind] : "";
  bool opened = d->label != FT_NO_ID;
  ft_strbuf_add (&h->text, FT_DESCRIPTOR_NAME "%u",
                 FT_WIRE_DESCRIPTOR_NUMBER (d->word));
  if (!*text && !opened)
    return;
  ft_strbuf_add (&h->text, " (%s%s", text, *text && opened ? ", " : "");
  if (opened)
    ft_strbuf_add (&h->text, "opened at %s",
                   ft_intern_name (&h->labels, d->label));
  ft_strbuf_add (&h->text, ")");
}

// Write the name of what contains the first of some bytes that a variable
// covers.
static void write_name (ft_memory_names *h, uint64_t address, uint64_t bytes) {
  const ft_memory_block *b = ft_memory_blocks_at (h->blocks, address);
  const ft_run_global *g = NULL;
  for (uint64_t i = 0; !b && !g && i < bytes && i < 8; i++)
    if ((g = ft_run_code_global_at (h->code, address + i)))
      address += i, bytes -= i;
  uint32_t descriptor =
      address < FT_WIRE_DESCRIPTORS
          ? FT_NO_ID
          : ft_map_get (&h->descriptors, address & ~UINT64_C (7));
  h->text.size = 0;
  if (descriptor != FT_NO_ID)
    add_descriptor (h, h->opened.begin + descriptor);
  else if (g)
    add_global (h, g, address, bytes);
  else if (!b)
    add_address (h, address);
  else if (b->kind == FT_BLOCK_STACK)
    add_stack (h, b, address, bytes);
  else
    add_block (h, b, address);
}

const char *ft_memory_names_text (ft_memory_names *h, uint64_t address) {
  write_name (h, address, 1);
  return ft_strbuf_text (&h->text);
}

ft_id ft_memory_names_add (ft_memory_names *h, uint64_t address, uint64_t bytes,
                           ft_tables *tables) {
  write_name (h, address, bytes);
  ft_id known = ft_tables_count (tables, FT_CLASS_VARIABLE);
  ft_id chosen = ft_intern_add (&h->bases, h->text.text, h->text.size), id;
  size_t length = h->text.size;
  FT_GROW (h->uses, chosen + 1, 0);
  do {
    h->text.size = length;
    if (++h->uses.begin[chosen] > 1)
      ft_strbuf_add (&h->text, "#%u", h->uses.begin[chosen]);
    id = ft_tables_add (tables, FT_CLASS_VARIABLE, h->text.text, h->text.size);
  } while (id < known);
  return id;
}
