# pigz: a thread compresses each block, one writes.
sources=pigz
program=pigz/pigz
arguments=(-p 4 -b 32 -kc input)
build() { make -C pigz -j"$JOBS" CC="$CC" CFLAGS="$CFLAGS" pigz; }
workload() { head -c 200000 "$tree/pigz/pigz.c" >input; }
