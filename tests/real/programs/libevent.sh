# libevent: its own tests of conditions and deferred callbacks across threads.
sources=libevent
program=libevent/test/regress
arguments=(--no-fork --quiet thread/basic thread/conditions_simple
  thread/deferred_cb_skew)
build() {
  cd libevent
  ./configure --disable-shared --disable-openssl --disable-samples
  make -j"$JOBS"
  make -j"$JOBS" test/regress
}
workload() { :; }
