# leveldb: its benchmark; two threads, a write buffer so small that the
# background thread compacts (libgtest-dev, for a header of the benchmark).
sources=leveldb
program=leveldb/db_bench
arguments=(--benchmarks=fillrandom,readrandom,overwrite --num=400 --threads=2
  --write_buffer_size=65536 --max_file_size=65536 --db=db)
build() {
  cmake -S leveldb -B build -DLEVELDB_BUILD_TESTS=OFF \
    -DLEVELDB_BUILD_BENCHMARKS=OFF -DLEVELDB_INSTALL=OFF \
    -DHAVE_SNAPPY=OFF -DHAVE_TCMALLOC=OFF -DHAVE_CRC32C=OFF
  make -C build -j"$JOBS"
  cd leveldb
  "$CXX" -O2 -g -std=c++14 -fno-rtti -I. -Iinclude -I../build/include \
    -DLEVELDB_PLATFORM_POSIX=1 benchmarks/db_bench.cc util/testutil.cc util/histogram.cc \
    ../build/libleveldb.a -pthread -o db_bench
}
workload() { :; }
