// Inputs of a compiler command: what they are, by -x or by their name.

#include <string.h>

#include "base/strbuf.h"
#include "cc/invocation.h"

static const struct {
  const char *name;
  enum ft_cc_input kind;
} languages[] =
    {
        {"c", FT_CC_INPUT_SOURCE},          {"c++", FT_CC_INPUT_SOURCE},
        {"cpp-output", FT_CC_INPUT_SOURCE}, {"c++-cpp-output", FT_CC_INPUT_SOURCE},
        {"c-header", FT_CC_INPUT_HEADER},   {"c++-header", FT_CC_INPUT_HEADER},
},
  suffixes[] = {
      {"c", FT_CC_INPUT_SOURCE},   {"C", FT_CC_INPUT_SOURCE},
      {"i", FT_CC_INPUT_SOURCE},   {"ii", FT_CC_INPUT_SOURCE},
      {"cc", FT_CC_INPUT_SOURCE},  {"CC", FT_CC_INPUT_SOURCE},
      {"cp", FT_CC_INPUT_SOURCE},  {"cpp", FT_CC_INPUT_SOURCE},
      {"CPP", FT_CC_INPUT_SOURCE}, {"cxx", FT_CC_INPUT_SOURCE},
      {"CXX", FT_CC_INPUT_SOURCE}, {"c++", FT_CC_INPUT_SOURCE},
      {"C++", FT_CC_INPUT_SOURCE}, {"h", FT_CC_INPUT_HEADER},
      {"H", FT_CC_INPUT_HEADER},   {"hh", FT_CC_INPUT_HEADER},
      {"hp", FT_CC_INPUT_HEADER},  {"hpp", FT_CC_INPUT_HEADER},
      {"HPP", FT_CC_INPUT_HEADER}, {"hxx", FT_CC_INPUT_HEADER},
      {"h++", FT_CC_INPUT_HEADER}, {"tcc", FT_CC_INPUT_HEADER},
      {"s", FT_CC_INPUT_OTHER},    {"S", FT_CC_INPUT_OTHER},
      {"sx", FT_CC_INPUT_OTHER},   {"asm", FT_CC_INPUT_OTHER},
      {"m", FT_CC_INPUT_OTHER},    {"mi", FT_CC_INPUT_OTHER},
      {"mm", FT_CC_INPUT_OTHER},   {"M", FT_CC_INPUT_OTHER},
      {"mii", FT_CC_INPUT_OTHER},  {"ll", FT_CC_INPUT_OTHER},
      {"bc", FT_CC_INPUT_OTHER},   {"cu", FT_CC_INPUT_OTHER},
      {"hip", FT_CC_INPUT_OTHER},  {"cl", FT_CC_INPUT_OTHER},
      {"f", FT_CC_INPUT_OTHER},    {"F", FT_CC_INPUT_OTHER},
      {"f90", FT_CC_INPUT_OTHER},  {"F90", FT_CC_INPUT_OTHER},
      {"f95", FT_CC_INPUT_OTHER},  {"F95", FT_CC_INPUT_OTHER},
      {"cppm", FT_CC_INPUT_OTHER}, {"ccm", FT_CC_INPUT_OTHER},
      {"cxxm", FT_CC_INPUT_OTHER}, {"c++m", FT_CC_INPUT_OTHER},
};

enum {
  LANGUAGES = sizeof languages / sizeof *languages,
  SUFFIXES = sizeof suffixes / sizeof *suffixes,
};

static const char *base_name (const char *path) {
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

enum ft_cc_input ft_cc_input_kind (const char *path, const char *language) {
  if (language) {
    for (size_t i = 0; i < LANGUAGES; i++)
      if (!strcmp (language, languages[i].name))
        return languages[i].kind;
    return FT_CC_INPUT_OTHER;
  }
  const char *dot = strrchr (base_name (path), '.');
  for (size_t i = 0; dot && i < SUFFIXES; i++)
    if (!strcmp (dot + 1, suffixes[i].name))
      return suffixes[i].kind;
  return FT_CC_INPUT_LINKED;
}

char *ft_cc_input_stem (const char *path, const char *suffix) {
  const char *base = base_name (path), *dot = strrchr (base, '.');
  size_t length = dot ? (size_t)(dot - base) : strlen (base);
  ft_strbuf name = {0};
  ft_strbuf_add (&name, "%.*s%s", (int)length, base, suffix);
  return ft_strbuf_take (&name);
}
