#!/bin/bash
# Rust: every program of tests/programs/rust, racy or free as its first line says;
# a package of cargo; what foretrace-rustc refuses.
#
#   FT_PROGRAMS='mutex*' bash tests/cli/test_rust.sh
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi
rustc=$(realpath "$build/bin/foretrace-rustc")
if ! "$rustc" --version >/dev/null 2>&1; then
  skip "no rustc with LLVM 19 (tests/programs/rust/setup)"
  exit 0
fi
if [ -n "${FT_QUICK:-}" ]; then
  skip "the Rust library takes minutes to instrument with sanitizers"
  exit 0
fi
ft=$build/bin/foretrace
XDG_CACHE_HOME=$(realpath "$build")/cache
export XDG_CACHE_HOME

# ---- programs --------------------------------------------------------------

for program in tests/programs/rust/${FT_PROGRAMS:-*}.rs; do
  name=$(basename "$program" .rs)
  exits 0 "rust: $name: builds" "$rustc" "$program" -o "$work/$name"
  timeout "$patience" "$ft" run -d "$work/$name.run" -n 1 --format json \
    -o "$work/$name.json" -- "$work/$name" >"$work/out" 2>"$work/err" </dev/null
  status=$?
  racy=$(sed -n 's,^// RACE ,,p' "$program")
  if [ -n "$racy" ]; then
    [ "$status" = 66 ] && jq -e --arg name "$racy" '
      [.races[] | select(.verdict == "certified")] | length > 0 and
      all(.replay.outcome == "confirmed" and (.title | contains($name)))' \
      "$work/$name.json" >"$work/out"
  else
    [ "$status" = 0 ] &&
      jq -e '[.races[] | select(.verdict == "certified")] == []' \
        "$work/$name.json" >"$work/out"
  fi
  report $? "rust: $name: as stated"
done
[ -z "${FT_PROGRAMS:-}" ] || exit 0

# ---- a report --------------------------------------------------------------

"$ft" report "$work/lock_of_half.run" >"$work/out" 2>&1
shows "frames of the Rust library [(]" "the library's frames are folded"
shows "library [(]std::rt" "with what it called"

# ---- crates ----------------------------------------------------------------

# As cargo calls it: a library, whose code is generic or not, then the program.
mkdir "$work/crates"
cat >"$work/crates/counter.rs" <<'END'
pub static mut TOTAL: u64 = 0;
#[inline(never)]
pub fn add(n: u64) {
    unsafe { TOTAL += n }
}
END
cat >"$work/crates/main.rs" <<'END'
fn main() {
    let t = std::thread::spawn(|| counter::add(1));
    counter::add(2);
    t.join().unwrap();
}
END
compiler=$("$rustc" --print sysroot)/bin/rustc
[ -x "$compiler" ] || compiler=/usr/bin/rustc
(
  cd "$work/crates" &&
    "$rustc" "$compiler" --crate-name counter --crate-type lib counter.rs &&
    "$rustc" "$compiler" --crate-name main main.rs -L . --extern \
      counter=libcounter.rlib
) >"$work/out" 2>&1
report $? "two crates, as cargo builds them"
exits 66 "a race in a library crate" "$ft" run -n 1 -d "$work/crates.run" -- \
  "$work/crates/main"
shows "TOTAL" "by its name"

# ---- errors ----------------------------------------------------------------

exits 0 "help" "$rustc" --help
shows "RUSTC_WRAPPER" "names cargo's variable"
exits 69 "no compiler" "$rustc" "$work/rustc" main.rs
says "is no rustc" "says so"
printf '#!/bin/sh\necho "LLVM version: 99.0"\n' >"$work/rustc"
chmod +x "$work/rustc"
exits 69 "a compiler that is too new" "$rustc" "$work/rustc" main.rs
says "LLVM 99.*rustc-web" "says what it has, and what to install"
exits 1 "an error of the source" "$rustc" "$work/crates/missing.rs"
