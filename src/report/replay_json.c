#include "report/replay_json.h"

#include "report/json_value.h"

static json_t *ended_value (const ft_target_exit *e) {
  if (!e)
    return json_null ();
  bool exited = !e->timed_out && !e->signal;
  bool signalled = !e->timed_out && e->signal;
  return json_pack ("{s:s, s:o, s:o}", "by",
                    e->timed_out ? "time" : (e->signal ? "signal" : "exit"),
                    "status", exited ? json_integer (e->status) : json_null (),
                    "signal",
                    signalled ? json_integer (e->signal) : json_null ());
}

static json_t *stack_value (const ft_run_ending *x) {
  json_t *list = json_array ();
  for (size_t i = 0; i < x->stack.size; i++)
    json_array_append_new (
        list, json_pack ("{s:o, s:o}", "function",
                         ft_json_text (x->stack.begin[i].function), "location",
                         ft_json_text (x->stack.begin[i].location)));
  return list;
}

static json_t *ends_value (const ft_replay_report *r) {
  if (!r->ends)
    return json_null ();
  json_t *list = json_array ();
  for (size_t i = 0; i < r->ends->size; i++) {
    const ft_continued_end *x = r->ends->begin + i;
    const char *memory = ft_continuation_memory_error (&x->first);
    json_array_append_new (
        list,
        json_pack ("{s:i, s:i, s:b, s:o, s:o, s:o}", "first",
                   r->second_first ? 2 : 1, "runs", (int)x->runs, "deadlocked",
                   (int)(x->first.end == FT_CONTINUATION_BLOCKED), "text",
                   ft_json_text (ft_strbuf_text (&x->text)), "memory",
                   ft_json_text (*memory ? memory : NULL), "stack",
                   stack_value (&x->first.ending)));
  }
  return list;
}

void ft_replay_json (FILE *file, const ft_replay_report *r) {
  ft_json_write (file,
                 json_pack ("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "schema",
                            "foretrace-replay/1", "tool", ft_json_tool (),
                            "recording", ft_json_text (r->recording), "finding",
                            ft_json_text (r->finding), "replay",
                            ft_json_replayed (r->replayed), "ended",
                            ended_value (r->ended), "continuations",
                            ends_value (r), "interrupted",
                            (int)r->interrupted));
  fputc ('\n', file);
}
