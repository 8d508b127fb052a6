# apr: its tests of locks, conditions, threads and atomics.
sources=apr
program=apr/test/testall
arguments=(testatomic testcond testlock testthread)
build() {
  cd apr
  ./configure --disable-shared
  make -j"$JOBS"
  make -C test -j"$JOBS" testall
}
workload() { ln -s "$tree"/apr/test/data .; }
