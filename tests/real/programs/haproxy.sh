# haproxy: three threads that answer by themselves, and pass on to themselves.
sources=haproxy
program=haproxy/haproxy
arguments=(-f haproxy.cfg -db)
build() {
  make -C haproxy -j"$JOBS" TARGET=linux-glibc CC="$CC" USE_CRYPT_H= USE_LIBCRYPT= \
    OPT_CFLAGS=-O2
}
workload() {
  cat >haproxy.cfg <<CONF
global
  nbthread 3
  maxconn 100
defaults
  mode http
  timeout client 5s
  timeout server 5s
  timeout connect 5s
frontend outer
  bind 127.0.0.1:17081
  default_backend inner
backend inner
  server s1 127.0.0.1:17082
frontend answer
  bind 127.0.0.1:17082
  http-request return status 200 content-type text/plain string "hello"
CONF
}
client() {
  await 17081
  for round in 1 2 3 4; do
    for i in 1 2 3 4; do
      wget -q -O /dev/null http://127.0.0.1:17081/ &
    done
    wait
  done
  stop
}
