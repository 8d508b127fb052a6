# iperf 2: a client with three threads, which report to a fourth.
sources=iperf
program=iperf/src/iperf
arguments=(-c 127.0.0.1 -p 17501 -P 3 -n 64K -l 4K)
build() { cd iperf && ./configure && make -j"$JOBS"; }
workload() { :; }
port=17501
server() { exec "$tree/iperf/src/iperf" -s -p 17501; }
