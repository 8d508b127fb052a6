// The accesses of inline assembly, from its constraints.
#include "instrument/assembly.h"

#include <string.h>

typedef struct reader {
  const ft_unit *unit;
  LLVMValueRef call;
  ft_assembly *assembly;
  ft_assembly_text text;
  bool clobbers; // memory, without a constraint
  bool ties;     // an operand in a register is a result, too
} reader;

// ---- constraints -----------------------------------------------------------

typedef struct constraint {
  const char *begin;
  size_t length;
} constraint;

static bool next_constraint (const char **at, const char *end, constraint *c) {
  if (*at >= end)
    return false;
  const char *comma = memchr (*at, ',', (size_t)(end - *at));
  *c = (constraint){*at, (size_t)((comma ? comma : end) - *at)};
  *at = comma ? comma + 1 : end;
  return true;
}

// "=*m" and "=&*m": the operand is the address of what is written.
static bool is_indirect (const constraint *c) {
  return memchr (c->begin, '*', c->length);
}

static bool is_output (const constraint *c) {
  return c->length && *c->begin == '=';
}

// Clobbers and labels are no operands; a direct output is a result.
static bool has_argument (const constraint *c) {
  return c->length && *c->begin != '~' && *c->begin != '!' &&
         (!is_output (c) || is_indirect (c));
}

// ---- accesses --------------------------------------------------------------

// The element type of an argument; NULL if the argument is no memory operand of
// the ordinary address space.
static LLVMTypeRef element (LLVMValueRef call, unsigned argument) {
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute (
      call, argument + 1, ft_attribute_kind ("elementtype"));
  LLVMTypeRef pointer = LLVMTypeOf (LLVMGetOperand (call, argument));
  return a && !LLVMGetPointerAddressSpace (pointer)
             ? LLVMGetTypeAttributeValue (a)
             : NULL;
}

// "+m" is an output and an input of the same address.
static ft_assembly_access *access_of (ft_assembly *a, LLVMValueRef pointer,
                                      uint64_t size) {
  for (unsigned i = 0; i < a->count; i++)
    if (a->accesses[i].pointer == pointer && a->accesses[i].size == size)
      return a->accesses + i;
  if (a->count == FT_MOST_ASSEMBLY_ACCESSES)
    return NULL;
  a->accesses[a->count] =
      (ft_assembly_access){.pointer = pointer, .size = size};
  return a->accesses + a->count++;
}

static void add_operand (reader *r, const constraint *c, unsigned argument) {
  LLVMTypeRef type = element (r->call, argument);
  if (!type)
    return;
  uint64_t size =
      LLVMTypeIsSized (type) ? LLVMStoreSizeOfType (r->unit->layout, type) : 0;
  ft_assembly_access *access =
      size ? access_of (r->assembly, LLVMGetOperand (r->call, argument), size)
           : NULL;
  if (!access) { // an array of unknown length, or one operand too many
    r->assembly->is_call = true;
    return;
  }
  access->writes |= is_output (c);
  access->reads |= !is_output (c);
}

// Whether a constant is the address of a variable, or within one.
static bool names_memory (LLVMValueRef v) {
  while (LLVMIsAConstantExpr (v))
    v = LLVMGetOperand (v, 0);
  return LLVMIsAGlobalVariable (v) || LLVMIsAGlobalAlias (v);
}

// An operand in a register is a value; an immediate one may stand in the text as
// memory ("%c0").
static bool may_be_immediate (const constraint *c) {
  static const char letters[] = "iesnpX";
  bool named = false; // a register, "{rsi}"
  for (size_t k = 0; k < c->length; k++) {
    named = c->begin[k] == '{' || (named && c->begin[k] != '}');
    if (!named && strchr (letters, c->begin[k]))
      return true;
  }
  return false;
}

static void read_constraints (reader *r) {
  static const char memory[] = "~{memory}";
  size_t length;
  const char *at = LLVMGetInlineAsmConstraintString (
                 LLVMGetCalledValue (r->call), &length),
             *end = at + length;
  constraint c;
  for (unsigned argument = 0; next_constraint (&at, end, &c);) {
    r->clobbers |=
        c.length == sizeof memory - 1 && !memcmp (c.begin, memory, c.length);
    if (!has_argument (&c))
      continue;
    r->ties |= c.length && *c.begin >= '0' && *c.begin <= '9';
    if (argument >= LLVMGetNumArgOperands (r->call))
      return;
    if (is_indirect (&c))
      add_operand (r, &c, argument);
    else if (may_be_immediate (&c) &&
             names_memory (LLVMGetOperand (r->call, argument)))
      r->assembly->is_call = true;
    argument++;
  }
}

// ---- kinds -----------------------------------------------------------------

static bool is_word (uint64_t size) {
  return size == 1 || size == 2 || size == 4 || size == 8;
}

// An output that more than a move writes may be read, too.  An input may be
// written if memory is clobbered: so exchanges were written before "+m".
static void set_kind (const reader *r, ft_assembly_access *a) {
  bool atomic = is_word (a->size) || r->text.is_atomic;
  a->reads |= !r->text.is_move && atomic;
  bool exchanges = r->clobbers && r->text.is_atomic &&
                   (!is_word (a->size) || !LLVMIsACallInst (r->call));
  a->writes |= exchanges;
  if (!atomic)
    a->kind = a->writes ? FT_SITE_STORE_WIDE : FT_SITE_LOAD_WIDE;
  else if (a->writes)
    a->kind = a->reads ? FT_SITE_RMW : FT_SITE_ATOMIC_STORE;
  else if (r->clobbers && !r->text.is_move && LLVMIsACallInst (r->call) &&
           is_word (a->size))
    a->kind = FT_SITE_CAS;
  else
    a->kind = FT_SITE_ATOMIC_LOAD;
}

// A plain access in both directions is two.
static void split (ft_assembly *a, unsigned i) {
  ft_assembly_access read = a->accesses[i];
  if (read.kind != FT_SITE_STORE_WIDE || !read.reads)
    return;
  if (a->count == FT_MOST_ASSEMBLY_ACCESSES) {
    a->is_call = true;
    return;
  }
  read.kind = FT_SITE_LOAD_WIDE;
  a->accesses[a->count++] = a->accesses[i];
  a->accesses[i] = read;
}

static void set_kinds (const reader *r) {
  ft_assembly *a = r->assembly;
  unsigned count = a->count;
  for (unsigned i = 0; i < count; i++)
    set_kind (r, a->accesses + i);
  for (unsigned i = 0; i < count; i++)
    split (a, i);
}

// Without operands in memory, "lock" is of an instruction that is a fence.
static bool is_fence (const char *text, size_t length) {
  static const char *const words[] = {"mfence", "lfence", "sfence", "dmb",
                                      "lock"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (memmem (text, length, words[i], strlen (words[i])))
      return true;
  return false;
}

// Reads come before writes.
static int rank (const ft_assembly_access *a) {
  return a->kind == FT_SITE_ATOMIC_LOAD || a->kind == FT_SITE_LOAD_WIDE     ? 0
         : a->kind == FT_SITE_ATOMIC_STORE || a->kind == FT_SITE_STORE_WIDE ? 2
                                                                            : 1;
}

static void sort (ft_assembly *a) {
  for (unsigned i = 1; i < a->count; i++)
    for (unsigned k = i;
         k && rank (a->accesses + k) < rank (a->accesses + k - 1); k--) {
      ft_assembly_access other = a->accesses[k];
      a->accesses[k] = a->accesses[k - 1];
      a->accesses[k - 1] = other;
    }
}

// Notes what a single access computes, as far as the text says.
static void set_update (const reader *r, ft_assembly *a) {
  const ft_assembly_text *t = &r->text;
  bool one = a->count == 1 && !a->is_call && is_word (a->accesses->size);
  a->is_straight = one && !t->jumps && LLVMIsACallInst (r->call);
  if (!a->is_straight || a->accesses->kind != FT_SITE_RMW ||
      (t->bytes && t->bytes != a->accesses->size) || t->returns != r->ties)
    return;
  a->op = t->op;
  a->is_returned = t->returns;
  a->has_constant = t->has_constant;
  a->constant = t->constant;
}

bool ft_assembly_of (const ft_unit *u, LLVMValueRef i, ft_assembly *a) {
  size_t length;
  if (!LLVMIsACallInst (i) && !LLVMIsAInvokeInst (i) && !LLVMIsACallBrInst (i))
    return false;
  LLVMValueRef code = LLVMGetCalledValue (i);
  if (!LLVMIsAInlineAsm (code))
    return false;
  const char *text = LLVMGetInlineAsmAsmString (code, &length);
  memset (a, 0, sizeof *a);
  a->is_empty = !length;
  reader r = {u, i, a, ft_assembly_text_read (text, length), false,
              false};
  if (a->is_empty)
    return true;
  a->is_call = !r.text.is_known ||
               LLVMGetInlineAsmDialect (code) != LLVMInlineAsmDialectATT;
  a->is_kernel_call = r.text.enters_kernel;
  read_constraints (&r);
  if (r.text.has_segment) { // nothing is at the address of that operand
    a->is_call |= a->count > 1;
    a->count = 0;
  }
  set_kinds (&r);
  sort (a);
  set_update (&r, a);
  a->is_move = r.text.is_move && a->count == 1 && !a->is_call;
  a->is_fence = !a->count && is_fence (text, length);
  return true;
}
