# fio: two jobs as threads, which write a file each, beside the thread that adds up their
# progress and those that compare the clocks of processors (zlib1g-dev).
sources=fio
program=fio/fio
arguments=(--thread --name=job --numjobs=2 --ioengine=psync --rw=randrw --bs=4k --size=16k
  --output=fio.out)
build() {
  cd fio
  ./configure --cc="$CC" --disable-native --disable-numa --disable-rdma --disable-rados \
    --disable-rbd --disable-http --disable-gfapi --disable-pmem --disable-libzbc
  make -j"$JOBS" fio
}
workload() { :; }
