#!/usr/bin/python3
"""load_orders.py SEED: a random C program of two to three threads, which share globals, a heap
block, locks, atomics and a pipe, and pass them to functions of the C library, whose calls have
records or order what is around them in ways of their own."""
import random, sys

random.seed(int(sys.argv[1]))
pick = random.choice
number = random.randrange
NUMBERS = ["a", "b", "c", "heap[0]", "heap[1]"]
TEXTS = ["text", "name", "words"]


def step():
    return pick([
        lambda: f"{pick(NUMBERS)} = {number(9)};",
        lambda: f"{pick(NUMBERS)} += {pick(NUMBERS)};",
        lambda: f"if ({pick(NUMBERS)} > {number(4)}) {pick(NUMBERS)} = {number(9)};",
        lambda: f"atomic_fetch_add_explicit (&flag, 1, memory_order_{pick(['relaxed', 'acq_rel'])});",
        lambda: f"atomic_store_explicit (&flag, {number(3)}, memory_order_{pick(['relaxed', 'release'])});",
        lambda: f"if (atomic_load_explicit (&flag, memory_order_{pick(['relaxed', 'acquire'])})) {pick(NUMBERS)} = 1;",
        lambda: f"pthread_mutex_lock (&m); {pick(NUMBERS)} = {number(9)}; pthread_mutex_unlock (&m);",
        lambda: f"strcpy ({pick(TEXTS)}, \"{'x' * number(6)}\");",
        lambda: f"snprintf ({pick(TEXTS)}, 16, \"%d\", {pick(NUMBERS)});",
        lambda: f"{pick(NUMBERS)} = (int) strlen ({pick(TEXTS)});",
        lambda: f"{pick(NUMBERS)} = atoi ({pick(TEXTS)});",
        lambda: f"memmove ({pick(TEXTS)}, {pick(TEXTS)}, 4);",
        lambda: f"qsort (list, 4, sizeof *list, compare);",
        lambda: f"list[{number(4)}] = {pick(NUMBERS)};",
        lambda: f"{pick(NUMBERS)} = rand () % 3;",
        lambda: f"srand ({number(5)});",
        lambda: f"setenv (\"FT_X\", {pick(TEXTS)}, 1);",
        lambda: f"if (getenv (\"FT_X\")) {pick(NUMBERS)} = 2;",
        lambda: f"write (ends[1], \"y\", 1);",
        lambda: f"putenv (\"FT_Y=1\");",
        lambda: f"free (malloc ({1 + number(40)}));",
        lambda: f"strtok ({pick(TEXTS)}, \",\");",
        lambda: f"errno = 0;",
    ])()


def body():
    return "\n  ".join(step() for _ in range(2 + number(6)))


threads = 2 + number(2)
print("""#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int a, b, c, *heap, list[4] = {3, 1, 2, 0}, ends[2];
static char text[32] = "1,2", name[32], words[32] = "7";
static atomic_int flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int compare (const void *x, const void *y) {
  return *(const int *) x - *(const int *) y;
}""")
for i in range(threads):
    print(f"static void *run{i} (void *unused) {{\n  {body()}\n  return unused;\n}}")
print("int main (void) {\n  pthread_t t[4];\n  heap = calloc (2, sizeof *heap);\n  if (pipe (ends))\n    return 1;")
for i in range(threads):
    print(f"  pthread_create (t + {i}, NULL, run{i}, NULL);\n  {step() if number(2) else ''}")
for i in range(threads):
    print(f"  pthread_join (t[{i}], NULL);\n  {step() if number(3) == 0 else ''}")
print("  return 0;\n}")
