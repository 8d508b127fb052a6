# libuv: a test of its own, two loops with thread pools.
sources=libuv1
program=build/uv_run_tests_a
arguments=(threadpool_multiple_event_loops threadpool_multiple_event_loops)
build() {
  cmake -S libuv1 -B build -DCMAKE_BUILD_TYPE=RelWithDebInfo
  make -C build -j"$JOBS" uv_run_tests_a
}
workload() { export UV_RUN_AS_ROOT=1; }
