"""Vector intrinsics of x86 and atomics that no instruction does, which write and
read a flag."""
import platform

from cases import case


def processor_has(*features):
    try:
        with open("/proc/cpuinfo") as info:
            words = info.read().split()
    except OSError:
        return False
    return platform.machine() == "x86_64" and all(f in words for f in features)


FLAG = "static int G[16] __attribute__ ((aligned (64)));"
SET, GET = "G[0] = 1;", "G[0]"


def vector(name, change, look, flags, globals=FLAG):
    return case(name, change, look, globals=globals, headers=("immintrin",), flags=flags)


def low(expression):
    return "_mm_cvtsi128_si32 (%s)" % expression


def low256(expression):
    return "_mm256_extract_epi32 (%s, 0)" % expression


V = "(__m128i *) G"
SSE = "-msse4.1"
VECTORS = [
    vector("loadu", SET, low("_mm_loadu_si128 (%s)" % V), SSE),
    vector("lddqu", SET, low("_mm_lddqu_si128 (%s)" % V), SSE),
    vector("loadl", SET, low("_mm_loadl_epi64 (%s)" % V), SSE),
    vector("loadu_si32", SET, low("_mm_loadu_si32 (G)"), SSE),
    vector("load_ss", SET, low("_mm_castps_si128 (_mm_load_ss ((float *) G))"), SSE),
    vector("stream_load", SET, low("_mm_stream_load_si128 (%s)" % V), SSE),
    vector("storeu", "_mm_storeu_si128 (%s, _mm_set1_epi32 (1));" % V, GET, SSE),
    vector("storel", "_mm_storel_epi64 (%s, _mm_set1_epi32 (1));" % V, GET, SSE),
    vector("stream", "_mm_stream_si128 (%s, _mm_set1_epi32 (1));" % V, GET, SSE),
    vector("stream_si32", "_mm_stream_si32 (G, 1);", GET, SSE),
    vector("maskmoveu", "_mm_maskmoveu_si128 (_mm_set1_epi8 (1), _mm_cvtsi32_si128 (128), "
           "(char *) G);", GET, SSE),
]
AVX = "-mavx2"
ONES, ONES8 = "_mm_set1_epi32 (-1)", "_mm256_set1_epi32 (-1)"
AVX_VECTORS = [
    vector("lddqu256", SET, low256("_mm256_lddqu_si256 ((__m256i *) G)"), AVX),
    vector("maskload", SET, low("_mm_maskload_epi32 (G, %s)" % ONES), AVX),
    vector("maskload256", SET, low256("_mm256_maskload_epi32 (G, %s)" % ONES8), AVX),
    vector("maskload_ps", SET,
           low("_mm_castps_si128 (_mm_maskload_ps ((float *) G, %s))" % ONES), AVX),
    vector("maskload_epi64", SET,
           low("_mm_maskload_epi64 ((long long *) G, %s)" % ONES), AVX),
    vector("maskstore", "_mm_maskstore_epi32 (G, _mm_cvtsi32_si128 (-1), _mm_set1_epi32 (1));",
           GET, AVX),
    vector("maskstore_ps", "_mm_maskstore_ps ((float *) G, _mm_cvtsi32_si128 (-1), "
           "_mm_set1_ps (1));", GET, AVX),
    vector("gather", SET, low("_mm_i32gather_epi32 (G, _mm_setzero_si128 (), 4)"), AVX),
    vector("gather_last", "G[3] = 1;",
           low("_mm_i32gather_epi32 (G, _mm_set1_epi32 (3), 4)"), AVX),
    vector("gather256", SET,
           low256("_mm256_i32gather_epi32 (G, _mm256_setzero_si256 (), 4)"), AVX),
    vector("gather_by_long", SET, low("_mm_i64gather_epi32 (G, _mm_setzero_si128 (), 4)"), AVX),
    vector("gather_longs", SET,
           low("_mm_i32gather_epi64 ((long long *) G, _mm_setzero_si128 (), 8)"), AVX),
    vector("gather_ps", SET, low("_mm_castps_si128 (_mm_i32gather_ps ((float *) G, "
                                 "_mm_setzero_si128 (), 4))"), AVX),
    vector("gather_pd", SET, low("_mm_castpd_si128 (_mm_i32gather_pd ((double *) G, "
                                 "_mm_setzero_si128 (), 8))"), AVX),
    vector("gather_masked", SET,
           low("_mm_mask_i32gather_epi32 (_mm_setzero_si128 (), G, _mm_setzero_si128 (), %s, 4)"
               % ONES), AVX),
]

LARGE = "typedef struct { long a[%d]; } large;\nstatic _Atomic large G;"


def large(name, words, change, look):
    last = ", ".join(["0"] * (words - 1) + ["1"])
    values = "const large set = {{%s}}, none = {{0}}; (void) set; (void) none; " % last
    return case(name, "{ %s%s; }" % (values, change),
                "({ %slarge v = none; (void) v; %s; })" % (values, look % {"last": words - 1}),
                globals=LARGE % words, headers=("stdatomic",),
                flags="-latomic -Wno-atomic-alignment")


ATOMICS = []
for count in 2, 3, 4, 9:
    ATOMICS += [
        large("load%d" % count, count, "atomic_store (&G, set)",
              "v = atomic_load (&G); v.a[%(last)d]"),
        large("exchange%d" % count, count, "atomic_exchange (&G, set)",
              "v = atomic_exchange (&G, none); v.a[%(last)d]"),
        large("compare_exchange%d" % count, count, "atomic_store (&G, set)",
              "v = set; atomic_compare_exchange_strong (&G, &v, none)"),
        large("compare_exchange_fails%d" % count, count, "atomic_store (&G, set)",
              "v = none; !atomic_compare_exchange_strong (&G, &v, none)"),
    ]

# What else takes or leaves an operand in memory.
MEMORY = "static int A[16] __attribute__ ((aligned (64)));"


def of_memory(name, change, look, globals=MEMORY, flags="-mavx2", **more):
    return case(name, change, look, globals=globals, headers=("immintrin",),
                flags=flags, **more)


OPERANDS = [
    of_memory("broadcast", "A[3] = 1;",
              "_mm256_extract_epi32 (_mm256_set1_epi32 (*(volatile int *)(A + 3)), "
              "2)"),
    of_memory("broadcast_ss", "A[3] = 0x3f800000;",
              "_mm256_movemask_ps (_mm256_cmp_ps (_mm256_broadcast_ss ((float *)A + "
              "3), _mm256_set1_ps (1), 0))"),
    of_memory("broadcast_128", "A[3] = 1;",
              "_mm256_extract_epi32 (_mm256_broadcastsi128_si256 (_mm_load_si128 "
              "((__m128i *)A)), 7)"),
    of_memory("maskload_third", "A[2] = 1;",
              "_mm_extract_epi32 (_mm_maskload_epi32 (A, _mm_set_epi32 (0, -1, 0, "
              "0)), 2)"),
    of_memory("maskstore_third",
              "_mm_maskstore_epi32 (A, _mm_set_epi32 (0, -1, 0, 0), _mm_set1_epi32 "
              "(1));", "A[2] && !A[1]"),
    of_memory("maskload_pd", "A[3] = 0x3ff00000;",
              "_mm_movemask_pd (_mm_cmpeq_pd (_mm_maskload_pd ((double *)A, "
              "_mm_set_epi64x (-1, 0)), _mm_set1_pd (1)))"),
    of_memory("gather_index_read", "I[0] = 2;",
              "_mm_cvtsi128_si32 (_mm_i32gather_epi32 (A, _mm_loadu_si128 ((__m128i "
              "*)I), 4)) == 5",
              globals="static int A[16] __attribute__ ((aligned (64))); static int "
                      "I[4];", before="A[2] = 5;"),
    of_memory("gather_scaled", "A[6] = 1;",
              "_mm_cvtsi128_si32 (_mm_i32gather_epi32 (A, _mm_set1_epi32 (3), 8))"),
    of_memory("gather_mask_source", "A[3] = 1;",
              "_mm_cvtsi128_si32 (_mm_mask_i32gather_epi32 (_mm_setzero_si128 (), "
              "A, _mm_set1_epi32 (3), _mm_set1_epi32 (-1), 4))"),
    of_memory("movemask", "A[1] = -1;",
              "_mm256_movemask_ps (_mm256_loadu_ps ((float *)A)) == 2"),
    of_memory("testz", "A[1] = -1;",
              "!_mm256_testz_si256 (_mm256_load_si256 ((__m256i *)A), "
              "_mm256_set1_epi32 (1))"),
    of_memory("cmpistri", "A[0] = 0x6262;",
              "_mm_cmpistri (_mm_loadu_si128 ((__m128i *)A), _mm_set1_epi8 ('b'), "
              "0) == 0", flags="-msse4.2"),
    of_memory("crc32", "A[0] = 1;", "_mm_crc32_u32 (0, A[0]) != 0", flags="-msse4.2"),
    of_memory("aesenc", "A[0] = 1;",
              "_mm_cvtsi128_si32 (_mm_aesenc_si128 (_mm_load_si128 ((__m128i *)A), "
              "_mm_setzero_si128 ())) != w",
              globals="static int A[16] __attribute__ ((aligned (64))); static int "
                      "w;",
              before="w = _mm_cvtsi128_si32 (_mm_aesenc_si128 (_mm_load_si128 "
                     "((__m128i *)A), _mm_setzero_si128 ()));", flags="-maes"),
    of_memory("pclmul", "A[0] = 1;",
              "_mm_cvtsi128_si32 (_mm_clmulepi64_si128 (_mm_load_si128 ((__m128i "
              "*)A), _mm_set1_epi64x (3), 0))", flags="-mpclmul"),
    of_memory("loaddup", "A[1] = 0x3ff00000;",
              "_mm_movemask_pd (_mm_cmpeq_pd (_mm_loaddup_pd ((double *)A), "
              "_mm_set1_pd (1))) == 3"),
    of_memory("loadh", "A[1] = 0x3ff00000;",
              "_mm_movemask_pd (_mm_cmpeq_pd (_mm_loadh_pd (_mm_setzero_pd (), "
              "(double *)A), _mm_set1_pd (1))) == 2"),
    of_memory("storeh", "_mm_storeh_pd ((double *)A, _mm_set1_pd (1));", "A[1]"),
    of_memory("insert_from_memory", "A[1] = 7;",
              "_mm_extract_epi32 (_mm_insert_epi32 (_mm_setzero_si128 (), A[1], 3), "
              "3) == 7"),
    of_memory("cvtph", "A[0] = 0x3c003c00;",
              "_mm_movemask_ps (_mm_cmpeq_ps (_mm_cvtph_ps (_mm_loadl_epi64 "
              "((__m128i *)A)), _mm_set1_ps (1)))", flags="-mf16c"),
    of_memory("pmovzx", "A[0] = 0x0100;",
              "_mm_extract_epi32 (_mm_cvtepu8_epi32 (_mm_loadl_epi64 ((__m128i "
              "*)A)), 1)"),
    of_memory("movbe", "A[0] = 1;", "_loadbe_i32 (A) == 0x1000000", flags="-mmovbe"),
    of_memory("movbe_store", "_storebe_i32 (A, 1);", "A[0] == 0x1000000",
              flags="-mmovbe"),
    of_memory("stream_pd", "_mm_stream_pd ((double *)A, _mm_set1_pd (1));", "A[1]"),
    of_memory("stream_256",
              "_mm256_stream_si256 ((__m256i *)A, _mm256_set1_epi32 (1));", "A[7]"),
    of_memory("addcarry_memory", "_addcarry_u32 (0, 1, 2, (unsigned *)A);", "A[0] == 3"),
    of_memory("bextr", "A[0] = 0x100;", "_bextr_u32 (A[0], 8, 1)", flags="-mbmi"),
]

CASES = ((VECTORS if processor_has("sse4_1") else []) +
         (AVX_VECTORS + OPERANDS if processor_has("avx2") else []) +
         (ATOMICS if platform.machine() == "x86_64" else []))
