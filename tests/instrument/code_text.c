// Shows the code for re-execution in objects, programs and the 'objects' file
// of a run directory, as text:
//
//   code_text FILE [FUNCTION]    all of it, or of one function
//   code_text --count FILE...    how many instructions there are of each kind
//
// Refuses, with status 65, tables and code that cannot be unpacked.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "symex/code/code_float.h"
#include "symex/code/unit_code.h"

static uint64_t counts[FT_INSTRUCTION_KINDS];
static uint64_t bytes_of_code, bytes_of_tables, functions, silent, empty;

// ---- text ------------------------------------------------------------------

static void print_operand (const ft_code_operand *o, char letter) {
  switch ((enum ft_code_operand_kind)o->kind) {
  case FT_OPERAND_RESULT:
    printf (" %%%" PRIu64, o->word);
    return;
  case FT_OPERAND_CONSTANT:
    printf (" %" PRIu64, o->word);
    return;
  case FT_OPERAND_GLOBAL:
    printf (" @%u%+d", ft_code_global_number (o), ft_code_global_offset (o));
    return;
  case FT_OPERAND_UNKNOWN:
    printf (" fixed");
    return;
  case FT_OPERAND_NUMBER:
    printf (letter == 'b' ? " b%" PRIu64 : " *%" PRIu64, o->word);
    return;
  case FT_OPERAND_NONE:
    printf (" nothing");
    return;
  }
}

static void print_lower (const char *text) {
  for (; *text; text++)
    putchar (*text >= 'A' && *text <= 'Z' ? *text + 32 : *text);
}

static void print_fields (const ft_instruction *i, const ft_code_layout *l,
                          const ft_function *f, const ft_sites *sites) {
  if (strchr (l->fields, 'o'))
    printf (" %s", i->kind == FT_INSTRUCTION_FLOAT ? ft_float_name (i->op)
                                                   : ft_operator_name (i->op));
  if (strchr (l->fields, 'w') && i->width)
    printf (" i%d", i->width);
  if (i->from)
    printf (" from i%d", i->from);
  if (i->kind == FT_INSTRUCTION_CALL && !i->local)
    printf (" caught"); // what the callee throws
  else if (i->kind != FT_INSTRUCTION_CALL && i->local)
    printf (" local");
  if (strchr (l->fields, 'c') && i->constant)
    printf (i->kind == FT_INSTRUCTION_CALL ? " #%016" PRIx64 : " #%" PRId64,
            i->constant);
  if (i->kind == FT_INSTRUCTION_RETURN && ft_code_is_silent_return (i))
    printf (" silent");
  else if (i->site)
    printf (" @%" PRIu32 ":%" PRIu32, i->site,
            f ? sites->sites.begin[f->first + i->site - 1].line : 0);
}

static void print_instruction (const ft_unit_code *code,
                               const ft_instruction *i, const ft_function *f,
                               const ft_sites *sites) {
  const ft_code_layout *l = ft_code_layout_of (i->kind);
  printf ("  ");
  if (i->result != FT_NO_ID)
    printf ("%%%" PRIu32 " = ", i->result);
  print_lower (ft_code_kind_name (i->kind));
  print_fields (i, l, f, sites);
  for (uint32_t n = 0; n < i->count; n++)
    print_operand (code->operands.begin + i->first + n,
                   ft_code_operand_letter (l, n));
  putchar ('\n');
}

static void print_body (const ft_unit_code *code, const ft_code_body *body,
                        const ft_function *f, const ft_sites *sites) {
  printf ("%s #%016" PRIx64 ":", f ? ft_sites_text (sites, f->name) : "silent",
          body->guid);
  for (uint32_t n = 0; n < body->parameters; n++)
    printf (" i%d", code->widths.begin[body->first_width + n]);
  putchar ('\n');
  for (uint32_t b = 0; b < body->blocks; b++) {
    const ft_code_block *block = code->blocks.begin + body->first_block + b;
    printf (" b%" PRIu32 ":\n", b);
    for (uint32_t n = 0; n < block->count; n++)
      print_instruction (code, code->instructions.begin + block->first + n, f,
                         sites);
  }
}

// ---- files -----------------------------------------------------------------

// As the source or as the linker calls it.
static bool wanted (const ft_sites *sites, const ft_code_body *body,
                    const ft_function *f, const char *name) {
  return !name || body->guid == ft_guid (name, strlen (name)) ||
         (f && !strcmp (ft_sites_text (sites, f->name), name));
}

static void show (const ft_unit_code *code, const ft_sites *sites,
                  const char *name) {
  for (size_t n = 0; n < code->bodies.size; n++) {
    const ft_function *f =
        n < sites->functions.size ? sites->functions.begin + n : NULL;
    if (wanted (sites, code->bodies.begin + n, f, name))
      print_body (code, code->bodies.begin + n, f, sites);
  }
}

static void add_counts (const ft_unit_code *code, const ft_sites *sites) {
  for (size_t n = 0; n < code->instructions.size; n++)
    counts[code->instructions.begin[n].kind]++;
  for (size_t n = 0; n < code->bodies.size; n++)
    empty += !code->bodies.begin[n].blocks;
  functions += sites->functions.size;
  silent += code->bodies.size - sites->functions.size;
  bytes_of_code += sites->code.size;
}

// The table at the beginning of some bytes; what follows it is told by the
// error that says where it ends.  Its size, 0 if it is none.
static size_t unpack_table (ft_sites *sites, const char *at, size_t left,
                            ft_error *error) {
  size_t end;
  if (ft_sites_unpack (sites, at, left, error))
    return left;
  if (!strstr (error->message, "something follows its end") ||
      sscanf (error->message, "site table: byte %zu", &end) != 1)
    return 0;
  return ft_sites_unpack (sites, at, end, error) ? end : 0;
}

static bool read_table (const char *at, size_t left, const char *name,
                        bool count) {
  ft_sites sites = {0};
  ft_unit_code code = {0};
  ft_error error = FT_NO_ERROR;
  size_t size = unpack_table (&sites, at, left, &error);
  bool note = size && sites.what != FT_TABLE_UNIT; // it has none
  bool fine =
      size && (note || ft_unit_code_unpack (&code, &sites, sites.code.text,
                                            sites.code.size, &error));
  bytes_of_tables += size;
  if (!fine)
    fprintf (stderr, "code_text: %s\n", error.message);
  else if (count)
    add_counts (&code, &sites);
  else
    show (&code, &sites, name);
  ft_unit_code_release (&code);
  ft_sites_release (&sites);
  return fine;
}

static char *slurp (const char *path, size_t *size) {
  FILE *file = fopen (path, "rb");
  if (!file || fseek (file, 0, SEEK_END))
    return NULL;
  *size = (size_t)ftell (file);
  rewind (file);
  char *bytes = ft_calloc (*size + 1, 1);
  *size = fread (bytes, 1, *size, file);
  fclose (file);
  return bytes;
}

static bool read_tables (const char *path, const char *name, bool count) {
  size_t size;
  char *bytes = slurp (path, &size);
  bool fine = bytes;
  for (char *at = bytes;
       fine && (at = memmem (at, size - (size_t)(at - bytes), "FTSITES9", 8));
       at += 8)
    fine = read_table (at, size - (size_t)(at - bytes), name, count);
  if (!fine)
    fprintf (stderr, "code_text: %s cannot be read\n", path);
  free (bytes);
  return fine;
}

static void print_counts (void) {
  for (unsigned k = 0; k < FT_INSTRUCTION_KINDS; k++)
    printf ("%s %" PRIu64 "\n", ft_code_kind_name (k), counts[k]);
  printf ("functions %" PRIu64 "\nsilent %" PRIu64 "\nempty %" PRIu64
          "\nbytes of code %" PRIu64 "\nbytes of tables %" PRIu64 "\n",
          functions, silent, empty, bytes_of_code, bytes_of_tables);
}

int main (int argc, char **argv) {
  bool count = argc > 1 && !strcmp (argv[1], "--count"), fine = argc > 1;
  if (!count)
    return fine && read_tables (argv[1], argc > 2 ? argv[2] : NULL, false) ? 0
                                                                           : 65;
  for (int n = 2; n < argc; n++)
    fine = read_tables (argv[n], NULL, true) && fine;
  print_counts ();
  return fine ? 0 : 65;
}
