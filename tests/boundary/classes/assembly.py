"""Inline assembly of x86-64 that writes and reads a flag: constraint letters,
directions, further operands, labels, addresses in registers."""
import platform

from cases import case

FLAG = "static int G; static int *volatile P = &G;"

SET = "asm volatile (\"movl $1, %0\" : \"=m\" (G) : : \"memory\");"
GET = "({ int v; asm volatile (\"movl %1, %0\" : \"=r\" (v) : \"m\" (G) : \"memory\"); v; })"


def assembly(name, change, look, globals=FLAG, **more):
    return case(name, change, look, globals=globals, **more)


def letter(constraint, look):
    return assembly("reads_" + look, SET,
                    "({ int v; asm volatile (\"movl %%1, %%0\" : \"=r\" (v) : \"%s\" (G) "
                    ": \"memory\"); v; })" % constraint)


# Functions with labels, for asm goto.
GOTO = FLAG + """
static int looks (int *p) {
  asm goto ("cmpl $0, %%0\\n\\tjne %%l1" : : "%s" (*p) : %s : set);
  return 0;
set:
  return 1;
}"""

ALL = [
    assembly("both", SET, GET),
    assembly("plain_write", "G = 1;", GET),
    assembly("plain_read", SET, "G"),
    letter("m", "m"),
    letter("o", "o"),
    letter("V", "V"),
    assembly("immediate", "asm volatile (\"movl $1, %c0\" : : \"i\" (&G) : \"memory\");",
             "({ int v; asm volatile (\"movl %c1, %0\" : \"=r\" (v) : \"i\" (&G) : "
             "\"memory\"); v; })", flags="-fno-pie -no-pie"),
    assembly("immediate_locked", "asm volatile (\"lock; incl %c0\" : : \"i\" (&G));",
             "({ int v = 0; asm volatile (\"lock; xaddl %0, %P1\" : \"+r\" (v) : \"i\" "
             "(&G)); v; })", flags="-fno-pie -no-pie"),
    assembly("clobbers_nothing", SET,
             "({ int v; asm volatile (\"movl %1, %0\" : \"=r\" (v) : \"m\" (G)); v; })"),
    assembly("named_operand", SET,
             "({ int v; asm volatile (\"movl %[from], %[to]\" : [to] \"=r\" (v) : [from] "
             "\"m\" (G)); v; })"),
    assembly("early_clobber", SET,
             "({ int v; asm volatile (\"movl %1, %0\\n\\tnop\" : \"=&r\" (v) : \"m\" (G)); v; })"),
    assembly("read_and_written", "asm volatile (\"incl %0\" : \"+m\" (G));",
             "({ unsigned char c; asm volatile (\"decl %0\\n\\tsete %1\" : \"+m\" (G), "
             "\"=q\" (c) : : \"cc\"); c; })"),
    assembly("exchange", SET,
             "({ int v = 0; asm volatile (\"xchgl %0, %1\" : \"+r\" (v), \"+m\" (G)); v; })"),
    assembly("exchange_of_input", SET,
             "({ int v = 0; asm volatile (\"xchgl %0, %1\" : \"=r\" (v) : \"m\" (G), \"0\" (v) "
             ": \"memory\"); v; })"),
    assembly("compare_exchange", SET,
             "({ int v = 1; asm volatile (\"lock; cmpxchgl %2, %1\" : \"+a\" (v), \"+m\" (G) : "
             "\"r\" (2) : \"memory\", \"cc\"); v == 1; })"),
    assembly("compare_exchange_flag", SET,
             "({ int v = 1; asm volatile (\"lock; cmpxchgl %2, %1\" : \"+a\" (v), \"+m\" (G), "
             "\"=@cce\" (done) : \"r\" (2) : \"memory\"); done; })".replace("({ ", "({ int done; ")
             .replace("\"r\" (2) :", "\"r\" (2) :")),
    assembly("add", "asm volatile (\"lock; addl %1, %0\" : \"+m\" (G) : \"r\" (1) : \"cc\");",
             "({ int v = 1; asm volatile (\"lock; xaddl %0, %1\" : \"+r\" (v), \"+m\" (G) : : "
             "\"cc\"); v; })"),
    assembly("bit_test", SET,
             "({ unsigned char c; asm volatile (\"btl $0, %1\\n\\tsetc %0\" : \"=q\" (c) : \"m\" "
             "(G) : \"cc\"); c; })"),
    assembly("flag_output", SET,
             "({ int c; asm volatile (\"cmpl $0, %1\" : \"=@ccne\" (c) : \"m\" (G)); c; })"),
    assembly("second_operand", SET,
             "({ asm volatile (\"movl %1, %%eax\\n\\tmovl %%eax, %0\" : \"=m\" (copy) : \"m\" (G) "
             ": \"eax\"); copy; })", globals=FLAG + " static int copy;"),
    assembly("third_operand", SET,
             "({ int v; asm volatile (\"movl %1, %0\\n\\taddl %2, %0\\n\\taddl %3, %0\" : \"=&r\" "
             "(v) : \"m\" (zero), \"m\" (copy), \"m\" (G)); v; })",
             globals=FLAG + " static int copy, zero;"),
    assembly("byte", "asm volatile (\"movb $1, %0\" : \"=m\" (B));",
             "({ char v; asm volatile (\"movb %1, %0\" : \"=q\" (v) : \"m\" (B)); v; })",
             globals="static char B;"),
    assembly("word", "asm volatile (\"movw $1, %0\" : \"=m\" (B));",
             "({ short v; asm volatile (\"movw %1, %0\" : \"=r\" (v) : \"m\" (B)); v; })",
             globals="static short B;"),
    assembly("long", "asm volatile (\"movq $1, %0\" : \"=m\" (B));",
             "({ long v; asm volatile (\"movq %1, %0\" : \"=r\" (v) : \"m\" (B)); v; })",
             globals="static long B;"),
    assembly("pointer", "asm volatile (\"movq %1, %0\" : \"=m\" (B) : \"r\" (&B));",
             "({ void *v; asm volatile (\"movq %1, %0\" : \"=r\" (v) : \"m\" (B)); v != 0; })",
             globals="static void *B;"),
    assembly("float", "asm volatile (\"movss %1, %0\" : \"=m\" (B) : \"x\" (1.0f));",
             "({ float v; asm volatile (\"movss %1, %0\" : \"=x\" (v) : \"m\" (B)); v > 0; })",
             globals="static float B;"),
    assembly("vector", "asm volatile (\"movups %1, %0\" : \"=m\" (B) : \"x\" (C));",
             "({ v4 v; asm volatile (\"movups %1, %0\" : \"=x\" (v) : \"m\" (B)); v[3]; })",
             globals="typedef int v4 __attribute__ ((vector_size (16)));\n"
                     "static v4 B; static v4 C = {0, 0, 0, 1};"),
    assembly("structure", "B.c = 1;",
             "({ long v; asm volatile (\"movq 16+%1, %0\" : \"=r\" (v) : \"m\" (B)); v; })",
             globals="static struct { long a, b, c; } B;"),
    assembly("array", "B[5] = 1;",
             "({ long v; asm volatile (\"movq 40+%1, %0\" : \"=r\" (v) : \"m\" (B)); v; })",
             globals="static long B[8];"),
    assembly("wide_exchange", SET.replace("movl", "movq").replace("(G)", "(B.b)"),
             "({ long l = 0, h = 0; asm volatile (\"lock; cmpxchg16b %0\" : \"+m\" (B), \"+a\" "
             "(l), \"+d\" (h) : \"b\" (0L), \"c\" (0L) : \"cc\"); h; })",
             globals="static struct { long a, b; } B __attribute__ ((aligned (16)));"),
    assembly("goto", SET, "looks (&G)", globals=GOTO % ("m", '"memory", "cc"')),
    assembly("goto_no_clobber", SET, "looks (&G)", globals=GOTO % ("m", '"cc"')),
    assembly("goto_decrements", "G = 2; asm volatile (\"lock; decl %0\" : \"+m\" (G));",
             "looks (&G)", globals=FLAG + """
static int looks (int *p) {
  asm goto ("lock; decl %0\\n\\tje %l1" : : "m" (*p) : "memory", "cc" : zero);
  return 0;
zero:
  return 1;
}"""),
    assembly("goto_exchanges", SET, "looks (&G)", globals=FLAG + """
static int looks (int *p) {
  asm goto ("lock; btrl $0, %0\\n\\tjc %l[set]" : "+m" (*p) : : "memory", "cc" : set);
  return 0;
set:
  return 1;
}"""),
    assembly("address_in_register",
             "asm volatile (\"movl $1, (%0)\" : : \"r\" (P) : \"memory\");",
             "({ int v; asm volatile (\"movl (%1), %0\" : \"=r\" (v) : \"r\" (P) : \"memory\"); "
             "v; })"),
    assembly("reads_register", SET,
             "({ int v; asm volatile (\"movl (%1), %0\" : \"=r\" (v) : \"r\" (P) : \"memory\"); "
             "v; })"),
    assembly("writes_register",
             "asm volatile (\"movl $1, (%0)\" : : \"r\" (P) : \"memory\");", GET),
    assembly("reads_address_operand", SET,
             "({ int v; asm volatile (\"movl %a1, %0\" : \"=r\" (v) : \"r\" (P) : \"memory\"); "
             "v; })"),
    assembly("reads_symbol", "S = 1;",
             "({ int v; asm volatile (\"movl the_flag(%%rip), %0\" : \"=r\" (v) : : \"memory\"); "
             "v; })", globals="int S asm (\"the_flag\");"),
    assembly("copies_bytes", "B[3] = 1;",
             "({ void *d = D, *s = B; long n = 8; asm volatile (\"rep; movsb\" : \"+D\" (d), "
             "\"+S\" (s), \"+c\" (n) : : \"memory\"); D[3]; })",
             globals="static char B[8], D[8];"),
    assembly("compares_text", "B[0] = 'b';",
             "({ unsigned char c; void *d = B, *s = \"b\"; asm volatile (\"cmpsb\\n\\tsete %0\" : "
             "\"=q\" (c), \"+D\" (d), \"+S\" (s) : : \"memory\", \"cc\"); c; })",
             globals="static char B[8] = \"a\";"),
    assembly("system_call", "if (write (p[1], b, 1) != 1)\n    abort ();",
             "({ long r; char c; asm volatile (\"syscall\" : \"=a\" (r) : \"0\" (0L), "
             "\"D\" ((long)p[0]), \"S\" (&c), \"d\" (1L) : \"rcx\", \"r11\", \"memory\"); "
             "r == 1; })",
             globals="#include <fcntl.h>\n#include <unistd.h>\nstatic int p[2]; static char b[1];",
             before="if (pipe2 (p, O_NONBLOCK))\n    return 3;", apart=False),
    assembly("bit_of_a_register", "asm volatile (\"lock; btsq %1, %0\" : \"+m\" (f[0]) : "
             "\"r\" (130L) : \"memory\", \"cc\");",
             "({ char c; asm volatile (\"btq %2, %1\\n\\tsetc %0\" : \"=q\" (c) : \"m\" (f[0]), "
             "\"r\" (130L) : \"memory\", \"cc\"); c; })", globals="static long f[4];"),
    assembly("rm", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v;  asm volatile (\"movl %1, %0\" : \"=r\" (v) : \"rm\" (G) : "
             "\"cc\"); v; })"),
    assembly("g", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v;  asm volatile (\"movl %1, %0\" : \"=r\" (v) : \"g\" (G) : "
             "\"cc\"); v; })"),
    assembly("X", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v;  asm volatile (\"movl %1, %0\" : \"=r\" (v) : \"mX\" (G) : "
             "\"cc\"); v; })"),
    assembly("q", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v;  asm volatile (\"movl %1, %0\" : \"=q\" (v) : \"q\" (G) : "
             "\"cc\"); v; })"),
    assembly("a_to_b", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v;  asm volatile (\"movl %1, %0\" : \"=b\" (v) : \"a\" (G) : "
             "\"cc\"); v; })"),
    assembly("S_to_D", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v;  asm volatile (\"movl %1, %0\" : \"=D\" (v) : \"S\" (G) : "
             "\"cc\"); v; })"),
    assembly("tied", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v;  asm volatile (\"incl %0\" : \"=r\" (v) : \"0\" (G) : "
             "\"cc\"); v; }) == 2"),
    assembly("write_rm", "asm volatile (\"movl $1, %0\" : \"=rm\" (G));", "G"),
    assembly("write_r", "asm volatile (\"movl $1, %0\" : \"=r\" (G));", "G"),
    assembly("plus_r", "asm volatile (\"incl %0\" : \"+r\" (G));", "G"),
    assembly("plus_rm", "asm volatile (\"incl %0\" : \"+rm\" (G));", "G"),
    assembly("edx_eax",
             "asm volatile (\"movl $1, %%eax; movl $1, %%edx\" : \"=A\" (Q));",
             "Q != 0", globals="static unsigned __int128 Q;"),
    assembly("rep_stosb",
             "void *d = &G; long n = 4; asm volatile (\"rep stosb\" : \"+D\" (d), "
             "\"+c\" (n) : \"a\" (1) : \"memory\");", "G"),
    assembly("lodsb", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ void *s = &G; int v = 0; asm volatile (\"lodsl\" : \"+S\" (s), "
             "\"=a\" (v) : : \"memory\"); v; })"),
    assembly("lodsb_noclobber", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ void *s = &G; int v = 0; asm volatile (\"lodsl\" : \"+S\" (s), "
             "\"=a\" (v)); v; })"),
    assembly("scasl", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ void *s = &G; unsigned char z; asm volatile (\"scasl; sete %1\" : "
             "\"+D\" (s), \"=q\" (z) : \"a\" (1) : \"memory\"); z; })"),
    assembly("xlat", "T[3] = 1;",
             "({ unsigned char v = 3; asm volatile (\"xlatb\" : \"+a\" (v) : \"b\" "
             "(T) : \"memory\"); v; })", globals="static char T[8];"),
    assembly("movnti", "asm volatile (\"movnti %1, %0\" : \"=m\" (G) : \"r\" (1));", "G"),
    assembly("cmpxchg16b", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ unsigned long lo = 0, hi = 0; asm volatile (\"lock; cmpxchg16b "
             "%2\" : \"+a\" (lo), \"+d\" (hi), \"+m\" (Q) : \"b\" (0), \"c\" (0) : "
             "\"cc\"); lo != 0; })",
             globals="static union { unsigned __int128 Qs; int Gs; } u "
                     "__attribute__ ((aligned (16)));\n#define Q u.Qs\n#define G "
                     "u.Gs"),
    assembly("xadd_register", "G = 1;",
             "({ int v = 0; asm volatile (\"lock; xaddl %0, (%1)\" : \"+r\" (v) : "
             "\"r\" (&G) : \"memory\"); v; })"),
    assembly("btsl", "asm volatile (\"lock; btsl %1, %0\" : \"+m\" (G) : \"r\" (3));",
             "G == 8"),
    assembly("bts_far",
             "asm volatile (\"lock; btsq %1, %0\" : \"+m\" (A[0]) : \"r\" (70L) : "
             "\"memory\");", "A[1] == 64", globals="static long A[2];"),
    assembly("index", "A[k] = 1;",
             "({ int v; asm volatile (\"movl %1, %0\" : \"=r\" (v) : \"m\" (A[k])); "
             "v; })", globals="static int A[4]; static volatile int k = 2;"),
    assembly("whole_array", "A[2] = 1;",
             "({ int v; asm volatile (\"movl 8(%1), %0\" : \"=r\" (v) : \"r\" (A), "
             "\"m\" (*(struct { int x[4]; } *)A)); v; })", globals="static int A[4];"),
    assembly("offset_of_operand", "A[2] = 1;",
             "({ int v; asm volatile (\"movl 8+%1, %0\" : \"=r\" (v) : \"m\" (A[0]) "
             ": \"memory\"); v; })", globals="static int A[4];"),
    assembly("function_in_asm", "set_it ();", "get_it ()",
             globals="int G; void set_it (void); int get_it (void);\nasm "
                     "(\".text\\n.globl set_it\\nset_it: movl $1, G(%rip)\\n "
                     "ret\\n.globl get_it\\nget_it: movl G(%rip), %eax\\n ret\\n\");"),
    assembly("function_in_asm_own", "set_it ();", "get_it ()",
             globals="void set_it (void); int get_it (void);\nasm (\".text\\n.globl "
                     "set_it\\nset_it: movl $1, Gx(%rip)\\n ret\\n.globl "
                     "get_it\\nget_it: movl Gx(%rip), %eax\\n ret\\n.bss\\nGx: "
                     ".long 0\\n.text\");"),
    assembly("naked", "G = 1;", "get_it ()",
             globals="int G; __attribute__ ((naked, noinline)) static int get_it "
                     "(void) { asm (\"movl G(%rip), %eax\\n ret\"); }"),
    assembly("local_register", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ register int *r asm (\"rbx\") = &G; int v; asm volatile (\"movl "
             "(%1), %0\" : \"=r\" (v) : \"r\" (r) : \"memory\"); v; })"),
    assembly("alias", "one = 1;", "two",
             globals="int one; extern int two __attribute__ ((alias (\"one\")));"),
    assembly("ifunc", "G = 1;", "pick ()",
             globals="static int G; static int impl (void) { return G; } "
                     "__attribute__ ((used)) static int (*res (void)) (void) { "
                     "return impl; } int pick (void) __attribute__ ((ifunc "
                     "(\"res\")));"),
    assembly("goto_output", "asm volatile (\"movl $1, %0\" : \"=m\" (G));", "looks ()",
             globals="static int G; static int *volatile P = &G; static int looks "
                     "(void) { int v; asm goto (\"movl %1, %0; testl %0, %0; jnz "
                     "%l2\" : \"=r\" (v) : \"m\" (G) : \"cc\" : set); return 0; "
                     "set: return 1; }"),
    assembly("goto_two_labels", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "looks () == 2",
             globals="static int G; static int *volatile P = &G; static int looks "
                     "(void) { asm goto (\"cmpl $1, %0; je %l2; jg %l1\" : : \"m\" "
                     "(G) : \"cc\" : big, set); return 0; big: return 1; set: "
                     "return 2; }"),
    assembly("goto_register", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "looks ()",
             globals="static int G; static int *volatile P = &G; static int looks "
                     "(void) { asm goto (\"testl %0, %0; jnz %l1\" : : \"r\" (G) : "
                     "\"cc\" : set); return 0; set: return 1; }"),
    assembly("push_pop", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ long v; asm volatile (\"pushq %1; popq %0\" : \"=r\" (v) : \"r\" "
             "((long)G)); v != 0; })"),
    assembly("loop", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v; asm volatile (\"1: movl %1, %0; testl %0, %0; jz 1b\" : "
             "\"=&r\" (v) : \"m\" (G)); v; })"),
    assembly("cmov", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v = 0, o = 7; asm volatile (\"cmpl $1, %1; cmovel %2, %0\" : "
             "\"+r\" (v) : \"m\" (G), \"r\" (o)); v == 7; })"),
    assembly("x87", "G = 3;",
             "({ long double v; asm volatile (\"fildl %1\" : \"=t\" (v) : \"m\" "
             "(G)); v > 2; })"),
    assembly("x87_store",
             "asm volatile (\"fistpl %0\" : \"=m\" (G) : \"t\" (3.0L) : \"st\");", "G"),
    assembly("pointer_in_memory", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v; asm volatile (\"movq %1, %%rax; movl (%%rax), %0\" : \"=r\" "
             "(v) : \"m\" (P) : \"rax\", \"memory\"); v; })"),
    assembly("pointer_in_memory_noclobber",
             "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v; asm volatile (\"movq %1, %%rax; movl (%%rax), %0\" : \"=r\" "
             "(v) : \"m\" (P) : \"rax\"); v; })"),
    assembly("not_volatile", "asm volatile (\"movl $1, %0\" : \"=m\" (G));",
             "({ int v; asm (\"movl %1, %0\" : \"=r\" (v) : \"m\" (G)); v; })"),
]

CASES = ALL if platform.machine() == "x86_64" else []
