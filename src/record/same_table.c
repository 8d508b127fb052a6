#include "record/same_table.h"

#include <string.h>

#include "base/hash.h"
#include "run/sites.h"
#include "symex/code/unit_code.h"

typedef struct table {
  ft_sites sites;
  ft_unit_code code;
} table;

static bool read_table (table *t, const void *bytes, size_t size) {
  ft_error error = {0};
  ft_sites *s = &t->sites;
  return ft_sites_unpack (s, bytes, size, &error) &&
         (!s->code.size || ft_unit_code_unpack (&t->code, s, s->code.text,
                                                s->code.size, &error));
}

static void release_table (table *t) {
  ft_sites_release (&t->sites);
  ft_unit_code_release (&t->code);
}

// Elements are compared in order, by a function of their fields.
#define ALL_EQUAL(a, b, equal)                                                 \
  do {                                                                         \
    if ((a).size != (b).size)                                                  \
      return false;                                                            \
    for (size_t i = 0; i < (a).size; i++)                                      \
      if (!equal ((a).begin + i, (b).begin + i))                               \
        return false;                                                          \
  } while (0)

// ---- sites -----------------------------------------------------------------

// Fields are strings by their ids: the compiler numbers them in the order in
// which it comes to them.
static bool same_function (const ft_function *a, const ft_function *b) {
  return a->name == b->name && a->file == b->file && a->line == b->line &&
         a->first == b->first && a->count == b->count;
}

static bool same_site (const ft_site *a, const ft_site *b) {
  return a->kind == b->kind && a->order == b->order && a->flags == b->flags &&
         a->size == b->size && a->line == b->line && a->column == b->column &&
         a->scope == b->scope && a->variable == b->variable &&
         a->type == b->type;
}

static bool same_inlined (const ft_inlined *a, const ft_inlined *b) {
  return a->function == b->function && a->file == b->file &&
         a->outer == b->outer && a->line == b->line && a->column == b->column;
}

static bool same_global (const ft_global *a, const ft_global *b) {
  return a->name == b->name && a->file == b->file && a->line == b->line &&
         a->kind == b->kind &&
         (a->size == b->size || a->kind == FT_GLOBAL_CONSTANT);
}

static bool same_file (const ft_site_file *a, const ft_site_file *b) {
  return a->path == b->path && a->checksum == b->checksum;
}

static bool same_sites (const ft_sites *a, const ft_sites *b) {
  if (a->what != b->what)
    return false;
  ALL_EQUAL (a->functions, b->functions, same_function);
  ALL_EQUAL (a->sites, b->sites, same_site);
  ALL_EQUAL (a->inlined, b->inlined, same_inlined);
  ALL_EQUAL (a->globals, b->globals, same_global);
  ALL_EQUAL (a->files, b->files, same_file);
  return true;
}

// ---- strings ---------------------------------------------------------------

static void list_paths (const ft_sites *s, ft_map *paths) {
  for (size_t i = 0; i < s->functions.size; i++)
    *ft_map_at (paths, s->functions.begin[i].file) = 1;
  for (size_t i = 0; i < s->inlined.size; i++)
    *ft_map_at (paths, s->inlined.begin[i].file) = 1;
  for (size_t i = 0; i < s->globals.size; i++)
    *ft_map_at (paths, s->globals.begin[i].file) = 1;
  for (size_t i = 0; i < s->files.size; i++)
    *ft_map_at (paths, s->files.begin[i].path) = 1;
}

static bool same_strings (const ft_sites *a, const ft_sites *b) {
  ft_map paths = {0};
  bool same = a->strings.size == b->strings.size;
  list_paths (a, &paths);
  for (uint32_t i = 1; same && i < a->strings.size; i++)
    same = ft_map_get (&paths, i) != FT_NO_ID ||
           !strcmp (ft_sites_text (a, i), ft_sites_text (b, i));
  ft_map_release (&paths);
  return same;
}

// ---- code ------------------------------------------------------------------

static bool same_body (const ft_code_body *a, const ft_code_body *b) {
  return a->values == b->values && a->parameters == b->parameters &&
         a->blocks == b->blocks;
}

static bool same_block (const ft_code_block *a, const ft_code_block *b) {
  return a->count == b->count;
}

static bool same_instruction (const ft_instruction *a,
                              const ft_instruction *b) {
  return a->kind == b->kind && a->op == b->op && a->width == b->width &&
         a->from == b->from && a->local == b->local && a->site == b->site &&
         a->result == b->result && a->count == b->count;
}

static bool same_operand (const ft_code_operand *a, const ft_code_operand *b) {
  return a->kind == b->kind &&
         (a->word == b->word || a->kind == FT_OPERAND_CONSTANT);
}

static bool same_code (const ft_unit_code *a, const ft_unit_code *b) {
  ALL_EQUAL (a->bodies, b->bodies, same_body);
  ALL_EQUAL (a->blocks, b->blocks, same_block);
  ALL_EQUAL (a->instructions, b->instructions, same_instruction);
  ALL_EQUAL (a->operands, b->operands, same_operand);
  return true;
}

bool ft_same_table (const void *a, size_t a_size, const void *b,
                    size_t b_size) {
  if (a_size == b_size && !memcmp (a, b, a_size))
    return true;
  table x = {0}, y = {0};
  bool same = read_table (&x, a, a_size) && read_table (&y, b, b_size) &&
              same_sites (&x.sites, &y.sites) &&
              same_strings (&x.sites, &y.sites) && same_code (&x.code, &y.code);
  release_table (&x);
  release_table (&y);
  return same;
}
