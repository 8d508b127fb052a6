// foretrace_input (include/foretrace/input.h), by which a program asks for
// symbolic input.

#include <string.h>

#include "runtime/symbolic.h"
#include "runtime/symbolic_source.h"
#include "runtime/text_buffer.h"
#include "runtime/libc_access.h"

static int find_source (const char *what) {
  static char names[FT_MAX_SYMBOLIC_SOURCES][128];
  char name[128];
  ft_text text = FT_TEXT (name);
  ft_text_add (&text, "input:%s", what);
  for (size_t i = 0; i < text.size; i++)
    if (name[i] == '\n')
      name[i] = ' ';
  for (int i = 0; i < ft_symbolic_source_count; i++)
    if (ft_symbolic_source_is (ft_symbolic_sources + i, name, text.size))
      return i;
  if (ft_symbolic_source_count == FT_MAX_SYMBOLIC_SOURCES)
    return ft_symbolic_source_add ((ft_symbolic_source){0});
  memcpy (names[ft_symbolic_source_count], name, text.size + 1);
  return ft_symbolic_source_add ((ft_symbolic_source){
      .name = names[ft_symbolic_source_count], .most = 4096});
}

static unsigned digit_of (char c) {
  return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a') + 10;
}

// The byte at '*at', which moves after it; false at the end.
static bool next_byte (const char **at, unsigned char *byte) {
  if (!**at || **at == '"' || **at == '\n')
    return false;
  *byte = (unsigned char)*(*at)++;
  if (*byte != '\\' || **at != 'x' || !(*at)[1] || !(*at)[2])
    return true;
  *byte = (unsigned char)(digit_of ((*at)[1]) << 4 | digit_of ((*at)[2]));
  *at += 3;
  return true;
}

static void give_bytes (const ft_symbolic_source *s, unsigned char *to,
                        size_t size) {
  const char *at = s->bytes;
  unsigned char byte;
  for (uint64_t i = 0; at && i < s->given + size && next_byte (&at, &byte); i++)
    if (i >= s->given)
      to[i - s->given] = byte;
}

void foretrace_input (void *, size_t, const char *);

// Each call continues where the last call with this name ended, in any thread.
FT_EXPORT void foretrace_input (void *to, size_t size, const char *name) {
  ft_thread *t = ft_wrapper_enter ();
  int number = ft_symbolic_enabled && t ? find_source (name) : -1;
  if (number < 0)
    return;
  ft_symbolic_source *s = ft_symbolic_sources + number;
  ft_source_position from = {number, s->given};
  give_bytes (s, to, size);
  s->given += size;
  ft_log_symbolic_write (t, &from, to, size);
}
