# librdkafka: its example of a producer against its own mock of a cluster, each broker of
# which has a thread (zlib1g-dev).
sources=librdkafka
program=librdkafka/examples/rdkafka_performance
arguments=(-P -t test -s 100 -c 50 -X test.mock.num.brokers=2 -b none)
build() {
  cd librdkafka
  ./configure --disable-ssl --disable-sasl --disable-zstd --disable-curl --disable-lz4-ext
  make -C src -j"$JOBS" librdkafka.a
  make -C examples -j"$JOBS" rdkafka_performance
}
workload() { :; }
