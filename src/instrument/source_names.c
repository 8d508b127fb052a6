// Names of the source, from debug information.
#include "instrument/source_names.h"

#include "instrument/debug.h"
#include "instrument/pointer.h"

// 'u->variables' has two kinds of keys: an LLVM value (its address) for the
// variable in the memory that the value points to ("declare"), and the same
// plus one for the variable that has the value ("value").
enum { HOLDS = 1 };

static LLVMMetadataRef lookup (const ft_unit *u, LLVMValueRef v,
                               unsigned kind) {
  uint32_t i = ft_map_get (&u->variables, ft_pointer_key (v) + kind);
  return i == FT_NO_ID ? NULL : u->declared.begin[i];
}

// The operands of a debug intrinsic are metadata, wrapped as values: one value
// each, or a list.
static LLVMValueRef wrapped_value (LLVMValueRef intrinsic) {
  LLVMValueRef operand = LLVMGetOperand (intrinsic, 0), v = NULL;
  if (LLVMGetMetadataKind (LLVMValueAsMetadata (operand)) ==
      LLVMLocalAsMetadataMetadataKind)
    LLVMGetMDNodeOperands (operand, &v);
  return v;
}

// The first variable wins: outer ones come before those of inlined functions.
static void learn_variable (ft_unit *u, LLVMValueRef intrinsic, unsigned kind,
                            LLVMMetadataRef plain) {
  LLVMValueRef v = wrapped_value (intrinsic);
  LLVMMetadataRef expression =
      LLVMValueAsMetadata (LLVMGetOperand (intrinsic, 2));
  if (!v || LLVMIsConstant (v) || expression != plain)
    return;
  uint32_t *slot = ft_map_at (&u->variables, ft_pointer_key (v) + kind);
  if (*slot != FT_NO_ID)
    return;
  *slot = (uint32_t)u->declared.size;
  FT_PUSH (u->declared, LLVMValueAsMetadata (LLVMGetOperand (intrinsic, 1)));
}

void ft_source_names_learn (ft_unit *u, LLVMValueRef f) {
  LLVMDIBuilderRef builder = LLVMCreateDIBuilderDisallowUnresolved (u->module);
  LLVMMetadataRef plain = LLVMDIBuilderCreateExpression (builder, NULL, 0);
  ft_map_release (&u->variables);
  FT_CLEAR (u->declared);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
       b = LLVMGetNextBasicBlock (b))
    for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
         i = LLVMGetNextInstruction (i))
      if (ft_calls_intrinsic (i, "llvm.dbg.declare"))
        learn_variable (u, i, 0, plain);
      else if (ft_calls_intrinsic (i, "llvm.dbg.value"))
        learn_variable (u, i, HOLDS, plain);
  LLVMDisposeDIBuilder (builder);
}

LLVMMetadataRef ft_source_names_variable (const ft_unit *u,
                                          LLVMValueRef local) {
  return lookup (u, local, 0);
}

LLVMMetadataRef ft_source_names_global (const ft_unit *u, LLVMValueRef global) {
  size_t count;
  LLVMMetadataRef found = NULL;
  unsigned dbg = LLVMGetMDKindIDInContext (u->context, "dbg", 3);
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata (global, &count);
  for (unsigned i = 0; i < count && !found; i++) {
    LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata (all, i);
    if (LLVMValueMetadataEntriesGetKind (all, i) == dbg &&
        LLVMGetMetadataKind (m) == LLVMDIGlobalVariableExpressionMetadataKind)
      found = LLVMDIGlobalVariableExpressionGetVariable (m);
  }
  LLVMDisposeValueMetadataEntries (all);
  return found;
}

// ---- expressions -----------------------------------------------------------

// An lvalue under construction: 'text' names memory of 'type'.  The access is
// 'offset' bytes behind it, and a variable number of elements if 'indexed'.
typedef struct lvalue {
  ft_strbuf text;
  LLVMMetadataRef type;
  uint64_t offset;
  bool indexed;
  bool pointee; // the memory that 'text' points to: "->" comes next
  bool opaque;  // inside a library's type, whose members are not named
} lvalue;

enum {
  MAX_DEPTH = 8,
  MEMBER = 0x0d,
  INHERITANCE = 0x1c,
  STATIC_MEMBER = 1 << 12, // LLVMDIFlagStaticMember
  POINTER = 0x0f,
  REFERENCE = 0x10,
  RVALUE_REFERENCE = 0x42,
  ARRAY = 0x01,
};

static unsigned tag_of (LLVMMetadataRef type) {
  if (!type)
    return 0;
  LLVMMetadataKind kind = LLVMGetMetadataKind (type);
  return kind == LLVMDIDerivedTypeMetadataKind ||
                 kind == LLVMDICompositeTypeMetadataKind
             ? LLVMGetDINodeTag (type)
             : 0;
}

static uint64_t bytes_of (const ft_unit *u, LLVMMetadataRef type) {
  type = ft_debug_plain_type (u, type);
  return type ? LLVMDITypeGetSizeInBits (type) / 8 : 0;
}

static bool is_composite (LLVMMetadataRef type) {
  return type && LLVMGetMetadataKind (type) == LLVMDICompositeTypeMetadataKind;
}

// The member at an offset; the first one of a union.
static LLVMMetadataRef member_at (const ft_unit *u, LLVMMetadataRef type,
                                  uint64_t offset) {
  LLVMMetadataRef all = ft_debug_operand (u, type, FT_DEBUG_ELEMENTS);
  unsigned count = ft_debug_count (u, all);
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef m = ft_debug_operand (u, all, i);
    unsigned tag = tag_of (m);
    if ((tag != MEMBER && tag != INHERITANCE) ||
        LLVMDITypeGetFlags (m) & STATIC_MEMBER)
      continue;
    uint64_t begin = LLVMDITypeGetOffsetInBits (m) / 8;
    uint64_t size = (LLVMDITypeGetSizeInBits (m) + 7) / 8;
    if (tag == INHERITANCE)
      size = bytes_of (u, ft_debug_operand (u, m, FT_DEBUG_BASE_TYPE));
    if (offset >= begin && offset < begin + size)
      return m;
  }
  return NULL;
}

static bool is_reserved (const char *name, size_t n) {
  return n > 1 && name[0] == '_' &&
         (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

static void enter_member (const ft_unit *u, lvalue *l, LLVMMetadataRef m) {
  size_t n;
  const char *name = ft_debug_text (u, m, FT_DEBUG_NAME, &n);
  l->offset -= LLVMDITypeGetOffsetInBits (m) / 8;
  l->type = ft_debug_operand (u, m, FT_DEBUG_BASE_TYPE);
  if (tag_of (m) == INHERITANCE || !n)
    return;
  ft_strbuf_add (&l->text, "%s%.*s", l->pointee ? "->" : ".", (int)n, name);
  l->pointee = false;
}

static void enter_array (const ft_unit *u, lvalue *l, LLVMMetadataRef type) {
  LLVMMetadataRef element = ft_debug_operand (u, type, FT_DEBUG_BASE_TYPE);
  uint64_t size = bytes_of (u, element);
  unsigned count = ft_debug_count (
      u, ft_debug_operand (u, type, FT_DEBUG_ELEMENTS)); // dimensions
  for (unsigned i = 0; i < count + l->pointee; i++)
    ft_strbuf_add (&l->text, "[]");
  l->pointee = false;
  l->indexed = false;
  l->offset = size ? l->offset % size : 0;
  l->type = element;
}

// 'l->text' is a pointer: adds "[]" if the access is not in its first element.
static void enter_pointee (const ft_unit *u, lvalue *l) {
  uint64_t size = bytes_of (u, l->type);
  if (!l->pointee || (!l->indexed && (!size || l->offset < size)))
    return;
  ft_strbuf_add (&l->text, "[]");
  l->pointee = false;
  l->indexed = false;
  l->offset = size ? l->offset % size : 0;
}

static bool inside_library (const ft_unit *u, LLVMMetadataRef member) {
  size_t n;
  const char *name = ft_debug_text (u, member, FT_DEBUG_NAME, &n);
  return is_reserved (name, n);
}

static uint64_t bytes_of_member (const ft_unit *u, LLVMMetadataRef member) {
  return bytes_of (u, ft_debug_operand (u, member, FT_DEBUG_BASE_TYPE));
}

// From the object at 'offset' 0 to the member or element that is accessed.
static void narrow (const ft_unit *u, lvalue *l, uint64_t size) {
  enter_pointee (u, l);
  for (unsigned depth = 0; depth < MAX_DEPTH; depth++) {
    LLVMMetadataRef type = ft_debug_plain_type (u, l->type), member;
    if (!is_composite (type) || l->opaque)
      return;
    if (tag_of (type) == ARRAY) {
      enter_array (u, l, type);
      continue;
    }
    member = member_at (u, type, l->offset);
    if (!member || (!l->offset && size > bytes_of_member (u, member)))
      return; // the whole object, or a part without a name
    if (inside_library (u, member)) {
      l->opaque = true;
      return;
    }
    enter_member (u, l, member);
  }
}

static bool name_lvalue (const ft_unit *, LLVMValueRef pointer, unsigned depth,
                         lvalue *);

static bool is_pointer_type (unsigned tag) {
  return tag == POINTER || tag == REFERENCE || tag == RVALUE_REFERENCE;
}

// From a pointer to its pointee.
static bool follow (const ft_unit *u, lvalue *l) {
  LLVMMetadataRef type = ft_debug_plain_type (u, l->type);
  if (l->opaque) { // "v[]": the elements of a vector, say
    l->type = NULL;
    l->indexed = l->pointee = true;
    l->offset = 0;
    return true;
  }
  if (!is_pointer_type (tag_of (type)))
    return false;
  l->type = ft_debug_operand (u, type, FT_DEBUG_BASE_TYPE);
  l->pointee = tag_of (type) == POINTER;
  l->indexed = false;
  l->offset = 0;
  return true;
}

static bool name_variable (const ft_unit *u, LLVMMetadataRef variable,
                           lvalue *l) {
  size_t n;
  const char *name = ft_debug_text (u, variable, FT_DEBUG_NAME_OF_VARIABLE, &n);
  l->type = ft_debug_operand (u, variable, FT_DEBUG_TYPE_OF_VARIABLE);
  ft_strbuf_add (&l->text, "%.*s", (int)n, name);
  return n;
}

static bool name_global (const ft_unit *u, LLVMValueRef g, lvalue *l) {
  size_t n;
  LLVMMetadataRef variable = ft_source_names_global (u, g);
  if (variable)
    return name_variable (u, variable, l);
  const char *name = ft_llvm_name (g, &n);
  ft_strbuf_add (&l->text, "%.*s", (int)n, name);
  return n;
}

// The variable that has the value.  A loop that was turned around merges values
// of one variable without saying so.
static LLVMMetadataRef held_variable (const ft_unit *u, LLVMValueRef v) {
  LLVMMetadataRef variable = lookup (u, v, HOLDS);
  unsigned count = LLVMIsAPHINode (v) ? LLVMCountIncoming (v) : 0;
  for (unsigned i = 0; !lookup (u, v, HOLDS) && i < count; i++) {
    LLVMMetadataRef one = lookup (u, LLVMGetIncomingValue (v, i), HOLDS);
    if (one && variable && one != variable)
      return NULL;
    variable = one ? one : variable;
  }
  return variable;
}

static bool name_held (const ft_unit *u, LLVMValueRef v, lvalue *l) {
  LLVMMetadataRef variable = held_variable (u, v);
  return variable && name_variable (u, variable, l) && follow (u, l);
}

static bool name_loaded (const ft_unit *u, LLVMValueRef load, unsigned depth,
                         lvalue *l) {
  if (!name_lvalue (u, LLVMGetOperand (load, 0), depth + 1, l))
    return false;
  narrow (u, l, 8);
  return follow (u, l);
}

// The memory that a function's result points to: "find_item()->refcount".
static bool name_result (const ft_unit *u, LLVMValueRef call, lvalue *l) {
  size_t n;
  LLVMValueRef callee = LLVMGetCalledValue (call);
  LLVMMetadataRef sub =
      LLVMIsAFunction (callee) ? LLVMGetSubprogram (callee) : NULL;
  if (!sub)
    return false;
  const char *name = ft_debug_text (u, sub, FT_DEBUG_NAME, &n);
  LLVMMetadataRef signature = ft_debug_operand (u, sub, FT_DEBUG_SIGNATURE);
  l->type = ft_debug_operand (
      u, ft_debug_operand (u, signature, FT_DEBUG_RESULTS), 0);
  ft_strbuf_add (&l->text, "%.*s()", (int)n, name);
  return n && follow (u, l);
}

static bool name_base (const ft_unit *u, LLVMValueRef base, unsigned depth,
                       lvalue *l) {
  LLVMMetadataRef variable = lookup (u, base, 0);
  if (ft_calls_intrinsic (base, "llvm.threadlocal.address"))
    base = LLVMGetOperand (base, 0);
  if (LLVMIsAGlobalVariable (base))
    return name_global (u, base, l);
  if (variable)
    return name_variable (u, variable, l);
  if (name_held (u, base, l))
    return true;
  ft_strbuf_release (&l->text);
  if (LLVMIsACallInst (base))
    return name_result (u, base, l);
  return LLVMIsALoadInst (base) && name_loaded (u, base, depth, l);
}

// ---- offsets ---------------------------------------------------------------

static bool is_gep (LLVMValueRef v) {
  return LLVMIsAGetElementPtrInst (v) ||
         (LLVMIsAConstantExpr (v) &&
          LLVMGetConstOpcode (v) == LLVMGetElementPtr);
}

// Goes from the pointer back to its base, and stops at the first value that has
// a name.
static bool name_lvalue (const ft_unit *u, LLVMValueRef pointer, unsigned depth,
                         lvalue *l) {
  uint64_t offset = 0;
  bool indexed = false;
  while (depth < MAX_DEPTH) {
    if (name_base (u, pointer, depth, l)) {
      l->offset += offset;
      l->indexed |= indexed;
      return true;
    }
    ft_strbuf_release (&l->text);
    if (!is_gep (pointer))
      return false;
    ft_pointer_offset (u->layout, pointer, &offset, &indexed);
    pointer = LLVMGetOperand (pointer, 0);
  }
  return false;
}

void ft_source_names_access (ft_unit *u, LLVMValueRef pointer, uint64_t size,
                             ft_site *site) {
  lvalue l = {0};
  if (name_lvalue (u, pointer, 0, &l)) {
    ft_strbuf text = {0};
    narrow (u, &l, size);
    bool bare = l.pointee && !l.opaque;
    ft_strbuf_add (&text, "%s%s%s", bare ? "*" : "", ft_strbuf_text (&l.text),
                   l.opaque && l.indexed ? "[]" : "");
    site->variable = ft_unit_string (u, text.text, text.size);
    site->type = ft_debug_type (u, l.type);
    ft_strbuf_release (&text);
  }
  ft_strbuf_release (&l.text);
}
