// Temporary files that a signal must not leave behind.
//
// Whoever writes one names it here until it has its own name or is gone.  A
// handler may ask for their end at any moment, so they are in a small table
// of fixed size, never in memory that moves.  A forked child inherits the
// table but not the files: they are its parent's.

#ifndef FT_BASE_TEMPFILES_H
#define FT_BASE_TEMPFILES_H

// 'path' is borrowed until it is dropped.
void ft_tempfiles_add (const char *path);
void ft_tempfiles_drop (const char *path);

// Removes them all; may be called in a signal handler.
void ft_tempfiles_remove (void);

// From now on SIGHUP, SIGINT and SIGTERM remove them before they end the
// program, unless they are ignored or caught otherwise.
void ft_tempfiles_guard (void);

#endif
