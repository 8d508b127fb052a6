#!/usr/bin/python3
"""Writes C functions that compute from their arguments: random expressions,
loops, switches, arrays.  Nothing in them is undefined, whatever they are called
with.  random_functions.py SEED COUNT [floats]"""

import random
import sys

rng = random.Random(int(sys.argv[1]))
floats = sys.argv[3:] == ["floats"]
TYPES = ["uint8_t", "uint16_t", "uint32_t", "uint64_t",
         "int8_t", "int16_t", "int32_t", "int64_t"]


def constant():
    value = rng.choice([0, 1, 2, 3, 7, 8, 10, 255, 4096, 0x7fffffff,
                        rng.getrandbits(16), rng.getrandbits(64)])
    return f"UINT64_C ({value})"


def binary(depth):
    a, b = expression(depth), expression(depth)
    wide = rng.choice(["uint32_t", "uint64_t"])
    bits = 31 if wide == "uint32_t" else 63
    signed = wide[1:]
    return rng.choice([
        lambda: f"(({wide}){a} {rng.choice('+-*&|^')} ({wide}){b})",
        lambda: f"(({wide}){a} {rng.choice(['<<', '>>'])} ({b} & {bits}))",
        lambda: f"(({signed}){a} >> ({b} & {bits}))",
        lambda: f"(({wide}){a} {rng.choice('/%')} (({wide}){b} | 1))",
        lambda: f"(({signed}){a} {rng.choice('/%')} (({signed})({b} & 99) + 1))",
        lambda: f"((int64_t)(int32_t){a} {rng.choice('+-*')} (int32_t){b})",
        lambda: f"((uint64_t)(uint16_t){a} {rng.choice('+*')} (uint16_t){b})",
        lambda: f"(({rng.choice(TYPES)}){a} {rng.choice(['<', '<=', '==', '!='])}"
                f" ({rng.choice(TYPES)}){b})",
        lambda: f"({a} {rng.choice(['&&', '||'])} {b})"])()


def builtin(depth):
    a, b = expression(depth), expression(depth)
    kind = rng.choice(TYPES)
    op = rng.choice(["add", "sub", "mul"])
    turn = rng.randrange(1, 31)
    return rng.choice([
        f"__builtin_bswap{rng.choice([16, 32, 64])} ({a})",
        f"(({{ {kind} r_; bool o_ = __builtin_{op}_overflow (({kind}){a}, "
        f"({kind}){b}, &r_); (uint64_t)r_ * 2 + o_; }}))",
        f"rotate ({a}, {turn})", f"rotate ({a}, {b})",
        f"least (({kind}){a}, ({kind}){b})", f"most ({a}, {b})",
        f"magnitude ((int32_t){a})", f"without ({a}, {b})"])


def number(depth):
    """Of floating point, "float" or "double"."""
    if depth <= 0:
        return rng.choice([
            f"of_bits ({rng.choice('abcs')})", f"small ({rng.choice('abcs')})",
            f"(double)(int64_t){rng.choice('abcs')}",
            f"(float){rng.choice('abcs')}",
            rng.choice(["0.1", "-0.0", "1e300", "3.0f", "0.7f", "1e-40f"])])
    a, b = number(depth - 1), number(depth - 1)
    return rng.choice([
        lambda: f"({a} {rng.choice('+-*/')} {b})",
        lambda: f"({a} {rng.choice('+-*/')} {b})",
        lambda: f"({a} * {b} + {number(depth - 2)})",
        lambda: f"(float)({a})", lambda: f"-({a})",
        lambda: f"__builtin_fabs ({a})", lambda: f"__builtin_sqrtf ({a})",
        lambda: f"__builtin_floor ({a})", lambda: f"__builtin_trunc ({a})",
        lambda: f"({a} {rng.choice(['<', '>=', '==', '!='])} {b} ? {a} : {b})"
    ])()


def floating(depth):
    a, b = number(depth), number(depth)
    return rng.choice([
        lambda: f"bits ({a})", lambda: f"bits ({a})",
        lambda: f"({a} {rng.choice(['<', '<=', '==', '!=', '>'])} {b})",
        lambda: f"whole ({a})"])()


def expression(depth):
    if depth > 0 and floats and rng.randrange(3) == 0:
        return floating(depth)
    if depth <= 0:
        return rng.choice(["a", "b", "c", "s", constant()])
    return rng.choice([
        lambda: binary(depth - 1), lambda: binary(depth - 1),
        lambda: builtin(depth - 1),
        lambda: f"({rng.choice(TYPES)}){expression(depth - 1)}",
        lambda: f"({expression(depth - 1)} ? {expression(depth - 2)} : "
                f"{expression(depth - 2)})"])()


def statement():
    e = expression
    return rng.choice([
        lambda: f"s = {e(3)};",
        lambda: f"if ({e(2)}) s += {e(2)}; else s ^= {e(2)};",
        lambda: f"for (uint32_t i = 0; i < ({e(1)} & 15); i++) "
                f"s = s * {constant()} + i * (uint64_t){e(1)};",
        lambda: f"switch ({e(1)} & 7) {{ case 1: s = {e(2)}; break; case 3: "
                f"s += 3; case 4: s ^= {e(1)}; break; default: s--; }}",
        lambda: f"{{ {rng.choice(TYPES[:4])} t[8]; for (int i = 0; i < 8; i++) "
                f"t[i] = {e(1)} >> i; s += t[{e(1)} & 7]; }}",
        lambda: f"{{ struct pair p = {{{e(1)}, {e(1)}, {{{e(1)}}}}}, q; "
                f"memset (&q, (int){e(0)}, sizeof q); if ({e(1)}) q = p; "
                f"q.v[{e(1)} & 3] ^= {e(1)}; "
                f"s ^= q.x + q.y + q.v[{e(1)} & 3]; }}",
    ])()


print("""#include <stdbool.h>
#include <stdint.h>
#include <string.h>
struct pair { uint8_t x; uint64_t y; uint16_t v[4]; };
static inline uint32_t rotate (uint32_t x, uint32_t n) {
  return x << (n & 31) | x >> (-n & 31);
}
static inline uint64_t least (uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline uint64_t most (int64_t a, int64_t b) {
  return (uint64_t)(a > b ? a : b);
}
static inline uint32_t magnitude (int32_t a) {
  return a < 0 ? 0 - (uint32_t)a : (uint32_t)a;
}
static inline uint64_t without (uint64_t a, uint64_t b) {
  return a > b ? a - b : 0;
}
static inline double of_bits (uint64_t a) {
  double x; memcpy (&x, &a, 8); return x;
}
static inline float small (uint32_t a) {
  float x; memcpy (&x, &a, 4); return x;
}
static inline uint64_t bits (double x) {
  uint64_t a; memcpy (&a, &x, 8); return x == x ? a : 7;
}
static inline uint64_t whole (double x) {
  return x > -1e9 && x < 1e9 ? (uint64_t)(int32_t)x : x >= 1e9 && x < 1e19
         ? (uint64_t)x : 3;
}""")
count = int(sys.argv[2])
for n in range(count):
    print(f"uint64_t f{n} (uint64_t a, uint64_t b, uint64_t c) {{\n"
          "  uint64_t s = a ^ b;")
    for _ in range(rng.randrange(1, 4)):
        print("  " + statement())
    print(f"  return {expression(3)};\n}}")
print("struct test_function { const char *name;\n"
      "  uint64_t (*call) (uint64_t, uint64_t, uint64_t); };\n"
      "const struct test_function test_functions[] = {")
for n in range(count):
    print(f'  {{"f{n}", f{n}}},')
print("  {0, 0}};")
