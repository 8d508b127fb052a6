// Lists of words, such as command lines.

#ifndef FT_CC_WORDS_H
#define FT_CC_WORDS_H

#include "base/stack.h"

// The list owns its words; (ft_cc_words){0} is empty.
typedef FT_STACK (char *) ft_cc_words;

void ft_cc_words_release (ft_cc_words *);
void ft_cc_words_add (ft_cc_words *, const char *word);
void ft_cc_words_add2 (ft_cc_words *, const char *, const char *);
void ft_cc_words_add_all (ft_cc_words *, const ft_cc_words *);

// For execvp: the words and a NULL.  Borrowed until the next change.
char **ft_cc_words_argv (ft_cc_words *);

// Adds the words of a command line, with each response file '@FILE' replaced by
// its words, which are quoted as by gcc and may be response files, too.  As in
// gcc, the word stays if there is no such file.
void ft_cc_words_expand (ft_cc_words *out, int argc, char *const *argv);

// Writes the words to a response file.  Returns 0 or errno.
int ft_cc_words_save (const ft_cc_words *, const char *path);

#endif
