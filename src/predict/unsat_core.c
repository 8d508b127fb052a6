#include "predict/unsat_core.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "predict/worker.h"

// ---- the child -----------------------------------------------------------

// Sends a core: the number of its groups, whether it is minimal, their names.
static void send_core (int fd, const ft_smt *smt, const bool *kept,
                       bool minimal) {
  uint32_t head[2] = {0, minimal};
  for (size_t i = 0; i < ft_smt_groups (smt); i++)
    head[0] += kept[i];
  bool fine = ft_descriptor_write (fd, head, sizeof head);
  for (size_t i = 0; i < ft_smt_groups (smt) && fine; i++)
    if (kept[i]) {
      ft_constraint_group group = ft_smt_group_at (smt, i);
      fine = ft_descriptor_write (fd, &group, sizeof group);
    }
}

// Leaves out groups one by one as long as the others are unsatisfiable.
static void minimise (int fd, ft_smt *smt, bool *kept) {
  size_t n = ft_smt_groups (smt);
  bool *left = FT_ARRAY (bool, n), minimal = true;
  for (size_t i = 0; i < n; i++) {
    if (!kept[i])
      continue;
    for (size_t j = 0; j < n; j++)
      left[j] = kept[j] && j != i;
    enum ft_answer answer = ft_smt_check_groups (smt, left);
    minimal &= answer != FT_UNKNOWN;
    if (answer != FT_UNSAT)
      continue;
    for (size_t j = 0; j < n; j++)
      kept[j] = left[j];
    send_core (fd, smt, kept, false);
  }
  send_core (fd, smt, kept, minimal);
  free (left);
}

static void search (int fd, const ft_cone *cone, const ft_encoder *encoder,
                    double timeout, uint64_t memory) {
  ft_smt *smt = ft_smt_new (timeout);
  ft_smt_track (smt);
  void *encoding = encoder->encode (cone, smt, memory);
  if (encoding) {
    size_t n = ft_smt_groups (smt);
    bool *kept = FT_ARRAY (bool, n);
    for (size_t i = 0; i < n; i++)
      kept[i] = true;
    if (ft_smt_check_groups (smt, kept) == FT_UNSAT) {
      send_core (fd, smt, kept, false);
      minimise (fd, smt, kept);
    }
    free (kept);
    encoder->free (encoding);
  }
  ft_smt_free (smt);
}

// ---- the parent ----------------------------------------------------------

// Reads whole messages until the end or the deadline.
static bool read_all (int fd, void *data, size_t n, double deadline) {
  char *p = data;
  while (n) {
    double left = deadline - ft_seconds_now ();
    struct pollfd polled = {fd, POLLIN, 0};
    if (left <= 0 || poll (&polled, 1, (int)(left * 1000) + 1) == 0)
      return false;
    ssize_t got = read (fd, p, n);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    p += got;
    n -= (size_t)got;
  }
  return true;
}

static void add_condition (const ft_cone *cone, ft_constraint_group g,
                           ft_reason *r) {
  const ft_facts *f = cone->facts;
  ft_id writer = FT_NO_ID;
  enum ft_kind kind = f->trace->events[g.a].kind;
  if (ft_kind_acquires (kind))
    ft_reason_add (r, FT_PROOF_STEP_APART, g.a, g.b, FT_NO_ID);
  else if (g.a == cone->must_succeed)
    ft_cone_prove_must_succeed (cone, r);
  else if (ft_kind_class (kind) == FT_CLASS_OBJECT || kind == FT_TRY_FAILED)
    ft_reason_add (r, FT_PROOF_STEP_OBJECT, g.a, FT_NO_ID, FT_NO_ID);
  else if (kind == FT_FREE)
    ft_reason_add (r, FT_PROOF_STEP_LIFETIME, g.a, FT_NO_ID, FT_NO_ID);
  else {
    if (f->reads->alone[g.a])
      ft_reads_single (f->reads, g.a, &writer);
    ft_reason_add (r, FT_PROOF_STEP_RETURNS, g.a, FT_NO_ID, writer);
  }
}

// Receives cores from the child and keeps the latest complete one.
static bool receive_core (int fd, const ft_cone *cone, double deadline,
                          ft_reason *r) {
  bool found = false;
  uint32_t head[2];
  while (read_all (fd, head, sizeof head, deadline)) {
    ft_constraint_group *groups = FT_ARRAY (ft_constraint_group, head[0]);
    bool whole = read_all (fd, groups, head[0] * sizeof *groups, deadline);
    if (whole) {
      found = true;
      ft_reason_release (r);
      r->kind = FT_REASON_CORE;
      r->minimal = head[1];
      for (uint32_t i = 0; i < head[0]; i++)
        add_condition (cone, groups[i], r);
    }
    free (groups);
    if (!whole || head[1])
      break;
  }
  return found;
}

bool ft_unsat_core_find (const ft_cone *cone, const ft_encoder *encoder,
                         double timeout, uint64_t memory, ft_reason *r) {
  int ends[2];
  double deadline = ft_seconds_now () + timeout;
  if (pipe (ends))
    return false;
  fflush (NULL);
  pid_t child = fork ();
  if (!child) {
    close (ends[0]);
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    search (ends[1], cone, encoder, timeout, memory);
    _exit (0);
  }
  close (ends[1]);
  bool found = child > 0 && receive_core (ends[0], cone, deadline, r);
  close (ends[0]);
  if (child > 0) {
    kill (child, SIGKILL);
    while (waitpid (child, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  return found;
}
