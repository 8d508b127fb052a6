"""Four connections that set, get, count and delete the same few keys."""
import socket, sys

connections = [socket.create_connection(("127.0.0.1", int(sys.argv[1])))
               for _ in range(4)]


def ask(connection, line, end):
    connection.settimeout(20)
    connection.sendall(line)
    answer = b""
    while not answer.endswith(end):
        more = connection.recv(4096)
        if not more:
            break
        answer += more


for turn in range(6):
    for index, connection in enumerate(connections):
        key = b"key%d" % ((turn + index) % 5)
        ask(connection, b"set %s 0 0 3\r\n123\r\n" % key, b"\r\n")
        ask(connection, b"get %s\r\n" % key, b"END\r\n")
        ask(connection, b"incr %s 1\r\n" % key, b"\r\n")
        if turn % 3 == 2:
            ask(connection, b"delete %s\r\n" % key, b"\r\n")
ask(connections[0], b"stats\r\n", b"END\r\n")
