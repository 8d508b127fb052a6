# x264: frame threads and lookahead, no assembler.
sources=x264
program=x264/x264
arguments=(--threads 3 --input-res 64x48 --fps 25 --preset veryfast --quiet
  -o out.264 in.yuv)
build() {
  cd x264
  ./configure --disable-asm --disable-opencl --disable-lavf --disable-swscale
  make -j"$JOBS" x264
}
workload() { cat "$tree"/x264/encoder/*.c | head -c $((64 * 48 * 3 / 2 * 8)) >in.yuv; }
