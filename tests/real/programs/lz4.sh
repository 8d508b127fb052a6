# lz4: a pool of three workers, one thread reads, one writes.
suites=trixie # has its first release with threads
sources=lz4
program=lz4/programs/lz4
arguments=(-T3 -q -f -k input out)
build() { make -C lz4/programs -j"$JOBS" CC="$CC" CFLAGS="$CFLAGS" lz4; }
workload() { # jobs have 4 MB
  yes "$(head -c 2000 "$tree/lz4/lib/lz4.c")" | head -c 14000000 >input
}
