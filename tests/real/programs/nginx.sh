# nginx: one process, a pool of two threads that read the files it sends.
sources=nginx
program=nginx/objs/nginx
arguments=(-p . -c nginx.conf -g 'daemon off; master_process off;')
build() {
  cd nginx
  ./configure --with-threads --without-http_rewrite_module \
    --without-http_gzip_module --with-cc="$CC" --with-cc-opt="$CFLAGS"
  make -j"$JOBS"
}
workload() {
  mkdir -p logs html
  for i in 1 2 3 4 5 6; do head -c 90000 "$tree/nginx/objs/Makefile" >html/$i; done
  cat >nginx.conf <<CONF
thread_pool two threads=2;
events { worker_connections 64; }
http {
  access_log off; sendfile off; output_buffers 2 16k;
  server { listen 127.0.0.1:17080; location / { root html; aio threads=two; } }
}
CONF
}
client() {
  await 17080
  for round in 1 2 3; do
    for i in 1 2 3 4 5 6; do
      wget -q -O /dev/null "http://127.0.0.1:17080/$i" &
    done
    wait
  done
  stop
}
