// Quotes words of a command that a user copies into a shell.

#ifndef FT_BASE_SHELL_H
#define FT_BASE_SHELL_H

#include "base/strbuf.h"

// Append 'word' so that a shell reads it as one word, whatever its bytes:
// unchanged if it has no special character, else in quotes, else (control
// characters, malformed UTF-8) as $'...', which bash, zsh and ksh know.  A file
// name that begins with '-' becomes './-...'; '-' alone is standard input.
void ft_shell_word (ft_strbuf *, const char *word);

// The same for an argument that is not a file name: '-x' stays.
void ft_shell_argument (ft_strbuf *, const char *word);

// As 'ft_shell_word', for the path of a file in a directory.
void ft_shell_path (ft_strbuf *, const char *directory, const char *name);

#endif
