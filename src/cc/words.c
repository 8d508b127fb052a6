// Lists of words; reading and writing of response files.

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "cc/words.h"

enum { NESTING_LIMIT = 100 }; // ends files that include themselves

void ft_cc_words_release (ft_cc_words *words) {
  for (size_t i = 0; i < words->size; i++)
    free (words->begin[i]);
  FT_RELEASE (*words);
}

void ft_cc_words_add (ft_cc_words *words, const char *word) {
  assert (word);
  FT_PUSH (*words, ft_strdup (word));
}

void ft_cc_words_add2 (ft_cc_words *words, const char *a, const char *b) {
  ft_cc_words_add (words, a);
  ft_cc_words_add (words, b);
}

void ft_cc_words_add_all (ft_cc_words *words, const ft_cc_words *more) {
  for (size_t i = 0; i < more->size; i++)
    ft_cc_words_add (words, more->begin[i]);
}

char **ft_cc_words_argv (ft_cc_words *words) {
  FT_PUSH (*words, NULL);
  words->size--;
  return words->begin;
}

static bool read_file (const char *path, ft_strbuf *text) {
  FILE *file = fopen (path, "r");
  if (!file)
    return false;
  char block[4096];
  size_t n;
  while ((n = fread (block, 1, sizeof block, file)))
    ft_strbuf_add_bytes (text, block, n);
  bool good = !ferror (file); // a directory opens, but does not read
  fclose (file);
  return good;
}

// The next word from '*at' on, behind white space.  Quotes group; a backslash
// takes the next byte literally, also inside quotes.
static bool next_word (const char **at, ft_strbuf *word) {
  const char *p = *at;
  while (isspace ((unsigned char)*p))
    p++;
  if (!*p)
    return false;
  char quote = 0;
  for (; *p && (quote || !isspace ((unsigned char)*p)); p++)
    if (*p == '\\' && p[1])
      ft_strbuf_add_bytes (word, ++p, 1);
    else if (*p == quote)
      quote = 0;
    else if (!quote && (*p == '\'' || *p == '"'))
      quote = *p;
    else
      ft_strbuf_add_bytes (word, p, 1);
  *at = p;
  return true;
}

static void expand_word (ft_cc_words *out, const char *word, unsigned depth) {
  ft_strbuf text = {0}, piece = {0};
  if (*word != '@' || depth > NESTING_LIMIT || !read_file (word + 1, &text))
    ft_cc_words_add (out, word);
  else
    for (const char *at = ft_strbuf_text (&text); next_word (&at, &piece);) {
      expand_word (out, ft_strbuf_text (&piece), depth + 1);
      ft_strbuf_release (&piece);
    }
  ft_strbuf_release (&text);
}

void ft_cc_words_expand (ft_cc_words *out, int argc, char *const *argv) {
  for (int i = 0; i < argc; i++)
    expand_word (out, argv[i], 0);
}

int ft_cc_words_save (const ft_cc_words *words, const char *path) {
  FILE *file = fopen (path, "w");
  if (!file)
    return errno;
  for (size_t i = 0; i < words->size; i++) {
    putc ('"', file);
    for (const char *p = words->begin[i]; *p; p++) {
      if (*p == '"' || *p == '\\')
        putc ('\\', file);
      putc (*p, file);
    }
    fputs ("\"\n", file);
  }
  bool bad = ferror (file);
  return fclose (file) || bad ? EIO : 0;
}
