# pbzip2 with the known bug of its version 0.9.4: main does not wait for the
# consumers before it deletes the queue and its mutex, which they still unlock.
sources=pbzip2
program=pbzip2/pbzip2
arguments=(-p3 -b1 -k -c input)
changes='the consumers are not joined, as in 0.9.4'
build() {
  sed -i 's/ret = pthread_join(fifo->consumers\[i\], NULL);/ret = 0;/' \
    pbzip2/pbzip2.cpp
  make -C pbzip2 -j"$JOBS" CXX="$CXX" pbzip2
}
workload() { cat "$tree"/pbzip2/* | head -c 400000 >input; }
