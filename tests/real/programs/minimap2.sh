# minimap2: a pipeline of two steps, each spread over threads.
sources=minimap2
program=minimap2/minimap2
arguments=(-t 3 -K 4k -a ref.fa reads.fa)
build() { make -C minimap2 -j"$JOBS" CC="$CC" minimap2; }
workload() {
  head -c 1500 "$tree/minimap2/test/MT-human.fa" >ref.fa
  awk '!/>/ { s = s $0 } END { for (i = 0; i < 4; i++)
    print ">r" i "\n" substr (s, 150 * i + 1, 500) }' ref.fa >reads.fa
}
