# unbound: two threads answer queries for local data and refuse others.
sources=unbound
program=unbound/unbound
arguments=(-d -c unbound.conf)
build() {
  cd unbound
  ./configure --with-pthreads --without-libevent --disable-shared \
    --with-run-dir= --with-pidfile=unbound.pid --disable-gost
  make -j"$JOBS" unbound
}
workload() {
  cat >unbound.conf <<CONF
server:
  num-threads: 2
  interface: 127.0.0.1
  port: 17053
  username: ""
  chroot: ""
  directory: ""
  pidfile: "$work/unbound.pid"
  use-syslog: no
  do-daemonize: no
  so-reuseport: yes
  local-zone: "example." static
  local-data: "one.example. A 127.0.0.1"
  local-data: "two.example. A 127.0.0.2"
  local-zone: "." static
CONF
}
client() {
  await 17053
  python3 "$here/clients/dns.py" 17053
  stop
}
