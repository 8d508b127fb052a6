// Debug metadata as names, files and types of the source.
#include "instrument/debug.h"

#include <string.h>

#include "base/file_checksum.h"

static LLVMValueRef as_value (const ft_unit *u, LLVMMetadataRef node) {
  return LLVMMetadataAsValue (u->context, node);
}

static bool is_node (LLVMMetadataRef m) {
  LLVMMetadataKind kind = LLVMGetMetadataKind (m);
  return kind != LLVMMDStringMetadataKind &&
         kind != LLVMConstantAsMetadataMetadataKind &&
         kind != LLVMLocalAsMetadataMetadataKind &&
         kind != LLVMDIArgListMetadataKind;
}

unsigned ft_debug_count (const ft_unit *u, LLVMMetadataRef node) {
  return node && is_node (node) ? LLVMGetMDNodeNumOperands (as_value (u, node))
                                : 0;
}

static LLVMValueRef operand_value (const ft_unit *u, LLVMMetadataRef node,
                                   unsigned index) {
  enum { FEW = 16 };
  LLVMValueRef few[FEW], *all = few;
  unsigned count = ft_debug_count (u, node);
  if (index >= count)
    return NULL;
  if (count > FEW)
    all = FT_ARRAY (LLVMValueRef, count);
  LLVMGetMDNodeOperands (as_value (u, node), all);
  LLVMValueRef v = all[index];
  if (all != few)
    free (all);
  return v;
}

LLVMMetadataRef ft_debug_operand (const ft_unit *u, LLVMMetadataRef node,
                                  unsigned index) {
  LLVMValueRef v = operand_value (u, node, index);
  return v ? LLVMValueAsMetadata (v) : NULL;
}

const char *ft_debug_text (const ft_unit *u, LLVMMetadataRef node,
                           unsigned index, size_t *length) {
  unsigned n = 0;
  LLVMValueRef v = operand_value (u, node, index);
  const char *text = v ? LLVMGetMDString (v, &n) : NULL;
  *length = text ? n : 0;
  return text ? text : "";
}

LLVMMetadataRef ft_debug_subprogram (const ft_unit *u, LLVMMetadataRef scope) {
  while (scope && LLVMGetMetadataKind (scope) != LLVMDISubprogramMetadataKind) {
    LLVMMetadataKind kind = LLVMGetMetadataKind (scope);
    if (kind != LLVMDILexicalBlockMetadataKind &&
        kind != LLVMDILexicalBlockFileMetadataKind)
      return NULL;
    scope = ft_debug_operand (u, scope, FT_DEBUG_SCOPE);
  }
  return scope;
}

// ---- names -----------------------------------------------------------------

static bool names_a_scope (LLVMMetadataRef scope) {
  switch ((unsigned)LLVMGetMetadataKind (scope)) {
  case LLVMDINamespaceMetadataKind:
  case LLVMDICompositeTypeMetadataKind:
  case LLVMDIModuleMetadataKind:
    return true;
  }
  return false;
}

static void add_scopes (const ft_unit *u, LLVMMetadataRef scope,
                        ft_strbuf *out) {
  size_t n;
  if (!scope || !names_a_scope (scope))
    return;
  add_scopes (u, ft_debug_operand (u, scope, FT_DEBUG_SCOPE), out);
  const char *name = ft_debug_text (u, scope, FT_DEBUG_NAME, &n);
  if (n)
    ft_strbuf_add (out, "%.*s::", (int)n, name);
  else if (LLVMGetMetadataKind (scope) == LLVMDICompositeTypeMetadataKind)
    ft_strbuf_add (out, "(lambda)::");
  else if (LLVMGetMetadataKind (scope) == LLVMDINamespaceMetadataKind)
    ft_strbuf_add (out, "(anonymous namespace)::");
}

static uint32_t take_string (ft_unit *u, ft_strbuf *text) {
  uint32_t id = ft_unit_string (u, ft_strbuf_text (text), text->size);
  ft_strbuf_release (text);
  return id;
}

uint32_t ft_debug_qualified (ft_unit *u, LLVMMetadataRef node,
                             unsigned scope_operand, unsigned name_operand) {
  size_t n;
  ft_strbuf text = {0};
  add_scopes (u, ft_debug_operand (u, node, scope_operand), &text);
  const char *name = ft_debug_text (u, node, name_operand, &n);
  ft_strbuf_add (&text, "%.*s", (int)n, name);
  return take_string (u, &text);
}

// A path without a leading "./"; relative paths are made absolute.
static void add_path (ft_strbuf *text, const char *directory, unsigned d,
                      const char *name, unsigned n) {
  while (n > 2 && name[0] == '.' && name[1] == '/')
    name += 2, n -= 2;
  if (n && name[0] != '/' && d)
    ft_strbuf_add (text, "%.*s/", (int)d, directory);
  ft_strbuf_add (text, "%.*s", (int)n, name);
}

// The checksum lets reports show lines of the file only while it is unchanged.
static void note_file (ft_unit *u, uint32_t path) {
  ft_site_file file = {.path = path};
  uint32_t *seen = ft_map_at (&u->files, path);
  if (*seen != FT_NO_ID)
    return;
  *seen = 1;
  if (ft_checksum_file (ft_sites_text (&u->sites, path), &file.checksum))
    FT_PUSH (u->sites.files, file);
}

uint32_t ft_debug_file (ft_unit *u, LLVMMetadataRef file) {
  unsigned d = 0, n = 0;
  ft_strbuf text = {0};
  if (!file || LLVMGetMetadataKind (file) != LLVMDIFileMetadataKind)
    return 0;
  const char *directory = LLVMDIFileGetDirectory (file, &d);
  const char *name = LLVMDIFileGetFilename (file, &n);
  add_path (&text, directory, d, name, n);
  uint32_t path = take_string (u, &text);
  note_file (u, path);
  return path;
}

// ---- types -----------------------------------------------------------------

enum { // DWARF tags of types
  ARRAY = 0x01,
  CLASS = 0x02,
  ENUMERATION = 0x04,
  POINTER = 0x0f,
  REFERENCE = 0x10,
  STRUCTURE = 0x13,
  TYPEDEF = 0x16,
  UNION = 0x17,
  MEMBER_POINTER = 0x1f,
  CONST = 0x26,
  VOLATILE = 0x35,
  RESTRICT = 0x37,
  RVALUE_REFERENCE = 0x42,
  ATOMIC = 0x47,
};

static bool is_type (LLVMMetadataRef type) {
  switch ((unsigned)LLVMGetMetadataKind (type)) {
  case LLVMDIBasicTypeMetadataKind:
  case LLVMDIDerivedTypeMetadataKind:
  case LLVMDICompositeTypeMetadataKind:
  case LLVMDISubroutineTypeMetadataKind:
    return true;
  }
  return false;
}

static unsigned tag_of (LLVMMetadataRef type) {
  return type && is_type (type) ? LLVMGetDINodeTag (type) : 0;
}

static LLVMMetadataRef base_of (const ft_unit *u, LLVMMetadataRef type) {
  return ft_debug_operand (u, type, FT_DEBUG_BASE_TYPE);
}

static bool is_qualifier (unsigned tag) {
  return tag == CONST || tag == VOLATILE || tag == RESTRICT || tag == ATOMIC;
}

LLVMMetadataRef ft_debug_plain_type (const ft_unit *u, LLVMMetadataRef type) {
  while (is_qualifier (tag_of (type)) || tag_of (type) == TYPEDEF)
    type = base_of (u, type);
  return type;
}

// In C++, whose types have an identifier, "struct" is not part of the name.
static const char *keyword (const ft_unit *u, LLVMMetadataRef type) {
  size_t identifier;
  ft_debug_text (u, type, FT_DEBUG_IDENTIFIER, &identifier);
  if (identifier)
    return "";
  switch (tag_of (type)) {
  case STRUCTURE:
    return "struct ";
  case UNION:
    return "union ";
  case ENUMERATION:
    return "enum ";
  }
  return "";
}

static const char *sigil (unsigned tag) {
  switch (tag) {
  case POINTER:
    return "*";
  case REFERENCE:
    return "&";
  case RVALUE_REFERENCE:
    return "&&";
  case CONST:
    return "const";
  case VOLATILE:
    return "volatile";
  case RESTRICT:
    return "restrict";
  case ATOMIC:
    return "_Atomic";
  case MEMBER_POINTER:
    return "::*";
  case ARRAY:
    return "[]";
  }
  return NULL;
}

static void add_named (const ft_unit *u, LLVMMetadataRef type, ft_strbuf *out) {
  size_t n;
  const char *name = ft_debug_text (u, type, FT_DEBUG_NAME, &n);
  if (LLVMGetMetadataKind (type) == LLVMDISubroutineTypeMetadataKind) {
    ft_strbuf_add (out, "function");
    return;
  }
  ft_strbuf_add (out, "%s", keyword (u, type));
  add_scopes (u, ft_debug_operand (u, type, FT_DEBUG_SCOPE), out);
  ft_strbuf_add (out, n ? "%.*s" : "{...}", (int)n, name);
}

// "[10]" for each dimension, "[]" for one of unknown size.
static void add_dimensions (const ft_unit *u, LLVMMetadataRef type,
                            ft_strbuf *out) {
  LLVMMetadataRef all = ft_debug_operand (u, type, FT_DEBUG_ELEMENTS);
  unsigned n = ft_debug_count (u, all);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef dimension = ft_debug_operand (u, all, i);
    LLVMValueRef count = operand_value (u, dimension, FT_DEBUG_COUNT);
    long long size = count && LLVMIsAConstantInt (count)
                         ? LLVMConstIntGetSExtValue (count)
                         : -1;
    ft_strbuf_add (out, size >= 0 ? "[%lld]" : "[]", size);
  }
  if (!n)
    ft_strbuf_add (out, "[]");
}

// A qualifier of a type that is no pointer is written before the type.
static void add_type (const ft_unit *u, LLVMMetadataRef type, unsigned depth,
                      ft_strbuf *out) {
  unsigned tag = tag_of (type);
  const char *mark = sigil (tag);
  if (!type || !tag || depth > 20) {
    ft_strbuf_add (out, type && tag ? "..." : "void");
    return;
  }
  if (!mark) {
    add_named (u, type, out);
    return;
  }
  LLVMMetadataRef base = base_of (u, type);
  bool before = is_qualifier (tag) && !sigil (tag_of (base));
  if (before)
    ft_strbuf_add (out, "%s ", mark);
  add_type (u, base, depth + 1, out);
  if (tag == ARRAY) {
    ft_strbuf_add (out, " ");
    add_dimensions (u, type, out);
  } else if (!before)
    ft_strbuf_add (out, sigil (tag_of (base)) ? "%s" : " %s", mark);
}

uint32_t ft_debug_type (ft_unit *u, LLVMMetadataRef type) {
  ft_strbuf text = {0};
  if (!type)
    return 0;
  add_type (u, type, 0, &text);
  return take_string (u, &text);
}
