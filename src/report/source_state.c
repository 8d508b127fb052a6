#include "report/source_state.h"

#include <sys/stat.h>
#include <unistd.h>

const char *ft_source_state_name (enum ft_source_state state) {
  switch (state) {
  case FT_SOURCE_CURRENT:
    return "current";
  case FT_SOURCE_CHANGED:
    return "changed";
  case FT_SOURCE_MISSING:
    return "missing";
  }
  return "";
}

static bool is_after (struct timespec a, struct timespec b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

enum ft_source_state ft_source_state (const ft_sources *s, const char *path) {
  struct stat status;
  if (!*path || stat (path, &status) || !S_ISREG (status.st_mode) ||
      access (path, R_OK))
    return FT_SOURCE_MISSING;
  return is_after (status.st_mtim, s->built) ? FT_SOURCE_CHANGED
                                             : FT_SOURCE_CURRENT;
}

static bool written_at (const char *path, struct timespec *when) {
  struct stat status;
  if (stat (path, &status))
    return false;
  *when = status.st_mtim;
  return true;
}

struct timespec ft_source_built (const char *run, const char *program) {
  struct timespec recorded = {0}, built = {0};
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/objects", run);
  if (!written_at (ft_strbuf_text (&path), &recorded))
    written_at (run, &recorded);
  ft_strbuf_release (&path);
  bool earlier = program && written_at (program, &built) &&
                 is_after (recorded, built);
  return earlier ? built : recorded;
}
