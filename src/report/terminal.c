#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LEAST_WIDTH = 40, MOST_WIDTH = 10000 };

const char *const ft_when_names[] = {"auto", "always", "never", NULL};

static bool is_wanted (enum ft_when when, bool automatically) {
  switch (when) {
  case FT_AUTO:
    return automatically;
  case FT_ALWAYS:
    return true;
  case FT_NEVER:
    return false;
  }
  return false;
}

static bool terminal_obeys (int fd) {
  const char *term = getenv ("TERM");
  return isatty (fd) && term && strcmp (term, "dumb");
}

bool ft_terminal_wanted (enum ft_when when, int fd) {
  return is_wanted (when, terminal_obeys (fd));
}

bool ft_color_wanted (enum ft_when when, int fd) {
  const char *no = getenv ("NO_COLOR");
  return is_wanted (when, terminal_obeys (fd) && !(no && *no));
}

unsigned ft_terminal_width (int fd) {
  struct winsize size;
  const char *columns = getenv ("COLUMNS");
  unsigned long number = columns ? strtoul (columns, NULL, 10) : 0;
  if (number >= LEAST_WIDTH && number <= MOST_WIDTH)
    return (unsigned)number;
  if (!isatty (fd) || ioctl (fd, TIOCGWINSZ, &size))
    return 0;
  return size.ws_col < LEAST_WIDTH ? LEAST_WIDTH : size.ws_col;
}
