// Lvalues of the source.
#include "instrument/lvalue.h"

#include <string.h>

#include "instrument/debug.h"
#include "instrument/pointer.h"
#include "instrument/source_names.h"

LLVMMetadataRef ft_lvalue_variable (const ft_unit *u, LLVMValueRef v,
                                    unsigned kind) {
  uint32_t i = ft_map_get (&u->variables, ft_pointer_key (v) + kind);
  return i == FT_NO_ID ? NULL : u->declared.begin[i];
}

// ---- expressions -----------------------------------------------------------

enum {
  MAX_DEPTH = 12,
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

uint64_t ft_lvalue_bytes (const ft_unit *u, LLVMMetadataRef type) {
  type = ft_debug_plain_type (u, type);
  return type ? LLVMDITypeGetSizeInBits (type) / 8 : 0;
}

static bool is_composite (LLVMMetadataRef type) {
  return type && LLVMGetMetadataKind (type) == LLVMDICompositeTypeMetadataKind;
}

// The member at an offset; the first one of a union.  A base class of fewer
// bytes than 'size' has no part in the access, nor has, with 'least', a member.
static LLVMMetadataRef member_at (const ft_unit *u, LLVMMetadataRef type,
                                  uint64_t offset, uint64_t size, bool least) {
  LLVMMetadataRef all = ft_debug_operand (u, type, FT_DEBUG_ELEMENTS);
  unsigned count = ft_debug_count (u, all);
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef m = ft_debug_operand (u, all, i);
    unsigned tag = tag_of (m);
    if ((tag != MEMBER && tag != INHERITANCE) ||
        LLVMDITypeGetFlags (m) & STATIC_MEMBER)
      continue;
    uint64_t begin = LLVMDITypeGetOffsetInBits (m) / 8;
    uint64_t bytes = (LLVMDITypeGetSizeInBits (m) + 7) / 8;
    if (tag == INHERITANCE)
      bytes = ft_lvalue_bytes (u, ft_debug_operand (u, m, FT_DEBUG_BASE_TYPE));
    if (bytes < size && (least || tag == INHERITANCE))
      continue;
    if (offset >= begin && offset < begin + bytes)
      return m;
  }
  return NULL;
}

bool ft_name_is_reserved (const char *name, size_t n) {
  return n > 1 && name[0] == '_' &&
         (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

// What a lambda captures has the name of the captured variable.
static void leave_lambda (const ft_unit *u, ft_lvalue *l, LLVMMetadataRef type) {
  size_t n;
  ft_debug_text (u, type, FT_DEBUG_NAME, &n);
  if (n || !l->pointee || strcmp (ft_strbuf_text (&l->text), "this") != 0)
    return;
  ft_strbuf_release (&l->text);
  l->pointee = false;
}

static void enter_member (const ft_unit *u, ft_lvalue *l, LLVMMetadataRef type,
                          LLVMMetadataRef m) {
  size_t n;
  const char *name = ft_debug_text (u, m, FT_DEBUG_NAME, &n);
  l->offset -= LLVMDITypeGetOffsetInBits (m) / 8;
  l->type = ft_debug_operand (u, m, FT_DEBUG_BASE_TYPE);
  if (tag_of (m) == INHERITANCE || !n || l->opaque)
    return;
  leave_lambda (u, l, type);
  const char *by = !l->text.size ? "" : l->pointee ? "->" : ".";
  ft_strbuf_add (&l->text, "%s%.*s", by, (int)n, name);
  l->pointee = false;
}

static void enter_array (const ft_unit *u, ft_lvalue *l, LLVMMetadataRef type) {
  LLVMMetadataRef element = ft_debug_operand (u, type, FT_DEBUG_BASE_TYPE);
  uint64_t size = ft_lvalue_bytes (u, element);
  unsigned count = ft_debug_count (
      u, ft_debug_operand (u, type, FT_DEBUG_ELEMENTS)); // dimensions
  for (unsigned i = 0; !l->opaque && i < count + l->pointee; i++)
    ft_strbuf_add (&l->text, "[]");
  l->pointee = false;
  l->indexed = false;
  l->offset = size ? l->offset % size : 0;
  l->type = element;
}

// 'l->text' is a pointer: adds "[]" if the access is not in its first element.
static void enter_pointee (const ft_unit *u, ft_lvalue *l) {
  uint64_t size = ft_lvalue_bytes (u, l->type);
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
  return ft_name_is_reserved (name, n);
}

static uint64_t bytes_of_member (const ft_unit *u, LLVMMetadataRef member) {
  return ft_lvalue_bytes (u, ft_debug_operand (u, member, FT_DEBUG_BASE_TYPE));
}

// Whether an object of the class stands for another one.
static bool is_handle (const ft_unit *u, LLVMMetadataRef type) {
  static const char *const all[] = {"unique_ptr<", "shared_ptr<",
                                    "__shared_ptr<", "__uniq_ptr"};
  size_t n;
  const char *name = ft_debug_text (u, type, FT_DEBUG_NAME, &n);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (n > strlen (all[i]) && !memcmp (name, all[i], strlen (all[i])))
      return true;
  return memmem (name, n, "iterator<", 9);
}

static void enter_library (const ft_unit *u, ft_lvalue *l,
                           LLVMMetadataRef type) {
  if (l->opaque)
    return;
  l->opaque = true;
  l->library = type;
  l->handle = is_handle (u, type);
}

// Inside a library's type the members have no names, but they lead to the type
// of what a pointer among them points to.
void ft_lvalue_narrow (const ft_unit *u, ft_lvalue *l, uint64_t size) {
  enter_pointee (u, l);
  for (unsigned depth = 0; depth < MAX_DEPTH; depth++) {
    LLVMMetadataRef type = ft_debug_plain_type (u, l->type), member;
    if (!is_composite (type))
      return;
    if (tag_of (type) == ARRAY) {
      enter_array (u, l, type);
      continue;
    }
    member = member_at (u, type, l->offset, size, l->opaque);
    if (!member || (!l->offset && size > bytes_of_member (u, member)))
      return; // the whole object, or a part without a name
    if (inside_library (u, member))
      enter_library (u, l, type);
    enter_member (u, l, type, member);
  }
}

static bool name_lvalue (const ft_unit *, LLVMValueRef pointer, unsigned depth,
                         ft_lvalue *);

static bool is_pointer_type (unsigned tag) {
  return tag == POINTER || tag == REFERENCE || tag == RVALUE_REFERENCE;
}

LLVMMetadataRef ft_lvalue_pointee (const ft_unit *u, LLVMMetadataRef type) {
  type = ft_debug_plain_type (u, type);
  return is_pointer_type (tag_of (type))
             ? ft_debug_operand (u, type, FT_DEBUG_BASE_TYPE)
             : NULL;
}

// The type that a library's object leads to; NULL if it is one that only the
// library has, such as a node.
static LLVMMetadataRef led_to (const ft_unit *u, const ft_lvalue *l) {
  size_t n;
  LLVMMetadataRef pointee = ft_lvalue_pointee (u, l->type);
  LLVMMetadataRef type = ft_debug_plain_type (u, pointee);
  if (!type || LLVMGetMetadataKind (type) == LLVMDISubroutineTypeMetadataKind)
    return NULL;
  const char *name = ft_debug_text (u, type, FT_DEBUG_NAME, &n);
  return is_composite (type) && ft_name_is_reserved (name, n) ? NULL : pointee;
}

// "v[]": the elements of a vector, say; "p->" of a pointer's object.
static bool follow_library (const ft_unit *u, ft_lvalue *l) {
  l->type = led_to (u, l);
  l->opaque = !l->type;
  l->indexed = l->opaque || !l->handle;
  l->pointee = true;
  l->offset = 0;
  return l->type || !l->handle;
}

// From a pointer to its pointee.
static bool follow (const ft_unit *u, ft_lvalue *l) {
  LLVMMetadataRef type = ft_debug_plain_type (u, l->type);
  if (l->opaque)
    return follow_library (u, l);
  if (!is_pointer_type (tag_of (type)))
    return false;
  l->type = ft_debug_operand (u, type, FT_DEBUG_BASE_TYPE);
  l->pointee = tag_of (type) == POINTER;
  l->indexed = false;
  l->offset = 0;
  return true;
}

static bool name_variable (const ft_unit *u, LLVMMetadataRef variable,
                           ft_lvalue *l) {
  size_t n;
  const char *name = ft_debug_text (u, variable, FT_DEBUG_NAME_OF_VARIABLE, &n);
  l->type = ft_debug_operand (u, variable, FT_DEBUG_TYPE_OF_VARIABLE);
  ft_strbuf_add (&l->text, "%.*s", (int)n, name);
  return n;
}

static bool name_global (const ft_unit *u, LLVMValueRef g, ft_lvalue *l) {
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
static LLVMMetadataRef held_variable (const ft_unit *u, LLVMValueRef v,
                                      unsigned kind) {
  LLVMMetadataRef variable = ft_lvalue_variable (u, v, kind);
  bool known = variable;
  unsigned count = LLVMIsAPHINode (v) ? LLVMCountIncoming (v) : 0;
  for (unsigned i = 0; !known && i < count; i++) {
    LLVMMetadataRef one =
        ft_lvalue_variable (u, LLVMGetIncomingValue (v, i), kind);
    if (one && variable && one != variable)
      return NULL;
    variable = one ? one : variable;
  }
  return variable;
}

static bool name_held (const ft_unit *u, LLVMValueRef v, ft_lvalue *l) {
  LLVMMetadataRef variable = held_variable (u, v, l->held);
  return variable && name_variable (u, variable, l) && follow (u, l);
}

// The memory that a smart pointer points to, the only word of which is held.
static bool name_begun (const ft_unit *u, LLVMValueRef v, ft_lvalue *l) {
  enum { POINTER_SIZE = 8 };
  LLVMMetadataRef variable = ft_lvalue_variable (u, v, FT_VARIABLE_BEGINS);
  if (!variable || !name_variable (u, variable, l))
    return false;
  ft_lvalue_narrow (u, l, POINTER_SIZE);
  return (l->opaque || l->offset == 0) && follow (u, l);
}

static bool name_loaded (const ft_unit *u, LLVMValueRef load, unsigned depth,
                         ft_lvalue *l) {
  if (!name_lvalue (u, LLVMGetOperand (load, 0), depth + 1, l))
    return false;
  ft_lvalue_narrow (u, l, 8);
  return follow (u, l);
}

// The name of a function that is called on an object of 'size' bytes:
// "table[]" of operator[], "list.front()".
static void add_result (const ft_unit *u, LLVMValueRef call, uint64_t size,
                        unsigned depth, ft_lvalue *l, const char *name,
                        size_t n) {
  static const char operator[] = "operator";
  ft_lvalue object = {.held = l->held};
  bool is_operator = n > 8 && !memcmp (name, operator, 8);
  if (!LLVMGetNumArgOperands (call) ||
      LLVMGetTypeKind (LLVMTypeOf (LLVMGetOperand (call, 0))) !=
          LLVMPointerTypeKind ||
      !name_lvalue (u, LLVMGetOperand (call, 0), depth + 1, &object))
    ft_strbuf_add (&l->text, "%.*s()", (int)n, name);
  else {
    ft_lvalue_narrow (u, &object, size);
    ft_strbuf_add (&l->text, "%s", ft_strbuf_text (&object.text));
    if (is_operator)
      ft_strbuf_add (&l->text, "%s", name[8] == '[' ? "[]" : "");
    else
      ft_strbuf_add (&l->text, "%s%.*s()", object.pointee ? "->" : ".", (int)n,
                     name);
  }
  ft_strbuf_release (&object.text);
}

// The memory that a function's result points to: "find_item()->refcount".
static bool name_result (const ft_unit *u, LLVMValueRef call, unsigned depth,
                         ft_lvalue *l) {
  size_t n, scope;
  LLVMValueRef callee = LLVMGetCalledValue (call);
  LLVMMetadataRef sub =
      LLVMIsAFunction (callee) ? LLVMGetSubprogram (callee) : NULL;
  if (!sub)
    return false;
  const char *name = ft_debug_text (u, sub, FT_DEBUG_NAME, &n);
  LLVMMetadataRef of = ft_debug_operand (u, sub, FT_DEBUG_SCOPE);
  LLVMMetadataRef signature = ft_debug_operand (u, sub, FT_DEBUG_SIGNATURE);
  ft_debug_text (u, of, FT_DEBUG_NAME, &scope);
  l->type = ft_debug_operand (
      u, ft_debug_operand (u, signature, FT_DEBUG_RESULTS), 0);
  if (is_composite (of) && scope)
    add_result (u, call, ft_lvalue_bytes (u, of), depth, l, name, n);
  else
    ft_strbuf_add (&l->text, "%.*s()", (int)n, name);
  return n && follow (u, l);
}

static bool name_base (const ft_unit *u, LLVMValueRef base, unsigned depth,
                       ft_lvalue *l) {
  LLVMMetadataRef variable = ft_lvalue_variable (u, base, 0);
  if (ft_calls_intrinsic (base, "llvm.threadlocal.address"))
    base = LLVMGetOperand (base, 0);
  if (LLVMIsAGlobalVariable (base))
    return name_global (u, base, l);
  if (variable)
    return name_variable (u, variable, l);
  if (name_held (u, base, l))
    return true;
  *l = (ft_lvalue){.text = l->text, .held = l->held};
  ft_strbuf_release (&l->text);
  if (name_begun (u, base, l))
    return true;
  ft_strbuf_release (&l->text);
  *l = (ft_lvalue){.held = l->held};
  if (LLVMIsACallInst (base))
    return name_result (u, base, depth, l);
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
                         ft_lvalue *l) {
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

bool ft_lvalue_name (const ft_unit *u, LLVMValueRef pointer, ft_lvalue *l) {
  *l = (ft_lvalue){.held = FT_VARIABLE_HOLDS};
  if (name_lvalue (u, pointer, 0, l))
    return true;
  *l = (ft_lvalue){.held = FT_VARIABLE_INLINED};
  return name_lvalue (u, pointer, 0, l);
}
