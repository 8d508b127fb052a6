# axel: a thread for each of four connections to a server on loopback.
sources=axel
program=axel/axel
arguments=(-n 4 -q -o out http://127.0.0.1:17280/input)
build() { cd axel && ./configure --disable-nls --without-ssl && make -j"$JOBS"; }
workload() { head -c 300000 "$tree/axel/configure" >input; }
port=17280
server() { exec python3 "$here/clients/file_server.py" 17280; }
