// Sites of the function that is being instrumented.
#include "instrument/site.h"

#include "instrument/debug.h"

uint32_t ft_site_function_name (ft_unit *u, LLVMValueRef f) {
  size_t length;
  LLVMMetadataRef sub = LLVMGetSubprogram (f);
  if (sub)
    return ft_debug_qualified (u, sub, FT_DEBUG_SCOPE, FT_DEBUG_NAME);
  const char *name = ft_llvm_name (f, &length);
  return ft_unit_string (u, name, length);
}

void ft_site_open (ft_unit *u, LLVMValueRef f) {
  LLVMMetadataRef sub = LLVMGetSubprogram (f);
  ft_function function = {0};
  function.name = ft_site_function_name (u, f);
  if (sub) {
    function.file = ft_debug_file (u, LLVMDIScopeGetFile (sub));
    function.line = LLVMDISubprogramGetLine (sub);
  }
  function.first = (uint32_t)u->sites.sites.size;
  FT_PUSH (u->sites.functions, function);
}

void ft_site_cancel (ft_unit *u) {
  u->sites.sites.size = FT_POP (u->sites.functions).first;
}

uint32_t ft_site_count (const ft_unit *u) {
  return FT_TOP (u->sites.functions).count;
}

ft_site *ft_site_last (ft_unit *u) {
  return &FT_TOP (u->sites.sites);
}

static uint32_t scope_at (ft_unit *, LLVMMetadataRef location);

// Outer scopes come first, which the reader relies on.
static uint32_t add_scope (ft_unit *u, LLVMMetadataRef location,
                           LLVMMetadataRef at) {
  ft_inlined i = {0};
  LLVMMetadataRef sub =
      ft_debug_subprogram (u, LLVMDILocationGetScope (location));
  i.outer = scope_at (u, at);
  if (sub) {
    i.function = ft_debug_qualified (u, sub, FT_DEBUG_SCOPE, FT_DEBUG_NAME);
    i.file = ft_debug_file (u, LLVMDIScopeGetFile (sub));
  }
  i.line = LLVMDILocationGetLine (at);
  i.column = LLVMDILocationGetColumn (at);
  FT_PUSH (u->sites.inlined, i);
  return (uint32_t)u->sites.inlined.size - 1;
}

static uint32_t scope_at (ft_unit *u, LLVMMetadataRef location) {
  LLVMMetadataRef at = LLVMDILocationGetInlinedAt (location);
  if (!at)
    return FT_NO_ID;
  uint32_t known = ft_map_get (&u->scopes, ft_pointer_key (at));
  if (known != FT_NO_ID)
    return known;
  uint32_t made = add_scope (u, location, at);
  *ft_map_at (&u->scopes, ft_pointer_key (at)) = made;
  return made;
}

bool ft_site_set_function (ft_unit *u, ft_site *site, LLVMValueRef instruction,
                           LLVMMetadataRef sub) {
  LLVMMetadataRef l = LLVMInstructionGetDebugLoc (instruction);
  for (; l; l = LLVMDILocationGetInlinedAt (l))
    if (ft_debug_subprogram (u, LLVMDILocationGetScope (l)) == sub) {
      site->scope = scope_at (u, l);
      return true;
    }
  LLVMBasicBlockRef block = LLVMGetInstructionParent (instruction);
  site->scope = FT_NO_ID;
  return LLVMGetSubprogram (LLVMGetBasicBlockParent (block)) == sub;
}

uint32_t ft_site_add (ft_unit *u, LLVMValueRef instruction,
                      enum ft_site_kind kind, enum ft_wire_order order,
                      uint64_t size) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc (instruction);
  ft_site site = {0};
  site.kind = (uint8_t)kind;
  site.order = (uint8_t)order;
  site.size = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
  site.scope = FT_NO_ID;
  if (location) {
    site.line = LLVMDILocationGetLine (location);
    site.column = LLVMDILocationGetColumn (location);
    site.scope = scope_at (u, location);
  }
  FT_PUSH (u->sites.sites, site);
  return ++FT_TOP (u->sites.functions).count;
}
