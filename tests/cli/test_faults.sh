#!/usr/bin/env bash
# System calls that fail: a part of tests/faults/run, which 'make fuzz' runs
# whole.  Every command has its turn.
set -u
FT_TAP=1 exec tests/faults/run "${FT_BUILD:-build}" 500
