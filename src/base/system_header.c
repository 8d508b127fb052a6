#include "base/system_header.h"

#include <stddef.h>
#include <string.h>

bool ft_is_cxx_header (const char *path) {
  return strstr (path, "/include/c++/") || strstr (path, "/c++/v1/");
}

bool ft_is_openmp_runtime (const char *path) {
  static const char home[] = "/usr/lib/foretrace/openmp/";
  return !strncmp (path, home, strlen (home));
}

bool ft_is_rust_library (const char *path) {
  static const char *const crates[] = {"std", "core", "alloc"};
  const char *rustc = strstr (path, "/rustc");
  const char *library = rustc ? strstr (rustc, "/library/") : NULL;
  for (size_t i = 0; library && i < sizeof crates / sizeof *crates; i++) {
    const char *crate = library + strlen ("/library/");
    size_t n = strlen (crates[i]);
    if (!strncmp (crate, crates[i], n) && !strncmp (crate + n, "/src/", 5))
      return true;
  }
  return false;
}

bool ft_is_system_header (const char *path) {
  static const char *const roots[] = {"/usr/include/", "/usr/lib/",
                                      "/usr/lib64/", "/usr/local/include/"};
  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
    if (!strncmp (path, roots[i], strlen (roots[i])))
      return true;
  return ft_is_cxx_header (path) || ft_is_rust_library (path);
}
