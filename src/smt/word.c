#include "smt/word.h"

#include <assert.h>

#include "smt/smt_private.h"

static Z3_ast number (ft_smt *s, uint64_t word, unsigned bits) {
  Z3_context z = ft_smt_context ();
  Z3_ast ast = Z3_mk_unsigned_int64 (z, word, Z3_mk_bv_sort (z, bits));
  ft_smt_ref (s, ast);
  return ast;
}

static Z3_ast keep (ft_smt *s, Z3_ast ast) {
  return (Z3_ast)ft_smt_ref (s, ast);
}

static Z3_ast widen (ft_smt *s, Z3_ast ast, unsigned bits) {
  return bits < 64
             ? keep (s, Z3_mk_zero_ext (ft_smt_context (), 64 - bits, ast))
             : ast;
}

static Z3_ast extract (ft_smt *s, ft_term word, unsigned from, unsigned bits) {
  return keep (s, Z3_mk_extract (ft_smt_context (), from + bits - 1, from,
                                 (Z3_ast)word));
}

static Z3_ast low (ft_smt *s, ft_term word, unsigned bits) {
  return bits == 64 ? (Z3_ast)word : extract (s, word, 0, bits);
}

ft_term ft_smt_word (ft_smt *s, unsigned bytes) {
  Z3_sort sort = Z3_mk_bv_sort (ft_smt_context (), 8 * bytes);
  Z3_ast ast = keep (s, ft_smt_fresh (s, sort));
  return (ft_term)widen (s, ast, 8 * bytes);
}

ft_term ft_smt_word_named (ft_smt *s, unsigned bytes, const char *name) {
  Z3_context z = ft_smt_context ();
  Z3_ast ast = keep (s, Z3_mk_const (z, Z3_mk_string_symbol (z, name),
                                     Z3_mk_bv_sort (z, 8 * bytes)));
  return (ft_term)widen (s, ast, 8 * bytes);
}

uint32_t ft_smt_hash (ft_smt *s, ft_term term) {
  (void)s;
  return Z3_get_ast_hash (ft_smt_context (), (Z3_ast)term);
}

ft_term ft_smt_word_of (ft_smt *s, uint64_t word) {
  return (ft_term)number (s, word, 64);
}

ft_term ft_smt_equal (ft_smt *s, ft_term a, ft_term b) {
  return ft_smt_ref (s, Z3_mk_eq (ft_smt_context (), (Z3_ast)a, (Z3_ast)b));
}

ft_term ft_smt_extract_byte (ft_smt *s, ft_term word, unsigned k) {
  return (ft_term)widen (s, extract (s, word, 8 * k, 8), 8);
}

ft_term ft_smt_concat (ft_smt *s, unsigned n, const ft_term *bytes) {
  assert (n && n <= 8);
  Z3_ast joined = low (s, bytes[0], 8);
  for (unsigned i = 1; i < n; i++)
    joined = keep (
        s, Z3_mk_concat (ft_smt_context (), low (s, bytes[i], 8), joined));
  return (ft_term)widen (s, joined, 8 * n);
}

ft_term ft_smt_ite (ft_smt *s, ft_term condition, ft_term a, ft_term b) {
  return ft_smt_ref (s, Z3_mk_ite (ft_smt_context (), (Z3_ast)condition,
                                   (Z3_ast)a, (Z3_ast)b));
}

// ---- operators -----------------------------------------------------------

typedef struct operation {
  ft_smt *smt;
  Z3_context z;
  unsigned bits;
  Z3_ast a, b, result, defined;
} operation;

// A term is referenced as soon as it is made: Z3 may free it at the next call.
#define MK(NAME, ...) keep (o->smt, Z3_mk_##NAME (o->z, __VA_ARGS__))

static Z3_ast both (operation *o, Z3_ast p, Z3_ast q) {
  return MK (and, 2, (Z3_ast[]){p, q});
}

static Z3_ast negation (operation *o, Z3_ast p) {
  return MK (not, p);
}

static Z3_ast equals (operation *o, Z3_ast word, uint64_t value) {
  return MK (eq, word, number (o->smt, value, o->bits));
}

static void divide (operation *o, enum ft_operator op) {
  uint64_t least = (uint64_t)1 << (o->bits - 1);
  Z3_ast nonzero = negation (o, equals (o, o->b, 0));
  bool is_signed = op == FT_OP_DIV || op == FT_OP_REM;
  o->defined = nonzero;
  if (is_signed) {
    Z3_ast minus_one =
        equals (o, o->b, o->bits < 64 ? 2 * least - 1 : UINT64_MAX);
    o->defined = both (
        o, nonzero, negation (o, both (o, equals (o, o->a, least), minus_one)));
  }
  if (op == FT_OP_DIV)
    o->result = MK (bvsdiv, o->a, o->b);
  else if (op == FT_OP_REM)
    o->result = MK (bvsrem, o->a, o->b);
  else if (op == FT_OP_UDIV)
    o->result = MK (bvudiv, o->a, o->b);
  else
    o->result = MK (bvurem, o->a, o->b);
}

static void shift (operation *o, enum ft_operator op) {
  o->defined = MK (bvult, o->b, number (o->smt, o->bits, o->bits));
  if (op == FT_OP_SHR) {
    o->result = MK (bvashr, o->a, o->b);
    return;
  }
  if (op == FT_OP_USHR) {
    o->result = MK (bvlshr, o->a, o->b);
    return;
  }
  o->result = MK (bvshl, o->a, o->b);
  if (op == FT_OP_USHL)
    return;
  Z3_ast back = MK (bvashr, o->result, o->b);
  Z3_ast fits = both (o, MK (eq, back, o->a),
                      MK (bvsge, o->a, number (o->smt, 0, o->bits)));
  o->defined = both (o, o->defined, fits);
}

static void add (operation *o) {
  o->result = MK (bvadd, o->a, o->b);
  o->defined = both (o, MK (bvadd_no_overflow, o->a, o->b, true),
                     MK (bvadd_no_underflow, o->a, o->b));
}

static void subtract (operation *o) {
  o->result = MK (bvsub, o->a, o->b);
  o->defined = both (o, MK (bvsub_no_overflow, o->a, o->b),
                     MK (bvsub_no_underflow, o->a, o->b, true));
}

// The exact product has twice the bits.  (Z3's own overflow test reports 63
// times -1 as an overflow.)
static void multiply (operation *o) {
  o->result = MK (bvmul, o->a, o->b);
  Z3_ast wide_a = MK (sign_ext, o->bits, o->a);
  Z3_ast wide_b = MK (sign_ext, o->bits, o->b);
  Z3_ast exact = MK (bvmul, wide_a, wide_b);
  o->defined = MK (eq, exact, MK (sign_ext, o->bits, o->result));
}

// The result of a comparison: the word one or zero.
static void compare (operation *o, Z3_ast truth) {
  o->result =
      MK (ite, truth, number (o->smt, 1, o->bits), number (o->smt, 0, o->bits));
}

static void apply (operation *o, enum ft_operator op) {
  switch (op) {
  case FT_OP_NONE:
  case FT_OP_COPY:
    o->result = o->a;
    return;
  case FT_OP_ADD:
    add (o);
    return;
  case FT_OP_SUB:
    subtract (o);
    return;
  case FT_OP_MUL:
    multiply (o);
    return;
  case FT_OP_DIV:
  case FT_OP_REM:
  case FT_OP_UDIV:
  case FT_OP_UREM:
    divide (o, op);
    return;
  case FT_OP_SHL:
  case FT_OP_SHR:
  case FT_OP_USHL:
  case FT_OP_USHR:
    shift (o, op);
    return;
  case FT_OP_AND:
    o->result = MK (bvand, o->a, o->b);
    return;
  case FT_OP_OR:
    o->result = MK (bvor, o->a, o->b);
    return;
  case FT_OP_XOR:
    o->result = MK (bvxor, o->a, o->b);
    return;
  case FT_OP_UADD:
    o->result = MK (bvadd, o->a, o->b);
    return;
  case FT_OP_USUB:
    o->result = MK (bvsub, o->a, o->b);
    return;
  case FT_OP_UMUL:
    o->result = MK (bvmul, o->a, o->b);
    return;
  case FT_OP_EQ:
    compare (o, MK (eq, o->a, o->b));
    return;
  case FT_OP_NE:
    compare (o, negation (o, MK (eq, o->a, o->b)));
    return;
  case FT_OP_LT:
    compare (o, MK (bvslt, o->a, o->b));
    return;
  case FT_OP_LE:
    compare (o, MK (bvsle, o->a, o->b));
    return;
  case FT_OP_GT:
    compare (o, MK (bvsgt, o->a, o->b));
    return;
  case FT_OP_GE:
    compare (o, MK (bvsge, o->a, o->b));
    return;
  case FT_OP_ULT:
    compare (o, MK (bvult, o->a, o->b));
    return;
  case FT_OP_ULE:
    compare (o, MK (bvule, o->a, o->b));
    return;
  case FT_OP_UGT:
    compare (o, MK (bvugt, o->a, o->b));
    return;
  case FT_OP_UGE:
    compare (o, MK (bvuge, o->a, o->b));
    return;
  case FT_OP_NAND:
    o->result = MK (bvnand, o->a, o->b);
    return;
  case FT_OP_MIN:
    o->result = MK (ite, MK (bvslt, o->a, o->b), o->a, o->b);
    return;
  case FT_OP_MAX:
    o->result = MK (ite, MK (bvsgt, o->a, o->b), o->a, o->b);
    return;
  case FT_OP_UMIN:
    o->result = MK (ite, MK (bvult, o->a, o->b), o->a, o->b);
    return;
  case FT_OP_UMAX:
    o->result = MK (ite, MK (bvugt, o->a, o->b), o->a, o->b);
    return;
  }
}

ft_applied ft_smt_apply (ft_smt *s, enum ft_operator op, unsigned bytes,
                         const ft_term operands[2]) {
  operation o = {.smt = s, .z = ft_smt_context (), .bits = 8 * bytes};
  o.a = low (s, operands[0], o.bits);
  o.b = ft_operator_arity (op) > 1 ? low (s, operands[1], o.bits) : o.a;
  apply (&o, op);
  ft_term defined = o.defined ? (ft_term)o.defined : ft_smt_true (s);
  return (ft_applied){(ft_term)widen (s, o.result, o.bits), defined};
}
