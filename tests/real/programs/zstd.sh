# zstd -T: the pool of libzstd's multi-threaded compression.
sources=libzstd
program=libzstd/programs/zstd
arguments=(-T3 -1 -B524288 -q -c input)
build() {
  make -C libzstd/programs -j"$JOBS" zstd CC="$CC" HAVE_ZLIB=0 HAVE_LZMA=0 \
    HAVE_LZ4=0 ZSTD_LEGACY_SUPPORT=0 ZSTD_NO_ASM=1
}
# Jobs are half a megabyte at least: few of it are new.
workload() { for i in {1..20}; do head -c 60000 "$tree/libzstd/lib/compress/zstd_compress.c"; done >input; }
