#include "grammar/slp_wait.h"

static bool waits (const ft_event *e) {
  switch ((enum ft_kind)e->kind) {
  case FT_RELEASE:
  case FT_RELEASE_SHARED:
    return e->condition != FT_NO_ID;
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
  case FT_SEM_INIT:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
    return true;
  default:
    return false;
  }
}

bool ft_slp_flow_init (ft_slp_flow *f, const ft_slp *slp, const char **why) {
  *f = (ft_slp_flow){.slp = slp};
  ft_flow_init (&f->flow, slp);
  for (size_t t = 0; t < slp->terminals.size; t++) {
    const ft_event *e = slp->terminals.begin + t;
    if (waits (e) && !ft_event_is_void (e)) {
      *why = "waits";
      return false;
    }
    ft_id thread =
        ft_flow_carrier (&f->flow, FT_CARRIER_THREAD, e->thread, 0);
    FT_PUSH (f->actions, ((struct ft_slp_action){f->steps.size, thread}));
    if (!ft_event_is_void (e))
      ft_flow_event (&f->flow, e, &f->steps);
  }
  FT_PUSH (f->actions, ((struct ft_slp_action){f->steps.size, FT_NO_ID}));
  return true;
}

void ft_slp_flow_release (ft_slp_flow *f) {
  ft_slp_release (&f->own);
  ft_flow_release (&f->flow);
  FT_RELEASE (f->steps);
  FT_RELEASE (f->actions);
}
