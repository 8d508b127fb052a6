# Re-created here: a radix sort, hand-made barriers and flags handed on.
program=radix
build() { "$CC" $CFLAGS "$here/kernels/radix.c" -o "$tree/radix" -pthread -lm; }
workload() { :; }
