// Lists of words: command lines.

#ifndef FT_CC_WORDS_H
#define FT_CC_WORDS_H

#include "base/stack.h"

// Every word is owned by the list; (ft_cc_words){0} is empty.
typedef FT_STACK (char *) ft_cc_words;

void ft_cc_words_release (ft_cc_words *);
void ft_cc_words_add (ft_cc_words *, const char *word);
void ft_cc_words_add2 (ft_cc_words *, const char *, const char *);
void ft_cc_words_add_all (ft_cc_words *, const ft_cc_words *);

// For execvp: the words and a NULL.  Borrowed until the next change.
char **ft_cc_words_argv (ft_cc_words *);

// The words of a command line with every '@FILE' replaced by the words that
// FILE has, quoted as gcc quotes them, files in files included.  As in gcc, a
// word stays as it is when there is no such file.
void ft_cc_words_expand (ft_cc_words *out, int argc, char *const *argv);

// Writes the words to a file that '@FILE' reads.
int ft_cc_words_save (const ft_cc_words *, const char *path); // 0 or errno

#endif
