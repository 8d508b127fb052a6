#!/usr/bin/env python3
"""Runs programs that others wrote, of which others said whether they race.

  others.py list   DIR...        what would be run, and what is skipped, and why
  others.py run    DIR... [-k PATTERN] [-o DIR] [--build DIR] [-j N]

DIR is the unpacked source of valgrind, compiler-rt (LLVM), libc++ or glibc, or
a folder of programs that say RACE or NORACE in their first lines.  None of it
is part of foretrace; where to get it is told in README.md of this folder.
verdicts.txt of this folder holds what the sources do not say.

A program is built twice, plainly and with foretrace-cc, and run as it is and
by 'foretrace run'.  A line for each:

  RESULT VERDICT SUITE/NAME detail

  ok      racy: some race certified and confirmed; free: none certified;
          weak: none certified, since its race shows in no sequentially
          consistent run; other: ran as it does without foretrace
  MISSED  racy, and nothing certified
  UNCONF  racy, certified, but no race was confirmed by replay
  FALSE   free or weak, and something certified
  BROKE   crashed, hung, or ended otherwise than it does without foretrace
  BUILD   builds with clang but not with foretrace-cc
  skip    cannot be built or run here even without foretrace

A second column of details tells undecided pairs and unconfirmed races.  Exit
status 1 if anything is neither ok nor skip.
"""
import argparse, collections, concurrent.futures, fnmatch, glob, json, os, re, shutil, signal
import subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
INCLUDE = os.path.join(HERE, "include")

Program = collections.namedtuple(
    "Program", "suite name sources verdict lines cflags libs args steps note")

Rule = collections.namedtuple("Rule", "name verdict args why")


def program(suite, name, sources, verdict, lines=(), cflags=(), libs=(),
            args=(), steps=(), note=""):
    return Program(suite, name, list(sources), verdict, list(lines),
                   list(cflags), list(libs), list(args), list(steps), note)


def read(path):
    with open(path, errors="replace") as f:
        return f.read()


def told():
    """verdicts.txt: 'SUITE/NAME VERDICT [-- ARGS] [# WHY]'"""
    rules = []
    for line in read(os.path.join(HERE, "verdicts.txt")).splitlines():
        line, _, why = line.partition("#")
        line, _, args = line.partition(" -- ")
        words = line.split()
        if words:
            rules.append(Rule(words[0], words[1], args.split(), why.strip()))
    return rules


def rule_of(rules, key):
    """the first rule whose name, which may have a '*', is 'key'"""
    for rule in rules:
        if fnmatch.fnmatchcase(key, rule.name):
            return rule
    return None


def expected_lines(path, text):
    """lines of accesses that FileCheck comments of the test speak of"""
    found = set()
    base = re.escape(os.path.basename(path))
    for number, line in enumerate(text.splitlines(), 1):
        if "CHECK" not in line or "-NOT" in line:
            continue
        for there in re.findall(base + r":(\d+)", line):
            found.add(int(there))
        for off in re.findall(r"\[\[#?\s*@LINE\s*([+-]\s*\d+)?\s*\]\]", line):
            found.add(number + int(off.replace(" ", "") or 0))
    return sorted(found)


# ---- suites: a directory gives its programs ----

def tsan(top, _rules):
    where = os.path.join(top, "compiler-rt/test/tsan")
    for folder in ("", "Linux", "libcxx"):
        full = os.path.join(where, folder)
        for name in sorted(os.listdir(full) if os.path.isdir(full) else ()):
            path = os.path.join(full, name)
            if not re.search(r"\.(c|cpp)$", name):
                continue
            text = read(path)
            positive = re.search(
                r"CHECK(-(?!NOT)[A-Za-z]+)?:.*ThreadSanitizer: "
                r"(data race|heap-use-after-free)", text)
            negative = re.search(
                r"CHECK-NOT:.*(ThreadSanitizer: data race|"
                r"WARNING: ThreadSanitizer|ThreadSanitizer:)", text)
            verdict = "racy" if positive else "free" if negative else "other"
            runs = re.findall(r"//\s*RUN:\s*(.*)", text)
            build = [r for r in runs if re.search(r"%clang(xx)?_tsan", r)]
            cflags, steps = [], []
            for line in build:
                words = line.split("&&")[0].split("|")[0].split()
                if "-shared" in words:
                    steps.append(" ".join(words))
                    continue
                if not cflags and "%s" in words:
                    cflags = [w for w in words if w.startswith("-") and
                              w not in ("-o", "-c") and "%" not in w] or ["-O1"]
            args = []
            for line in runs:
                m = re.search(r"%run %t\S*\s+([^|>&]*)", line)
                if m:
                    args = m.group(1).split()
                    break
            libs = [f for f in cflags if f.startswith("-l")]
            cflags = [f for f in cflags if not f.startswith("-l")]
            cflags += ["-I" + INCLUDE, "-msse4.2", "-w", "-I" + where]
            if name.endswith("cpp") and not any("-std" in f for f in cflags):
                cflags.append("-std=c++11")
            yield program("tsan", os.path.join(folder, name), [path], verdict,
                          expected_lines(path, text), cflags, libs, args,
                          steps)


def valgrind(top, rules):
    """which program is run with which arguments is told in verdicts.txt"""
    if not os.path.exists(os.path.join(top, "config.h")):
        shutil.copy(INCLUDE + "/valgrind/config.h", top)
    for tool in ("drd", "helgrind"):
        where = os.path.join(top, tool, "tests")
        for name in sorted(os.listdir(where) if os.path.isdir(where) else ()):
            if not re.search(r"\.(c|cpp)$", name):
                continue
            stem = name.rsplit(".", 1)[0]
            flags = ["-O0", "-I" + INCLUDE + "/valgrind", "-I" + top, "-w",
                     "-I" + top + "/include", "-I" + where,
                     "-I" + os.path.join(top, "helgrind"),
                     "-I" + os.path.join(top, "drd"),
                     "-DVGO_linux=1", "-DVGA_amd64=1",
                     "-DVGP_amd64_linux=1", "-D_GNU_SOURCE"]
            key = tool + "/" + stem
            cases = [r for r in rules if r.name.partition("@")[0] == key]
            for rule in cases or filter(None, [rule_of(rules, key)]):
                yield program(tool, stem + rule.name[len(key):]
                              if cases else stem,
                              [os.path.join(where, name)], rule.verdict,
                              cflags=flags, libs=["-lm"], args=rule.args,
                              note=rule.why)


def libcxx(top, _rules):
    where = os.path.join(top, "libcxx/test/std")
    for part in ("thread", "atomics"):
        for folder, _, names in sorted(os.walk(os.path.join(where, part))):
            for name in sorted(names):
                if not name.endswith(".pass.cpp"):
                    continue
                path = os.path.join(folder, name)
                if part == "atomics" and "thread" not in read(path):
                    continue
                yield program("libcxx", os.path.relpath(path, where), [path],
                              "free", cflags=["-std=c++20", "-O1", "-w",
                              "-I" + os.path.join(top, "libcxx/test/support")])


def glibc(top, _rules):
    for part in ("sysdeps/pthread", "nptl"):
        where = os.path.join(top, part)
        for name in sorted(os.listdir(where) if os.path.isdir(where) else ()):
            if re.match(r"tst-.*\.c$", name):
                yield program(
                    "glibc", part + "/" + name, [os.path.join(where, name)],
                    "other", cflags=["-O1", "-w", "-D_GNU_SOURCE",
                    "-I" + where, "-I" + top,
                    "-I" + os.path.join(top, "support"),
                    "-I" + os.path.join(top, "sysdeps/pthread"),
                    "-I" + os.path.join(top, "nptl")], libs=["-lm"] +
                    glob.glob(os.path.join(top, "libsupport.a")))


def marked(top, _rules):
    """programs that state RACE or NORACE themselves"""
    for folder, _, names in sorted(os.walk(top)):
        for name in sorted(names):
            if not re.search(r"\.(c|cpp)$", name):
                continue
            path = os.path.join(folder, name)
            head = "\n".join(read(path).splitlines()[:5])
            m = re.search(r"\b(NORACE|RACE)\b:?([ \d]*)", head)
            flags = re.search(r"FLAGS: *(.*)", head)
            if m:
                yield program(os.path.basename(top), os.path.relpath(path, top),
                              [path], "racy" if m.group(1) == "RACE" else "free",
                              [int(n) for n in m.group(2).split()],
                              ["-O1", "-w"] +
                              (flags.group(1).split() if flags else []))


SUITES = [("compiler-rt/test/tsan", tsan), ("drd/tests", valgrind),
          ("libcxx/test/std/thread", libcxx), ("sysdeps/pthread/tst-cond1.c", glibc)]


def programs(tops):
    rules = told()
    for top in tops:
        top = os.path.abspath(top)
        known = [suite for sign, suite in SUITES
                 if os.path.exists(os.path.join(top, sign))]
        for suite in known or [marked]:
            for p in suite(top, rules):
                rule = rule_of(rules, p.suite + "/" + p.name)
                if rule and suite is not valgrind:
                    p = p._replace(verdict=rule.verdict, note=rule.why,
                                   args=rule.args or p.args)
                yield p


# ---- building and running ----

def command(words, limit, **more):
    """(status, out, err); status 'time' when the limit was met"""
    p = subprocess.Popen(words, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         start_new_session=True, **more)
    try:
        out, err = p.communicate(timeout=limit)
        return p.returncode, out, err
    except subprocess.TimeoutExpired:
        try:
            os.killpg(p.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        out, err = p.communicate()
        return "time", out, err


def build(p, cc, cxx, work, tag, shim, limit=120):
    compiler = cxx if p.sources[0].endswith("cpp") else cc
    binary = os.path.join(work, tag)
    for step in p.steps:
        words = []
        for w in step.split():
            w = w.replace("%s", p.sources[0]).replace("%t", binary)
            if w in ("%clangxx_tsan", "%clang_tsan"):
                w = compiler
            words.append(w)
        at = words.index(compiler)
        status, _, err = command(words[at:at + 1] + p.cflags + words[at + 1:],
                                 limit)
        if status:
            return None, err
    words = ([compiler, "-g"] + p.cflags + p.sources + shim +
             ["-o", binary, "-pthread"] + p.libs + ["-ldl"])
    status, _, err = command(words, limit, cwd=work)
    return (binary if status == 0 else None), err


def line_of(side):
    m = re.search(r":(\d+)(:\d+)?$", str(side.get("location")))
    return side.get("line") or (int(m.group(1)) if m else None)


def judge(document):
    """(certified, confirmed, undecided, lines of certified pairs)"""
    certified = confirmed = undecided = 0
    lines, unconfirmed = set(), []
    for race in document.get("races", []):
        if race["verdict"] == "undecided":
            undecided += 1
        if race["verdict"] != "certified":
            continue
        certified += 1
        here = tuple(line_of(e) for e in race["pair"])
        lines.update(n for n in here if n)
        replay = race.get("replay")
        if replay and replay["runs"] and replay["reached"] == replay["runs"]:
            confirmed += 1
        else:
            unconfirmed.append("%s %s %s" % (
                race["id"], "-".join(str(n) for n in here),
                "%d/%d" % (replay["reached"], replay["runs"]) if replay
                else "not replayed"))
    return certified, confirmed, undecided, lines, unconfirmed


def examine(p, options):
    """(result, detail)"""
    if p.verdict == "skip":
        return "skip", p.note
    work = os.path.join(options.output, p.suite + "_" +
                        re.sub(r"[/.]", "_", p.name))
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    shim = []
    if p.suite == "tsan":
        shim = [os.path.join(work, "shim.o")]
        command(["clang-19", "-O1", "-c", os.path.join(HERE, "shim.c"), "-o",
                 shim[0]], 60)
    bindir = os.path.join(options.build, "bin")
    plain, err = build(p, "clang-19", "clang++-19", work, "plain", shim)
    if not plain:
        return "skip", "does not build here: " + first_error(err)
    begin = time.time()
    status, out, _ = command([plain] + p.args, options.limit, cwd=work)
    if status == "time":
        return "skip", "does not end by itself here"
    plain_time = time.time() - begin
    if options.plain:
        return "ok", "exit %s, %.1f s" % (status, plain_time)
    ours, err = build(p, bindir + "/foretrace-cc", bindir + "/foretrace-c++",
                      work, "prog", shim)
    if not ours:
        return "BUILD", first_error(err)
    asis, asis_out, _ = command([ours] + p.args, options.limit, cwd=work)
    if asis != status:
        return "BROKE", "unrecorded: exit %s, plainly %s" % (asis, status)
    results = os.path.join(work, "results.json")
    begin = time.time()
    got, got_out, got_err = command(
        [bindir + "/foretrace", "run", "--format", "json", "-o", results] +
        options.run_options + ["--", ours] + p.args, options.limit * 4,
        cwd=work)
    seconds = time.time() - begin
    with open(os.path.join(work, "stderr"), "wb") as f:
        f.write(got_err)
    with open(os.path.join(work, "stdout"), "wb") as f:
        f.write(got_out)
    if got == "time":
        return "BROKE", "foretrace run hangs"
    document = {}
    if os.path.exists(results):
        try:
            document = json.loads(read(results))
        except ValueError:
            return "BROKE", "results are no JSON"
    elif got not in (0, 66) and got != status:
        return "BROKE", "exit %s, plainly %s: %s" % (got, status,
                                                    first_error(got_err))
    certified, confirmed, undecided, lines, unconfirmed = judge(document)
    detail = "%d certified, %d confirmed, %d undecided, %.1f s" % (
        certified, confirmed, undecided, seconds)
    deadlocks = sum(d["verdict"] == "certified"
                    for d in document.get("deadlocks", []))
    if deadlocks:
        detail += ", %d deadlocks" % deadlocks
    if unconfirmed:
        detail += " | unconfirmed: " + "; ".join(unconfirmed[:4])
    if certified and got != 66:
        return "BROKE", "exit %s with a race; %s" % (got, detail)
    if deadlocks and got == 66:
        if p.verdict in ("free", "weak"):
            return "FALSE", detail
        got = status
    if not certified and got != status:
        return "BROKE", "exit %s, plainly %s; %s" % (got, status, detail)
    if p.verdict in ("free", "weak"):
        return ("FALSE" if certified else "ok"), detail + (
            " | lines %s" % sorted(lines) if certified else "")
    if p.verdict == "racy":
        if not certified:
            return "MISSED", detail
        if not confirmed:
            return "UNCONF", detail
        if p.lines and not lines & set(p.lines):
            detail += " | lines %s, expected of %s" % (sorted(lines), p.lines)
        return "ok", detail
    return "ok", detail


def first_error(text):
    lines = text.decode(errors="replace").splitlines()
    for line in lines:
        if "error" in line or "undefined reference" in line:
            return line.strip()[-160:]
    return (lines or [""])[-1][-160:]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["list", "run"])
    parser.add_argument("tops", nargs="+", metavar="DIR")
    parser.add_argument("-k", metavar="REGEX", default="")
    parser.add_argument("-o", "--output", default=None)
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--limit", type=float, default=30)
    parser.add_argument("--plain", action="store_true",
                        help="only build and run without foretrace")
    parser.add_argument("--run-options", type=str.split, default=[],
                        help="options of foretrace run, in one word")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    chosen = [p for p in programs(options.tops)
              if re.search(options.k, p.suite + "/" + p.name)]
    if options.what == "list":
        for p in chosen:
            print(p.verdict, p.suite + "/" + p.name,
                  ",".join(map(str, p.lines)) or "-", " ".join(p.args),
                  "# " + p.note if p.note else "")
        return 0
    options.output = os.path.abspath(
        options.output or tempfile.mkdtemp(prefix="foretrace-others-"))
    os.makedirs(options.output, exist_ok=True)
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        jobs = [(p, pool.submit(examine, p, options)) for p in chosen]
        for p, job in jobs:
            result, detail = job.result()
            counts[p.verdict if result != "skip" else "skip", result] += 1
            print("%-7s %-5s %s/%s  %s" % (result, p.verdict, p.suite, p.name,
                                           detail), flush=True)
    print("---")
    for verdict in ("racy", "weak", "free", "other"):
        total = sum(n for (v, _), n in counts.items() if v == verdict)
        if total:
            print("%-5s %d of %d ok; %s" % (
                verdict, counts[verdict, "ok"], total,
                ", ".join("%d %s" % (n, r) for (v, r), n in
                          sorted(counts.items()) if v == verdict and r != "ok")
                or "all"))
    print("skipped %d" % counts["skip", "skip"])
    return int(any(r not in ("ok", "skip") for _, r in counts))


if __name__ == "__main__":
    sys.exit(main())
