// The text of inline assembly, read as far as is needed to know that it
// accesses no memory but its operands: x86-64 (AT&T), AArch64.
//
// A word that may be a symbol, a pair of parentheses or brackets, an
// instruction with operands that are not written: all of them may be memory.
#include "instrument/assembly.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
  const char *at, *end;
  unsigned instructions;
  ft_assembly_text *result;
} text;

typedef struct word {
  const char *begin;
  size_t length;
} word;

static bool is_one_of (word w, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strlen (list[i]) == w.length && !memcmp (list[i], w.begin, w.length))
      return true;
  return false;
}

#define IS_ONE_OF(w, list) is_one_of (w, list, sizeof (list) / sizeof *(list))

static bool begins (word w, const char *prefix) {
  size_t n = strlen (prefix);
  return w.length >= n && !memcmp (w.begin, prefix, n);
}

static bool is_word_character (char c) {
  return isalnum ((unsigned char)c) || c == '_' || c == '.';
}

static bool ends_statement (const text *t) {
  return t->at == t->end || *t->at == '\n' || *t->at == ';';
}

static const char *end_of_statement (const text *t) {
  text rest = *t;
  while (!ends_statement (&rest))
    rest.at++;
  return rest.at;
}

static void skip_blanks (text *t) {
  while (t->at < t->end && (*t->at == ' ' || *t->at == '\t'))
    t->at++;
}

static bool begins_with_constant (const text *t) {
  return t->end - t->at > 2 && t->at[0] == '$' && t->at[1] == '$';
}

static word take_word (text *t) {
  word w = {t->at, 0};
  while (t->at < t->end && is_word_character (*t->at))
    t->at++;
  w.length = (size_t)(t->at - w.begin);
  return w;
}

// ---- operands --------------------------------------------------------------

// "$0", "${0:b}", "$$-1".  As an address ("${0:a}") it may be memory.
static bool read_dollar (text *t) {
  t->at++;
  if (t->at < t->end && *t->at == '{') {
    const char *close = memchr (t->at, '}', (size_t)(t->end - t->at));
    if (!close)
      return false;
    bool address = close[-1] == 'a' && close[-2] == ':';
    t->at = close + 1;
    return !address;
  }
  if (t->at < t->end && *t->at == '$') {
    t->at++;
    while (t->at < t->end && (*t->at == '-' || *t->at == '~'))
      t->at++;
  }
  return take_word (t).length;
}

// The own stack: "(%rsp)", "[sp]", "[sp, #-16]!".
static bool read_stack (text *t) {
  static const char *const places[] = {"(%rsp)", "(%esp)", "[sp]"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    size_t n = strlen (places[i]);
    if ((size_t)(t->end - t->at) >= n && !memcmp (t->at, places[i], n)) {
      t->at += n;
      return true;
    }
  }
  return false;
}

// A number, "1f", ".L1", a register of AArch64, a condition, a kind of barrier.
static bool is_harmless_word (word w) {
  static const char *const words[] = {
      "sp", "xzr", "wzr", "lsl",   "lsr",   "asr",  "ror", "uxtw", "sxtw",
      "eq", "ne",  "lt",  "le",    "gt",    "ge",   "lo",  "ls",   "hi",
      "hs", "mi",  "pl",  "vs",    "vc",    "cs",   "cc",  "al",   "sy",
      "st", "ld",  "ish", "ishst", "ishld", "csync"};
  if (isdigit ((unsigned char)*w.begin) || IS_ONE_OF (w, words) ||
      begins (w, ".L"))
    return true;
  if (!strchr ("wxvdsqbh", *w.begin) || w.length < 2 || w.length > 3)
    return false;
  for (size_t i = 1; i < w.length; i++)
    if (!isdigit ((unsigned char)w.begin[i]))
      return false;
  return true;
}

static bool read_operand (text *t) {
  switch (*t->at) {
  case '$':
    return read_dollar (t);
  case '%':
    t->at++;
    return take_word (t).length;
  case '(':
  case '[':
    return read_stack (t);
  case ',':
  case ' ':
  case '\t':
  case '\r':
  case '#':
  case '-':
  case ':':
    t->at++;
    return true;
  }
  word w = take_word (t);
  return w.length && is_harmless_word (w);
}

// ---- instructions ----------------------------------------------------------

// With operands that are not written, but none in memory.
static bool is_alone (word w) {
  static const char *const words[] = {
      "pause",      "nop",    "mfence", "lfence", "sfence", "cpuid",
      "rdtsc",      "rdtscp", "cld",    "std",    "clc",    "stc",
      "cmc",        "cltq",   "cqto",   "cwtl",   "cltd",   "emms",
      "rdpmc",      "xgetbv", "ud2",    "hlt",    "yield",  "wfe",
      "wfi",        "sev",    "sevl",   "isb",    "pushfq", "popfq",
      "vzeroupper", "fninit", "fwait",  "pushf",  "popf",   "endbr64"};
  return IS_ONE_OF (w, words);
}

// Leaves the assembly, or accesses memory besides its operands.
static bool leaves (word w) {
  static const char *const words[] = {
      "call", "callq", "syscall", "int",  "sysenter", "svc",  "bl",
      "blr",  "br",    "ret",     "retq", "xlat",     "xlatb"};
  return IS_ONE_OF (w, words);
}

// The number of a bit in a register may lead beyond the operand in memory.
static bool is_bit_test (word w) {
  static const char *const words[] = {
      "bt",  "btw",  "btl",  "btq",  "bts", "btsw", "btsl", "btsq",
      "btr", "btrw", "btrl", "btrq", "btc", "btcw", "btcl", "btcq"};
  return IS_ONE_OF (w, words);
}

static bool enters_kernel (word w) {
  static const char *const words[] = {"syscall", "int", "sysenter", "svc"};
  return IS_ONE_OF (w, words);
}

// Of a register that the processor or the thread has.
static bool is_system (word w) {
  static const char *const words[] = {"mrs", "msr"};
  return IS_ONE_OF (w, words);
}

static bool is_prefix (word w) {
  static const char *const words[] = {"lock", "rep",   "repe",
                                      "repz", "repne", "repnz"};
  return IS_ONE_OF (w, words);
}

static bool is_move (word w) {
  static const char *const words[] = {
      "mov",   "movb",  "movw", "movl", "movq", "str",  "strb",  "strh", "stlr",
      "stlrb", "stlrh", "ldr",  "ldrb", "ldrh", "ldar", "ldarb", "ldarh"};
  return IS_ONE_OF (w, words);
}

static bool is_exchange (word w) {
  return begins (w, "xchg") || begins (w, "cmpxchg") || begins (w, "xadd") ||
         begins (w, "swp") || begins (w, "cas") || begins (w, "ldadd") ||
         begins (w, "stxr") || begins (w, "stlxr");
}

// Jumps, and what may end the program.
static bool is_jump (word w) {
  static const char *const words[] = {"b",    "hlt",  "ud2",  "brk",   "div",
                                      "idiv", "divl", "divq", "idivl", "idivq"};
  return IS_ONE_OF (w, words) || begins (w, "j") || begins (w, "loop") ||
         begins (w, "b.") || begins (w, "cb") || begins (w, "tb");
}

// What an instruction of x86-64 does to its last operand, a word in memory.
static void note_update (ft_assembly_text *t, word w) {
  static const struct {
    const char *name;
    enum ft_operator op;
    bool returns, counts;
  } all[] = {
      {"add", FT_OP_UADD, false, false}, {"sub", FT_OP_USUB, false, false},
      {"and", FT_OP_AND, false, false},  {"or", FT_OP_OR, false, false},
      {"xor", FT_OP_XOR, false, false},  {"inc", FT_OP_UADD, false, true},
      {"dec", FT_OP_USUB, false, true},  {"xadd", FT_OP_UADD, true, false},
      {"xchg", FT_OP_COPY, true, false}};
  static const char suffixes[] = "bwlq";
  t->op = FT_OP_NONE;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    size_t n = strlen (all[i].name);
    const char *suffix =
        w.length == n + 1 ? strchr (suffixes, w.begin[n]) : NULL;
    if (!begins (w, all[i].name) || (w.length != n && !suffix))
      continue;
    t->op = all[i].op;
    t->bytes = suffix ? 1u << (suffix - suffixes) : 0;
    t->returns = all[i].returns;
    t->has_constant = all[i].counts;
    t->constant = 1;
  }
}

// "$$-1" as the first operand.
static void note_constant (ft_assembly_text *t, const char *at,
                           const char *end) {
  char digits[24];
  size_t n = (size_t)(end - at);
  if (n < 3 || at[0] != '$' || at[1] != '$')
    return;
  n = n - 2 < sizeof digits - 1 ? n - 2 : sizeof digits - 1;
  memcpy (digits, at + 2, n);
  digits[n] = 0;
  char *rest;
  t->constant = (uint64_t)strtoll (digits, &rest, 0);
  t->has_constant = rest != digits && *rest == ',';
  if (!t->has_constant)
    t->op = FT_OP_NONE;
}

// Labels, "1:" and ".L${:uid}:", and the instruction behind them and behind
// prefixes.  A word of no length if there is none.
static word take_instruction (text *t) {
  word w;
  for (;;) {
    skip_blanks (t);
    w = take_word (t);
    if (w.length && t->at < t->end && *t->at == '$' && *w.begin == '.')
      read_dollar (t);
    if (t->at < t->end && *t->at == ':' && w.length) {
      t->at++;
      continue;
    }
    bool lock = w.length == 4 && !memcmp (w.begin, "lock", 4);
    t->result->is_atomic |= lock;
    t->result->is_locked |= lock;
    if (!is_prefix (w))
      return w;
    skip_blanks (t);
    if (ends_statement (t))
      return (word){t->at, 0};
  }
}

static bool read_statement (text *t) {
  word w = take_instruction (t);
  bool fine = true;
  skip_blanks (t);
  if (!w.length)
    return ends_statement (t);
  t->instructions++;
  t->result->is_move = is_move (w);
  t->result->is_atomic |= is_exchange (w);
  t->result->jumps |= is_jump (w);
  t->result->enters_kernel |= enters_kernel (w);
  note_update (t->result, w);
  note_constant (t->result, t->at, end_of_statement (t));
  if (ends_statement (t))
    return is_alone (w);
  if (leaves (w) || *w.begin == '.' ||
      (is_bit_test (w) && !begins_with_constant (t)))
    return false;
  if (is_system (w))
    t->at = end_of_statement (t);
  while (fine && !ends_statement (t))
    fine = read_operand (t);
  return fine;
}

// Goes on behind an unknown statement, in search of atomic instructions.
ft_assembly_text ft_assembly_text_read (const char *begin, size_t length) {
  ft_assembly_text result = {.is_known = true};
  text t = {begin, begin + length, 0, &result};
  while (t.at < t.end) {
    bool known = read_statement (&t);
    result.is_known &= known;
    t.at = end_of_statement (&t);
    if (t.at < t.end)
      t.at++;
  }
  result.is_move &= t.instructions == 1;
  bool sized = result.bytes || !memchr (begin, '{', length);
  if (t.instructions != 1 || !sized ||
      !(result.is_locked || (result.returns && result.op == FT_OP_COPY)))
    result.op = FT_OP_NONE;
  result.has_segment =
      memmem (begin, length, "%fs:", 4) || memmem (begin, length, "%gs:", 4);
  return result;
}
