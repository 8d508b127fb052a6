# apr: its tests of locks and threads.
sources=apr
program=apr/test/testall
arguments=(testlock testthread)
build() {
  cd apr
  ./configure --disable-shared
  make -j"$JOBS"
  make -C test -j"$JOBS" testall
}
workload() { ln -s "$tree"/apr/test/data .; }
