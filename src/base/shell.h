// Words for a command that somebody copies into a shell.

#ifndef FT_BASE_SHELL_H
#define FT_BASE_SHELL_H

#include "base/strbuf.h"

// Adds 'word', whatever its bytes, so that a shell reads it as this one word:
// as it is where nothing in it is special, else in quotes, else (control
// characters, what is not UTF-8) as $'...', which bash, zsh and ksh know.  A
// name that begins with '-' becomes './-...'; '-' alone is standard input.
void ft_shell_word (ft_strbuf *, const char *word);

// The same for what is no file: '-x' stays.
void ft_shell_argument (ft_strbuf *, const char *word);

// As 'ft_shell_word', for a file in a directory.
void ft_shell_path (ft_strbuf *, const char *directory, const char *name);

#endif
