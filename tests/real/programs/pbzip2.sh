# pbzip2: a producer, consumers that compress blocks, a writer; libbz2 is the
# system's (libbz2-dev).
sources=pbzip2
program=pbzip2/pbzip2
arguments=(-p3 -b1 -k -c input)
build() { make -C pbzip2 -j"$JOBS" CXX="$CXX" pbzip2; }
workload() { cat "$tree"/pbzip2/* | head -c 400000 >input; }
