# zstd -T: the pool of libzstd's multi-threaded compression.
sources=libzstd
program=libzstd/programs/zstd
arguments=(-T3 -1 -q -c input)
build() {
  make -C libzstd/programs -j"$JOBS" zstd CC="$CC" HAVE_ZLIB=0 HAVE_LZMA=0 \
    HAVE_LZ4=0 ZSTD_LEGACY_SUPPORT=0 ZSTD_NO_ASM=1
}
workload() { cat "$tree"/libzstd/lib/*/*.c | head -c 1200000 >input; }
