#include "smt/smt.h"

#include <assert.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/stack.h"
#include "smt/acyclic.h"
#include "smt/smt_private.h"
#include "smt/word.h"

// An edge of the graph that depends on a Boolean.
struct conditional {
  uint32_t from, to;
  bool when;     // the constant has this value when the edge is there
  unsigned id;   // Z3's number of the registered constant
  Z3_ast absent; // the constant says that the edge is not there
};

struct group {
  ft_constraint_group name;
  Z3_ast guard; // the assumption under which the group holds
};

struct ft_smt {
  Z3_solver solver;
  Z3_model model;          // of the last check, NULL if it found none
  FT_STACK (Z3_ast) terms; // references held
  unsigned constants;      // the number of constants, each named by a number
  ft_acyclic *graph;
  FT_STACK (struct conditional) edges;
  FT_STACK (uint32_t) edge_of_id;  // by Z3's number: index into 'edges'
  FT_STACK (size_t) levels;        // edges of the graph at each push of Z3
  FT_STACK (unsigned) explanation; // Z3's numbers, of the last consequence
  bool tracks;
  Z3_ast guard; // of the current group; NULL outside of groups
  FT_STACK (struct group) groups;
};

// ---- the context, one per process ----------------------------------------

static Z3_context context;
static bool failed;      // a call of Z3 for the last solver reported an error
static unsigned solvers; // number of existing solvers

static void on_error (Z3_context c, Z3_error_code code) {
  (void)c;
  (void)code;
  failed = true;
}

static void open_context (void) {
  if (context)
    return;
  Z3_config config = Z3_mk_config ();
  Z3_set_param_value (config, "model", "true");
  context = Z3_mk_context_rc (config);
  Z3_del_config (config);
  Z3_set_error_handler (context, on_error);
}

Z3_context ft_smt_context (void) {
  return context;
}

static void set_number (Z3_params params, const char *name, unsigned value) {
  Z3_params_set_uint (context, params, Z3_mk_string_symbol (context, name),
                      value);
}

// The difference-logic solver (1) serves 'integers'.  The value 0 would be
// accepted, but answer unknown.
static void set_parameters (Z3_solver solver, double timeout, bool integers,
                            uint64_t memory) {
  Z3_params params = Z3_mk_params (context);
  Z3_params_inc_ref (context, params);
  double milliseconds = timeout * 1000;
  uint64_t megabytes = (memory >> 20) + 1;
  if (timeout > 0 && milliseconds < 4e9)
    set_number (params, "timeout", (unsigned)milliseconds);
  if (integers)
    set_number (params, "smt.arith.solver", 1);
  if (memory && megabytes < UINT32_MAX)
    set_number (params, "max_memory", (unsigned)megabytes);
  Z3_solver_set_params (context, solver, params);
  Z3_params_dec_ref (context, params);
}

// ---- the graph as a theory -----------------------------------------------

static void on_push (void *smt) {
  ft_smt *s = smt;
  FT_PUSH (s->levels, ft_acyclic_edges (s->graph));
}

static void on_pop (void *smt, unsigned n) {
  ft_smt *s = smt;
  assert (n <= s->levels.size);
  s->levels.size -= n;
  ft_acyclic_drop (s->graph, s->levels.begin[s->levels.size]);
}

static void *on_fresh (void *smt, Z3_context other) {
  (void)other;
  return smt;
}

static void explain (ft_smt *s, const uint32_t *edges, size_t n) {
  for (size_t i = 0; i < n; i++)
    FT_PUSH (s->explanation, s->edges.begin[edges[i]].id);
}

static void conclude (ft_smt *s, Z3_solver_callback callback, Z3_ast what) {
  Z3_solver_propagate_consequence (context, callback,
                                   (unsigned)s->explanation.size,
                                   s->explanation.begin, 0, NULL, NULL, what);
}

// Z3 gave a Boolean its value.  Its edge is added; if the edge would close a
// cycle, the Booleans of the cycle are a conflict instead.  Edges that the new
// one bars are propagated at once: their Booleans are false.
static void on_fixed (void *smt, Z3_solver_callback callback, unsigned id,
                      Z3_ast value) {
  ft_smt *s = smt;
  uint32_t edge = s->edge_of_id.begin[id];
  const struct conditional *c = s->edges.begin + edge;
  size_t n;
  if ((Z3_get_bool_value (context, value) == Z3_L_TRUE) != c->when)
    return;
  if (!ft_acyclic_add (s->graph, c->from, c->to, edge)) {
    const uint32_t *cycle = ft_acyclic_cycle (s->graph, &n);
    FT_CLEAR (s->explanation);
    FT_PUSH (s->explanation, id);
    explain (s, cycle, n);
    conclude (s, callback, Z3_mk_false (context));
    return;
  }
  const ft_barred *barred = ft_acyclic_barred (s->graph, &n);
  for (size_t i = 0; i < n; i++) {
    FT_CLEAR (s->explanation);
    explain (s, ft_acyclic_reasons (s->graph) + barred[i].begin,
             barred[i].end - barred[i].begin);
    conclude (s, callback, s->edges.begin[barred[i].label].absent);
  }
}

static void on_final (void *smt, Z3_solver_callback callback) {
  (void)smt;
  (void)callback;
}

void ft_smt_graph (ft_smt *s, uint32_t nodes) {
  assert (!s->graph);
  s->graph = ft_acyclic_new (nodes);
  Z3_solver_propagate_init (context, s->solver, s, on_push, on_pop, on_fresh);
  Z3_solver_propagate_fixed (context, s->solver, on_fixed);
  Z3_solver_propagate_final (context, s->solver, on_final);
}

bool ft_smt_edge (ft_smt *s, uint32_t from, uint32_t to) {
  assert (s->graph && !s->edges.size);
  return ft_acyclic_add (s->graph, from, to, FT_NO_LABEL);
}

void ft_smt_edge_if (ft_smt *s, ft_term term, uint32_t from, uint32_t to) {
  assert (s->graph);
  Z3_ast ast = (Z3_ast)term;
  struct conditional c = {from, to, true, 0, (Z3_ast)ft_smt_not (s, term)};
  Z3_app app = Z3_to_app (context, ast);
  if (Z3_get_decl_kind (context, Z3_get_app_decl (context, app)) == Z3_OP_NOT) {
    ast = Z3_get_app_arg (context, app, 0);
    c.when = false;
  }
  c.id = Z3_solver_propagate_register (context, s->solver, ast);
  FT_GROW (s->edge_of_id, c.id + 1, 0);
  s->edge_of_id.begin[c.id] = (uint32_t)s->edges.size;
  ft_acyclic_watch (s->graph, from, to, (uint32_t)s->edges.size);
  FT_PUSH (s->edges, c);
}

void ft_smt_forget (void) {
  assert (!solvers);
  if (context)
    Z3_del_context (context);
  context = NULL;
}

// ---- solvers and terms ---------------------------------------------------

static ft_smt *new_solver (Z3_solver solver) {
  ft_smt *s = FT_NEW (ft_smt);
  s->solver = solver;
  solvers++;
  Z3_solver_inc_ref (context, solver);
  failed = false;
  return s;
}

ft_smt *ft_smt_new (double timeout) {
  open_context ();
  ft_smt *s = new_solver (Z3_mk_simple_solver (context));
  set_parameters (s->solver, timeout, true, 0);
  return s;
}

ft_smt *ft_smt_new_words (ft_smt *beside, double timeout, uint64_t memory) {
  open_context ();
  Z3_symbol logic = Z3_mk_string_symbol (context, "QF_BV");
  ft_smt *s = new_solver (Z3_mk_solver_for_logic (context, logic));
  s->constants = beside ? beside->constants : 0;
  set_parameters (s->solver, timeout, false, memory);
  return s;
}

// With "flat", which is Z3's default, products of sums with a constant are multiplied out.
// Nested ones, as in a hash of bytes, are then one long sum, for which a bit-vector solver
// may need minutes.
void ft_smt_vary (ft_smt *s, unsigned way) {
  Z3_params params = Z3_mk_params (context);
  Z3_params_inc_ref (context, params);
  set_number (params, "random_seed", way);
  Z3_params_set_bool (context, params, Z3_mk_string_symbol (context, "flat"),
                      way % 2);
  Z3_solver_set_params (context, s->solver, params);
  Z3_params_dec_ref (context, params);
}

static void forget_model (ft_smt *s) {
  if (s->model)
    Z3_model_dec_ref (context, s->model);
  s->model = NULL;
}

void ft_smt_free (ft_smt *s) {
  if (!s)
    return;
  forget_model (s);
  Z3_solver_dec_ref (context, s->solver);
  solvers--;
  for (size_t i = 0; i < s->terms.size; i++)
    Z3_dec_ref (context, s->terms.begin[i]);
  FT_RELEASE (s->terms);
  ft_acyclic_free (s->graph);
  FT_RELEASE (s->edges);
  FT_RELEASE (s->edge_of_id);
  FT_RELEASE (s->levels);
  FT_RELEASE (s->explanation);
  FT_RELEASE (s->groups);
  free (s);
}

ft_term ft_smt_ref (ft_smt *s, Z3_ast ast) {
  Z3_inc_ref (context, ast);
  FT_PUSH (s->terms, ast);
  return (ft_term)ast;
}

Z3_ast ft_smt_fresh (ft_smt *s, Z3_sort sort) {
  Z3_symbol name = Z3_mk_int_symbol (context, (int)s->constants++);
  return Z3_mk_const (context, name, sort);
}

// Z3 tries false first, so that a Boolean that is preferred true is the
// negation of a constant.
ft_term ft_smt_bool (ft_smt *s, bool preferred) {
  ft_term term = ft_smt_ref (s, ft_smt_fresh (s, Z3_mk_bool_sort (context)));
  return preferred ? ft_smt_not (s, term) : term;
}

ft_term ft_smt_int (ft_smt *s) {
  return ft_smt_ref (s, ft_smt_fresh (s, Z3_mk_int_sort (context)));
}

ft_term ft_smt_true (ft_smt *s) {
  return ft_smt_ref (s, Z3_mk_true (context));
}

ft_term ft_smt_false (ft_smt *s) {
  return ft_smt_ref (s, Z3_mk_false (context));
}

ft_term ft_smt_not (ft_smt *s, ft_term a) {
  Z3_ast ast = (Z3_ast)a;
  Z3_app app = Z3_to_app (context, ast);
  if (Z3_get_decl_kind (context, Z3_get_app_decl (context, app)) == Z3_OP_NOT)
    return (ft_term)Z3_get_app_arg (context, app, 0);
  return ft_smt_ref (s, Z3_mk_not (context, ast));
}

ft_term ft_smt_or (ft_smt *s, size_t n, const ft_term *terms) {
  if (!n)
    return ft_smt_false (s);
  if (n == 1)
    return terms[0];
  return ft_smt_ref (s, Z3_mk_or (context, (unsigned)n, (const Z3_ast *)terms));
}

ft_term ft_smt_and (ft_smt *s, size_t n, const ft_term *terms) {
  if (!n)
    return ft_smt_true (s);
  if (n == 1)
    return terms[0];
  return ft_smt_ref (s,
                     Z3_mk_and (context, (unsigned)n, (const Z3_ast *)terms));
}

ft_term ft_smt_at_least (ft_smt *s, size_t n, const ft_term *terms,
                         size_t least) {
  if (!least)
    return ft_smt_true (s);
  if (least > n)
    return ft_smt_false (s);
  if (least == n)
    return ft_smt_and (s, n, terms);
  if (least == 1)
    return ft_smt_or (s, n, terms);
  return ft_smt_ref (s, Z3_mk_atleast (context, (unsigned)n,
                                       (const Z3_ast *)terms, (unsigned)least));
}

// States a < b as a - b <= -1, the form that the difference-logic solver takes.
ft_term ft_smt_less (ft_smt *s, ft_term a, ft_term b) {
  Z3_ast both[2] = {(Z3_ast)a, (Z3_ast)b};
  Z3_ast minus_one = Z3_mk_int (context, -1, Z3_mk_int_sort (context));
  ft_smt_ref (s, minus_one);
  Z3_ast difference = Z3_mk_sub (context, 2, both);
  ft_smt_ref (s, difference);
  return ft_smt_ref (s, Z3_mk_le (context, difference, minus_one));
}

void ft_smt_assert (ft_smt *s, ft_term a) {
  if (s->guard)
    a = ft_smt_or (s, 2, (ft_term[]){ft_smt_not (s, (ft_term)s->guard), a});
  Z3_solver_assert (context, s->solver, (Z3_ast)a);
}

// ---- groups --------------------------------------------------------------

void ft_smt_track (ft_smt *s) {
  s->tracks = true;
}

void ft_smt_group (ft_smt *s, ft_id a, ft_id b) {
  if (!s->tracks)
    return;
  assert (!s->guard); // groups do not nest
  s->guard = (Z3_ast)ft_smt_bool (s, false);
  FT_PUSH (s->groups, ((struct group){{a, b}, s->guard}));
}

void ft_smt_ungroup (ft_smt *s) {
  s->guard = NULL;
}

size_t ft_smt_groups (const ft_smt *s) {
  return s->groups.size;
}

ft_constraint_group ft_smt_group_at (const ft_smt *s, size_t i) {
  return s->groups.begin[i].name;
}

// Sets 'kept' for the groups of the unsatisfiable core.
static void keep_core (ft_smt *s, bool *kept) {
  ft_map used = {0};
  Z3_ast_vector core = Z3_solver_get_unsat_core (context, s->solver);
  Z3_ast_vector_inc_ref (context, core);
  for (unsigned i = 0; i < Z3_ast_vector_size (context, core); i++)
    *ft_map_at (&used,
                Z3_get_ast_id (context, Z3_ast_vector_get (context, core, i))) =
        0;
  Z3_ast_vector_dec_ref (context, core);
  for (size_t i = 0; i < s->groups.size; i++)
    kept[i] =
        ft_map_get (&used, Z3_get_ast_id (context, s->groups.begin[i].guard)) !=
        FT_NO_ID;
  ft_map_release (&used);
}

// ---- answers -------------------------------------------------------------

static enum ft_answer take_answer (ft_smt *s, Z3_lbool answer) {
  if (failed || answer == Z3_L_UNDEF)
    return FT_UNKNOWN;
  if (answer == Z3_L_FALSE)
    return FT_UNSAT;
  s->model = Z3_solver_get_model (context, s->solver);
  Z3_model_inc_ref (context, s->model);
  return FT_SAT;
}

enum ft_answer ft_smt_check (ft_smt *s) {
  forget_model (s);
  return take_answer (s, Z3_solver_check (context, s->solver));
}

enum ft_answer ft_smt_check_groups (ft_smt *s, bool *kept) {
  FT_STACK (Z3_ast) asked = {0};
  for (size_t i = 0; i < s->groups.size; i++)
    if (kept[i])
      FT_PUSH (asked, s->groups.begin[i].guard);
  forget_model (s);
  enum ft_answer answer = take_answer (
      s, Z3_solver_check_assumptions (context, s->solver, (unsigned)asked.size,
                                      asked.begin));
  FT_RELEASE (asked);
  if (answer == FT_UNSAT)
    keep_core (s, kept);
  return answer;
}

bool ft_smt_value (ft_smt *s, ft_term term) {
  Z3_ast value;
  return Z3_model_eval (context, s->model, (Z3_ast)term, true, &value) &&
         Z3_get_bool_value (context, value) == Z3_L_TRUE;
}

int64_t ft_smt_number (ft_smt *s, ft_term term) {
  Z3_ast value;
  int64_t number = 0;
  if (Z3_model_eval (context, s->model, (Z3_ast)term, true, &value))
    Z3_get_numeral_int64 (context, value, &number);
  return number;
}

uint64_t ft_smt_word_value (ft_smt *s, ft_term term) {
  Z3_ast value;
  uint64_t number = 0;
  if (Z3_model_eval (context, s->model, (Z3_ast)term, true, &value))
    Z3_get_numeral_uint64 (context, value, &number);
  return number;
}

const char *ft_smt_reason (const ft_smt *s) {
  if (failed)
    return Z3_get_error_msg (context, Z3_get_error_code (context));
  return Z3_solver_get_reason_unknown (context, s->solver);
}
