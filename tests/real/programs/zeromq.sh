# libzmq: its benchmark of messages between two threads of a process, beside its two threads of
# input and output (cmake).
sources=zeromq3
program=inproc_thr
arguments=(64 200)
build() {
  cmake -S zeromq3 -B build -DBUILD_SHARED=OFF -DWITH_LIBSODIUM=OFF -DZMQ_BUILD_TESTS=OFF \
    -DWITH_DOCS=OFF -DENABLE_CURVE=OFF
  make -C build -j"$JOBS" libzmq-static
  "$CXX" $CXXFLAGS -Izeromq3/include -Ibuild -Izeromq3/src zeromq3/perf/inproc_thr.cpp \
    build/lib/libzmq.a -pthread -o inproc_thr
}
workload() { :; }
