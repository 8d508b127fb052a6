// Linking: the user's command with the objects in place of their sources, and
// the runtime.
//
// The runtime goes whole into programs and only there.  Shared libraries and
// relocatable objects find it in the program that uses them; therefore a
// library may leave it undefined, whatever -z defs says.

#include <stdio.h>

#include "instrument/driver.h"

static const char runtime[] = "libforetrace-rt.a";
static const char inert[] = "libforetrace-inert.a";
static const char exported[] = "libforetrace-rt.list";

static int fail_missing (const ft_driver *d, const char *file) {
  fprintf (stderr,
           "%s: error: %s is not beside this program; install foretrace "
           "completely\n",
           d->name, file);
  return FT_EXIT_ENVIRONMENT;
}

// Everything of the user's, in its order; sources by their objects.
static void add_users (ft_driver *d, ft_words *out) {
  const ft_command *c = &d->command;
  size_t object = 0;
  for (size_t i = 0; i < c->arguments.size; i++) {
    const ft_argument *a = c->arguments.begin + i;
    if (a->input == FT_INPUT_LINKED)
      ft_words_add (out, a->text);
    else if (a->input)
      ft_words_add (out, d->objects.begin[object++]);
    else if (a->steps & FT_STEP_LINK)
      ft_argument_add (a, out);
  }
}

// Interposed functions must win over those of static libraries, which are
// taken only as needed, so all of the archive is linked.  The list makes them
// visible to shared libraries, also to those that are opened later.
static void add_runtime (const char *archive, const char *list, ft_words *out) {
  ft_strbuf option = {0};
  ft_strbuf_add (&option, "-Wl,--dynamic-list=%s", list);
  ft_words_add2 (out, "-Wl,--whole-archive", archive);
  ft_words_add2 (out, "-Wl,--no-whole-archive", ft_strbuf_text (&option));
  ft_words_add2 (out, "-lpthread", "-ldl");
  ft_words_add2 (out, "-lrt", "-lm");
  ft_strbuf_release (&option);
}

static int add_runtime_files (ft_driver *d, ft_words *out) {
  char *archive = ft_driver_file (runtime), *list = ft_driver_file (exported);
  int status = 0;
  if (!archive || !list)
    status = fail_missing (d, archive ? exported : runtime);
  else
    add_runtime (archive, list, out);
  free (archive);
  free (list);
  return status;
}

// Instrumented code needs the runtime's symbols even where it cannot record.
static int add_inert (ft_driver *d, const char *why, ft_words *out) {
  char *archive = ft_driver_file (inert);
  if (!archive)
    return fail_missing (d, inert);
  ft_driver_warn (d, "%s: this program cannot be recorded: %s",
                  d->command.output ? d->command.output : "a.out", why);
  ft_words_add (out, archive);
  free (archive);
  return 0;
}

static int add_ours (ft_driver *d, ft_words *out) {
  const ft_command *c = &d->command;
  if (c->shared && c->undefined)
    ft_words_add (out, "-Wl,-z,undefs");
  if (c->shared || c->relocatable)
    return 0;
  ft_driver_own (d, out);
  if (c->fixed)
    return add_inert (d, "it is linked statically; link without -static", out);
  if (c->bare)
    return add_inert (d, "it is linked without the C library", out);
  if (c->plain)
    return add_inert (d, c->plain, out);
  return add_runtime_files (d, out);
}

int ft_driver_link (ft_driver *d) {
  const ft_command *c = &d->command;
  ft_words w = {0};
  ft_words_add_all (&w, &d->compiler);
  ft_words_add (&w, "-Qunused-arguments");
  add_users (d, &w);
  int status = add_ours (d, &w);
  ft_words_add2 (&w, "-o", c->output ? c->output : "a.out");
  if (!status)
    status = ft_driver_execute (d, &w);
  ft_words_release (&w);
  return status;
}
