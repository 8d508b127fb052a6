#!/usr/bin/python3
"""Whether the code of each function is what the comments in it say.
check_code.py SOURCE CODE_TEXT OBJECT"""

import re
import subprocess
import sys

source, tool, binary = sys.argv[1:]
failed = False


def check(name, wanted, unwanted):
    """What is wrong with the code of a function, or None."""
    text = subprocess.run([tool, binary, name], stdout=subprocess.PIPE,
                          check=True, text=True).stdout
    at = 0
    for piece in wanted:
        found = text.find(piece, at)
        if found < 0:
            return f"'{piece}' is missing after byte {at} in\n{text}"
        at = found + len(piece)
    for piece in unwanted:
        if piece in text:
            return f"'{piece}' is in\n{text}"
    return None


functions = {}
for line in open(source, encoding="utf-8"):
    begin = re.match(r"define .*?@(\w+)", line)
    if begin:
        name = begin[1]
        functions[name] = ([], [])
    said = re.match(r"; (CODE|NOT): (.*)", line)
    if said:
        functions[name][said[1] == "NOT"].append(said[2].strip())
for name, (wanted, unwanted) in functions.items():
    wrong = check(name, wanted, unwanted)
    if wrong:
        print(f"{name}: {wrong}")
        failed = True
sys.exit(failed)
