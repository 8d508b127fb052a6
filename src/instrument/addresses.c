// Functions and constants whose addresses unit code may contain.
#include "instrument/addresses.h"

#include <llvm-c/Comdat.h>

#include <string.h>

#include "instrument/memory_op.h"
#include "instrument/lower_parts.h"
#include "instrument/escape_names.h"
#include "instrument/pointer.h"
#include "symex/libc/libc.h"

static bool has_flag (LLVMModuleRef m, const char *name) {
  return LLVMGetModuleFlag (m, name, strlen (name));
}

// Whether the function of a shared library may be replaced by the definition of
// an earlier module (symbol interposition).
static bool is_preemptible (LLVMValueRef f) {
  LLVMModuleRef m = LLVMGetGlobalParent (f);
  return has_flag (m, "PIC Level") && !has_flag (m, "PIE Level") &&
         LLVMGetLinkage (f) == LLVMExternalLinkage &&
         LLVMGetVisibility (f) == LLVMDefaultVisibility;
}

bool ft_address_is_replaceable (LLVMValueRef f) {
  LLVMLinkage linkage = LLVMGetLinkage (f);
  return linkage == LLVMWeakAnyLinkage || linkage == LLVMLinkOnceAnyLinkage ||
         linkage == LLVMExternalWeakLinkage || is_preemptible (f);
}

LLVMValueRef ft_address_function (LLVMValueRef v) {
  while (LLVMIsAGlobalAlias (v) && !ft_address_is_replaceable (v))
    v = LLVMAliasGetAliasee (v);
  return LLVMIsAFunction (v) ? v : NULL;
}

bool ft_address_of (const ft_unit *u, LLVMValueRef v, uint32_t *global,
                    int64_t *offset) {
  uint64_t sum = 0;
  if (LLVMIsAConstantExpr (v) && LLVMGetConstOpcode (v) == LLVMPtrToInt &&
      LLVMSizeOfTypeInBits (u->layout, LLVMTypeOf (v)) == 64)
    v = LLVMGetOperand (v, 0);
  while (LLVMIsAConstantExpr (v) &&
         LLVMGetConstOpcode (v) == LLVMGetElementPtr) {
    bool indexed = false;
    ft_pointer_offset (u->layout, v, &sum, &indexed);
    if (indexed)
      return false;
    v = LLVMGetOperand (v, 0);
  }
  *global = ft_map_get (&u->global_at, ft_pointer_key (v));
  *offset = (int64_t)sum;
  return *global != FT_NO_ID;
}

// ---- the list --------------------------------------------------------------

static void add_to_list (ft_unit *u, LLVMValueRef v, ft_global entry) {
  uint32_t *at = ft_map_at (&u->global_at, ft_pointer_key (v));
  if (*at != FT_NO_ID)
    return;
  *at = (uint32_t)u->globals.size;
  FT_PUSH (u->sites.globals, entry);
  FT_PUSH (u->globals, v);
}

// Whether the table may refer to the symbol.  A local symbol in a COMDAT group
// cannot be named, since the linker may discard it for the one of another
// object.
static bool can_be_named (LLVMValueRef v) {
  LLVMLinkage linkage = LLVMGetLinkage (v);
  bool local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
  return !LLVMGetPointerAddressSpace (LLVMTypeOf (v)) &&
         !(local && LLVMIsAGlobalObject (v) && LLVMGetComdat (v));
}

// ---- functions -------------------------------------------------------------

// Whether the object will contain the global: no copies of definitions
// elsewhere, and no lists of LLVM.
static bool is_emitted (LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage (global);
  return linkage != LLVMAvailableExternallyLinkage &&
         linkage != LLVMAppendingLinkage;
}

static bool is_of_emitted (LLVMValueRef instruction) {
  return is_emitted (
      LLVMGetBasicBlockParent (LLVMGetInstructionParent (instruction)));
}

static bool only_calls (LLVMValueRef user, LLVMValueRef f) {
  if (!LLVMIsACallInst (user) && !LLVMIsAInvokeInst (user))
    return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands (user); i++)
    if (LLVMGetOperand (user, i) == f)
      return false;
  return LLVMGetCalledValue (user) == f;
}

// Whether code or data of the object contains the address; 'depth' limits
// constants in constants.
static bool is_taken (LLVMValueRef v, unsigned depth) {
  for (LLVMUseRef use = LLVMGetFirstUse (v); use; use = LLVMGetNextUse (use)) {
    LLVMValueRef user = LLVMGetUser (use);
    bool taken = false;
    if (LLVMIsAInstruction (user))
      taken = is_of_emitted (user) && !only_calls (user, v);
    else if (LLVMIsAGlobalVariable (user))
      taken = is_emitted (user);
    else if (!LLVMIsAGlobalValue (user) && LLVMIsAConstant (user) && depth)
      taken = is_taken (user, depth - 1);
    if (taken)
      return true;
  }
  return false;
}

enum { MAX_DEPTH = 8 };

// Whether a value is an alias that other units may use.
static bool is_exported_alias (LLVMValueRef v) {
  return LLVMIsAGlobalAlias (v) && LLVMGetLinkage (v) != LLVMInternalLinkage &&
         LLVMGetLinkage (v) != LLVMPrivateLinkage;
}

static void list_function (ft_unit *u, LLVMValueRef v) {
  LLVMValueRef f = ft_address_function (v);
  if (!f || *ft_intrinsic_name (f) || !can_be_named (v) ||
      !(is_taken (v, MAX_DEPTH) || is_exported_alias (v)))
    return;
  add_to_list (
      u, v,
      (ft_global){.kind = FT_GLOBAL_FUNCTION, .linkage = ft_guid_of (u, f)});
}

static void list_functions (ft_unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction (u->module); f;
       f = LLVMGetNextFunction (f))
    list_function (u, f);
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias (u->module); a;
       a = LLVMGetNextGlobalAlias (a))
    list_function (u, a);
}

// ---- aliases of variables --------------------------------------------------

static void list_aliases (ft_unit *u) {
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias (u->module); a;
       a = LLVMGetNextGlobalAlias (a))
    if (is_exported_alias (a) && !ft_address_function (a) && can_be_named (a) &&
        !LLVMIsThreadLocal (ft_pointer_base (LLVMAliasGetAliasee (a))))
      add_to_list (u, a, (ft_global){.kind = FT_GLOBAL_ELSEWHERE});
}

// ---- constants -------------------------------------------------------------

static void list_constant (ft_unit *u, LLVMValueRef c) {
  uint64_t size;
  if (!LLVMIsAGlobalVariable (c) || !LLVMIsGlobalConstant (c) ||
      !LLVMGetInitializer (c) || LLVMIsThreadLocal (c) || !is_emitted (c) ||
      !can_be_named (c))
    return;
  size = LLVMABISizeOfType (u->layout, LLVMGlobalGetValueType (c));
  if (size && size <= FT_MOST_INITIAL)
    add_to_list (u, c, (ft_global){.kind = FT_GLOBAL_CONSTANT, .size = size});
}

// ---- variables of other units ----------------------------------------------

// A variable that another unit or a library defines, perhaps an uninstrumented
// one.
static void list_elsewhere (ft_unit *u, LLVMValueRef v) {
  if (LLVMIsDeclaration (v) && LLVMGetLinkage (v) == LLVMExternalLinkage &&
      !LLVMIsThreadLocal (v) && can_be_named (v) && is_taken (v, MAX_DEPTH))
    add_to_list (u, v, (ft_global){.kind = FT_GLOBAL_ELSEWHERE});
}

// ---- constants that are read -----------------------------------------------

// Texts and formats of calls on alternative paths
// (symex/altpath/execute_call.c).
static bool is_text_printed (enum ft_libc_altpath a) {
  return a == FT_LIBC_ALTPATH_PRINTS_FORMAT ||
         a == FT_LIBC_ALTPATH_PRINTS_CHECKED ||
         a == FT_LIBC_ALTPATH_PRINTS_TEXT ||
         a == FT_LIBC_ALTPATH_PRINTS_FORMAT_TO ||
         a == FT_LIBC_ALTPATH_PRINTS_CHECKED_TO ||
         a == FT_LIBC_ALTPATH_PRINTS_TEXT_TO ||
         a == FT_LIBC_ALTPATH_PRINTS_BYTES_TO ||
         a == FT_LIBC_ALTPATH_INSERTS_TEXT ||
         a == FT_LIBC_ALTPATH_INSERTS_BYTES;
}

static bool prints (LLVMValueRef call) {
  size_t length, count;
  const char *name = LLVMGetValueName2 (LLVMGetCalledValue (call), &length);
  const ft_libc_function *functions = ft_libc_functions (&count);
  for (size_t i = 0; i < count; i++)
    if (is_text_printed (functions[i].altpath) &&
        !strcmp (name, functions[i].name))
      return true;
  return false;
}

static void list_printed (ft_unit *u, LLVMValueRef call) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands (call); i++) {
    LLVMValueRef argument = LLVMGetOperand (call, i);
    if (LLVMGetTypeKind (LLVMTypeOf (argument)) == LLVMPointerTypeKind)
      list_constant (u, ft_pointer_base (argument));
  }
}

static void list_read (ft_unit *u, LLVMValueRef instruction) {
  ft_memory_op access;
  if (LLVMIsACallInst (instruction) && prints (instruction))
    list_printed (u, instruction);
  if (ft_memory_op_of (u, instruction, &access) && access.read)
    list_constant (u, ft_pointer_base (access.read));
}

static void list_reads_of (ft_unit *u, LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
       b = LLVMGetNextBasicBlock (b))
    for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
         i = LLVMGetNextInstruction (i))
      list_read (u, i);
}

static bool holds_function (LLVMValueRef constant, unsigned depth) {
  if (ft_address_function (constant))
    return true;
  if (!depth || LLVMIsAGlobalValue (constant) || !LLVMIsAUser (constant))
    return false;
  for (int i = 0; i < LLVMGetNumOperands (constant); i++)
    if (holds_function (LLVMGetOperand (constant, (unsigned)i), depth - 1))
      return true;
  return false;
}

static void list_variable (ft_unit *u, LLVMValueRef g) {
  LLVMValueRef initial = LLVMGetInitializer (g);
  list_elsewhere (u, g);
  if (initial && (holds_function (initial, MAX_DEPTH) ||
                  ft_escape_names_reach_variable (initial)))
    list_constant (u, g);
}

void ft_addresses_list (ft_unit *u) {
  list_functions (u);
  list_aliases (u);
  for (LLVMValueRef f = LLVMGetFirstFunction (u->module); f;
       f = LLVMGetNextFunction (f))
    list_reads_of (u, f);
  for (LLVMValueRef g = LLVMGetFirstGlobal (u->module); g;
       g = LLVMGetNextGlobal (g))
    list_variable (u, g);
}
