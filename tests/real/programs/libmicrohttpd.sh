# libmicrohttpd: its benchmark example, a pool of threads.
sources=libmicrohttpd
program=libmicrohttpd/src/examples/benchmark
arguments=(17083)
build() {
  cd libmicrohttpd
  ./configure --disable-https --disable-shared --disable-curl --disable-doc
  make -j"$JOBS" -C src/microhttpd libmicrohttpd.la
  make -j"$JOBS" -C src/examples benchmark
}
workload() { :; }
client() {
  await 17083
  for round in 1 2 3 4 5; do
    for i in 1 2 3 4; do
      wget -q -O /dev/null http://127.0.0.1:17083/ &
    done
    wait
  done
  stop
}
