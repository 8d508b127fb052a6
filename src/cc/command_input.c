// Inputs of a compiler command: what they are, by -x or by their name.

#include <string.h>

#include "base/strbuf.h"
#include "cc/command.h"

static const struct {
  const char *name;
  enum ft_input kind;
} languages[] =
    {
        {"c", FT_INPUT_SOURCE},          {"c++", FT_INPUT_SOURCE},
        {"cpp-output", FT_INPUT_SOURCE}, {"c++-cpp-output", FT_INPUT_SOURCE},
        {"c-header", FT_INPUT_HEADER},   {"c++-header", FT_INPUT_HEADER},
},
  suffixes[] = {
      {"c", FT_INPUT_SOURCE},   {"C", FT_INPUT_SOURCE},
      {"i", FT_INPUT_SOURCE},   {"ii", FT_INPUT_SOURCE},
      {"cc", FT_INPUT_SOURCE},  {"CC", FT_INPUT_SOURCE},
      {"cp", FT_INPUT_SOURCE},  {"cpp", FT_INPUT_SOURCE},
      {"CPP", FT_INPUT_SOURCE}, {"cxx", FT_INPUT_SOURCE},
      {"CXX", FT_INPUT_SOURCE}, {"c++", FT_INPUT_SOURCE},
      {"C++", FT_INPUT_SOURCE}, {"h", FT_INPUT_HEADER},
      {"H", FT_INPUT_HEADER},   {"hh", FT_INPUT_HEADER},
      {"hp", FT_INPUT_HEADER},  {"hpp", FT_INPUT_HEADER},
      {"HPP", FT_INPUT_HEADER}, {"hxx", FT_INPUT_HEADER},
      {"h++", FT_INPUT_HEADER}, {"tcc", FT_INPUT_HEADER},
      {"s", FT_INPUT_OTHER},    {"S", FT_INPUT_OTHER},
      {"sx", FT_INPUT_OTHER},   {"asm", FT_INPUT_OTHER},
      {"m", FT_INPUT_OTHER},    {"mi", FT_INPUT_OTHER},
      {"mm", FT_INPUT_OTHER},   {"M", FT_INPUT_OTHER},
      {"mii", FT_INPUT_OTHER},  {"ll", FT_INPUT_OTHER},
      {"bc", FT_INPUT_OTHER},   {"cu", FT_INPUT_OTHER},
      {"hip", FT_INPUT_OTHER},  {"cl", FT_INPUT_OTHER},
      {"f", FT_INPUT_OTHER},    {"F", FT_INPUT_OTHER},
      {"f90", FT_INPUT_OTHER},  {"F90", FT_INPUT_OTHER},
      {"f95", FT_INPUT_OTHER},  {"F95", FT_INPUT_OTHER},
      {"cppm", FT_INPUT_OTHER}, {"ccm", FT_INPUT_OTHER},
      {"cxxm", FT_INPUT_OTHER}, {"c++m", FT_INPUT_OTHER},
};

enum {
  LANGUAGES = sizeof languages / sizeof *languages,
  SUFFIXES = sizeof suffixes / sizeof *suffixes,
};

static const char *base_name (const char *path) {
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

enum ft_input ft_input_kind (const char *path, const char *language) {
  if (language) {
    for (size_t i = 0; i < LANGUAGES; i++)
      if (!strcmp (language, languages[i].name))
        return languages[i].kind;
    return FT_INPUT_OTHER;
  }
  const char *dot = strrchr (base_name (path), '.');
  for (size_t i = 0; dot && i < SUFFIXES; i++)
    if (!strcmp (dot + 1, suffixes[i].name))
      return suffixes[i].kind;
  return FT_INPUT_LINKED;
}

char *ft_input_stem (const char *path, const char *suffix) {
  const char *base = base_name (path), *dot = strrchr (base, '.');
  size_t length = dot ? (size_t)(dot - base) : strlen (base);
  ft_strbuf name = {0};
  ft_strbuf_add (&name, "%.*s%s", (int)length, base, suffix);
  return ft_strbuf_take (&name);
}
