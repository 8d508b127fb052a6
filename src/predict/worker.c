#include "predict/worker.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/debug_log.h"
#include "base/descriptor.h"
#include "predict/c11_certify.h"
#include "predict/certifier.h"
#include "predict/window.h"
#include "smt/smt.h"

struct ft_worker {
  const ft_work *work;
  const ft_check_options *options;
  pid_t child; // 0 if there is none
  int socket;  // to the child, both ways
  bool busy;
  size_t candidate;
  double deadline;
};

// The messages over the socket.  An answer is followed by the text of its
// reason and the events of its schedule.
struct request {
  uint32_t candidate, model;
  uint64_t c11; // a truth value; as wide as what follows, so that no byte is undefined
  double timeout;
};

struct answer {
  uint32_t verdict, model, memory, certifier, cause, left_open, instance;
  uint32_t reason, schedule; // sizes of what follows
  ft_cost cost;
};

// The names of certifiers, which are sent as numbers.
static const char *const certifiers[] = {NULL, "order", "graph", "smt"};

// Seconds after its timeout at which a worker is killed.
#define GRACE 1.0

// ---- messages ------------------------------------------------------------

static bool write_all (int fd, const void *data, size_t n) {
  const char *p = data;
  while (n) {
    ssize_t written = send (fd, p, n, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    p += written;
    n -= (size_t)written;
  }
  return true;
}

// ---- the child -----------------------------------------------------------

// Whether a common window holds the targets of instance 'i', so that it is
// examined at all.
static bool is_examined (const ft_worker *w, size_t candidate, uint32_t i) {
  ft_question q = ft_work_question (w->work, candidate, i);
  ft_id span[2];
  ft_question_span (&q, w->work->facts, span);
  return ft_window_is_common (span, w->options->window, q.end);
}

// Whether instance 'i' explains better than 'best' why the candidate is open.
static bool explains_better (const ft_worker *w, size_t candidate, uint32_t i,
                             uint32_t best) {
  return is_examined (w, candidate, i) && !is_examined (w, candidate, best);
}

// Instances with the same outcome, as in a loop, need not all be tried: after
// this many seconds and instances the others are skipped.  The seconds are CPU
// time, so that verdicts do not depend on the load of the machine.
#define ALIKE_SECONDS 2.0
#define ALIKE 3

typedef struct effort {
  double begin;   // by 'ft_certifier_clock'
  double end;     // deadline, by 'ft_seconds_now'
  double longest; // seconds that one instance took at most
  bool alike;     // all had the outcome of the first one, and trying the others
                  // could not refute the candidate.  False for failures as long
                  // as none is left out: there are few
  bool open;      // one is open under c11, so that the candidate is not refuted
} effort;

// Whether to skip the instances after the first 'tried'.  A worker stops before
// its deadline, since a worker that is killed loses the outcomes it has.
static bool is_enough (const effort *f, uint32_t tried) {
  double now = ft_seconds_now ();
  return now + f->longest > f->end ||
         ((f->alike || f->open) && tried >= ALIKE &&
          ft_certifier_clock () - f->begin > ALIKE_SECONDS);
}

// Completes the outcome of a candidate without a certified instance: it is
// refuted only if all instances were tried and refuted.
static void report_tried (const ft_worker *w, size_t candidate, uint64_t all,
                          uint32_t tried, ft_outcome *best) {
  uint32_t kept = ft_work_kept (w->work, candidate);
  const char *what = ft_work_deadlock (w->work, candidate)  ? "cycles"
                     : ft_work_failure (w->work, candidate) ? "instances"
                                                            : "pairs";
  if (tried >= all || (best->verdict == FT_UNDECIDED && tried == kept))
    return;
  if (best->verdict == FT_REFUTED) {
    best->verdict = FT_UNDECIDED;
    best->cause = FT_CAUSE_INSTANCES;
    if (!best->reason.size)
      ft_strbuf_add (&best->reason, "no order exposes it");
  }
  ft_strbuf_add (&best->reason,
                 " (so for the %u closest of %llu %s of events; the others "
                 "were not examined)",
                 tried, (unsigned long long)all, what);
}

// The number of instances that refute the candidate under the model if all of
// them are impossible.  What the strictest model needs says nothing of others.
static uint64_t count_open (const ft_worker *w, size_t candidate,
                            enum ft_model model, bool c11) {
  return model == FT_MODEL_MCM && !c11 ? ft_work_open (w->work, candidate)
                                       : ft_work_instances (w->work, candidate);
}

// Whether instance 'i' changes nothing about a candidate that is open: it
// explains nothing better, and clocks show that it is not certified.
static bool is_idle (const ft_worker *w, ft_certifier *certifier,
                     size_t candidate, uint32_t i, enum ft_model model,
                     uint32_t best) {
  ft_question q = ft_work_question (w->work, candidate, i);
  return model == FT_MODEL_MCM && !ft_work_failure (w->work, candidate) &&
         !explains_better (w, candidate, i, best) &&
         ft_certifier_keeps_apart (certifier, &q);
}

static bool is_wait (const ft_worker *w, size_t candidate) {
  const ft_failure_candidate *f = ft_work_failure (w->work, candidate);
  return f && (f->kind == FT_FAILURE_LOST_WAKEUP || f->kind == FT_FAILURE_DEADLOCK);
}

// Walks to the kept instances of a failure, or of a pair under the path model, all in a
// part of the time: where threads are many, the solver takes all of it for the first one.
static bool walk_to_instance (const ft_worker *w, ft_certifier *certifier,
                              const struct request *r, uint32_t *instance,
                              ft_outcome *best) {
  enum { PART = 5 };
  uint32_t kept = ft_work_kept (w->work, r->candidate);
  double part = r->timeout / PART, begin = ft_certifier_clock ();
  bool failure = ft_work_failure (w->work, r->candidate);
  if (w->options->window || (!failure && (r->c11 || r->model != FT_MODEL_PATH)))
    return false;
  for (*instance = 0; *instance < kept && ft_certifier_clock () - begin < part;
       ++*instance) {
    ft_question q = ft_work_question (w->work, r->candidate, *instance);
    if (ft_certify_walks (certifier, q, part / kept, best))
      return true;
    ft_outcome_release (best);
  }
  return false;
}

// Tries the kept instances, closest first.  The first instance that is
// certified decides the candidate. Otherwise the first undecided instance that
// a window holds gives the reason.
static void decide (const ft_worker *w, ft_certifier *certifier,
                    const struct request *r, uint32_t *instance,
                    ft_outcome *best) {
  size_t candidate = r->candidate;
  enum ft_model model = (enum ft_model)r->model;
  effort f = {.begin = ft_certifier_clock (),
              .end = ft_seconds_now () + r->timeout,
              .alike = !is_wait (w, candidate)};
  bool failure = ft_work_failure (w->work, candidate);
  uint32_t kept = ft_work_kept (w->work, candidate), i = 0;
  uint64_t all = count_open (w, candidate, model, r->c11);
  ft_cost cost = {0};
  if (walk_to_instance (w, certifier, r, instance, best))
    return;
  *instance = 0;
  *best = (ft_outcome){.verdict = FT_REFUTED, .model = model};
  for (; i < kept && !(i && is_enough (&f, i)); i++) {
    ft_outcome o;
    double begin = ft_seconds_now (), left = f.end - begin;
    if (i && best->verdict == FT_UNDECIDED && !r->c11 &&
        is_idle (w, certifier, candidate, i, model, *instance))
      continue;
    ft_question q = ft_work_question (w->work, candidate, i);
    left = left > 0.01 ? left : 0.01;
    if (ft_work_failure (w->work, candidate))
      ft_certify_question (certifier, q, left, &o);
    else if (r->c11)
      ft_certify_c11 (certifier, q.targets, model, left, &o);
    else
      ft_certify_under (certifier, q, model, left, &o);
    if (ft_seconds_now () - begin > f.longest)
      f.longest = ft_seconds_now () - begin;
    ft_cost_add (&cost, &o.cost);
    f.alike &= (!i || (o.verdict == best->verdict && o.cause == best->cause)) &&
               ((o.verdict == FT_UNDECIDED && !failure) || all > kept || i >= all);
    bool better = !i || o.verdict == FT_CERTIFIED ||
                  (o.verdict == FT_UNDECIDED && best->verdict != FT_CERTIFIED &&
                   (best->verdict == FT_REFUTED ||
                    explains_better (w, candidate, i, *instance)));
    enum ft_model open = o.left_open;
    if (better) {
      ft_outcome_release (best);
      *best = o;
      *instance = i;
    } else
      ft_outcome_release (&o);
    if (best->verdict == FT_REFUTED && open != FT_MODEL_MCM)
      best->left_open = open; // all instances must be refuted under all models
    best->cost = cost;
    f.open = r->c11 && best->verdict == FT_UNDECIDED;
    if (best->verdict == FT_CERTIFIED)
      return;
  }
  report_tried (w, candidate, all, i, best);
}

static bool send_answer (int fd, uint32_t instance, const ft_outcome *o) {
  struct answer a = {.verdict = o->verdict,
                     .model = o->model,
                     .memory = o->witness.memory,
                     .cause = o->cause,
                     .left_open = o->left_open,
                     .cost = o->cost,
                     .instance = instance,
                     .reason = (uint32_t)o->reason.size,
                     .schedule = (uint32_t)o->witness.schedule.size};
  for (uint32_t i = 1; i < 4; i++)
    if (o->certifier && !strcmp (o->certifier, certifiers[i]))
      a.certifier = i;
  return write_all (fd, &a, sizeof a) &&
         write_all (fd, ft_strbuf_text (&o->reason), a.reason) &&
         write_all (fd, o->witness.schedule.begin, a.schedule * sizeof (ft_id));
}

// Z3 and the allocator write to standard error when they run out of memory; the
// user reads this in the candidate's reason instead.  Reports of sanitizers
// and the debug log must stay visible.
static void silence_errors (void) {
  if (ft_debug_is_on ())
    return;
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
  int null = open ("/dev/null", O_WRONLY);
  if (null >= 0)
    dup2 (null, STDERR_FILENO);
#endif
}

// Bounds the memory that the child allocates beyond what it inherited.
// Sanitizers reserve terabytes of addresses and cannot be bounded this way.
static void limit_memory (uint64_t bytes) {
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
  unsigned long pages = 0;
  FILE *file = fopen ("/proc/self/statm", "r");
  if (!bytes || !file)
    return;
  if (fscanf (file, "%lu", &pages) == 1) {
    rlim_t limit = bytes + pages * (rlim_t)sysconf (_SC_PAGESIZE);
    setrlimit (RLIMIT_AS, &(struct rlimit){limit, limit});
  }
  fclose (file);
#else
  (void)bytes;
#endif
}

static _Noreturn void run_child (const ft_worker *w, int socket) {
  signal (SIGINT, SIG_IGN); // the parent decides what to do on Ctrl-C
  signal (SIGTERM, SIG_IGN);
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  silence_errors ();
  limit_memory (w->options->memory);
  ft_certifier *certifier =
      ft_certifier_new (w->work->facts, w->options, w->work->checker);
  ft_certifier_set_ideals (certifier, w->work->needed);
  struct request r;
  while (ft_descriptor_read (socket, &r, sizeof r)) {
    uint32_t instance;
    ft_outcome o;
    decide (w, certifier, &r, &instance, &o);
    bool sent = send_answer (socket, instance, &o);
    ft_outcome_release (&o);
    if (!sent)
      break;
    // Schedules must not depend on the earlier candidates of this worker.
    ft_smt_forget ();
  }
  _exit (0);
}

// ---- the parent ----------------------------------------------------------

ft_worker *ft_worker_new (const ft_work *work,
                          const ft_check_options *options) {
  ft_worker *w = FT_NEW (ft_worker);
  w->work = work;
  w->options = options;
  return w;
}

// Ends the child and returns its wait status.
static int reap (ft_worker *w) {
  int status = 0;
  if (!w->child)
    return 0;
  close (w->socket);
  while (waitpid (w->child, &status, 0) < 0 && errno == EINTR)
    ;
  w->child = 0;
  w->busy = false;
  return status;
}

void ft_worker_renew (ft_worker *w) {
  if (w->child)
    kill (w->child, SIGKILL);
  reap (w);
}

void ft_worker_free (ft_worker *w) {
  if (!w)
    return;
  ft_worker_renew (w);
  free (w);
}

static bool spawn (ft_worker *w) {
  int ends[2];
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return false;
  fflush (NULL);
  pid_t child = fork ();
  if (!child) {
    close (ends[0]);
    run_child (w, ends[1]);
  }
  close (ends[1]);
  if (child < 0) {
    close (ends[0]);
    return false;
  }
  w->child = child;
  w->socket = ends[0];
  return true;
}

bool ft_worker_start (ft_worker *w, size_t candidate, enum ft_model model,
                      bool c11, double timeout) {
  if (!w->child && !spawn (w))
    return false;
  struct request r = {(uint32_t)candidate, model, c11, timeout};
  assert (!w->busy);
  w->busy = true;
  w->candidate = candidate;
  w->deadline = ft_seconds_now () + timeout + GRACE;
  // If the child is dead, reading its answer will show it.
  write_all (w->socket, &r, sizeof r);
  return true;
}

bool ft_worker_is_busy (const ft_worker *w, size_t *candidate) {
  *candidate = w->candidate;
  return w->busy;
}

int ft_worker_descriptor (const ft_worker *w) {
  return w->socket;
}

double ft_worker_deadline (const ft_worker *w) {
  return w->deadline;
}

// Describes how the child died.  Whether its memory ran out is unknown.
static void explain_death (const ft_worker *w, int status, ft_strbuf *reason) {
  int signal = WIFSIGNALED (status) ? WTERMSIG (status) : 0;
  if (signal)
    ft_strbuf_add (reason, "the solver worker died by signal %d (%s)", signal,
                   strsignal (signal));
  else
    ft_strbuf_add (reason, "the solver worker ended with status %d",
                   WEXITSTATUS (status));
  if (w->options->memory)
    ft_strbuf_add (reason,
                   "; if its %.3g GB were too little, a larger --memory helps",
                   (double)w->options->memory / (double)(1 << 30));
  else
    ft_strbuf_add (reason, "; it had no --memory limit");
}

static bool receive (ft_worker *w, uint32_t *instance, ft_outcome *o) {
  struct answer a;
  if (!ft_descriptor_read (w->socket, &a, sizeof a) || a.verdict > FT_REFUTED ||
      a.model >= FT_MODEL_COUNT || a.memory > FT_MEMORY_C11 || a.certifier > 3 || a.cause >= FT_CAUSE_COUNT ||
      a.left_open >= FT_MODEL_COUNT)
    return false;
  if (a.instance >= ft_work_kept (w->work, w->candidate) ||
      a.schedule >
          w->work->facts->trace->size + w->work->facts->trace->altpath_events)
    return false;
  char *reason = ft_calloc (a.reason + 1u, 1);
  ft_id *events = FT_ARRAY (ft_id, a.schedule);
  bool ok = ft_descriptor_read (w->socket, reason, a.reason) &&
            ft_descriptor_read (w->socket, events, a.schedule * sizeof *events);
  if (ok) {
    o->verdict = (enum ft_verdict)a.verdict;
    o->model = (enum ft_model)a.model;
    o->certifier = certifiers[a.certifier];
    o->cause = (enum ft_cause)a.cause;
    o->left_open = (enum ft_model)a.left_open;
    o->cost = a.cost;
    ft_strbuf_add_bytes (&o->reason, reason, a.reason);
    for (uint32_t i = 0; i < a.schedule; i++)
      FT_PUSH (o->witness.schedule, events[i]);
    ft_question q = ft_work_question (w->work, w->candidate, a.instance);
    q.model = o->model;
    ft_witness_name (&o->witness, &q, w->work->facts);
    o->witness.memory = (enum ft_memory_model)a.memory;
    *instance = a.instance;
  }
  free (reason);
  free (events);
  return ok;
}

void ft_worker_finish (ft_worker *w, uint32_t *instance, ft_outcome *o) {
  *o = (ft_outcome){.verdict = FT_UNDECIDED, .cause = FT_CAUSE_WORKER};
  *instance = 0;
  assert (w->busy);
  if (!receive (w, instance, o)) {
    kill (w->child, SIGKILL);
    explain_death (w, reap (w), &o->reason);
  }
  w->busy = false;
}

void ft_worker_kill (ft_worker *w, enum ft_cause cause, const char *reason,
                     ft_outcome *o) {
  *o = (ft_outcome){.verdict = FT_UNDECIDED, .cause = cause};
  ft_strbuf_add (&o->reason, "%s", reason);
  kill (w->child, SIGKILL);
  reap (w);
}
