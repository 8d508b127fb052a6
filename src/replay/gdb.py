"""The command 'foretrace' of gdb, in a replay of a race ('replay --gdb').

The runtime in the program calls ft_gdb_stopped (src/runtime/gdb_stop.h) before
each event of the replay schedule, at the race and after each record of the
race.  The function does nothing; a breakpoint on it stops the program while a
command of this file wants that.  The descriptions of events come from
debug.json (src/report/debug_facts.h) in the directory of the replay, which
$FORETRACE_REPLAY names.
"""

import json
import os

import gdb

STEP, RACE, RECORD = 0, 1, 2  # enum ft_gdb_stop
REGISTERS = {"i386:x86-64": ("rdi", "rsi", "rdx", "rcx"),
             "aarch64": ("x0", "x1", "x2", "x3")}
AROUND = 6  # lines of the schedule to either side

replay = os.environ["FORETRACE_REPLAY"]
with open(os.path.join(replay, "debug.json"), encoding="utf-8") as file:
    facts = json.load(file)


class Stop(gdb.Breakpoint):
    """At ft_gdb_stopped, by which the runtime reports where the replay is."""

    def __init__(self):
        super().__init__("*ft_gdb_stopped", internal=True)
        self.silent = True
        self.enabled = False
        self.least = STEP  # lower kinds do not stop
        self.at = None  # (kind, number, task, passed) of the last stop

    def stop(self):
        frame = gdb.selected_frame()
        names = REGISTERS[frame.architecture().name()]
        values = [int(frame.read_register(name)) for name in names]
        kind, number, task = (v & 0xffffffff for v in values[:3])
        if kind < self.least:
            return False
        self.at = (kind, number, task, values[3] & 1)
        return True


breakpoint = Stop()
position = None  # 'at' of the current stop; None before the first one


def is_alive():
    return gdb.selected_inferior().pid != 0


def outcome():
    """The lines of the replay outcome."""
    try:
        with open(os.path.join(replay, "outcome"), encoding="utf-8") as lines:
            return lines.read().split("\n")
    except OSError:
        return []


def held():
    """The kernel's threads by number, when the replay holds all of them."""
    words = (line.split() for line in outcome())
    return {int(w[1]): int(w[3]) for w in words if w and w[0] == "parked"}


def numbers():
    """The runtime's number of each of the kernel's threads, as far as known."""
    known = {task: number for number, task in held().items()}
    try:
        for number in range(int(gdb.parse_and_eval("ft_thread_count"))):
            thread = gdb.parse_and_eval("ft_threads[%d]" % number)
            if int(thread):
                known[int(thread["task"])] = number
    except gdb.error:
        pass  # the program has no symbols
    return known


def thread_of(task):
    for thread in gdb.selected_inferior().threads():
        if thread.ptid[1] == task:
            return thread
    return None


# ---- the program's own frames --------------------------------------------------

def runtime_directory():
    symbol = gdb.lookup_global_symbol("ft_gdb_stopped")
    return symbol and os.path.dirname(symbol.symtab.fullname())


def is_runtime(frame):
    table = frame.find_sal().symtab
    if table and runtime_directory():
        try:
            return os.path.dirname(table.fullname()) == runtime_directory()
        except UnicodeDecodeError:
            return False  # the runtime has no such name
    return (frame.name() or "").startswith("ft_")


def is_own(frame):
    table = frame.find_sal().symtab
    return bool(table) and not is_runtime(frame) and \
        not table.objfile.filename.startswith(("/lib", "/usr/lib"))


def own_frame():
    """The innermost frame of the program's code in the selected thread."""
    frame = gdb.newest_frame()
    while frame and not is_own(frame):
        frame = frame.older()
    return frame or gdb.newest_frame()


def show_own_frame():
    own_frame().select()
    try:
        text = gdb.execute("frame", to_string=True)
    except UnicodeDecodeError:  # a name that Python cannot hold: gdb shows it
        gdb.execute("frame")
    else:
        print("    " + text.rstrip().replace("\n", "\n    "))


def show_value(expression):
    if not expression:
        return
    try:
        print("    %s = %s" % (expression, gdb.parse_and_eval(expression)))
    except gdb.error as error:
        print("    %s: %s" % (expression, error))


# ---- the position in the schedule ----------------------------------------------

def show_event(number):
    event = facts["steps"][number]
    print("%4d of %d  %s  %s  %s" % (number + 1, len(facts["steps"]),
                                      event["thread"], event["event"],
                                      event["place"]))


def show_access(side):
    """The next access of one thread of the race."""
    task = held().get(side["thread"])
    thread = thread_of(task)
    locks = ", ".join(side["locks"]) or "none"
    if not thread:
        print("  %s %s  %s  locks held: %s" %
              (side["name"], side["does"], side["place"], locks))
        return
    thread.switch()
    print("  %s (thread %d, LWP %d) %s  locks held: %s" %
          (side["name"], thread.num, task, side["does"], locks))
    show_own_frame()
    show_value(side["expression"])


def race_state():
    if not is_alive():
        return "the program has ended; 'foretrace restart' begins again"
    if not held():
        return "not there yet; 'foretrace continue' goes there"
    if position and position[0] == RECORD:
        return "its accesses are being done"
    return "all threads are parked right before it"


def show_race():
    print("%s  %s: %s" % (facts["race"], facts["kind"], race_state()))
    for side in facts["accesses"]:
        show_access(side)
    first = thread_of(held().get(facts["accesses"][0]["thread"]))
    if first:
        first.switch()
        own_frame().select()


def show_position():
    kind, number, task, passed = position
    thread = thread_of(task)
    if kind == STEP:
        show_event(number)
        if passed:
            print("    (done already: it is one step with what was before)")
    elif kind == RACE:
        show_race()
        return
    else:
        side = facts["accesses"][number]
        print("%s has done its part of %s: %s" %
              (side["name"], facts["race"], side["does"]))
    if thread:
        thread.switch()
        show_own_frame()
    else:
        print("    (its thread is not there yet)")
    if kind == RECORD:
        show_value(facts["accesses"][number]["expression"])


def show_end():
    lines = outcome()
    if lines and lines[0].startswith("diverged"):
        print("The program went another way: " + lines[0])
    print("The program has ended; 'foretrace restart' begins again."
          if not is_alive() else "Stopped outside of the schedule.")


def go_on(least):
    """Continues to the next stop; False when the program stopped before it."""
    global position
    breakpoint.least = least
    breakpoint.at = None
    breakpoint.enabled = True
    output = gdb.execute("continue", to_string=True)
    breakpoint.enabled = False
    if breakpoint.at:
        position = breakpoint.at
        return True
    print(output.strip())
    show_end()
    return False


# ---- commands ------------------------------------------------------------------

class Foretrace(gdb.Command):
    """The race that this replay is about.

foretrace race       both threads, what they are about to do, values
foretrace threads    all threads, each in the program's own code
foretrace schedule   the events of the schedule; 'all': every one
foretrace step [N]   to before the next event of the schedule; at the race, one
                     access after the other
foretrace continue   to the race
foretrace restart    from the first event of the schedule on"""

    def __init__(self):
        super().__init__("foretrace", gdb.COMMAND_USER, prefix=True)

    def invoke(self, argument, from_tty):
        if argument:
            raise gdb.GdbError("foretrace: no such command; see 'help foretrace'")
        show_race()
        print("'help foretrace' lists what else there is.")


class Sub(gdb.Command):
    """A subcommand of 'foretrace', which a function executes."""

    def __init__(self, name, act):
        self.__doc__ = act.__doc__
        self.act = act
        super().__init__("foretrace " + name, gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        self.act(argument)


def race(_):
    """Both threads of the race, what they are about to do, values."""
    show_race()


def threads(_):
    """All threads, each in the program's own code."""
    selected = gdb.selected_thread()
    known = numbers()
    for thread in sorted(gdb.selected_inferior().threads(), key=lambda t: t.num):
        thread.switch()
        frame = own_frame()
        place = frame.find_sal()
        number = known.get(thread.ptid[1], len(facts["threads"]))
        name = (facts["threads"] + ["-"])[number]
        print("%s %2d  LWP %d  %-6s %s %s" % (
            "*" if thread == selected else " ", thread.num, thread.ptid[1],
            name, frame.name() or "?",
            "%s:%d" % (place.symtab.filename, place.line) if place.symtab else ""))
    if selected:
        selected.switch()


def schedule(argument):
    """The events of the schedule; 'all': every one."""
    count = len(facts["steps"])
    at = count if position is None or position[0] != STEP else position[1]
    whole = argument.strip() == "all"
    if facts["left_out"]:
        print("(%d events before those)" % facts["left_out"])
    for number in range(count) if whole else \
            range(max(0, at - AROUND), min(count, at + AROUND)):
        print("=>" if number == at else "  ", end="")
        show_event(number)
    print("%s%s" % ("=>" if at == count else "  ", "   the race: " + "  <->  ".join(
        "%s %s" % (side["name"], side["does"]) for side in facts["accesses"])))


def step(argument):
    """To before the next event of the schedule; N: that many."""
    times = int(gdb.parse_and_eval(argument)) if argument else 1
    for _ in range(times):
        if not is_alive():
            raise gdb.GdbError("The program has ended; 'foretrace restart'.")
        if not go_on(STEP):
            return
    if times > 0:
        show_position()


def to_race(_):
    """To the race."""
    if held():
        raise gdb.GdbError("The program is there, or past it; 'foretrace restart'.")
    if go_on(RACE):
        show_position()


def restart(_):
    """From the first event of the schedule on: the program is started again."""
    with open(os.path.join(replay, "again"), "w", encoding="utf-8"):
        pass
    gdb.execute("quit")


Foretrace()
for word, function in (("race", race), ("threads", threads), ("step", step),
                       ("schedule", schedule), ("continue", to_race),
                       ("restart", restart)):
    Sub(word, function)
