#!/usr/bin/python3 -IS
"""Random programs that may fail: random_failures.py BUILD WORK FIRST COUNT.

Each program (its seed is its number) has threads that read and write shared words, elements
of an array and what a pointer leads to, also to blocks that they allocate and free, each in a
section of one lock, wait for a condition and signal it, and abort, exit with a status, throw, catch,
fail an assertion or return; 'main' joins them and does the same.
An interpreter, which shares nothing with foretrace, lists by all interleavings which
statements can fail, and which waits nothing ends.  Of one recording of the program itself, each certified failure must be
one of these, and every replay must see it.  What breaks this is printed with its seed and
shrunk."""

import json
import os
import random
import subprocess
import sys

LOCALS, WORDS = 2, 2
FREED = -1  # the content of a block that was freed
MOST_STATES = 200000

# ---- programs --------------------------------------------------------------
#
# A statement is a list: its name, operands, and blocks, which are lists of statements.


def some_block(rng, depth, kind):
    """A block of random statements; 'kind' is what the threads do: "waits", "frees", or ""."""
    return [some_statement(rng, depth, kind) for _ in range(rng.randint(1, 3))]


def some_statement(rng, depth, kind):
    """A random statement; blocks are nested up to three deep."""
    local, word, small = rng.randrange(LOCALS), rng.randrange(WORDS), rng.randrange(3)
    if depth and rng.random() < 0.45:
        inner = [some_block(rng, depth - 1, kind)]
        if rng.random() < 0.3:
            inner.append(some_block(rng, depth - 1, kind))
        if rng.random() < 0.25:
            return ["try", inner[0], inner[1] if len(inner) > 1 else [["set", local, 1]]]
        return ["if", local, small, *inner]
    plain = [["get", local, word], ["get", local, word], ["put", word, local],
             ["store", word, small], ["add", word, 1 + small % 2],
             ["get_at", local, rng.randrange(LOCALS)], ["put_at", local, small],
             ["point", small % 2], ["follow", local], ["set", local, small],
             ["fresh", small], ["renew", small], ["through", small],
             ["choose", local, small]]
    if kind == "frees":
        plain += 3 * [["free"], ["store", word, small], ["through", small]]
    else:  # what is freed may be the address of another block then
        plain += [["same", local]]
    if kind == "waits":
        plain += [["await", word, small], ["await", word, small], ["await_once", word, small],
                  ["signal", word, small], ["signal", word, small],
                  ["broadcast", word, small]]
    ends = [["abort"], ["exit", small], ["throw"], ["throw"], ["assert", local, small],
            ["assert", local, small], ["return", local]]
    return rng.choice(ends if depth < 2 and rng.random() < 0.4 else plain)


def some_program(seed):
    """The blocks of the threads, 'main' first, and whether that returns a local.  One that
    may fail, but mostly does not where each thread runs to its end."""
    rng = random.Random(seed)
    while True:
        kind = ("waits", "frees", "")[seed % 3]
        frees = kind == "frees"
        threads = [[["get", 0, rng.randrange(WORDS)]]
                   + some_block(rng, 2, kind if frees else "")]
        threads += [some_block(rng, 2, kind) + some_block(rng, 2, kind)
                    for _ in range(rng.randint(2, 3))]
        program = {"threads": threads, "returns": rng.random() < 0.5, "frees": frees,
                   "level": rng.choice(["-O0", "-O1", "-O2"])}
        interpreter = possible(program)[1]
        if interpreter.failures and ((not frees and rng.random() < 0.1)
                                     or not interpreter.one_by_one()):
            return program


# ---- source ----------------------------------------------------------------

HEAD = """#include <cassert>
#include <cstdlib>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int w[2], a[2], *p = a;

static int *fresh (int x) {
  int *block = (int *)malloc (sizeof *block);
  *block = x;
  return block;
}

#define ATOMICALLY(what) pthread_mutex_lock (&m), what, pthread_mutex_unlock (&m)
"""

TEXTS = {
    "get": "ATOMICALLY (l{0} = w[{1}]);",
    "put": "ATOMICALLY (w[{0}] = l{1});",
    "store": "ATOMICALLY (w[{0}] = {1});",
    "add": "ATOMICALLY (w[{0}] = (w[{0}] + {1}) & 3);",
    "get_at": "ATOMICALLY (l{0} = a[l{1} & 1]);",
    "put_at": "ATOMICALLY (a[l{0} & 1] = {1});",
    "point": "ATOMICALLY (p = &a[{0}]);",
    "follow": "ATOMICALLY (q = p); ATOMICALLY (l{0} = *q);",
    "set": "l{0} = {1};",
    "fresh": "q = fresh ({0}); ATOMICALLY (p = q);",
    "renew": "ATOMICALLY (p = fresh ({0}));",
    "through": "ATOMICALLY (q = p); ATOMICALLY (*q = {0});",
    "same": "ATOMICALLY (l{0} = q == p);",
    "choose": "switch (l{0}) {{ case 0: l{0} = {1}; break; case 2: l{0} = 1; break; }}",
    "await": "pthread_mutex_lock (&m); while (w[{0}] != {1}) pthread_cond_wait (&c, &m);"
             " pthread_mutex_unlock (&m);",
    "await_once": "pthread_mutex_lock (&m); if (w[{0}] != {1}) pthread_cond_wait (&c, &m);"
                  " pthread_mutex_unlock (&m);",
    "signal": "ATOMICALLY ((w[{0}] = {1}, pthread_cond_signal (&c)));",
    "broadcast": "ATOMICALLY ((w[{0}] = {1}, pthread_cond_broadcast (&c)));",
    "free": "ATOMICALLY (p != a && p != a + 1 ? free (p) : (void)0);",
    "abort": "abort ();",
    "exit": "exit ({0});",
    "throw": "throw 1;",
    "assert": "assert (l{0} != {1});",
}


class Source:
    """The text of a program; notes the line of each statement.  What 'main' returns may
    have the line of any of its returns, or of its end: compilers put them together."""

    def __init__(self):
        self.lines = HEAD.splitlines()
        self.number = {}
        self.returns = set()

    def block(self, statements, indent, main):
        for s in statements:
            pad = " " * indent
            if s[0] == "if":
                self.lines.append(f"{pad}if (l{s[1]} == {s[2]}) {{")
                self.block(s[3], indent + 2, main)
                if len(s) > 4:
                    self.lines.append(f"{pad}}} else {{")
                    self.block(s[4], indent + 2, main)
                self.lines.append(f"{pad}}}")
            elif s[0] == "try":
                self.lines.append(f"{pad}try {{")
                self.block(s[1], indent + 2, main)
                self.lines.append(f"{pad}}} catch (int) {{")
                self.block(s[2], indent + 2, main)
                self.lines.append(f"{pad}}}")
            else:
                text = TEXTS.get(s[0], "")
                if s[0] == "return":
                    text = "return l{0};" if main else "return 0;"
                self.lines.append(pad + text.format(*s[1:]))
                self.number[id(s)] = len(self.lines)
                if main and s[0] == "return":
                    self.returns.add(len(self.lines))

    def program(self, program):
        for i, block in enumerate(program["threads"][1:], 1):
            self.lines += ["", f"static void *thread{i} (void *) {{",
                           "  int l0 = 0, l1 = 0, *q = a;", "  (void)l0, (void)l1, (void)q;"]
            self.block(block, 2, False)
            self.lines += ["  return 0;", "}"]
        n = len(program["threads"]) - 1
        self.lines += ["", "int main () {", "  int l0 = 0, l1 = 0, *q = a;",
                       "  (void)l0, (void)l1, (void)q;", f"  pthread_t t[{n}];"]
        if program["frees"]:
            self.lines.append("  p = fresh (1);")
        self.lines += [f"  pthread_create (&t[{i}], 0, thread{i + 1}, 0);" for i in range(n)]
        self.lines += [f"  pthread_join (t[{i}], 0);" for i in range(n)]
        self.block(program["threads"][0], 2, True)
        self.lines += ["  return l0;" if program["returns"] else "  return 0;", "}"]
        self.returns |= {len(self.lines) - 1, len(self.lines)}

    def text(self):
        return "\n".join(self.lines) + "\n"


# ---- the interpreter -------------------------------------------------------


def compiled(statements, lines, main, code=None):
    """The block as a list of instructions; targets are indices in it."""
    code = [] if code is None else code
    for s in statements:
        if s[0] == "if":
            at = len(code)
            code.append(None)
            compiled(s[3], lines, main, code)
            end = len(code)
            if len(s) > 4:
                code.append(None)
                compiled(s[4], lines, main, code)
                code[end] = ("jump", len(code))
                end += 1
            code[at] = ("unless", s[1], s[2], end)
        elif s[0] == "try":
            at = len(code)
            code.append(None)
            compiled(s[1], lines, main, code)
            code.append(("untry",))
            over = len(code)
            code.append(None)
            code[at] = ("try", len(code))
            compiled(s[2], lines, main, code)
            code[over] = ("jump", len(code))
        elif s[0] == "follow":
            code += [("take", ), ("follow", s[1], lines[id(s)])]
        elif s[0] == "through":
            code += [("take", ), ("through", s[1], lines[id(s)])]
        elif s[0] == "fresh":
            code += [("fresh", s[1]), ("publish", )]
        else:
            code.append((*s, lines[id(s)]))
    return code


class Interpreter:
    """All states of the program: 'failures' are the (kind, line or "return") that some have."""

    def __init__(self, program, lines):
        main = [("join", i) for i in range(1, len(program["threads"]))]
        self.code = [compiled(program["threads"][0], lines, True, main)]
        end = ("return", 0) if program["returns"] else ("over",)
        self.code[0].append(end)
        self.code += [compiled(b, lines, False) + [("over",)] for b in program["threads"][1:]]
        self.failures = set()
        self.cut = False  # there are too many states
        self.ended = False  # in the last state the program ends
        thread = (0, (0,) * LOCALS, 0, (), False)  # pc, locals, q, handlers, waits
        array, pointer = ((0, 0, 1), 2) if program["frees"] else ((0, 0), 0)
        self.first = ((thread,) * len(self.code), (0,) * WORDS, array, pointer)

    def one_by_one(self):
        """Whether the program fails where each thread runs to its end."""
        state, before, self.failures = self.first, self.failures, set()
        for t in [*range(1, len(self.code)), 0]:
            while True:
                after = self.step(state, t)
                if not after:
                    break
                state = after[0]
        fails, self.failures = bool(self.failures), before
        return fails

    def run(self):
        """Looks at all interleavings."""
        seen, todo = {self.first}, [self.first]
        while todo and not self.cut:
            state = todo.pop()
            self.cut = len(seen) > MOST_STATES
            over, self.ended = True, False
            for t in range(len(self.code)):
                for after in self.step(state, t):
                    over = False
                    if after not in seen:
                        seen.add(after)
                        todo.append(after)
            if over and not self.ended:
                self.hangs(state)

    def fails(self, kind, line):
        """The program ends in a failure."""
        self.failures.add((kind, line))
        self.ended = True

    def hangs(self, state):
        """No thread can go on."""
        for t, thread in enumerate(state[0]):
            if thread[4]:
                self.failures.add(("lost-wakeup", self.code[t][thread[0]][-1]))

    def step(self, state, t):
        """The states behind the next instruction of the thread; none if it has none."""
        after = self.step_alone(state, t)
        if not after:
            return []
        op = self.code[t][state[0][t][0]][0]
        waiting = [u for u, thread in enumerate(state[0]) if thread[4]]
        if op == "broadcast":
            return [self.woken(after, waiting)]
        if op == "signal" and waiting:
            return [self.woken(after, [u]) for u in waiting]
        return [after]

    def woken(self, state, which):
        """The state in which these threads wait no longer; 'await' looks again."""
        threads = list(state[0])
        for u in which:
            pc, local, taken, handlers, _ = threads[u]
            once = self.code[u][pc][0] == "await_once"
            threads[u] = (pc + once, local, taken, handlers, False)
        return (tuple(threads), *state[1:])

    def step_alone(self, state, t):
        """What the thread does itself."""
        threads, words, array, pointer = state
        pc, local, taken, handlers, waits = threads[t]
        if waits:
            return None
        op, *x = self.code[t][pc]
        words, array, local = list(words), list(array), list(local)
        pc += 1
        if op in ("over", "return") and t:
            return None
        if op in ("over", "return"):
            self.ended = True
        if op == "join":
            other = threads[x[0]]
            if self.code[x[0]][other[0]][0] not in ("over", "return"):
                return None
        elif op == "over":
            return None
        elif op == "return":
            if local[x[0]] & 0xff:
                self.failures.add(("abort", "return"))
            return None
        elif op == "get":
            local[x[0]] = words[x[1]]
        elif op == "put":
            words[x[0]] = local[x[1]]
        elif op == "store":
            words[x[0]] = x[1]
        elif op == "add":
            words[x[0]] = words[x[0]] + x[1] & 3
        elif op in ("signal", "broadcast"):
            words[x[0]] = x[1]
        elif op in ("await", "await_once"):
            waits = words[x[0]] != x[1]
            pc -= waits
        elif op == "get_at":
            local[x[0]] = array[local[x[1]] & 1]
        elif op == "put_at":
            array[local[x[0]] & 1] = x[1]
        elif op == "point":
            pointer = x[0]
        elif op == "take":
            taken = pointer
        elif op in ("follow", "through") and array[taken] == FREED:
            return self.fails("use-after-free", x[1])
        elif op == "free":
            if array[pointer] == FREED:
                return self.fails("double-free", x[0])
            if pointer > 1:
                array[pointer] = FREED
        elif op == "follow":
            local[x[0]] = array[taken]
        elif op == "through":
            array[taken] = x[0]
        elif op == "fresh":
            taken = len(array)
            array.append(x[0])
        elif op == "renew":
            pointer = len(array)
            array.append(x[0])
        elif op == "publish":
            pointer = taken
        elif op == "same":
            local[x[0]] = int(taken == pointer)
        elif op == "choose":
            local[x[0]] = {0: x[1], 2: 1}.get(local[x[0]], local[x[0]])
        elif op == "set":
            local[x[0]] = x[1]
        elif op == "unless":
            pc = pc if local[x[0]] == x[1] else x[2]
        elif op == "jump":
            pc = x[0]
        elif op == "try":
            handlers += (x[0],)
        elif op == "untry":
            handlers = handlers[:-1]
        elif op == "throw" and handlers:
            pc, handlers = handlers[-1], handlers[:-1]
        elif op == "assert":
            if local[x[0]] == x[1]:
                return self.fails("assertion", x[2])
        else:  # the program ends here
            self.ended = True
            if op != "exit" or x[0]:
                self.failures.add(("abort", x[-1]))
            return None
        now = (pc, tuple(local), taken, handlers, waits)
        return (threads[:t] + (now,) + threads[t + 1:], tuple(words), tuple(array), pointer)


# ---- comparing -------------------------------------------------------------


def possible(program):
    """The source, and the interpreter, which has looked at all interleavings."""
    source = Source()
    source.program(program)
    interpreter = Interpreter(program, source.number)
    interpreter.run()
    return source, interpreter


def predicted(build, work, source, level):
    """(kind, line or "return") of each certified failure, and whether each replay saw it."""
    base = os.path.join(work, "random")
    with open(base + ".cc", "w", encoding="utf-8") as file:
        file.write(source.text())
    subprocess.run([build + "/bin/foretrace-c++", "-g", level, "-pthread", base + ".cc", "-o",
                    base], check=True)
    subprocess.run([build + "/bin/foretrace", "run", "-d", base + ".run", "-n", "2", "--format",
                    "json", "-o", base + ".json", "--", base], check=False, timeout=300,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(base + ".json", encoding="utf-8") as file:
        failures = json.load(file)["failures"]
    found = {}
    for failure in (f for f in failures if f["verdict"] == "certified"):
        line, replay = int(failure["location"].split(":")[1]), failure["replay"]
        found[failure["kind"], "return" if line in source.returns else line] = (
            bool(replay) and replay["reached"] == replay["runs"] > 0)
    return found


def judge(build, work, program):
    """What is wrong, "" if nothing is; how many failures are certified, and possible."""
    source, interpreter = possible(program)
    can = interpreter.failures
    if interpreter.cut:
        return "", 0, 0
    found = predicted(build, work, source, program["level"])
    wrong = [f"{f} cannot happen" for f in found if f not in can]
    wrong += [f"{f} is not seen by every replay" for f, seen in found.items() if not seen]
    return "; ".join(wrong), len(found), len(can)


def blocks_of(block):
    """The block and all blocks in it."""
    yield block
    for statement in block:
        for inner in statement:
            if isinstance(inner, list):
                yield from blocks_of(inner)


def shrink(build, work, program):
    """Leaves out statements as long as something is wrong."""
    smaller = True
    while smaller:
        smaller = False
        for thread in program["threads"]:
            for block in blocks_of(thread):
                for i in reversed(range(len(block))):
                    left = block.pop(i)
                    if judge(build, work, program)[0]:
                        smaller = True
                    else:
                        block.insert(i, left)
    return possible(program)[0].text()


def main():
    """Prints what is wrong, then the sums; 1 if something is wrong."""
    build, work, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    bad = certified = can = 0
    for seed in range(first, first + count):
        program = some_program(seed)
        wrong, *counts = judge(build, work, program)
        certified, can = certified + counts[0], can + counts[1]
        if wrong:
            bad += 1
            print(f"seed {seed} ({program['level']}): {wrong}")
            print(shrink(build, work, program))
    print(f"{count} programs from seed {first}: {certified} of {can} failures certified, "
          f"{bad} programs wrong")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
