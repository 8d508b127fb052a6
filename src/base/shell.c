#include "base/shell.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

static bool is_plain (const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                              "WXYZ0123456789_./+=:@%,-";
  return *word && *word != '=' && !word[strspn (word, plain)];
}

// Well-formed UTF-8 without a character that a terminal obeys.
static bool is_printable (const char *word) {
  char *shown = ft_utf8_printable (word);
  bool same = !strcmp (shown, word);
  free (shown);
  return same;
}

static void add_escaped (ft_strbuf *out, const char *word) {
  ft_strbuf_add (out, "$'");
  for (const char *c = word; *c; c++)
    if (*c == '\'' || *c == '\\')
      ft_strbuf_add (out, "\\%c", *c);
    else if (*c >= ' ' && *c <= '~')
      ft_strbuf_add (out, "%c", *c);
    else
      ft_strbuf_add (out, "\\x%02x", (unsigned char)*c);
  ft_strbuf_add (out, "'");
}

static void add_quoted (ft_strbuf *out, const char *word) {
  ft_strbuf_add (out, "'");
  for (const char *c = word; *c; c++)
    if (*c == '\'')
      ft_strbuf_add (out, "'\\''");
    else
      ft_strbuf_add_bytes (out, c, 1);
  ft_strbuf_add (out, "'");
}

void ft_shell_word (ft_strbuf *out, const char *word) {
  if (*word == '-' && word[1])
    ft_strbuf_add (out, "./");
  ft_shell_argument (out, word);
}

void ft_shell_argument (ft_strbuf *out, const char *word) {
  if (is_plain (word))
    ft_strbuf_add (out, "%s", word);
  else if (is_printable (word))
    add_quoted (out, word);
  else
    add_escaped (out, word);
}

void ft_shell_path (ft_strbuf *out, const char *directory, const char *name) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/%s", directory, name);
  ft_shell_word (out, ft_strbuf_text (&path));
  ft_strbuf_release (&path);
}
