// The escape note of a link.
#include "cc/escape_note.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "foretrace/runtime.h"
#include "cc/link_input.h"
#include "symex/code/unit_code.h"

// ---- names -----------------------------------------------------------------

typedef struct names {
  ft_intern used, defined; // by uninstrumented code
  ft_intern known;         // all names in instrumented units
  ft_intern own;           // names that instrumented units define
  ft_intern system;        // data of the C library and the like
  bool uninstrumented;     // there is uninstrumented code
  bool any;                // there may be code that cannot be read
  bool is_system;          // of the file that is being read
} names;

static void add_name (ft_intern *list, const ft_link_symbol *s) {
  if (s->length)
    ft_intern_add (list, s->name, s->length);
}

static void add_instrumented (void *context, const ft_link_symbol *s) {
  names *n = context;
  if (s->local)
    return;
  add_name (&n->known, s);
  if (s->defined)
    add_name (&n->own, s);
}

static void add_uninstrumented (void *context, const ft_link_symbol *s) {
  names *n = context;
  if (s->local)
    return;
  add_name (&n->used, s);
  if (s->defined)
    add_name (&n->defined, s);
}

static void add_system (void *context, const ft_link_symbol *s) {
  if (!s->local && s->data)
    add_name (&((names *)context)->system, s);
}

// ---- objects ---------------------------------------------------------------

typedef struct units {   // of an object
  bool registers;        // the object refers to the runtime
  bool is_linked;        // it has names that others use or define
  uint32_t files;        // units
  uint32_t instrumented; // units that register with the runtime
} units;

static bool is_named (const ft_link_symbol *s, const char *name) {
  return s->length == strlen (name) && !memcmp (s->name, name, s->length);
}

static void count_units (void *context, const ft_link_symbol *s) {
  units *u = context;
  u->files += s->file;
  u->is_linked |= !s->local;
  u->registers |= !s->local && !s->defined && is_named (s, "ft_register");
  u->instrumented += s->local && is_named (s, "ft.register");
}

// Whether an object of several units (ld -r) has uninstrumented ones.
static bool is_mixed (const units *u) {
  return u->instrumented && u->files > u->instrumented;
}

// An object without names neither calls nor is called: the description of a Rust
// crate is such a member of its archive.
static bool is_alone (const ft_link_input *o, const units *u) {
  return !u->is_linked && (o->kind == FT_LINK_INPUT_OBJECT ||
                           o->kind == FT_LINK_INPUT_MEMBER);
}

static void add_input (void *context, const ft_link_input *o) {
  names *n = context;
  units u = {0};
  ft_link_input_symbols (o, count_units, &u);
  if (u.registers)
    ft_link_input_symbols (o, add_instrumented, n);
  else if (n->is_system)
    ft_link_input_symbols (o, add_system, n);
  if (o->kind == FT_LINK_INPUT_SCRIPT || n->is_system || is_alone (o, &u) ||
      (u.registers && !is_mixed (&u)))
    return;
  ft_link_input_symbols (o, add_uninstrumented, n);
  n->uninstrumented = true;
  n->any |= o->kind == FT_LINK_INPUT_OTHER;
}

// ---- files -----------------------------------------------------------------

// True if the file belongs to the C or C++ library, the compiler or the
// dynamic linker, by its name up to ".so", ".a", ".o" or "-2.36".
static bool is_system (const char *path) {
  static const char *const all[] = {
      "crt1",
      "Scrt1",
      "gcrt1",
      "Mcrt1",
      "rcrt1",
      "grcrt1",
      "crti",
      "crtn",
      "crtbegin",
      "crtbeginS",
      "crtbeginT",
      "crtend",
      "crtendS",
      "crtfastmath",
      "libc",
      "libm",
      "libmvec",
      "libpthread",
      "libdl",
      "librt",
      "libutil",
      "libresolv",
      "libc_nonshared",
      "libpthread_nonshared",
      "libgcc",
      "libgcc_s",
      "libgcc_eh",
      "libatomic",
      "libcompiler_builtins",
      "libstdc++",
      "libc++",
      "libc++abi",
      "libunwind",
      "libforetrace",
  };
  const char *slash = strrchr (path, '/'), *name = slash ? slash + 1 : path;
  static const char *const families[] = {"libclang_rt.", "ld-linux"};
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (!strncmp (name, families[i], strlen (families[i])))
      return true;
  size_t length = strcspn (name, ".");
  const char *dash = memrchr (name, '-', length);
  if (dash)
    length = (size_t)(dash - name);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strlen (all[i]) == length && !memcmp (name, all[i], length))
      return true;
  return false;
}

// Some linkers write a backslash before blanks, and double dollars.
static void unescape (char *path) {
  char *to = path;
  for (const char *from = path; *from; from++) {
    if ((from[0] == '\\' && from[1] == ' ') ||
        (from[0] == '$' && from[1] == '$'))
      from++;
    *to++ = *from;
  }
  *to = 0;
}

static void read_input (names *n, char *path, const char *note) {
  if (access (path, F_OK))
    unescape (path);
  if (!strcmp (path, note))
    return;
  n->is_system = is_system (path);
  ft_link_input_read (path, add_input, n);
}

// Reads lines "out: \", then " path \" for each file; the last one has no
// backslash.
static void read_list (names *n, const char *list, const char *note) {
  FILE *file = fopen (list, "re");
  char *line = NULL;
  size_t room = 0;
  bool more = false;
  for (ssize_t size; file && (size = getline (&line, &room, file)) > 0;) {
    bool first = !more;
    char *begin = line + strspn (line, " \t");
    begin[strcspn (begin, "\n")] = 0;
    size = (ssize_t)strlen (begin);
    more = size > 0 && begin[size - 1] == '\\';
    while (size > 0 && (begin[size - 1] == '\\' || begin[size - 1] == ' '))
      begin[--size] = 0;
    if (!first && *begin)
      read_input (n, begin, note);
    if (!more)
      break;
  }
  free (line);
  if (file)
    fclose (file);
  else
    n->uninstrumented = n->any = true;
}

// ---- the note --------------------------------------------------------------

static uint64_t digest_of (const ft_intern *list, ft_id i) {
  const char *name = ft_intern_name (list, i);
  return ft_guid (name, strlen (name));
}

static bool contains (const ft_intern *list, const char *name) {
  return ft_intern_find (list, name, strlen (name)) != FT_NO_ID;
}

static void fill_note (ft_sites *s, const names *n) {
  s->what = n->any              ? FT_TABLE_NOTE_ANY
            : n->uninstrumented ? FT_TABLE_NOTE_UNINSTRUMENTED
                                : FT_TABLE_NOTE;
  for (ft_id i = 0; i < ft_intern_size (&n->used); i++) {
    const char *name = ft_intern_name (&n->used, i);
    if (contains (&n->known, name) || !contains (&n->defined, name))
      FT_PUSH (s->named, digest_of (&n->used, i));
  }
  for (ft_id i = 0; i < ft_intern_size (&n->system); i++)
    if (contains (&n->own, ft_intern_name (&n->system, i)))
      FT_PUSH (s->named, digest_of (&n->system, i));
  for (ft_id i = 0; i < ft_intern_size (&n->defined); i++)
    if (contains (&n->known, ft_intern_name (&n->defined, i)))
      FT_PUSH (s->defined, digest_of (&n->defined, i));
}

void ft_escape_note_fill (ft_sites *s, const char *list, const char *note) {
  names n = {0};
  read_list (&n, list, note);
  fill_note (s, &n);
  ft_intern_release (&n.used);
  ft_intern_release (&n.defined);
  ft_intern_release (&n.known);
  ft_intern_release (&n.own);
  ft_intern_release (&n.system);
}

// ---- the object ------------------------------------------------------------

static bool write_source (const ft_sites *s, const char *path) {
  ft_strbuf packed = {0};
  FILE *file = fopen (path, "we");
  if (!file)
    return false;
  ft_sites_pack (s, &packed);
  fputs ("static const unsigned char sites[] = {", file);
  for (size_t i = 0; i < packed.size; i++)
    fprintf (file, "%u,", (unsigned char)packed.text[i]);
  fprintf (file,
           "};\n"
           "static const struct {\n"
           "  unsigned abi, functions, globals, flags;\n"
           "  const void *function, *global;\n"
           "  const unsigned char *sites;\n"
           "  unsigned long long size;\n"
           "} object = {%u, 0, 0, 0, 0, 0, sites, sizeof sites};\n"
           "void ft_register (const void *);\n"
           "__attribute__ ((constructor (0))) static void note (void) {\n"
           "  ft_register (&object);\n"
           "}\n",
           FT_ABI_VERSION);
  ft_strbuf_release (&packed);
  return !fclose (file);
}

int ft_escape_note_compile (const ft_cc_driver *d, const ft_sites *s,
                            const char *output) {
  ft_cc_words w = {0};
  char *source = ft_cc_scratch_path (".c");
  if (!write_source (s, source))
    ft_cc_warn (d, "%s: cannot be written", source);
  ft_cc_words_add_all (&w, &d->compiler);
  ft_cc_words_add2 (&w, "-Qunused-arguments", "-w");
  ft_invocation_flags (&d->invocation, FT_CC_PHASE_BACKEND, &w);
  ft_cc_words_add2 (&w, "-fPIC", "-c");
  ft_cc_words_add2 (&w, "-o", output);
  ft_cc_words_add2 (&w, "-x", "c");
  ft_cc_words_add (&w, source);
  int status = ft_cc_execute (d, &w);
  ft_cc_words_release (&w);
  free (source);
  return status;
}
