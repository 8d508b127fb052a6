"""Slow twin of the models of library functions: evaluates the events of a
recorded run (JSON lines) for another input.

symbolic_twin.py TRACE [SOURCE=TEXT...]: prints what the first thread writes to
what the other one has written with these inputs in place of the recorded ones,
or "other way" when a branch before that comes out otherwise."""
import json
import sys


def word(value):
    return int(value, 0) if isinstance(value, str) else value


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


def apply(name, bits, a, b):
    a &= (1 << bits) - 1
    b &= (1 << bits) - 1
    if name in ("add", "sub", "mul", "lt", "le", "gt", "ge", "shr", "min",
                "max"):
        a = signed(a, bits)
        b = signed(b, bits) if name != "shr" else b
    result = {
        "copy": lambda: a, "add": lambda: a + b, "uadd": lambda: a + b,
        "sub": lambda: a - b, "usub": lambda: a - b, "mul": lambda: a * b,
        "umul": lambda: a * b, "and": lambda: a & b, "or": lambda: a | b,
        "xor": lambda: a ^ b, "shl": lambda: a << b, "ushl": lambda: a << b,
        "shr": lambda: a >> b, "ushr": lambda: a >> b,
        "eq": lambda: a == b, "ne": lambda: a != b,
        "lt": lambda: a < b, "le": lambda: a <= b, "gt": lambda: a > b,
        "ge": lambda: a >= b, "ult": lambda: a < b, "ule": lambda: a <= b,
        "ugt": lambda: a > b, "uge": lambda: a >= b,
        "nand": lambda: ~(a & b), "min": lambda: min(a, b),
        "max": lambda: max(a, b), "umin": lambda: min(a, b),
        "umax": lambda: max(a, b)}[name]()
    return int(result) & ((1 << bits) - 1)


class Run:
    def __init__(self, inputs):
        self.inputs, self.memory, self.locals, self.recorded = inputs, {}, {}, {}

    def operand(self, x):
        return self.locals[x] if isinstance(x, str) and x[0] == "%" else word(x)

    def same(self, operands):
        return all(self.locals.get(x) == self.recorded.get(x)
                   for x in operands if isinstance(x, str) and x[0] == "%")

    def cells(self, e):
        # Variables of a block are at its offsets.
        place, first = e.get("variable"), e.get("offset", 0)
        if place is None:
            place, first = "", word(e["address"])
        elif "-" in place:
            place, below = place.rsplit("-", 1)
            first -= int(below)
        return [(place, first + i) for i in range(e.get("size", 8))]

    def written(self, e):
        n = e.get("size", 8)
        recorded = word(e.get("value", 0)).to_bytes(8, "little")[:n]
        if "input" in e:
            text = self.inputs.get(e["input"])
            at = e.get("at", 0)
            return text[at:at + n] if text is not None else recorded
        if e.get("operator", "none") != "none":
            return self.compute(e).to_bytes(8, "little")[:n]
        if not self.same(e.get("operands", [])):
            raise LookupError
        return recorded

    def compute(self, e):
        operands = [self.operand(x) for x in e["operands"]] + [0]
        return apply(e["operator"], 8 * e.get("size", 8), *operands[:2])

    def read(self, e):
        recorded = word(e.get("value", 0)).to_bytes(8, "little")
        got = bytes(self.memory.get(c, recorded[i])
                    for i, c in enumerate(self.cells(e)))
        if "result" in e:
            self.locals[e["result"]] = int.from_bytes(got, "little")
            self.recorded[e["result"]] = word(e.get("value", 0))
        elif "operands" in e and got != recorded[:len(got)] and "value" in e:
            raise LookupError

    def step(self, e):
        if e["op"] == "read":
            self.read(e)
        elif e["op"] == "write":
            for cell, byte in zip(self.cells(e), self.written(e)):
                self.memory[cell] = byte
        elif e["op"] == "local":
            self.recorded[e["result"]] = word(e.get("value", 0))
            if e.get("operator", "none") == "none":
                if not self.same(e["operands"]):
                    raise LookupError
                self.locals[e["result"]] = word(e.get("value", 0))
            else:
                self.locals[e["result"]] = self.compute(e)
        elif e["op"] == "branch" and e.get("operator", "none") != "none":
            if self.compute(e) != word(e["outcome"]):
                raise LookupError
        elif e["op"] == "branch" and not self.same(
                e.get("operands", self.locals)):
            raise LookupError


def main():
    inputs = {}
    for pair in sys.argv[2:]:
        name, text = pair.split("=", 1)
        inputs[name] = text.encode("latin-1").decode("unicode_escape").encode(
            "latin-1")
    run, answer = Run(inputs), "nothing"
    with open(sys.argv[1]) as lines:
        events = [json.loads(line) for line in lines][1:]
    wanted = [run.cells(e) for e in events
              if e["thread"] == "T1" and e["op"] == "write"][-1]
    try:
        for e in events:
            if e["thread"] != "main":
                continue
            run.step(e)
            if e["op"] == "write" and run.cells(e)[0] == wanted[0]:
                raw = bytes(run.memory[c] for c in wanted)
                answer = signed(int.from_bytes(raw, "little"), 64)
                break
    except LookupError:
        answer = "other way"
    print(answer)


main()
