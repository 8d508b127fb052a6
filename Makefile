# foretrace: 'make' builds, 'make demo' shows, 'make check' tests.
#
#   make SAN=address,undefined check   the tests under sanitizers
#   make fuzz [SECONDS=600]            the random tests, all of them, for long
#   make mutate                        breaks constraints, counts who notices
#   make bench                         the numbers of docs/performance.md
#   make real [ONLY=pigz]              programs of Debian, recorded and checked
#   make format                        clang-format over all C files
#   make install PREFIX=/usr DESTDIR=  programs, library, pkg-config, CMake

VERSION = 0.1.0
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib# below PREFIX; of the library, not of the recorder
DESTDIR ?=
SAN ?=
B = build$(if $(SAN),/san)
V ?=
Q = $(if $(V),,@)

# 'make' in a tree that lacks a library installs it first; with nothing
# missing this costs a few milliseconds.
ifeq ($(filter clean format,$(MAKECMDGOALS)),)
DEPS := $(shell sh scripts/deps 1>&2 && echo ok)
ifneq ($(DEPS),ok)
$(error scripts/deps could not install what the build needs; see above)
endif
endif

CC ?= cc
# Sanitizers need lines, and are built in half the time.
OPT ?= $(if $(SAN),-O1 -g1,-O2)
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
       -Wno-missing-field-initializers $(if $(CI),-Werror)
SANFLAGS = $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all \
           -fno-omit-frame-pointer)
PKGS = z3 jansson libxxhash libzstd zlib libmd libelf
CFLAGS += -std=gnu11 -g $(OPT) $(WARN) $(SANFLAGS)
CPPFLAGS += -Isrc -I. -Iinclude -Itests -D_GNU_SOURCE -DFT_VERSION='"$(VERSION)"' \
            $(shell pkg-config --cflags $(PKGS) sqlite3)
# The build id is a part of the key of traces that are kept beside runs.
LDFLAGS += $(SANFLAGS) -Wl,--build-id
# The solver brings the C++ library, whose demangler is used, too.
CXX_LIBS = -l:libstdc++.so.6
Z3_LIBS := $(shell pkg-config --libs z3) $(CXX_LIBS)
# Only reports need SHA-256; foretrace-verify is linked without it.
MD_LIBS := $(shell pkg-config --libs libmd)
# Only 'foretrace db' has a database.
SQLITE_LIBS := $(shell pkg-config --libs sqlite3)
# Only src/record reads ELF files.
ELF_LIBS := $(shell pkg-config --libs libelf)
BASE_LIBS := $(shell pkg-config --libs jansson libxxhash libzstd zlib) -lpthread -lm
CMOCKA_LIBS := $(shell pkg-config --libs cmocka)

# Sources by layer; a new file is picked up by itself.
# (The folders in the order of docs/ARCHITECTURE.md.)
LIB_DIRS = base trace format run symex symex/code symex/exec symex/libc symex/escape \
           symex/altpath load order witness smt certify grammar candidate results \
           predict record replay explore report api
DIRECT_SRC := src/format/direct_reading.c
LIB_SRC := $(sort $(filter-out $(DIRECT_SRC),$(wildcard $(LIB_DIRS:%=src/%/*.c) \
             encoders/*.c)))
CLI_SRC := $(sort $(filter-out src/cli/verify_main.c,$(wildcard src/cli/*.c src/db/*.c)))
# The independent checker: of these folders, what it needs.  It reads without
# threads.
VERIFY_DIRS = base trace format witness
VERIFY_SRC := $(sort $(filter-out src/base/readahead.c src/format/packed_readahead.c, \
                $(wildcard $(VERIFY_DIRS:%=src/%/*.c))))
# The recorder: needs LLVM 19; without it (LLVM=no) all but recording is built.
LLVM_CONFIG ?= llvm-config-19
CLANG ?= clang-19
LLVM ?= yes
HAVE_LLVM := $(shell [ $(LLVM) != no ] && command -v $(LLVM_CONFIG) >/dev/null 2>&1 && \
               command -v $(CLANG) >/dev/null 2>&1 && echo yes)
RUNTIME_SRC := $(sort $(filter-out src/runtime/inert%.c,$(wildcard src/runtime/*.c)))
# Of the layers below it, what site tables and code need.
INSTRUMENT_SRC := $(sort $(wildcard src/instrument/*.c src/cc/*.c src/base/*.c \
                    src/symex/code/*.c)) src/symex/libc/libc.c src/run/sites.c src/run/line_mark.c src/run/sites_unpack.c src/trace/operator.c
ifeq ($(HAVE_LLVM),yes)
LLVM_CPPFLAGS := -I$(shell $(LLVM_CONFIG) --includedir)
LLVM_LIBS := $(shell $(LLVM_CONFIG) --ldflags --libs --system-libs)
RUST_BIN = $(B)/bin/foretrace-rustc $(B)/bin/foretrace-rust-link
RECORDER_BIN = $(B)/bin/foretrace-cc $(B)/bin/foretrace-c++ $(RUST_BIN)
RECORDER_LIB = $(B)/lib/libforetrace-rt.a $(B)/lib/libforetrace-rt.list \
               $(B)/lib/libforetrace-inert.a $(B)/lib/libforetrace-omp.a \
               $(B)/lib/libforetrace-omp-light.a $(B)/lib/libforetrace-rust.a
RECORDER_INCLUDE = $(B)/lib/include/bits/basic_string.tcc $(B)/lib/include/omp.h \
                   $(B)/lib/include/foretrace/input.h
RECORDER_SOURCE = $(B)/lib/sv_comp.c
RECORDER = $(RECORDER_BIN) $(RECORDER_LIB) $(RECORDER_INCLUDE) \
           $(RECORDER_SOURCE)
endif

# Of the recorder, what sanitizers cannot see into is tested without them, and
# so are the interleavings, in which nothing but the recorder is executed.
CLI_TESTS := $(sort $(filter-out $(if $(SAN),$(patsubst %,tests/cli/test_%.sh,cc \
               instrument runtime sync light hidden inputs html_page cmake tutorial \
               explore_programs interleavings faults)),$(wildcard tests/cli/test_*.sh)))
MODEL_SRC := $(sort $(wildcard tests/model/*.c))
TEST_SRC := $(sort $(wildcard tests/unit/test_*.c))
FUZZ_SRC := $(sort $(wildcard tests/fuzz/fuzz_*.c))
BENCH_SRC := $(sort $(wildcard tests/bench/*.c))

obj = $(patsubst %.c,$(B)/obj/%.o,$(1))
LIB = $(B)/lib/libforetrace.a
BIN = $(B)/bin/foretrace $(B)/bin/foretrace-verify
TESTS = $(patsubst tests/unit/%.c,$(B)/test/%,$(TEST_SRC))
FUZZERS = $(patsubst tests/fuzz/%.c,$(B)/test/%,$(FUZZ_SRC))
INTERLEAVE = $(B)/test/interleave # for tests/cli/test_interleavings.sh
LOAD_ORDERS = $(B)/test/load_orders # for tests/cli/test_load_orders.sh
BENCHES = $(patsubst tests/bench/%.c,$(B)/bench/%,$(BENCH_SRC))

all: $(BIN) $(RECORDER) $(LIB)
ifneq ($(HAVE_LLVM),yes)
	@echo "  NOTE  no LLVM 19: foretrace-cc and the recorder are not built"
endif

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(if $(Q),@echo "  CC    $<")
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# The page of --format html: what it is made of, in this order, is put into
# the program.
WEB = src/report/web
WEB_JS = $(addprefix $(WEB)/,text.js dom.js data.js runs.js lanes.js picture.js \
           steps.js access.js finding.js list.js main.js)
$(B)/web/page.js: $(WEB_JS) Makefile
	@mkdir -p $(@D)
	$(Q)(echo '(() => {'; echo '"use strict";'; cat $(WEB_JS); echo '})();') > $@.tmp && \
	  mv $@.tmp $@
$(B)/web/page.css: $(WEB)/page.css
	@mkdir -p $(@D)
	$(Q)cp $< $@
HTML_ASSET = $(B)/obj/src/report/html_asset.o $(B)/coverage/obj/src/report/html_asset.o
$(HTML_ASSET): CPPFLAGS += -DFT_WEB='"$(B)/web"'
$(HTML_ASSET): $(B)/web/page.js $(B)/web/page.css

# Given to gdb by 'replay --gdb'.
DEBUGGER = $(B)/obj/src/replay/debugger.o $(B)/coverage/obj/src/replay/debugger.o
$(DEBUGGER): CPPFLAGS += -DFT_GDB_SCRIPT='"src/replay/gdb.py"'
$(DEBUGGER): src/replay/gdb.py

$(LIB): $(call obj,$(LIB_SRC))
	@mkdir -p $(@D)
	$(if $(Q),@echo "  AR    $@")
	$(Q)rm -f $@ && ar qcs $@ $^

$(B)/bin/foretrace: $(call obj,$(CLI_SRC)) $(LIB)
	@mkdir -p $(@D)
	$(if $(Q),@echo "  LD    $@")
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(SQLITE_LIBS) $(Z3_LIBS) $(MD_LIBS) $(ELF_LIBS) $(BASE_LIBS)

$(B)/obj/verify.a: $(call obj,$(VERIFY_SRC))
	@mkdir -p $(@D)
	$(Q)rm -f $@ && ar qcs $@ $^

# The map says which files are in it (scripts/checker-size).
$(B)/bin/foretrace-verify: $(call obj,src/cli/verify_main.c) $(B)/obj/verify.a
	@mkdir -p $(@D)
	$(if $(Q),@echo "  LD    $@")
	$(Q)$(CC) $(LDFLAGS) -Wl,-Map=$(B)/foretrace-verify.map -o $@ $^ $(BASE_LIBS)

# The runtime goes into other people's programs: position independent, no
# sanitizers, nothing exported but what it interposes and its ABI.
$(B)/obj/src/runtime/%.o: src/runtime/%.c
	@mkdir -p $(@D)
	$(if $(Q),@echo "  CC    $<")
	$(Q)$(CLANG) -Isrc -Iinclude -D_GNU_SOURCE -DFT_VERSION='"$(VERSION)"' \
	  -std=gnu11 -g -O2 $(WARN) -fPIC -fvisibility=hidden \
	  -ftls-model=initial-exec -fno-builtin -fno-stack-protector -fexceptions \
	  -MMD -MP -c -o $@ $<

visible = readelf -sW $(1) | awk '($$5 == "GLOBAL" || $$5 == "WEAK") && \
            $$6 == "DEFAULT" && $$7 != "UND" { print $$8 }'

# What it interposes is weak: a program with a malloc of its own keeps it.
$(B)/lib/libforetrace-rt.a: $(call obj,$(RUNTIME_SRC))
	@mkdir -p $(@D)
	$(if $(Q),@echo "  AR    $@")
	$(Q)rm -f $@ && ar qcs $@ $^ && $(call visible,$@) | grep -v '^ft_' \
	  > $@.weak && objcopy --weaken-symbols=$@.weak $@ && rm $@.weak

# What programs show to shared libraries.
$(B)/lib/libforetrace-rt.list: $(B)/lib/libforetrace-rt.a
	$(Q)(echo '{'; $(call visible,$<) | sed 's/$$/;/'; echo '};') > $@.tmp && \
	  mv $@.tmp $@

$(B)/lib/libforetrace-inert.a: $(call obj,$(wildcard src/runtime/inert*.c))
	@mkdir -p $(@D)
	$(if $(Q),@echo "  AR    $@")
	$(Q)rm -f $@ && ar qcs $@ $^

# OpenMP's runtime is compiled as the programs are that call it.  By the path of
# its files reports know it (base/system_header.c).
OPENMP_SRC := $(sort $(wildcard src/openmp/*.c))
OPENMP_HOME = /usr/lib/foretrace/openmp
OPENMP_FLAGS = -fdebug-prefix-map=src/openmp=$(OPENMP_HOME) \
  -fdebug-prefix-map=$(CURDIR)/src/openmp=$(OPENMP_HOME) -Isrc -D_GNU_SOURCE -std=gnu11 -g -O1 -Wall -Wextra -fPIC -MMD -MP
$(B)/obj/openmp/%.o: src/openmp/%.c $(B)/bin/foretrace-cc
	@mkdir -p $(@D)
	$(Q)$(B)/bin/foretrace-cc $(OPENMP_FLAGS) -c -o $@ $<
$(B)/obj/openmp/light/%.o: src/openmp/%.c $(B)/bin/foretrace-cc
	@mkdir -p $(@D)
	$(Q)$(B)/bin/foretrace-cc --foretrace-light $(OPENMP_FLAGS) -c -o $@ $<
$(B)/lib/libforetrace-omp.a: $(OPENMP_SRC:src/openmp/%.c=$(B)/obj/openmp/%.o)
	@mkdir -p $(@D)
	$(if $(Q),@echo "  AR    $@")
	$(Q)rm -f $@ && ar qcs $@ $^
$(B)/lib/libforetrace-omp-light.a: $(OPENMP_SRC:src/openmp/%.c=$(B)/obj/openmp/light/%.o)
	@mkdir -p $(@D)
	$(if $(Q),@echo "  AR    $@")
	$(Q)rm -f $@ && ar qcs $@ $^
$(B)/lib/include/omp.h: src/openmp/include/omp.h
	@mkdir -p $(@D)
	$(Q)cp $< $@

# What recorded Rust programs have beside their standard library.
$(B)/lib/libforetrace-rust.a: src/rust/start.c $(B)/bin/foretrace-cc
	@mkdir -p $(@D) $(B)/obj/rust
	$(if $(Q),@echo "  AR    $@")
	$(Q)$(B)/bin/foretrace-cc -fdebug-prefix-map=src/rust=/usr/lib/foretrace/rust \
	  -fdebug-prefix-map=$(CURDIR)/src/rust=/usr/lib/foretrace/rust \
	  -std=gnu11 -g -O1 -Wall -Wextra -fPIC -c -o $(B)/obj/rust/start.o $<
	$(Q)rm -f $@ && ar qcs $@ $(B)/obj/rust/start.o
$(RUST_BIN): $(B)/bin/%: src/rust/%
	@mkdir -p $(@D)
	$(Q)install -m 755 $< $@

$(B)/lib/include/bits/%: src/runtime/include/bits/%
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(B)/lib/sv_comp.c: src/runtime/include/sv_comp.c
	@mkdir -p $(@D)
	$(Q)cp $< $@

# With foretrace-cc, that header needs no -I.
$(B)/lib/include/foretrace/%: include/foretrace/%
	@mkdir -p $(@D)
	$(Q)cp $< $@

# The pass and the compiler wrapper around it.
$(call obj,$(wildcard src/instrument/*.c src/cc/*.c)): $(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(if $(Q),@echo "  CC    $<")
	$(Q)$(CC) $(CPPFLAGS) $(LLVM_CPPFLAGS) -DFT_CLANG='"$(CLANG)"' $(CFLAGS) \
	  -MMD -MP -c -o $@ $<

$(B)/bin/foretrace-cc: $(call obj,$(INSTRUMENT_SRC))
	@mkdir -p $(@D)
	$(if $(Q),@echo "  LD    $@")
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LLVM_LIBS) $(BASE_LIBS)

$(B)/bin/foretrace-c++: $(B)/bin/foretrace-cc
	$(Q)ln -sf foretrace-cc $@

$(B)/test/%: $(B)/obj/tests/unit/%.o $(call obj,$(MODEL_SRC)) $(LIB)
	@mkdir -p $(@D)
	$(if $(Q),@echo "  LD    $@")
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(CMOCKA_LIBS) $(Z3_LIBS) $(MD_LIBS) $(ELF_LIBS) $(BASE_LIBS)

$(B)/test/%: $(B)/obj/tests/fuzz/%.o $(call obj,$(MODEL_SRC)) $(LIB)
	@mkdir -p $(@D)
	$(if $(Q),@echo "  LD    $@")
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(CMOCKA_LIBS) $(Z3_LIBS) $(MD_LIBS) $(ELF_LIBS) $(BASE_LIBS)

$(B)/bench/%: $(B)/obj/tests/bench/%.o $(call obj,$(MODEL_SRC)) $(LIB)
	@mkdir -p $(@D)
	$(if $(Q),@echo "  LD    $@")
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(Z3_LIBS) $(MD_LIBS) $(ELF_LIBS) $(BASE_LIBS)

# What opens traces, built with ThreadSanitizer (tests/cli/test_parallel.sh).
TSAN_SRC := $(sort $(filter-out $(DIRECT_SRC),$(wildcard $(patsubst %,src/%/*.c, \
              base trace format run symex symex/code symex/exec symex/libc \
              symex/escape symex/altpath load)))) tests/tsan/open_traces.c
TSAN_PROGRAM = $(B)/tsan/open_traces
$(B)/tsan/%.o: %.c
	@mkdir -p $(@D)
	$(if $(Q),@echo "  CC    $< (tsan)")
	$(Q)$(CC) $(CPPFLAGS) -std=gnu11 -g -O1 $(WARN) -fsanitize=thread -MMD -MP -c -o $@ $<
$(TSAN_PROGRAM): $(patsubst %.c,$(B)/tsan/%.o,$(TSAN_SRC))
	$(if $(Q),@echo "  LD    $@")
	$(Q)$(CC) -fsanitize=thread -o $@ $^ $(CXX_LIBS) $(BASE_LIBS)

# The example of the README: a race that no order-only tool sees in this run.
demo: $(BIN) $(RECORDER)
	@sh scripts/demo $(B)/bin/foretrace

# Built once, without other sanitizers: what checks itself for data races, and
# what no test executes, so that it stays compilable.
check: $(BIN) $(RECORDER) $(TESTS) $(INTERLEAVE) $(LOAD_ORDERS) \
       $(if $(SAN),,$(TSAN_PROGRAM) $(BENCHES) $(FUZZERS))
	@for kept in layers names terms refs heads; do scripts/check-$$kept || exit 1; done
	@FT_BUILD=$(B) sh scripts/run-tests $(TESTS) $(CLI_TESTS)

# Of tests that mention rounds_end_of or FT_LONG, 'make check' tries a part; all
# of it is tried here.
LONG_SRC := $(shell grep -lE 'rounds_end_of|FT_LONG\b' $(TEST_SRC) \
              tests/cli/test_*.sh)
LONG_TESTS = $(patsubst tests/unit/%.c,$(B)/test/%,\
               $(filter-out $(if $(SAN),%hidden.sh %explore_programs.sh),$(LONG_SRC)))

SECONDS ?= 600
fuzz: $(BIN) $(RECORDER) $(TESTS) $(FUZZERS)
	@FT_LONG=1 FT_BUILD=$(B) sh scripts/run-tests $(LONG_TESTS)
	@for f in $(FUZZERS); do echo "== $$f"; $$f $(SECONDS) || exit 1; done
	@sh tests/coverage/setup && $(MAKE) coverage && tests/coverage/run $(B) $(SECONDS)
	@tests/faults/run $(B) 10
	@tests/soak/run $(B) $(SECONDS)

# Coverage-guided fuzzing (tests/coverage): the library, compiled for libFuzzer,
# and a program for each reader.  (NULL + 0, which C2y defines, is left alone.)
COVERAGE_SRC := $(sort $(wildcard tests/coverage/target_*.c))
COVERAGE = $(patsubst tests/coverage/target_%.c,$(B)/coverage/%,$(COVERAGE_SRC))
COVERAGE_FLAGS = -std=gnu11 -g1 -O1 -w -fsanitize=address,undefined \
                 -fno-sanitize=pointer-overflow -fno-sanitize-recover=undefined \
                 -fno-omit-frame-pointer
COVERAGE_LIB_SRC = $(LIB_SRC) $(filter src/db/%,$(CLI_SRC)) $(MODEL_SRC) \
                   $(filter-out $(COVERAGE_SRC),$(wildcard tests/coverage/*.c))
coverage_obj = $(patsubst %.c,$(B)/coverage/obj/%.o,$(1))
$(B)/coverage/obj/%.o: %.c
	@mkdir -p $(@D)
	$(if $(Q),@echo "  CC    $< (coverage)")
	$(Q)$(CLANG) $(CPPFLAGS) $(COVERAGE_FLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c -o $@ $<
$(B)/coverage/lib.a: $(call coverage_obj,$(COVERAGE_LIB_SRC))
	$(if $(Q),@echo "  AR    $@")
	$(Q)rm -f $@ && ar qcs $@ $^
$(COVERAGE): $(B)/coverage/%: $(B)/coverage/obj/tests/coverage/target_%.o $(B)/coverage/lib.a
	$(if $(Q),@echo "  LD    $@")
	$(Q)$(CLANG) -fsanitize=fuzzer,address,undefined -o $@ $^ $(SQLITE_LIBS) $(Z3_LIBS) \
	  $(MD_LIBS) $(ELF_LIBS) $(BASE_LIBS)
coverage: $(COVERAGE)
# Two minutes of it, the same on each machine but for how far they get.
check-coverage: $(BIN) $(RECORDER) coverage
	@FT_SEED=1 tests/coverage/run $(B) 11

# Shows that the tests notice a broken constraint (half an hour).
mutate:
	@bash scripts/mutate

bench: $(BIN) $(RECORDER) $(BENCHES)
	@FT_BUILD=$(B) bash scripts/bench

# Fetches sources (tests/real/README.md).
real: $(BIN) $(RECORDER) $(B)/bench/measure
	@FT_BUILD=$(B) bash tests/real/run $(ONLY)

format:
	clang-format -i $(shell git ls-files 'src/*.[ch]' 'encoders/*.[ch]' 'include/*.h' 'tests/*.[ch]')

# What says where it is installed is made for each installation; nothing is
# written into the build directory.
LIB_RELATIVE = $(patsubst $(PREFIX)/%,%,$(LIBDIR))
LIB_UP = $(shell echo $(LIB_RELATIVE)/cmake/foretrace | sed 's|[^/][^/]*|..|g')
fill = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' -e 's|@UP@|$(LIB_UP)|' \
         -e 's|@LIBDIR@|$(LIB_RELATIVE)|' -e 's|@REQUIRES@|$(PKGS)|' $(1) > $(2) && chmod 644 $(2)

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig \
	  $(DESTDIR)$(LIBDIR)/cmake/foretrace \
	  $(DESTDIR)$(PREFIX)/include/foretrace \
	  $(DESTDIR)$(PREFIX)/share/foretrace
	install -m 755 $(BIN) $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(LIB) $(DESTDIR)$(LIBDIR)
	$(call fill,scripts/foretrace.pc.in,$(DESTDIR)$(LIBDIR)/pkgconfig/foretrace.pc)
	for f in foretraceConfig foretraceConfigVersion; do \
	  $(call fill,scripts/cmake/$$f.cmake.in,$(DESTDIR)$(LIBDIR)/cmake/foretrace/$$f.cmake) || \
	  exit 1; done
	install -m 755 scripts/cmake/instead $(DESTDIR)$(PREFIX)/share/foretrace
	install -m 644 include/foretrace/*.h $(DESTDIR)$(PREFIX)/include/foretrace
	install -m 644 docs/schema/*.json $(DESTDIR)$(PREFIX)/share/foretrace
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	sh scripts/man $(B)/bin/foretrace $(DESTDIR)$(PREFIX)/share/man/man1
	chmod 644 $(DESTDIR)$(PREFIX)/share/man/man1/foretrace*.1
	ln -sf foretrace-cc.1 $(DESTDIR)$(PREFIX)/share/man/man1/foretrace-c++.1
	install -m 644 scripts/completions/foretrace.bash \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/foretrace
	install -m 644 scripts/completions/_foretrace \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -m 644 scripts/completions/foretrace.fish \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
ifeq ($(HAVE_LLVM),yes)
	install -d $(DESTDIR)$(PREFIX)/lib/foretrace
	install -m 755 $(B)/bin/foretrace-cc $(RUST_BIN) $(DESTDIR)$(PREFIX)/bin
	ln -sf foretrace-cc $(DESTDIR)$(PREFIX)/bin/foretrace-c++
	install -m 644 $(RECORDER_LIB) $(DESTDIR)$(PREFIX)/lib/foretrace
	install -d $(DESTDIR)$(PREFIX)/lib/foretrace/include/bits \
	  $(DESTDIR)$(PREFIX)/lib/foretrace/include/foretrace
	install -m 644 src/runtime/include/bits/* \
	  $(DESTDIR)$(PREFIX)/lib/foretrace/include/bits
	install -m 644 src/openmp/include/omp.h \
	  $(DESTDIR)$(PREFIX)/lib/foretrace/include
	install -m 644 include/foretrace/input.h \
	  $(DESTDIR)$(PREFIX)/lib/foretrace/include/foretrace
	install -m 644 src/runtime/include/sv_comp.c \
	  $(DESTDIR)$(PREFIX)/lib/foretrace
	install -m 644 scripts/toolchain.cmake \
	  $(DESTDIR)$(PREFIX)/share/foretrace
endif

clean:
	rm -rf build


.PHONY: all demo check fuzz coverage check-coverage mutate bench real format install clean
.SECONDARY:
-include $(shell find $(B)/obj $(B)/tsan $(B)/coverage -name '*.d' 2>/dev/null)
