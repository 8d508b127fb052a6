# nng: its benchmark of messages between two threads, beside its threads of tasks, timers
# and polls (cmake).
sources=nng
program=inproc_thr
arguments=(64 50)
build() {
  cmake -S nng -B build -DNNG_TESTS=OFF -DNNG_TOOLS=OFF
  make -C build -j"$JOBS" nng
  "$CC" $CFLAGS -DNNG_HAVE_PAIR0 -Inng/include -Inng/src nng/src/tools/perf/perf.c build/libnng.a -pthread \
    -o inproc_thr
}
workload() { :; }
