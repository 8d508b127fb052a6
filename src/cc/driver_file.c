// Files that come with foretrace-cc are found from where it is itself, so
// that a build directory and any installation work without settings.

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "cc/cc_driver.h"

// Where it is installed, and where it is built.
static const char *const places[] = {"../lib/foretrace", "../lib"};

char *ft_cc_installed_file (const char *name) {
  char self[PATH_MAX];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0)
    return NULL;
  self[n] = 0;
  *strrchr (self, '/') = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    ft_strbuf path = {0};
    ft_strbuf_add (&path, "%s/%s/%s", self, places[i], name);
    if (!access (ft_strbuf_text (&path), R_OK))
      return ft_strbuf_take (&path);
    ft_strbuf_release (&path);
  }
  return NULL;
}
