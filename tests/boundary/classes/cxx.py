"""Members of the C++ library that are not compiled into the program: counts,
locks, streams, pools."""
from cases import case

CXX = {"suffix": ".cc"}


def cxx(name, change, look, before="", globals="", headers=(), **more):
    return case(name, change, look, before, globals,
                tuple("%s" % h for h in headers), suffix=".cc", **more)


# Two threads that use an object and drop it; the last one frees what is in it.
OWNERS = """\
static void *first (void *a) {
  use (1);
  return a;
}
static void *second (void *a) {
  use (0);
  x = 2;
  return a;
}
"""


def owners(name, use, globals, before, headers):
    return case(name, globals=globals + "\nstatic int s[2];\n"
                "static void use (int i) { %s }" % use, before=before,
                headers=headers, suffix=".cc", ordered_text=OWNERS, apart=False)


CASES = [
    cxx("stringstream", "s << 5;", "s.tellp () == 1",
        globals="static std::stringstream s;", headers=("sstream ",)),
    cxx("stringstream_read", "s << 5;", "[] { int i = 0; s >> i; return i == 5; } ()",
        globals="static std::stringstream s;", headers=("sstream ",)),
    cxx("ostream_state", "s.setstate (std::ios::badbit);", "s.bad ()",
        globals="static std::ostringstream s;", headers=("sstream ",)),
    cxx("locale_global", "std::locale::global (std::locale (\"C.UTF-8\"));",
        "std::locale ().name () != \"C\"", headers=("locale ",)),
    cxx("new_handler", "std::set_new_handler ([] {});", "std::get_new_handler () != 0",
        headers=("new ",)),
    cxx("terminate_handler", "std::set_terminate ([] { abort (); });",
        "std::get_terminate () != h", globals="static std::terminate_handler h;",
        before="h = std::get_terminate ();", headers=("exception ",)),
    cxx("pmr_default", "std::pmr::set_default_resource (&mr);",
        "std::pmr::get_default_resource () == &mr",
        globals="static std::pmr::monotonic_buffer_resource mr;",
        headers=("memory_resource ",)),
    cxx("pmr_null",
        "std::pmr::set_default_resource (std::pmr::null_memory_resource ());",
        "std::pmr::get_default_resource () == std::pmr::null_memory_resource ()",
        headers=("memory_resource ",)),
    cxx("to_string_hash", "G = \"b\";", "std::hash<std::string> () (G) == h",
        globals="static std::string G = \"a\"; static size_t h;",
        before="h = std::hash<std::string> () (\"b\");", headers=("string ",)),
    cxx("filesystem", "mkdir (d, 0700);",
        "[] { bool r = std::filesystem::exists (d); rmdir (d); return r; } ()",
        globals="static char d[] = \"/tmp/ftb-XXXXXX\";",
        before="mkdtemp (d); rmdir (d);",
        headers=("filesystem ", "sys/stat", "unistd")),
    cxx("from_chars", "G[0] = '1';",
        "[] { int v = 0; std::from_chars (G, G + 1, v); return v == 1; } ()",
        globals="static char G[4] = \"0\";", headers=("charconv ",)),
    cxx("stod", "G[0] = '1';", "std::stod (G) == 1",
        globals="static char G[4] = \"0\";", headers=("string ",)),
    cxx("cin_tie", "std::cin.tie (0);", "std::cin.tie () == 0", headers=("iostream ",)),
    cxx("random_device", "e.seed (5);", "e () == k",
        globals="static std::mt19937 e; static unsigned long k;",
        before="std::mt19937 f (5); k = f ();", headers=("random ",)),
    owners("exception_ptr", "std::exception_ptr q = std::move (p[i]); "
           "try { std::rethrow_exception (q); } catch (e &y) { s[i] = y.v; }",
           "struct e { int v; };\nstatic std::exception_ptr p[2];",
           "p[0] = std::make_exception_ptr (e {4}); p[1] = p[0];",
           ("exception ", "utility ")),
    owners("locale", "s[i] = static_cast<const f &> "
           "(std::use_facet<std::numpunct<char>> (p[i])).v; "
           "p[i] = std::locale::classic ();",
           "struct f : std::numpunct<char> { int v = 3; ~f () { v = 9; } };\n"
           "static std::locale p[2];",
           "{ std::locale l (std::locale::classic (), new f); p[0] = p[1] = l; }",
           ("locale ",)),
    owners("runtime_error", "s[i] = p[i]->what ()[0]; delete p[i];",
           "static std::runtime_error *p[2];",
           "p[0] = new std::runtime_error (std::string (99, 'a')); "
           "p[1] = new std::runtime_error (*p[0]);", ("stdexcept ", "string ")),
]
