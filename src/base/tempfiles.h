// Temporary files that a signal must not leave behind.
//
// The writer of a temporary file registers it here until the file has its final
// name or is gone.  A signal handler may remove all of them at any moment, so
// they are kept in a small table of fixed size, never in memory that moves.  A
// forked child inherits the table but not the files, which belong to its
// parent.

#ifndef FT_BASE_TEMPFILES_H
#define FT_BASE_TEMPFILES_H

// 'path' is borrowed until 'ft_tempfiles_drop'.
void ft_tempfiles_add (const char *path);
void ft_tempfiles_drop (const char *path);

// Remove all registered files; may be called in a signal handler.
void ft_tempfiles_remove (void);

// From now on SIGHUP, SIGINT and SIGTERM remove the registered files before
// they end the program, unless they are ignored or caught otherwise.
void ft_tempfiles_guard (void);

#endif
