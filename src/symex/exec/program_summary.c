// What the program's code does somewhere, whoever calls it and whenever: names
// of functions that it calls or has the address of; code without records all
// that it names.  Looked up once, so that
// what is asked does not depend on how far the run was followed.
//
// Cost: linear in the code of the program.
#include "symex/exec/program_summary.h"

#include <string.h>

typedef struct question {
  const char *name;
  size_t answer; // where in ft_program_summary
} question;

#define ASKS(NAME, member)                                                     \
  { NAME, offsetof (ft_program_summary, member) }

// 'fesetenv' stands for instructions that do the same, too
// (instrument/lower_call.c).
static const question questions[] = {
    ASKS ("fesetround", changes_rounding),
    ASKS ("fesetenv", changes_rounding),
    ASKS ("feupdateenv", changes_rounding),
    ASKS ("pthread_cancel", cancels_threads),
    ASKS ("dlopen", opens_modules),
    ASKS ("dlmopen", opens_modules),
    ASKS ("dlsym", opens_modules),
    ASKS (".preinit_array", runs_early), // instrument/escape_names.c
    ASKS ("setrlimit", limits_memory),
    ASKS ("setrlimit64", limits_memory),
    ASKS ("prlimit", limits_memory),
    ASKS ("prlimit64", limits_memory),
    ASKS ("pthread_mutexattr_setrobust", locks_fail),
    ASKS ("pthread_mutexattr_setrobust_np", locks_fail),
    ASKS ("pthread_mutexattr_setprotocol", locks_fail),
    ASKS ("flockfile", handles_streams),
    ASKS ("ftrylockfile", handles_streams),
    ASKS ("fclose", handles_streams),
    ASKS ("fcloseall", handles_streams),
    ASKS ("freopen", handles_streams),
    ASKS ("freopen64", handles_streams),
    ASKS ("setvbuf", handles_streams),
    ASKS ("setbuf", handles_streams),
    ASKS ("setbuffer", handles_streams),
    ASKS ("putchar_unlocked", handles_streams),
    ASKS ("putc_unlocked", handles_streams),
    ASKS ("fputc_unlocked", handles_streams),
    ASKS ("fputs_unlocked", handles_streams),
    ASKS ("fwrite_unlocked", handles_streams),
    ASKS ("__overflow", handles_streams),
    ASKS ("__fsetlocking", handles_streams),
    ASKS ("fopencookie", handles_streams),
    ASKS ("fmemopen", handles_streams),
    ASKS ("open_memstream", handles_streams),
    ASKS ("open_wmemstream", handles_streams),
    ASKS ("register_printf_function", handles_streams),
    ASKS ("register_printf_specifier", handles_streams),
    ASKS ("register_printf_modifier", handles_streams),
    ASKS ("dup", handles_streams),
    ASKS ("dup2", handles_streams),
    ASKS ("dup3", handles_streams),
    ASKS ("pipe", handles_streams),
    ASKS ("pipe2", handles_streams),
    ASKS ("socketpair", handles_streams),
    ASKS ("mkfifo", handles_streams),
    ASKS ("mkfifoat", handles_streams),
    ASKS ("mknod", handles_streams),
    ASKS ("posix_openpt", handles_streams),
    ASKS ("openpty", handles_streams),
    ASKS ("_ZNSt18condition_variableD1Ev", destroys_conditions),
    ASKS ("_ZNSt18condition_variableD2Ev", destroys_conditions)};

static void answer (ft_program_summary *s, const uint64_t *digests, uint64_t linkage) {
  for (size_t n = 0; n < sizeof questions / sizeof *questions; n++)
    if (linkage == digests[n])
      *(bool *)((char *)s + questions[n].answer) = true;
}

static void look_at (ft_program_summary *s, const uint64_t *digests,
                     const ft_loaded_unit *unit, const ft_sites *table) {
  for (size_t i = 0; i < unit->code.instructions.size; i++) {
    const ft_instruction *instruction = unit->code.instructions.begin + i;
    if (instruction->kind == FT_INSTRUCTION_CALL)
      answer (s, digests, instruction->constant);
    s->uninterpreted += instruction->kind == FT_INSTRUCTION_UNINTERPRETED ||
                        instruction->kind == FT_INSTRUCTION_HAVOC;
  }
  s->instructions += unit->code.instructions.size;
  for (size_t i = 0; i < table->globals.size; i++)
    if (table->globals.begin[i].kind == FT_GLOBAL_FUNCTION)
      answer (s, digests, table->globals.begin[i].linkage);
}

// Of a note, or of assembly.
static void look_at_names (ft_program_summary *s, const uint64_t *digests,
                           const ft_sites *table) {
  for (size_t i = 0; i < table->named.size; i++)
    answer (s, digests, table->named.begin[i]);
}

ft_program_summary ft_program_summary_make (ft_machine *m) {
  ft_program_summary s = {0};
  uint64_t digests[sizeof questions / sizeof *questions];
  for (size_t n = 0; n < sizeof questions / sizeof *questions; n++)
    digests[n] =
        ft_guid (questions[n].name, strlen (questions[n].name));
  for (size_t i = 0; i < m->code->tables.size; i++) {
    const ft_sites *table = m->code->tables.begin[i];
    const ft_loaded_unit *unit = ft_frame_unit (m, table);
    look_at_names (&s, digests, table);
    if (unit)
      look_at (&s, digests, unit, table);
  }
  s.changes_rounding |= m->code->uninstrumented == FT_UNINSTRUMENTED_ANY;
  return s;
}
