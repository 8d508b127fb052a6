"""Writes a film of AV1 of 128 by 128 points, a key frame and two that refer to the frames before,
in four tiles of random bytes, which any decoder takes for noise."""
import random, sys

random.seed(1)


class Bits:
    def __init__(self):
        self.bits = ""

    def put(self, *fields):
        for value, count in fields:
            self.bits += format(value, f"0{count}b")
        return self

    def bytes(self):
        self.bits += "0" * (-len(self.bits) % 8)
        return bytes(int(self.bits[i:i + 8], 2) for i in range(0, len(self.bits), 8))


def unit(kind, data):
    size = len(data)
    head = bytes([kind << 3 | 2])
    while size > 127:
        head += bytes([size & 127 | 128])
        size >>= 7
    return head + bytes([size]) + data


def sequence():
    return Bits().put(
        (0, 3), (0, 2), (0, 2), (0, 5), (0, 12), (0, 5),  # profile, one operating point
        (7, 4), (7, 4), (127, 8), (127, 8), (0, 1),       # size
        (0, 1), (3, 2), (15, 4), (1, 1), (3, 2), (0, 2),  # blocks of 64, all of the tools
        (2, 3), (0, 1), (3, 2),                           # three bits of order, cdef, restoration
        (0, 3), (0, 1), (0, 2), (0, 1), (0, 1), (1, 1)    # 8 bits, 4:2:0
    ).bytes()


def frame(number):
    b = Bits().put((0, 1), (number > 0, 2), (1, 1))
    if number:
        b.put((0, 1))
    b.put((0, 1), (0, 1), (number, 3))
    if number:
        b.put((0, 3), (1 << number, 8), (0, 1))
        b.put(*[((number - 1) * (i % 2), 3) for i in range(7)])
    b.put((0, 1))
    if number:
        b.put((0, 1), (1, 1), (1, 1), (1, 1))
    b.put((0, 1), (7, 3), (0, 2), (1, 2))                 # two by two tiles
    b.put((120, 8), (0, 3), (0, 1), (0, 1), (0, 1))       # quantizers
    b.put((20, 6), (20, 6), (10, 6), (10, 6), (0, 3), (0, 1))
    b.put((0, 4), (9, 6), (9, 6))                         # cdef
    b.put((1, 2), (0, 4), (0, 1), (1, 1))                 # restoration, transformations
    if number:
        b.put((0, 2))
    b.put((0, 1))
    if number:
        b.put((0, 7))
    data = b.bytes() + b"\0"
    for tile in range(4):
        bits = random.randbytes(200)
        data += (len(bits) - 1).to_bytes(2, "little") * (tile < 3) + bits
    return data


with open(sys.argv[1], "wb") as film:
    for number in range(3):
        film.write(unit(2, b""))
        if not number:
            film.write(unit(1, sequence()))
        film.write(unit(6, frame(number)))
