# libvpx: two frames of VP9, by rows in three threads. Its linker is $LD, if that is set.
sources=libvpx
program=libvpx/vpxenc
arguments=(--cpu-used=7 --rt --threads=3 --tile-columns=1 --row-mt=1 --limit=2
  --target-bitrate=300 -w 256 -h 128 --i420 -o out.ivf --ivf input.yuv)
build() {
  cd libvpx
  LD="$CC" ./configure --target=generic-gnu --disable-vp8 --disable-vp9-highbitdepth \
    --disable-unit-tests --disable-docs --disable-install-srcs --disable-webm-io --disable-libyuv
  make -j"$JOBS"
}
workload() {
  { head -c 4000 "$tree/libvpx/vpxenc.c"; head -c 100000 /dev/zero; } | head -c 98304 >input.yuv
}
