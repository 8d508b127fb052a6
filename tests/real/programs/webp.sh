# libwebp: cwebp -mt, analysis in two threads.
sources=libwebp
program=libwebp/examples/cwebp
arguments=(-mt -m 2 -q 50 -segments 4 -noasm in.ppm -o out.webp)
build() {
  make -C libwebp -j"$JOBS" -f makefile.unix CC="$CC" EXTRA_LIBS='-lm -lpthread' \
    EXTRA_FLAGS='-DWEBP_USE_THREAD -g' CWEBP_LIBS= examples/cwebp
}
workload() {
  { printf 'P6\n96 256\n255\n'; cat "$tree"/libwebp/src/enc/*.c | head -c 73728; } >in.ppm
}
