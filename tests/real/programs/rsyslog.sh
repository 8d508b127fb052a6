# rsyslog: messages by UDP and TCP, two queues with workers of their own, two files.
sources='libestr libfastjson rsyslog'
program=rsyslog/tools/rsyslogd
arguments=(-n -f rsyslog.conf -i NONE)
build() {
  for library in libestr libfastjson; do
    (cd $library && { [ -x configure ] || autoreconf -fi; } &&
      ./configure --prefix="$tree/installed" --disable-shared CFLAGS="$CFLAGS -fPIC" &&
      make -j"$JOBS" && make install)
  done
  cd rsyslog
  PKG_CONFIG_PATH=$tree/installed/lib/pkgconfig ./configure --disable-libgcrypt --disable-fmhttp \
    --disable-klog --disable-uuid --disable-libsystemd --disable-generate-man-pages
  make -j"$JOBS"
  make install-exec DESTDIR="$tree/installed"
}
workload() { # rsyslogd goes to the folder '/'
  export RSYSLOG_MODDIR=$tree/installed/usr/local/lib/rsyslog
  cat >rsyslog.conf <<CONF
module(load="imudp")
module(load="imtcp")
input(type="imudp" port="17390" address="127.0.0.1")
input(type="imtcp" port="17391" address="127.0.0.1")
main_queue(queue.workerThreads="2" queue.workerThreadMinimumMessages="1")
action(type="omfile" file="$work/all.log" queue.type="LinkedList" queue.workerThreads="2"
  queue.workerThreadMinimumMessages="1")
if \$msg contains "2" then action(type="omfile" file="$work/some.log")
CONF
}
client() {
  await 17391
  python3 "$here/clients/syslog.py" 17390 17391
  stop
}
