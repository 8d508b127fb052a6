#!/bin/bash
# Rust: every program of tests/programs/rust, racy or free as its first line says, and with
# no pair that stays undecided where its second line says so;
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
unset RUST_BACKTRACE # a panic with it reads all debug information

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
  if grep -q '^// DECIDED' "$program"; then
    timeout "$patience" "$ft" check --model mcm -b 600 --format json "$work/$name.run" \
      >"$work/out" 2>"$work/err"
    jq -e '.summary.undecided == 0 and .summary.refuted > 0' "$work/out" >"$work/err"
    report $? "rust: $name: all of its pairs are impossible"
  fi
done
[ -z "${FT_PROGRAMS:-}" ] || exit 0

# ---- a report --------------------------------------------------------------

"$ft" report "$work/lock_of_half.run" >"$work/out" 2>&1
shows "frames of the Rust library [(]" "the library's frames are folded"
shows "library [(]std::rt" "with what it called"

# Functions that were not followed have the names that the source gives them.
jq -e '[.unfollowed[].function] | length > 0 and any(test("^<?(core|std|alloc)::")) and
  all(test("[$]|[.][.]|::h[0-9a-f]{16}$") | not)' "$work/weak_reference.json" >"$work/out" 2>&1
report $? "names of functions have no hash and no codes of symbols"

# Code of 'std' that programs use is in all of its archives.
FT_LOG=escape "$ft" info "$work/lock_of_half.run" >"$work/out" 2>&1
shows "uninstrumented code: none" "all of the program has records"

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

# A procedural macro is loaded into the compiler, and is linked from a crate that is
# recorded elsewhere.
cat >"$work/crates/parts.rs" <<'END'
pub fn text() -> String {
    format!("{}", 3 * 3)
}
END
cat >"$work/crates/nine.rs" <<'END'
extern crate proc_macro;
#[proc_macro]
pub fn nine(_: proc_macro::TokenStream) -> proc_macro::TokenStream {
    parts::text().parse().unwrap()
}
END
cat >"$work/crates/uses.rs" <<'END'
fn main() {
    assert!(nine::nine!() == 9);
}
END
(
  cd "$work/crates" &&
    "$rustc" "$compiler" --crate-name parts --crate-type lib parts.rs &&
    "$rustc" "$compiler" --edition 2021 --crate-name nine --crate-type \
      proc-macro nine.rs -L . --extern parts=libparts.rlib &&
    "$rustc" "$compiler" --edition 2021 --crate-name uses uses.rs -L . \
      --extern nine=libnine.so
) >"$work/out" 2>&1
report $? "a procedural macro with a crate of its own"
exits 0 "its user is recorded" "$ft" run -n 1 -d "$work/uses.run" -- \
  "$work/crates/uses"

# A package, where there is a cargo.
if cargo --version >/dev/null 2>&1; then
  mkdir -p "$work/package/src"
  printf '[package]\nname = "package"\nversion = "0.1.0"\nedition = "2021"\n' \
    >"$work/package/Cargo.toml"
  cp tests/programs/rust/static_mut_counter.rs "$work/package/src/main.rs"
  (cd "$work/package" && RUSTC=$compiler RUSTC_WRAPPER=$rustc \
    cargo build --offline) >"$work/out" 2>&1
  report $? "a package of cargo"
  exits 66 "its race" "$ft" run -n 1 -d "$work/package.run" -- \
    "$work/package/target/debug/package"
else
  skip "no cargo"
fi

# ---- light recordings ------------------------------------------------------

light_program=tests/programs/rust/static_mut_counter.rs
exits 0 "a light build" env FORETRACE_LIGHT=1 "$rustc" "$light_program" \
  -o "$work/counter.light"
exits 0 "is recorded" "$ft" record -q -o "$work/light.run" -- "$work/counter.light"
[ -e "$work/light.run/light" ]
report $? "lightly"
exits 0 "a full build expands it" "$ft" expand "$work/light.run" -- \
  "$work/static_mut_counter"
exits 66 "its race" "$ft" check "$work/light.run"

# ---- errors ----------------------------------------------------------------

exits 0 "help" "$rustc" --help
shows "RUSTC_WRAPPER" "names cargo's variable"
exits 69 "no compiler" "$rustc" "$work/rustc" main.rs
says "is no rustc" "says so"
printf '#!/bin/sh\necho "LLVM version: 99.0"\n' >"$work/rustc"
chmod +x "$work/rustc"
exits 69 "a compiler that is too new" "$rustc" "$work/rustc" main.rs
says "LLVM 99.*rustc-web" "says what it has, and what to install"
mkdir "$work/cut"
cp "$work/crates/libcounter.rlib" "$work/cut/libcounter.rlib"
(cd "$work/cut" && ar x libcounter.rlib && for member in *.o; do
  head -c 100 "$member" >cut && mv cut "$member"
  ar r libcounter.rlib "$member"
done) >"$work/out" 2>&1
run "$rustc" "$compiler" --crate-name main "$work/crates/main.rs" -L \
  "$work/cut" --extern counter="$work/cut/libcounter.rlib" -o "$work/cut/main"
[ "$status" = 1 ] && [ ! -e "$work/cut/main" ]
report $? "a damaged crate is no program"
exits 1 "an error of the source" "$rustc" "$work/crates/missing.rs"
