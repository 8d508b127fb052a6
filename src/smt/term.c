#include "smt/term.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "smt/smt_private.h"

struct ft_term_values {
  ft_smt *smt;
  Z3_model model;
};

static Z3_app app_of (ft_term term) {
  return Z3_to_app (ft_smt_context (), (Z3_ast)term);
}

uint32_t ft_smt_id (ft_smt *s, ft_term term) {
  (void)s;
  return Z3_get_ast_id (ft_smt_context (), (Z3_ast)term);
}

// Numbers are applications without arguments, too.
unsigned ft_smt_operands (ft_smt *s, ft_term term) {
  (void)s;
  return Z3_get_app_num_args (ft_smt_context (), app_of (term));
}

// A term keeps its operands.
ft_term ft_smt_operand (ft_smt *s, ft_term term, unsigned i) {
  (void)s;
  return (ft_term)Z3_get_app_arg (ft_smt_context (), app_of (term), i);
}

// ---- evaluation --------------------------------------------------------------

ft_term_values *ft_term_values_new (ft_smt *s) {
  ft_term_values *a = FT_NEW (ft_term_values);
  a->smt = s;
  a->model = Z3_mk_model (ft_smt_context ());
  Z3_model_inc_ref (ft_smt_context (), a->model);
  return a;
}

void ft_term_values_free (ft_term_values *a) {
  if (!a)
    return;
  Z3_model_dec_ref (ft_smt_context (), a->model);
  free (a);
}

// A named word of fewer than 8 bytes is the extension of a constant.
void ft_term_values_set (ft_term_values *a, ft_term word, unsigned bytes,
                        uint64_t value) {
  Z3_context z = ft_smt_context ();
  ft_term constant = bytes < 8 ? ft_smt_operand (a->smt, word, 0) : word;
  Z3_ast number = Z3_mk_unsigned_int64 (z, value, Z3_mk_bv_sort (z, 8 * bytes));
  ft_smt_ref (a->smt, number);
  Z3_add_const_interp (z, a->model, Z3_get_app_decl (z, app_of (constant)),
                       number);
}

bool ft_term_values_holds (const ft_term_values *a, ft_term boolean) {
  Z3_context z = ft_smt_context ();
  Z3_ast value = NULL;
  return Z3_model_eval (z, a->model, (Z3_ast)boolean, true, &value) &&
         Z3_get_bool_value (z, value) == Z3_L_TRUE;
}
