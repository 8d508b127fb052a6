# redis: I/O threads that also read; its own benchmark is the client.
sources=redis
program=redis/src/redis-server
arguments=(--port 17379 --io-threads 3 --io-threads-do-reads yes --save ""
  --appendonly no --bind 127.0.0.1)
build() {
  make -C redis/src -j"$JOBS" MALLOC=libc CC="$CC" OPTIMIZATION=-O2 \
    redis-server redis-benchmark
}
workload() { :; }
client() {
  await 17379
  "$tree/redis/src/redis-benchmark" -p 17379 -c 8 -n 16 -P 2 -t set,get -q
  stop
}
