// Linking: the user's command with objects in place of their sources, and with
// the runtime.
//
// The whole runtime is linked into programs, and only there.  Shared libraries
// and relocatable objects find it in the program that uses them, so that a
// library may leave its symbols undefined even with -z defs.
//
// Programs and shared libraries get an escape note (escape_note.h).

#include <stdio.h>
#include <string.h>

#include "cc/cc_driver.h"
#include "cc/escape_note.h"
#include "cc/link_input.h"
#include "symex/libc/libc.h"

static const char runtime[] = "libforetrace-rt.a";
static const char openmp[] = "libforetrace-omp.a";
static const char light_openmp[] = "libforetrace-omp-light.a";
static const char inert[] = "libforetrace-inert.a";
static const char exported[] = "libforetrace-rt.list";
static const char list_option[] = "--dependency-file=";

static int fail_missing (const ft_cc_driver *d, const char *file) {
  fprintf (stderr,
           "%s: error: %s is not beside this program; install foretrace "
           "completely\n",
           d->name, file);
  return FT_EXIT_ENVIRONMENT;
}

// All inputs and options of the user in their order, with objects for sources.
static void add_user_words (ft_cc_driver *d, ft_cc_words *out) {
  const ft_invocation *c = &d->invocation;
  size_t object = 0;
  for (size_t i = 0; i < c->arguments.size; i++) {
    const ft_cc_argument *a = c->arguments.begin + i;
    if (a->input == FT_CC_INPUT_LINKED)
      ft_cc_words_add (out, a->text);
    else if (a->input)
      ft_cc_words_add (out, d->objects.begin[object++]);
    else if (a->phases & FT_CC_PHASE_LINK)
      ft_cc_argument_add (a, out);
  }
  while (object < d->objects.size) // those that the user did not name
    ft_cc_words_add (out, d->objects.begin[object++]);
}

// The whole archive is linked, since interposed functions must take precedence
// over those of static libraries.  The list makes them visible to shared
// libraries, also to those that are opened later.
static void add_runtime (const char *archive, const char *list,
                         ft_cc_words *out) {
  ft_strbuf option = {0};
  ft_strbuf_add (&option, "-Wl,--dynamic-list=%s", list);
  ft_cc_words_add2 (out, "-Wl,--whole-archive", archive);
  ft_cc_words_add2 (out, "-Wl,--no-whole-archive", ft_strbuf_text (&option));
  ft_cc_words_add2 (out, "-lpthread", "-ldl");
  ft_cc_words_add2 (out, "-lrt", "-lm");
  ft_strbuf_release (&option);
}

static int add_runtime_files (ft_cc_driver *d, ft_cc_words *out) {
  char *archive = ft_cc_installed_file (runtime),
       *list = ft_cc_installed_file (exported);
  int status = 0;
  if (!archive || !list)
    status = fail_missing (d, archive ? exported : runtime);
  else
    add_runtime (archive, list, out);
  free (archive);
  free (list);
  return status;
}

// OpenMP's runtime (src/openmp) is instrumented like the program.
static int add_openmp (ft_cc_driver *d, ft_cc_words *out) {
  const char *name = d->light ? light_openmp : openmp;
  char *archive = ft_cc_installed_file (name);
  if (!archive)
    return fail_missing (d, name);
  ft_cc_words_add (out, archive);
  free (archive);
  return 0;
}

// A program that cannot be recorded still needs the runtime's symbols.
static int add_inert (ft_cc_driver *d, const char *why, ft_cc_words *out) {
  char *archive = ft_cc_installed_file (inert);
  if (!archive)
    return fail_missing (d, inert);
  ft_cc_warn (d, "%s: this program cannot be recorded: %s",
              d->invocation.output ? d->invocation.output : "a.out", why);
  ft_cc_words_add (out, archive);
  free (archive);
  return 0;
}

static int add_own_words (ft_cc_driver *d, ft_cc_words *out) {
  const ft_invocation *c = &d->invocation;
  if (c->shared && c->forbids_undefined)
    ft_cc_words_add (out, "-Wl,-z,undefs");
  if (c->shared || c->relocatable)
    return 0;
  ft_cc_own_definitions (d, out);
  if (c->openmp) {
    int status = add_openmp (d, out);
    if (status)
      return status;
  }
  if (c->is_static)
    return add_inert (d, "it is linked statically; link without -static", out);
  if (c->without_libc)
    return add_inert (d, "it is linked without the C library", out);
  if (c->not_instrumented)
    return add_inert (d, c->not_instrumented, out);
  return add_runtime_files (d, out);
}

// ---- the escape note -------------------------------------------------------

typedef struct link {
  const char *note; // its object, NULL: no note
  const char *list; // the linker's list of inputs
} link;

static int link_with (ft_cc_driver *d, const link *l) {
  const ft_invocation *c = &d->invocation;
  ft_strbuf option = {0};
  ft_cc_words w = {0};
  ft_cc_words_add_all (&w, &d->compiler);
  ft_cc_words_add (&w, "-Qunused-arguments");
  if (l->note) { // before the user's options: a list of the user wins
    ft_strbuf_add (&option, "-Wl,%s%s", list_option, l->list);
    ft_cc_words_add2 (&w, ft_strbuf_text (&option), l->note);
  }
  add_user_words (d, &w);
  int status = add_own_words (d, &w);
  ft_cc_words_add2 (&w, "-o", c->output ? c->output : "a.out");
  if (!status)
    status = ft_cc_execute (d, &w);
  ft_strbuf_release (&option);
  ft_cc_words_release (&w);
  return status;
}

// The path of the user's own list, or NULL.
static char *user_list (const ft_invocation *c) {
  for (size_t i = c->arguments.size; i--;) {
    const ft_cc_argument *a = c->arguments.begin + i;
    const char *at = a->phases & FT_CC_PHASE_LINK && !a->input
                         ? strstr (a->next ? a->next : a->text, list_option)
                         : NULL;
    if (at) {
      at += strlen (list_option);
      return ft_strndup (at, strcspn (at, ","));
    }
  }
  return NULL;
}

// Links with a note that everything is instrumented; if that turns out to be
// false, links again with the right note.
static int link_with_note (ft_cc_driver *d, const link *l) {
  ft_sites all = {.what = FT_TABLE_NOTE}, found = {0};
  char *own = user_list (&d->invocation);
  int status = ft_escape_note_compile (d, &all, l->note);
  if (!status)
    status = link_with (d, l);
  if (!status)
    ft_escape_note_fill (&found, own ? own : l->list, l->note);
  if (!status && (found.what != FT_TABLE_NOTE || found.named.size)) {
    status = ft_escape_note_compile (d, &found, l->note);
    if (!status)
      status = link_with (d, l);
  }
  ft_sites_release (&found);
  free (own);
  return status;
}

int ft_cc_link (ft_cc_driver *d) {
  const ft_invocation *c = &d->invocation;
  if (c->relocatable || c->is_static || c->without_libc || c->not_instrumented)
    return link_with (d, &(link){NULL, NULL});
  char *note = ft_cc_scratch_path (".o"), *list = ft_cc_scratch_path (".d");
  int status = link_with_note (d, &(link){note, list});
  free (note);
  free (list);
  return status;
}

// ---- own definitions -------------------------------------------------------

// A program may define a function with the name of a wrapped library function
// (its own 'getline', say, with other parameters).
//
// The instrumenter renames calls of such names to the wrappers, source by
// source, and cannot know that another source defines the function.  The linker
// then gets the name of the wrapper as another name of the program's function.
// Only symbol tables of objects are read: which members of archives are linked
// is up to the linker.

typedef struct own_functions { // functions that the program defines
  const ft_libc_function *functions;
  size_t count;
  bool *defined; // owned, by function
} own_functions;

static void note_symbol (void *found, const ft_link_symbol *s) {
  own_functions *own = found;
  for (size_t i = 0; i < own->count; i++) {
    const char *name = own->functions[i].name;
    if (own->functions[i].wrapped && !s->local && s->defined &&
        s->length == strlen (name) && !memcmp (s->name, name, s->length))
      own->defined[i] = true;
  }
}

static void note_object (void *own, const ft_link_input *o) {
  if (o->kind == FT_LINK_INPUT_OBJECT)
    ft_link_input_symbols (o, note_symbol, own);
}

static void add_definitions (const own_functions *own, ft_cc_words *out) {
  for (size_t i = 0; i < own->count; i++)
    if (own->defined[i]) {
      const char *name = own->functions[i].name;
      ft_strbuf option = {0};
      ft_strbuf_add (&option, "-Wl,--defsym=__foretrace_%s=%s", name, name);
      ft_cc_words_add (out, ft_strbuf_text (&option));
      ft_strbuf_release (&option);
    }
}

void ft_cc_own_definitions (const ft_cc_driver *d, ft_cc_words *out) {
  own_functions own;
  const ft_invocation *c = &d->invocation;
  own.functions = ft_libc_functions (&own.count);
  own.defined = FT_ARRAY (bool, own.count);
  for (size_t i = 0; i < d->objects.size; i++)
    ft_link_input_read (d->objects.begin[i], note_object, &own);
  for (size_t i = 0; i < c->arguments.size; i++)
    if (c->arguments.begin[i].input == FT_CC_INPUT_LINKED)
      ft_link_input_read (c->arguments.begin[i].text, note_object, &own);
  add_definitions (&own, out);
  free (own.defined);
}
