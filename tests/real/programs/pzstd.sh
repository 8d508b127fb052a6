# pzstd: a C++11 thread pool with queues around libzstd.
sources=libzstd
program=libzstd/contrib/pzstd/pzstd
arguments=(-p 3 -1 -q -c input)
build() {
  make -C libzstd/contrib/pzstd -j"$JOBS" pzstd CC="$CC" CXX="$CXX" \
    ZSTD_NO_ASM=1
}
workload() { cat "$tree"/libzstd/lib/*/*.c | head -c 600000 >input; }
