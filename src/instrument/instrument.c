// The instrumenter: one translation unit from bitcode to bitcode.
#include "instrument/instrument.h"

#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <stdio.h>
#include <string.h>

#include "base/output.h"
#include "instrument/atomic_functions.h"
#include "instrument/attributes.h"
#include "instrument/clock_reads.h"
#include "instrument/function.h"
#include "instrument/pipeline.h"
#include "instrument/rename_wrapped.h"
#include "instrument/table.h"
#include "instrument/thread_locals.h"
#include "instrument/undefined_names.h"
#include "instrument/unit.h"
#include "symex/libc/libc.h"

// ---- files -----------------------------------------------------------------

// Keeps the first error about a file; LLVM would print it and go on.
static void remember (LLVMDiagnosticInfoRef info, void *context) {
  char *text = LLVMGetDiagInfoDescription (info), **kept = context;
  if (LLVMGetDiagInfoSeverity (info) == LLVMDSError && !*kept)
    *kept = ft_strdup (text);
  LLVMDisposeMessage (text);
}

static LLVMModuleRef read_module (LLVMContextRef context, const char *path,
                                  ft_error *error) {
  LLVMMemoryBufferRef bytes;
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile (path, &bytes, &message)) {
    ft_error_set (error, FT_EXIT_ENVIRONMENT, "%.400s: %.400s", path, message);
    LLVMDisposeMessage (message);
    return NULL;
  }
  LLVMContextSetDiagnosticHandler (context, remember, &message);
  bool failed = LLVMParseBitcodeInContext2 (context, bytes, &module);
  LLVMContextSetDiagnosticHandler (context, NULL, NULL);
  LLVMDisposeMemoryBuffer (bytes);
  if (failed)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: expected bitcode of LLVM 19: %.400s", path,
                  message ? message : "it cannot be parsed");
  free (message);
  return failed ? NULL : module;
}

static bool write_module (LLVMModuleRef module, const char *path,
                          ft_error *error) {
  ft_output out;
  if (!ft_output_open (&out, path, error))
    return false;
  LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer (module);
  size_t size = LLVMGetBufferSize (bytes);
  bool ok = fwrite (LLVMGetBufferStart (bytes), 1, size, out.file) == size;
  LLVMDisposeMemoryBuffer (bytes);
  if (ok)
    return ft_output_commit (&out, error);
  ft_error_set (error, FT_EXIT_ENVIRONMENT, "%.400s: cannot write: %s", path,
                strerror (errno));
  ft_output_abandon (&out);
  return false;
}

// ---- the module ------------------------------------------------------------

static bool verify (LLVMModuleRef module, const char *path, ft_error *error) {
  char *message = NULL;
  if (!LLVMVerifyModule (module, LLVMReturnStatusAction, &message)) {
    LLVMDisposeMessage (message);
    return true;
  }
  const char *name = "";
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction (module); f;
       f = LLVMGetNextFunction (f))
    if (!length && LLVMVerifyFunction (f, LLVMReturnStatusAction))
      name = ft_llvm_name (f, &length);
  ft_error_set (error, FT_EXIT_INTERNAL,
                "%.300s: instrumented code does not verify, in '%.200s': "
                "%.400s",
                path, name, message);
  LLVMDisposeMessage (message);
  return false;
}

// The digest of the unit, before it is instrumented: names that only the unit
// knows are distinguished by it from the same names of other units.
static uint64_t digest (LLVMModuleRef module) {
  LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer (module);
  uint64_t unit =
      ft_guid (LLVMGetBufferStart (bytes), LLVMGetBufferSize (bytes));
  LLVMDisposeMemoryBuffer (bytes);
  return unit;
}

static void instrument_module (LLVMModuleRef module,
                               const ft_instrument_options *options) {
  ft_unit u;
  uint64_t unit = digest (module);
  LLVMSetIsNewDbgInfoFormat (module, 0);
  ft_note_thread_locals (module);
  ft_unit_init (&u, module, options);
  u.sites.unit = unit;
  ft_table_list_globals (&u);
  for (LLVMValueRef f = LLVMGetFirstFunction (module); f;
       f = LLVMGetNextFunction (f))
    ft_function_instrument (&u, f);
  ft_attributes_strip (module);
  ft_table_build (&u);
  ft_rename_wrapped (module);
  ft_unit_release (&u);
}

// Bitcode that foretrace-cc wrote (-emit-llvm) may be its input, too.
static bool is_instrumented (LLVMModuleRef module) {
  return LLVMGetNamedFunction (module, "ft_register");
}

bool ft_instrument_file (const char *in, const char *out,
                         const ft_instrument_options *options,
                         ft_error *error) {
  LLVMContextRef context = LLVMContextCreate ();
  LLVMModuleRef module = read_module (context, in, error);
  bool done = module && is_instrumented (module);
  if (module && !done && options->sv_comp) {
    ft_atomic_functions_enclose (module);
    ft_undefined_names_define (module);
  }
  if (module && !done)
    ft_clock_reads_make_calls (module);
  bool ok = module && (done || ft_pipeline_run (module, options->keeps_accesses,
                                                in, error));
  if (ok && !done)
    instrument_module (module, options);
  ok = ok && verify (module, in, error) && write_module (module, out, error);
  if (module)
    LLVMDisposeModule (module);
  LLVMContextDispose (context);
  return ok;
}

// ---- wrapped functions -----------------------------------------------------

// If the wrapper is declared already, both are the same function.
static void rename_function (LLVMModuleRef m, LLVMValueRef f,
                             const char *name) {
  char new[128];
  snprintf (new, sizeof new, "__foretrace_%s", name);
  LLVMValueRef other = LLVMGetNamedFunction (m, new);
  if (other)
    LLVMReplaceAllUsesWith (f, other);
  else
    LLVMSetValueName2 (f, new, strlen (new));
}

void ft_rename_wrapped (LLVMModuleRef m) {
  size_t count;
  const ft_libc_function *functions = ft_libc_functions (&count);
  for (size_t i = 0; i < count; i++) {
    const char *name = functions[i].name;
    LLVMValueRef f =
        functions[i].wrapped ? LLVMGetNamedFunction (m, name) : NULL;
    if (f && !LLVMGetFirstBasicBlock (f))
      rename_function (m, f, name);
  }
}
