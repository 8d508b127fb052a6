# Re-created here: a tree that threads build, with looks without a lock.
program=barnes
build() { "$CC" $CFLAGS "$here/kernels/barnes.c" -o "$tree/barnes" -pthread -lm; }
workload() { :; }
