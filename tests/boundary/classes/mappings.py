"""Memory that is mapped twice: written by one address, read by another."""
from cases import case

FILE = """int f = memfd_create ("memory", 0);
  if (f < 0 || ftruncate (f, 8192))
    return 3;
  """
MAP = "mmap (0, %d, PROT_READ | PROT_WRITE, MAP_SHARED, f, %d)"


def mapping(name, one, two, change="*A = 1;", look="*B", globals="static int *A, *B;"):
    return case(name, change, look, before=FILE + "A = %s;\n  B = %s;" % (one, two),
                globals=globals, headers=("sys/mman", "unistd"))


WHOLE = MAP % (8192, 0)
CASES = [
    mapping("twice", WHOLE, WHOLE),
    mapping("back", WHOLE, WHOLE, "*B = 1;", "*A"),
    mapping("part", WHOLE, MAP % (4096, 4096), "A[1024] = 1;"),
    mapping("thrice", WHOLE, "%s;\n  B = %s" % (WHOLE, WHOLE)),
    mapping("atomic", WHOLE, WHOLE, "__atomic_store_n (A, 1, 5);", "__atomic_load_n (B, 5)"),
    mapping("copied", WHOLE, WHOLE, "memcpy (A, &one, 4);", "*B",
            "static int *A, *B; static int one = 1;"),
    mapping("moved", WHOLE, "mremap (A, 0, 8192, MREMAP_MAYMOVE)"),
]
