// The program summary: the traits (libc.def) of all functions that instrumented
// code calls or takes the address of, and that uninstrumented code names.  The
// summary is made once, so that its answers do not depend on how far the run
// was followed.
//
// Cost: linear in the code of the program.
#include "symex/exec/program_summary.h"

#include <string.h>
#include <sys/syscall.h>

#include "symex/exec/descriptor_numbers.h"
#include "symex/libc/libc.h"

// Names that are no functions of the library, behind the rows of the table.
enum { PREINIT_ARRAY, OTHERS };

static const char *const others[OTHERS] = {
    [PREINIT_ARRAY] = ".preinit_array", // instrument/escape_names.c
};

typedef struct survey {
  ft_program_summary *summary;
  ft_map names; // GUIDs: rows of the table, then 'others'
  const ft_libc_function *functions;
  size_t count;
  uint64_t syscall; // GUID
} survey;

static void init_survey (survey *s, ft_program_summary *summary) {
  static const char syscall[] = "syscall";
  *s = (survey){.summary = summary,
                .syscall = ft_guid (syscall, strlen (syscall))};
  s->functions = ft_libc_functions (&s->count);
  ft_libc_index (&s->names);
  for (uint32_t i = 0; i < OTHERS; i++)
    *ft_map_at (&s->names, ft_guid (others[i], strlen (others[i]))) =
        (uint32_t)s->count + i;
}

// 'fesetenv' also stands for instructions with the same effect
// (instrument/lower_call.c).
static void note_trait (ft_program_summary *s, enum ft_libc_trait trait) {
  switch (trait) {
  case FT_LIBC_TRAIT_NONE:
    break;
  case FT_LIBC_TRAIT_CHANGES_ROUNDING:
    s->changes_rounding = true;
    break;
  case FT_LIBC_TRAIT_CANCELS_THREADS:
    s->cancels_threads = true;
    break;
  case FT_LIBC_TRAIT_OPENS_MODULES:
    s->opens_modules = true;
    break;
  case FT_LIBC_TRAIT_LIMITS_MEMORY:
    s->limits_memory = true;
    break;
  case FT_LIBC_TRAIT_LOCKS_FAIL:
    s->locks_fail = true;
    break;
  case FT_LIBC_TRAIT_HANDLES_STREAMS:
    s->handles_streams = true;
    break;
  case FT_LIBC_TRAIT_DESTROYS_CONDITIONS:
    s->destroys_conditions = true;
    break;
  case FT_LIBC_TRAIT_SHARES_OBJECTS:
    s->shares_objects = true;
    break;
  case FT_LIBC_TRAIT_HAS_CALLBACKS:
    s->has_callbacks = true;
    break;
  case FT_LIBC_TRAIT_SIZES_BLOCKS:
    s->sizes_blocks = true;
    break;
  case FT_LIBC_TRAIT_SETS_TERMINATE:
    s->sets_terminate = true;
    break;
  case FT_LIBC_TRAIT_LEAVES_AT_ONCE:
    s->leaves_at_once = true;
    break;
  case FT_LIBC_TRAIT_JUMPS:
    s->jumps = true;
    break;
  case FT_LIBC_TRAIT_FINDS_SYMBOLS: // see 'note_named'
    break;
  }
}

static void note_name (survey *s, uint64_t guid) {
  uint32_t i = ft_map_get (&s->names, guid);
  if (i == s->count + PREINIT_ARRAY)
    s->summary->runs_early = true;
  else if (i != FT_NO_ID)
    note_trait (s->summary, s->functions[i].trait);
}

// A name that uninstrumented code uses, or a function whose address is taken.  If
// such code looks up symbols, it may name any of the program.  What recorded code
// finds is of a module that is open already: it is accessed and called by records,
// and a value that is not known where it is passed on.
static void note_named (survey *s, uint64_t guid) {
  uint32_t i = ft_map_get (&s->names, guid);
  note_name (s, guid);
  s->summary->opens_modules |=
      i < s->count && s->functions[i].trait == FT_LIBC_TRAIT_FINDS_SYMBOLS;
}

// Whether the call is one of 'syscall' that may install a handler for a signal.
static bool installs_handler (const survey *s, const ft_loaded_unit *unit,
                              const ft_instruction *i) {
  const ft_code_operand *number = unit->code.operands.begin + i->first;
  return i->constant == s->syscall && i->count &&
         (number->kind != FT_OPERAND_CONSTANT ||
          (uint32_t)number->word == SYS_rt_sigaction);
}

static void note_code (survey *s, const ft_loaded_unit *unit,
                       const ft_sites *table) {
  for (size_t i = 0; i < unit->code.instructions.size; i++) {
    const ft_instruction *instruction = unit->code.instructions.begin + i;
    if (instruction->kind == FT_INSTRUCTION_CALL) {
      note_name (s, instruction->constant);
      s->summary->has_callbacks |= installs_handler (s, unit, instruction);
    }
    s->summary->uninterpreted +=
        instruction->kind == FT_INSTRUCTION_UNINTERPRETED ||
        instruction->kind == FT_INSTRUCTION_HAVOC;
  }
  s->summary->instructions += unit->code.instructions.size;
  for (size_t i = 0; i < table->globals.size; i++)
    if (table->globals.begin[i].kind == FT_GLOBAL_FUNCTION)
      note_named (s, table->globals.begin[i].linkage);
}

ft_program_summary ft_program_summary_make (ft_machine *m) {
  ft_program_summary summary = {0};
  survey s;
  init_survey (&s, &summary);
  for (size_t i = 0; i < m->code->tables.size; i++) {
    const ft_sites *table = m->code->tables.begin[i];
    const ft_loaded_unit *unit = ft_frame_unit (m, table);
    for (size_t n = 0; n < table->named.size; n++) // note, assembly
      note_named (&s, table->named.begin[n]);
    if (unit)
      note_code (&s, unit, table);
  }
  summary.changes_rounding |=
      m->code->uninstrumented == FT_UNINSTRUMENTED_ANY;
  summary.uses_numbers = ft_uses_descriptor_numbers (m);
  ft_map_release (&s.names);
  return summary;
}
