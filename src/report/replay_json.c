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

void ft_replay_json (FILE *file, const ft_replay_report *r) {
  ft_json_write (file,
                 json_pack ("{s:s, s:o, s:o, s:o, s:o, s:o, s:b}", "schema",
                            "foretrace-replay/1", "tool", ft_json_tool (),
                            "recording", ft_json_text (r->recording), "finding",
                            ft_json_text (r->finding), "replay",
                            ft_json_replayed (r->replayed), "ended",
                            ended_value (r->ended), "interrupted",
                            (int)r->interrupted));
  fputc ('\n', file);
}
