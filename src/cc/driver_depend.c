// Dependency files are written by the first step, whose output is not the
// user's: what clang derives from -o must be said.

#include <string.h>

#include "cc/cc_driver.h"

// As clang: from -o when there is one, also when that is a program.
static char *dependency_file (const ft_invocation *c, const char *source) {
  if (!c->output)
    return ft_cc_input_stem (source, ".d");
  const char *slash = strrchr (c->output, '/');
  const char *dot = strrchr (slash ? slash : c->output, '.');
  size_t length = dot ? (size_t)(dot - c->output) : strlen (c->output);
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%.*s.d", (int)length, c->output);
  return ft_strbuf_take (&path);
}

static char *dependency_target (const ft_invocation *c, const char *source) {
  return c->output ? ft_strdup (c->output) : ft_cc_input_stem (source, ".o");
}

void ft_cc_dependency_flags (const ft_cc_driver *d, const char *source, ft_cc_words *out) {
  const ft_invocation *c = &d->command;
  if (!c->depends)
    return;
  if (!c->depend_file) {
    char *file = dependency_file (c, source);
    ft_cc_words_add2 (out, "-MF", file);
    free (file);
  }
  if (!c->depend_target) {
    char *target = dependency_target (c, source);
    ft_cc_words_add2 (out, "-MQ", target);
    free (target);
  }
}
