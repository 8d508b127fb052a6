// Patterns of paths, as files CODEOWNERS have them: '*' and '?' stay within a
// name, "**" crosses directories, a slash at the beginning or in the middle
// ties the pattern to the top of the tree, one at the end asks for a directory.
// A directory stands for all that is below it; "x/*" for the files in it alone.
// (GitHub, "About code owners"; gitignore(5).)

#ifndef FT_BASE_PATH_PATTERN_H
#define FT_BASE_PATH_PATTERN_H

#include <stdbool.h>

// Whether the pattern matches a path, which is relative to the top of the tree.
bool ft_path_pattern_matches (const char *pattern, const char *path);

#endif
