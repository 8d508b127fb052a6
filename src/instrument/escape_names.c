// Names of variables that uninstrumented code may use.
#include "instrument/escape_names.h"

#include <ctype.h>
#include <string.h>

#include "instrument/addresses.h"
#include "instrument/pointer.h"

typedef struct names {
  ft_unit *unit;  // NULL: only the question whether there are any
  ft_map seen;    // digests
  ft_map visited; // constants
  bool as_integers; // the addresses are computed with (FT_NAMED_AS_INTEGER)
} names;

static void add (names *n, uint64_t digest) {
  uint32_t *at = ft_map_at (&n->seen, digest);
  if (*at != FT_NO_ID)
    return;
  *at = 1;
  FT_PUSH (n->unit->sites.named, digest);
}

// The digest of the name in the object file.  LLVM marks a name that is not
// mangled by a first byte of 1.
static uint64_t digest_of (LLVMValueRef v) {
  size_t length;
  const char *name = ft_llvm_name (v, &length);
  bool exact = length && *name == 1;
  return length ? ft_guid (name + exact, length - exact) : 0;
}

// ---- constants -------------------------------------------------------------

static bool is_variable (LLVMValueRef v) {
  return LLVMIsAGlobalVariable (v) && !LLVMIsGlobalConstant (v);
}

// Adds the variables whose addresses are in the value, or in constants that it
// refers to.  Returns whether there are any, except in constants visited
// before.
static bool add_variables (names *n, LLVMValueRef v) {
  bool found = false;
  while (LLVMIsAGlobalAlias (v))
    v = LLVMAliasGetAliasee (v);
  if (is_variable (v)) {
    if (n->unit && n->as_integers)
      add (n, FT_NAMED_AS_INTEGER (digest_of (v)));
    else if (n->unit)
      add (n, digest_of (v));
    return true;
  }
  if (LLVMIsAFunction (v) || !LLVMIsAConstant (v) || !LLVMIsAUser (v))
    return false;
  uint32_t *visited = ft_map_at (&n->visited, ft_pointer_key (v));
  if (*visited != FT_NO_ID)
    return false;
  *visited = 1;
  for (int i = 0; i < LLVMGetNumOperands (v) && (n->unit || !found); i++)
    found |= add_variables (n, LLVMGetOperand (v, (unsigned)i));
  return found;
}

bool ft_escape_names_reach_variable (LLVMValueRef constant) {
  names n = {0};
  bool leads = add_variables (&n, constant);
  ft_map_release (&n.visited);
  return leads;
}

// Adds the variables in the initial content of a global, if that is not in the
// table: uninstrumented code may learn the address of the global.
static void add_contents (names *n, LLVMValueRef g) {
  LLVMLinkage linkage = LLVMGetLinkage (g);
  LLVMValueRef initial = LLVMGetInitializer (g);
  uint32_t at = ft_map_get (&n->unit->global_at, ft_pointer_key (g));
  if (!initial || LLVMIsNull (initial) || linkage == LLVMAppendingLinkage ||
      linkage == LLVMAvailableExternallyLinkage ||
      (at != FT_NO_ID &&
       n->unit->sites.globals.begin[at].initial == FT_INITIAL_BYTES))
    return;
  for (int i = 0; i < LLVMGetNumOperands (initial); i++)
    add_variables (n, LLVMGetOperand (initial, (unsigned)i));
}

// ---- assembly --------------------------------------------------------------

static bool is_name_character (char c) {
  return isalnum ((unsigned char)c) || c == '_' || c == '.';
}

// Adds all words of assembly that may be names: the assembly may use them, or
// define functions with these names.
static void add_words (names *n, const char *text, size_t length) {
  for (size_t i = 0, end; i < length; i = end + 1) {
    for (end = i; end < length && is_name_character (text[end]);)
      end++;
    if (end == i)
      continue;
    uint64_t digest = ft_guid (text + i, end - i);
    add (n, digest);
    FT_PUSH (n->unit->sites.defined, digest);
  }
}

// The first memory operand has records (opaque.c); the others may escape.
static void add_assembly (names *n, LLVMValueRef call) {
  size_t length;
  LLVMValueRef code = LLVMGetCalledValue (call);
  const char *text = LLVMGetInlineAsmAsmString (code, &length);
  unsigned count = LLVMGetNumArgOperands (call), kept = count;
  unsigned kind = ft_attribute_kind ("elementtype");
  if (!length)
    return;
  add_words (n, text, length);
  for (unsigned i = 0; i < count; i++)
    if (kept == count && LLVMGetCallSiteEnumAttribute (call, i + 1, kind))
      kept = i;
    else
      add_variables (n, LLVMGetOperand (call, i));
}

// ---- functions -------------------------------------------------------------

static void add_instruction (names *n, LLVMValueRef i, bool instrumented) {
  bool calls = LLVMIsACallInst (i) || LLVMIsAInvokeInst (i);
  if (calls && LLVMIsAInlineAsm (LLVMGetCalledValue (i)))
    add_assembly (n, i);
  for (int k = 0; !instrumented && k < LLVMGetNumOperands (i); k++)
    add_variables (n, LLVMGetOperand (i, (unsigned)k));
}

static void add_function (names *n, LLVMValueRef f) {
  uint32_t why = ft_map_get (&n->unit->uninstrumented, ft_pointer_key (f));
  bool instrumented = why == FT_NO_ID;
  if (why == FT_HAS_EFFECTS)
    add (n, ft_guid (FT_NAMED_UNINSTRUMENTED, strlen (FT_NAMED_UNINSTRUMENTED)));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
       b = LLVMGetNextBasicBlock (b))
    for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
         i = LLVMGetNextInstruction (i))
      add_instruction (n, i, instrumented);
}

// ---- addresses as integers -------------------------------------------------

static bool is_as_integer (LLVMValueRef v) {
  return LLVMIsAConstantExpr (v) && LLVMGetConstOpcode (v) == LLVMPtrToInt;
}

static bool is_packed (LLVMValueRef v) {
  LLVMTypeRef type = LLVMTypeOf (v);
  return LLVMGetTypeKind (type) == LLVMStructTypeKind &&
         LLVMIsPackedStruct (type);
}

// Whether the constant has the address of a variable as an integer in it, or
// where no word is aligned.
static bool has_integer (LLVMValueRef v, unsigned depth) {
  if (!depth || is_as_integer (v) || is_packed (v))
    return depth;
  if (!LLVMIsAConstant (v) || !LLVMIsAUser (v) || LLVMIsAGlobalValue (v))
    return false;
  for (int k = 0; k < LLVMGetNumOperands (v); k++)
    if (has_integer (LLVMGetOperand (v, (unsigned)k), depth - 1))
      return true;
  return false;
}

enum { MAX_DEPTH = 16 };

// The difference of two addresses, and whether they are equal, are no address.
static bool only_compares (LLVMValueRef i) {
  return LLVMIsAICmpInst (i) ||
         (LLVMGetInstructionOpcode (i) == LLVMSub &&
          is_as_integer (LLVMGetOperand (i, 0)) &&
          is_as_integer (LLVMGetOperand (i, 1)));
}

static void add_integers_in (names *n, LLVMValueRef v) {
  if (LLVMIsAConstant (v) && has_integer (v, MAX_DEPTH))
    add_variables (n, v);
}

static void add_integers (names *n, LLVMValueRef instruction) {
  if (only_compares (instruction))
    return;
  for (int k = 0; k < LLVMGetNumOperands (instruction); k++)
    add_integers_in (n, LLVMGetOperand (instruction, (unsigned)k));
}

// A section with such a name has a begin and an end that other code may name,
// and so all that is in it.
static void add_section (names *n, LLVMValueRef g) {
  const char *name = LLVMGetSection (g);
  if (!is_variable (g) || !name ||
      !(isalpha ((unsigned char)*name) || *name == '_'))
    return;
  for (const char *c = name; *c; c++)
    if (!is_name_character (*c) || *c == '.')
      return;
  add (n, FT_NAMED_AS_INTEGER (digest_of (g)));
}

static void add_integers_of_function (names *n, LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
       b = LLVMGetNextBasicBlock (b))
    for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
         i = LLVMGetNextInstruction (i))
      add_integers (n, i);
}

void ft_escape_names_list_integers (ft_unit *u) {
  names n = {.unit = u, .as_integers = true};
  for (LLVMValueRef f = LLVMGetFirstFunction (u->module); f;
       f = LLVMGetNextFunction (f))
    add_integers_of_function (&n, f);
  for (LLVMValueRef g = LLVMGetFirstGlobal (u->module); g;
       g = LLVMGetNextGlobal (g)) {
    add_section (&n, g);
    if (LLVMGetInitializer (g))
      add_integers_in (&n, LLVMGetInitializer (g));
  }
  ft_map_release (&n.seen);
  ft_map_release (&n.visited);
}

// ---- the unit --------------------------------------------------------------

static bool is_local (LLVMValueRef v) {
  LLVMLinkage linkage = LLVMGetLinkage (v);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static bool was_seen (const names *n, uint64_t digest) {
  return ft_map_get (&n->seen, digest) != FT_NO_ID ||
         ft_map_get (&n->seen, FT_NAMED_AS_INTEGER (digest)) != FT_NO_ID;
}

// Variables that the linker knows get their GUID; so do local ones whose name
// is in the unit's assembly, or whose address is computed with.
static void set_guids (const names *n) {
  for (size_t i = 0; i < n->unit->globals.size; i++) {
    LLVMValueRef v = n->unit->globals.begin[i];
    ft_global *g = n->unit->sites.globals.begin + i;
    uint64_t digest = digest_of (v);
    if (g->kind != FT_GLOBAL_FUNCTION &&
        (!is_local (v) || was_seen (n, digest)))
      g->linkage = digest;
  }
}

// Stands for code that runs before recording begins, and that may call any
// other code: functions of the preinit array, ifunc resolvers.
static const char preinit_array[] = ".preinit_array";

static bool runs_early (LLVMModuleRef module) {
  bool any = LLVMGetFirstGlobalIFunc (module);
  for (LLVMValueRef g = LLVMGetFirstGlobal (module); g && !any;
       g = LLVMGetNextGlobal (g)) {
    const char *section = LLVMGetSection (g);
    any = section && !strncmp (section, preinit_array, strlen (preinit_array));
  }
  return any;
}

void ft_escape_names_list (ft_unit *u) {
  names n = {.unit = u};
  size_t length;
  const char *text = LLVMGetModuleInlineAsm (u->module, &length);
  for (size_t i = 0; i < u->sites.named.size; i++)
    *ft_map_at (&n.seen, u->sites.named.begin[i]) = 1;
  add_words (&n, text, length);
  if (runs_early (u->module))
    add (&n, ft_guid (preinit_array, strlen (preinit_array)));
  for (LLVMValueRef f = LLVMGetFirstFunction (u->module); f;
       f = LLVMGetNextFunction (f))
    add_function (&n, f);
  for (LLVMValueRef g = LLVMGetFirstGlobal (u->module); g;
       g = LLVMGetNextGlobal (g))
    add_contents (&n, g);
  set_guids (&n);
  ft_map_release (&n.seen);
  ft_map_release (&n.visited);
}
