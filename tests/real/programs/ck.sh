# Concurrency Kit: the validation of its lock-free queue, two threads.
sources=ck
program=ck/regressions/ck_fifo/validate/ck_fifo_mpmc
arguments=(2 1 10)
build() {
  cd ck
  ./configure
  make -j"$JOBS"
  make -C regressions/ck_fifo/validate ck_fifo_mpmc CC="$CC -DITERATIONS=4"
}
workload() { :; }
