# liburcu: its wait-free queue with call_rcu-less readers, two of each kind.
sources=liburcu
program=liburcu/tests/benchmark/test_urcu_wfcq
arguments=(2 2 1 -d 20000 -e 20000)
build() {
  cd liburcu
  ./configure --disable-shared --enable-static
  make -j"$JOBS" -C src
  make -C tests/common
  make -j"$JOBS" -C tests/benchmark test_urcu_wfcq
}
workload() { :; }
