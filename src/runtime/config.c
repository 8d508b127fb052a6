// Reads DIR/config.  A new number is one line of FT_CONFIG_NUMBERS in config.h,
// where '_' stands for the '-' of the key.

#include "runtime/config.h"
#include "runtime/rtl.h"
#include "runtime/syscall.h"
#include "runtime/text_buffer.h"

struct ft_config ft_config = {
#define N(name, value, what) .name = value,
    FT_CONFIG_NUMBERS (N)
#undef N
};

static bool same_key (const char *key, const char *name) {
  for (; *key && *name; key++, name++)
    if (*key != *name && !(*key == '-' && *name == '_'))
      return false;
  return *key == *name;
}

static bool set_number (const char *key, const char *value) {
#define N(name, preset, what)                                                  \
  if (same_key (key, #name)) {                                                 \
    if (!ft_text_number (&value, &ft_config.name))                             \
      ft_warn ("config: '%s' wants a number, not '%s'", key, value);           \
    return true;                                                               \
  }
  FT_CONFIG_NUMBERS (N)
#undef N
  return false;
}

static void set_schedule (const char *value) {
  if (ft_text_equal (value, "roundrobin"))
    ft_config.schedule = FT_POLICY_ROUNDROBIN;
  else if (ft_text_equal (value, "random"))
    ft_config.schedule = FT_POLICY_RANDOM;
  else if (ft_text_equal (value, "pct"))
    ft_config.schedule = FT_POLICY_PCT;
  else
    ft_warn ("config: no schedule is called '%s'", value);
}

static void set_mode (const char *value) {
  ft_config.parallel = ft_text_equal (value, "parallel");
  ft_config.light = ft_config.parallel || ft_text_equal (value, "light");
}

static void set_key (const char *key, const char *value) {
  if (set_number (key, value))
    return;
  if (same_key (key, "mode"))
    set_mode (value);
  else if (same_key (key, "schedule"))
    set_schedule (value);
  else if (same_key (key, "deadlock"))
    ft_config.deadlock_exits = ft_text_equal (value, "exit");
}

// The rest of the line, since a path may have blanks.
static void set_path (char path[4096], const char *at) {
  size_t n = 0;
  while (at[n] && at[n] != '\n' && n + 1 < 4096)
    n++;
  for (size_t i = 0; i < n; i++)
    path[i] = at[i];
  path[n] = 0;
}

static void parse_line (const char **at) {
  char key[64], value[64];
  if (!ft_text_word (at, key, sizeof key))
    return;
  if (same_key (key, "inputs"))
    set_path (ft_config.inputs, *at);
  else if (same_key (key, "files"))
    set_path (ft_config.files, *at);
  else if (same_key (key, "symbolic"))
    set_path (ft_config.symbolic, *at);
  else if (ft_text_word (at, value, sizeof value))
    set_key (key, value);
}

static void parse (const char *at) {
  do
    parse_line (&at);
  while (ft_text_line (&at));
  if (!ft_config.slice)
    ft_config.slice = 1;
}

void ft_config_read (const char *directory) {
  char path[4096 + 16], text[16384];
  ft_text name = FT_TEXT (path);
  ft_text_add (&name, "%s/config", directory);
  int fd = ft_sys_open (path, O_RDONLY);
  if (fd < 0)
    return; // every key has a default
  long size = FT_SYSCALL (read, fd, text, sizeof text - 1, 0, 0, 0);
  ft_sys_close (fd);
  if (size <= 0)
    return;
  text[size] = 0;
  parse (text);
}
