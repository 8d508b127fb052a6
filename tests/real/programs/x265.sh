# x265: a pool of three threads for the rows of two frames at once.
sources=x265
program=x265/build/x265
arguments=(--pools 3 --frame-threads 2 --preset ultrafast --input-res 64x64 --fps 25 --frames 3
  --no-info --log-level none input.yuv -o out.hevc)
build() {
  cmake -S x265/source -B x265/build -DENABLE_ASSEMBLY=OFF -DENABLE_SHARED=OFF \
    -DENABLE_LIBNUMA=OFF -DCMAKE_BUILD_TYPE=None -DCMAKE_POLICY_VERSION_MINIMUM=3.5
  make -C x265/build -j"$JOBS" cli
}
workload() {
  { head -c 2000 "$tree/x265/source/common/frame.cpp"; head -c 120000 /dev/zero; } |
    head -c 18432 >input.yuv
}
