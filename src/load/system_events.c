// Variables of the system: files, pipes, signals and whatever else the runtime
// has words for (see 'runtime/happens_before.h' and 'load_inside.h').

#include "load/load_inside.h"

#include <signal.h>
#include <string.h>

#include "trace/assumed.h"

static const char *const texts[] = {
#define C(NAME, text) text,
    FT_WIRE_CAUSES (C)
#undef C
};

static void add_signal (ft_strbuf *name, uint32_t number) {
  const char *known = sigabbrev_np ((int)number);
  if (known)
    ft_strbuf_add (name, " SIG%s", known);
  else
    ft_strbuf_add (name, " %u", number);
}

// Without what the kernel adds to the name of a file that was removed.
static ft_span last_part (ft_span path) {
  static const char removed[] = " (deleted)";
  size_t tail = sizeof removed - 1;
  if (path.size > tail &&
      !memcmp (path.begin + path.size - tail, removed, tail))
    path.size -= tail;
  for (size_t i = path.size; i--;)
    if (path.begin[i] == '/')
      return (ft_span){path.begin + i + 1, path.size - i - 1};
  return path;
}

// The last part of the path if no other file has the same; the number of what
// has no path.
static void add_path (const ft_run *run, ft_strbuf *name, uint32_t number) {
  ft_span none = {"", 0};
  ft_span path = number < run->channels.size ? run->channels.begin[number] : none;
  ft_span last = last_part (path);
  bool again = false;
  if (!path.size || *path.begin != '/') {
    ft_strbuf_add (name, " %u", number);
    return;
  }
  for (uint32_t i = 0; i < run->channels.size; i++) {
    ft_span other = last_part (run->channels.begin[i]);
    again |= i != number && other.size == last.size &&
             !memcmp (other.begin, last.begin, last.size);
  }
  ft_span shown = again ? path : last;
  ft_strbuf_add (name, " %.*s", (int)shown.size, shown.begin);
}

static void add_which (ft_load *n, const ft_run_access *t, ft_strbuf *name) {
  char thread[FT_THREAD_NAME_SIZE];
  switch ((enum ft_wire_cause)t->cause) {
  case FT_WIRE_CAUSE_FILE:
  case FT_WIRE_CAUSE_PIPE:
  case FT_WIRE_CAUSE_TAKEN:
  case FT_WIRE_CAUSE_FLAGS:
    add_path (n->run, name, t->cause_number);
    break;
  case FT_WIRE_CAUSE_SIGNAL:
    add_signal (name, t->cause_number);
    break;
  case FT_WIRE_CAUSE_CANCELLATION:
  case FT_WIRE_CAUSE_THREAD_END:
    ft_thread_name (thread, t->cause_number);
    ft_strbuf_add (name, " %s", thread);
    break;
  case FT_WIRE_CAUSE_WATCHED:
    if (t->cause_number)
      ft_strbuf_add (name, " %u", t->cause_number);
    break;
  case FT_WIRE_CAUSE_COUNTER:
  case FT_WIRE_CAUSE_NOTIFICATION:
  case FT_WIRE_CAUSE_NUMBER_OF_DESCRIPTOR:
  case FT_WIRE_CAUSE_REGISTRATION:
    ft_strbuf_add (name, " %u", t->cause_number);
    break;
  case FT_WIRE_CAUSE_DEATHS:
  case FT_WIRE_CAUSE_WRITERS:
    ft_strbuf_add (name, " %s",
                   ft_variables_memory_name (n->variables, t->address));
    break;
  default:
    break;
  }
}

ft_id ft_load_system_variable (ft_load *n, ft_tables *tables,
                               const ft_run_access *t) {
  ft_strbuf name = {0};
  ft_strbuf_add (&name, FT_SYSTEM "%s", texts[t->cause]);
  add_which (n, t, &name);
  ft_id id = ft_tables_add (tables, FT_CLASS_VARIABLE, name.text, name.size);
  ft_strbuf_release (&name);
  return id;
}
