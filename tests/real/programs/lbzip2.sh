# lbzip2: a work-stealing pool of threads with its own bzip2.
sources=lbzip2
program=lbzip2/src/lbzip2
arguments=(-n 3 -1 -k -c input)
build() { cd lbzip2 && ./configure && make -j"$JOBS"; }
workload() { head -c 220000 "$tree/lbzip2/configure" >input; }
