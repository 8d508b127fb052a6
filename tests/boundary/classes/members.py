"""Members of the C++ library and its templates: what a member that the library
has compiled reads, writes and counts is in no record of the program."""
from cases import case

LONG = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"


def member(name, globals, change, look, headers=(), before="", flags="", **more):
    return case(name, change, look, before, globals,
                tuple(h + " " for h in headers), flags, suffix=".cc", **more)


def string(name, change, look, start="a", kind="string"):
    quoted = '%s"%s"' % ("L" if kind == "wstring" else "", start)
    return member(kind + "_" + name, "static std::%s G = %s;" % (kind, quoted),
                  change, look, ("string",))


def stream(name, change, look, kind="ostringstream", before="", globals="",
           headers=()):
    return member("stream_" + name, "static std::%s s;\n%s" % (kind, globals),
                  change, look, ("sstream", "iomanip", "locale") + headers, before)


def file(name, change, look, before="", globals=""):
    return member("file_" + name, "static std::filesystem::path d;\n"
                  "static void end () { std::filesystem::remove_all (d); }\n" + globals,
                  change, look, ("filesystem", "fstream"),
                  'char n[] = "/tmp/ftb-XXXXXX";\n  d = mkdtemp (n);\n'
                  "  atexit (end);\n  " + before)


def cxx20(name, globals, change, look, headers, before=""):
    return member(name, globals, change, look, headers, before, flags="-std=c++20")


CASES = [
    # Containers: the hooks of lists and trees are compiled into the library.
    member("list_push", "static std::list<int> G;", "G.push_back (1);",
           "!G.empty ()", ("list",)),
    member("list_front", "static std::list<int> G;", "G.push_front (1);",
           "G.size () == 1", ("list",)),
    member("list_splice", "static std::list<int> G, H {1};", "G.splice (G.end (), H);",
           "G.size () == 1", ("list",)),
    member("list_reverse", "static std::list<int> G {1, 2};", "G.reverse ();",
           "G.front () == 2", ("list",)),
    member("list_swap", "static std::list<int> G, H {1};", "G.swap (H);",
           "!G.empty () && H.empty ()", ("list",)),
    member("list_sort", "static std::list<int> G {2, 1};", "G.sort ();",
           "G.front () == 1", ("list",)),
    member("map_insert", "static std::map<int, int> G;", "G[1] = 1;", "G.count (1)",
           ("map",)),
    member("map_erase", "static std::map<int, int> G {{1, 1}, {2, 2}};",
           "G.erase (1);", "G.begin ()->first == 2", ("map",)),
    member("map_walk", "static std::map<int, int> G {{1, 1}};", "G[2] = 2;",
           "std::next (G.begin ()) != G.end ()", ("map", "iterator")),
    member("set_last", "static std::set<int> G {1};", "G.insert (2);",
           "*G.rbegin () == 2", ("set",)),
    member("map_of_strings", "static std::map<std::string, int> G;", 'G["b"] = 1;',
           'G.find ("b") != G.end ()', ("map", "string")),
    member("unordered_insert", "static std::unordered_map<int, int> G;", "G[5] = 1;",
           "G.count (5)", ("unordered_map",)),
    member("unordered_rehash", "static std::unordered_set<int> G;", "G.rehash (100);",
           "G.bucket_count () > 90", ("unordered_set",)),
    member("unordered_strings", "static std::unordered_set<std::string> G;",
           'G.insert ("b");', 'G.count ("b")', ("unordered_set", "string")),
    member("deque", "static std::deque<int> G;", "G.push_front (1);", "G.size () == 1",
           ("deque",)),
    member("vector", "static std::vector<int> G;", "G.push_back (1);", "!G.empty ()",
           ("vector",)),
    member("vector_bool", "static std::vector<bool> G (9);", "G[3] = true;", "G[3]",
           ("vector",)),
    member("queue", "static std::priority_queue<int> G;", "G.push (1);", "!G.empty ()",
           ("queue",)),
    member("forward_list", "static std::forward_list<int> G;", "G.push_front (1);",
           "!G.empty ()", ("forward_list",)),
    member("bitset", "static std::bitset<9> G;", "G.set (3);", "G.count () == 1",
           ("bitset",)),

    # Strings: their templates are instantiated in the library.
    string("append", 'G.append ("%s");' % LONG, "G.size () == 41"),
    string("assign", 'G = "%s";' % LONG, "G.size () == 40"),
    string("push_back", "G.push_back ('b');", 'G == "ab"'),
    string("compare", "G[0] = 'b';", 'G.compare ("b") == 0'),
    string("find", "G[0] = 'b';", "G.find ('b') == 0"),
    string("rfind", "G[0] = 'b';", 'G.rfind ("b") == 0'),
    string("find_first_of", "G[0] = 'b';", 'G.find_first_of ("bc") == 0'),
    string("replace", 'G.replace (0, 1, "cc");', 'G == "cc"'),
    string("insert", 'G.insert (0, "c");', "G[0] == 'c'"),
    string("erase", "G.erase (0, 1);", "G.empty ()"),
    string("clear", "G.clear ();", "G.empty ()"),
    string("resize", "G.resize (50);", "G.size () == 50"),
    string("reserve", "G.reserve (50);", "G.capacity () >= 50"),
    string("copy", "G[0] = 'b';", "[] { char c; G.copy (&c, 1); return c == 'b'; } ()"),
    string("substr", "G[0] = 'b';", 'G.substr (0, 1) == "b"'),
    string("copied", "G[0] = 'b';", '[] { std::string c (G); return c == "b"; } ()'),
    string("sum", "G[0] = 'b';", 'G + "c" == "bc"'),
    string("at", "G.resize (5);", "[] { try { return G.at (4) == 0; } "
           "catch (std::exception &) { return false; } } ()"),
    string("stoi", "G[0] = '7';", "std::stoi (G) == 7", "1"),
    string("stol", "G[0] = '7';", "std::stol (G) == 7", "1"),
    string("stof", "G[0] = '7';", "std::stof (G) == 7", "1"),
    string("append", 'G.append (L"%s");' % LONG, "G.size () == 41", kind="wstring"),
    string("compare", "G[0] = L'b';", 'G.compare (L"b") == 0', kind="wstring"),
    string("find", "G[0] = L'b';", "G.find (L'b') == 0", kind="wstring"),
    member("to_chars", "static char G[4];", "std::to_chars (G, G + 4, 1);",
           "G[0] == '1'", ("charconv",)),
    member("to_chars_double", "static char G[40];", "std::to_chars (G, G + 40, 1.5);",
           "G[0] == '1'", ("charconv",)),
    member("from_chars_double", 'static char G[4] = "0";', "G[0] = '1';",
           "[] { double v = 0; std::from_chars (G, G + 1, v); return v == 1; } ()",
           ("charconv",)),
    member("hash_of_double", "static double G;", "G = 1;",
           "std::hash<double> () (G) == std::hash<double> () (1)", ("functional",)),

    # Streams.
    stream("write", "G[0] = 'b';", '(s.write (G, 1), s.str () == "b")',
           globals='static char G[2] = "a";'),
    stream("print_text", "G[0] = 'b';", '(s << G, s.str () == "b")',
           globals='static char G[2] = "a";'),
    stream("print_string", "G[0] = 'b';", '(s << G, s.str () == "b")',
           globals='static std::string G = "a";'),
    stream("read", "s.read (G, 1);", "G[0] == 'b'", "istringstream",
           's.str ("b");', "static char G[2];"),
    stream("getline", "s.getline (G, 4);", "G[0] == 'b'", "istringstream",
           's.str ("b");', "static char G[4];"),
    stream("getline_string", "std::getline (s, G);", 'G == "b"', "istringstream",
           's.str ("b");', "static std::string G;"),
    stream("get", "s.get ();", "s.tellg () == 1", "istringstream", 's.str ("bc");'),
    stream("eof", "s.ignore (9);", "s.eof ()", "istringstream", 's.str ("b");'),
    stream("putback", "s.get ();", "s.peek () == 'c'", "istringstream",
           's.str ("bc");'),
    stream("seek", "s.seekg (1);", "s.get () == 'c'", "istringstream", 's.str ("bc");'),
    stream("str", 's.str ("b");', "s.get () == 'b'", "istringstream"),
    stream("flags", "s.setf (std::ios::showbase);", "s.flags () & std::ios::showbase"),
    stream("precision", "s.precision (3);", "s.precision () == 3"),
    stream("fill", "s.fill ('0');", "s.fill () == '0'"),
    stream("imbue", 's.imbue (std::locale ("C.UTF-8"));', 's.getloc ().name () != "C"'),
    stream("iword", "s.iword (i) = 5;", "s.iword (i) == 5",
           before="i = std::ios::xalloc ();", globals="static int i;"),
    stream("exceptions", "s.exceptions (std::ios::badbit);",
           "s.exceptions () == std::ios::badbit"),
    stream("rdbuf", "s.std::ostream::rdbuf (&b);", "s.std::ostream::rdbuf () == &b",
           globals="static std::stringbuf b;"),
    stream("put_time", "G.tm_year = 100;", '(s << std::put_time (&G, "%Y"), '
           's.str () == "2000")', globals="static struct tm G;"),
    stream("get_time", 's >> std::get_time (&G, "%Y");', "G.tm_year == 100",
           "istringstream", 's.str ("2000");', "static struct tm G;"),
    stream("sputn", "b.sputn (\"b\", 1);", 'b.str () == "b"',
           globals="static std::stringbuf b;"),
    stream("copyfmt", "s.copyfmt (o);", "s.precision () == 9",
           before="o.precision (9);", globals="static std::ostringstream o;"),
    member("cout_flags", "", "std::cout.setf (std::ios::hex);",
           "std::cout.flags () & std::ios::hex", ("iostream",)),
    member("cerr_rdbuf", "static std::stringbuf b;", "std::cerr.rdbuf (&b);",
           "std::cerr.rdbuf () == &b", ("iostream", "sstream")),
    member("clog_state", "", "std::clog.setstate (std::ios::failbit);",
           "std::clog.fail ()", ("iostream",)),

    # Files.
    file("create_directory", 'std::filesystem::create_directory (d / "e");',
         'std::filesystem::exists (d / "e")'),
    file("remove", 'std::filesystem::remove (d / "e");',
         '!std::filesystem::exists (d / "e")',
         'std::filesystem::create_directory (d / "e");'),
    file("size", 'std::filesystem::resize_file (d / "e", 9);',
         'std::filesystem::file_size (d / "e") == 9', 'std::ofstream (d / "e");'),
    file("rename", 'std::filesystem::rename (d / "e", d / "f");',
         'std::filesystem::exists (d / "f")',
         'std::filesystem::create_directory (d / "e");'),
    file("permissions", "std::filesystem::permissions (d, std::filesystem::perms (0711));",
         "(int)std::filesystem::status (d).permissions () == 0711"),
    file("iterate", 'std::filesystem::create_directory (d / "e");',
         "std::filesystem::directory_iterator (d) != "
         "std::filesystem::directory_iterator ()"),
    file("is_empty", 'std::filesystem::create_directory (d / "e");',
         "!std::filesystem::is_empty (d)"),
    file("open", 'f.open (d / "e", std::ios::out);', "f.is_open ()",
         globals="static std::fstream f;"),
    file("close", "f.close ();", "!f.is_open ()", 'f.open (d / "e", std::ios::out);',
         "static std::fstream f;"),
    file("flush", 'f << "b" << std::flush;', 'std::filesystem::file_size (d / "e") == 1',
         'f.open (d / "e");', "static std::ofstream f;"),
    file("read", "f.get ();", "f.tellg () == 1",
         '{ std::ofstream (d / "e") << "bc"; }\n  f.open (d / "e");',
         "static std::ifstream f;"),
    file("written", '{ std::ofstream (d / "e") << "b"; }',
         '[] { std::ifstream f (d / "e"); return f.get () == \'b\'; } ()'),
    file("current_path", "std::filesystem::current_path (d);",
         "std::filesystem::current_path () != c",
         "c = std::filesystem::current_path ();", "static std::filesystem::path c;"),
    file("link", 'std::filesystem::create_symlink ("x", d / "e");',
         'std::filesystem::read_symlink (d / "e") == "x"'),
    member("path_append", "static std::filesystem::path G;", 'G /= "b";',
           'G.filename () == "b"', ("filesystem",)),
    member("path_extension", 'static std::filesystem::path G = "b";',
           'G.replace_extension ("c");', "G.has_extension ()", ("filesystem",)),

    # Pointers that are counted, functions, results of tasks.
    member("weak_ptr", "static std::shared_ptr<int> p = std::make_shared<int> (1);\n"
           "static std::weak_ptr<int> w = p;", "p.reset ();", "w.expired ()",
           ("memory",)),
    member("use_count", "static std::shared_ptr<int> p = std::make_shared<int> (1), q;",
           "q = p;", "p.use_count () == 2", ("memory",)),
    member("atomic_shared_ptr", "static std::shared_ptr<int> p;",
           "std::atomic_store (&p, std::make_shared<int> (1));",
           "std::atomic_load (&p) != nullptr", ("memory",)),
    member("function", "static std::function<int ()> f;", "f = [] { return 1; };",
           "f && f () == 1", ("functional",)),
    member("any", "static std::any G;", "G = 1;", "G.has_value ()", ("any",)),
    member("variant", "static std::variant<int, float> G;", "G = 1.0f;",
           "G.index () == 1", ("variant",)),
    member("promise", "static std::promise<int> p;\n"
           "static std::future<int> f = p.get_future ();", "p.set_value (1);",
           "f.wait_for (std::chrono::seconds (0)) == std::future_status::ready",
           ("future", "chrono")),
    member("shared_future", "static std::promise<int> p;\n"
           "static std::shared_future<int> f = p.get_future ().share (), g;",
           "g = f;", "g.valid ()", ("future",)),
    member("packaged_task", "static std::packaged_task<int ()> t ([] { return 1; });\n"
           "static std::future<int> f = t.get_future ();", "t ();",
           "f.wait_for (std::chrono::seconds (0)) == std::future_status::ready",
           ("future", "chrono")),
    member("call_once", "static std::once_flag o;\nstatic int k;",
           "std::call_once (o, [] { k = 1; });",
           "(std::call_once (o, [] { k = 2; }), k == 1)", ("mutex",)),
    member("static_local", "static int k;\nstatic int &once (int v) "
           "{ static int i = (k = v); return i; }", "once (1);", "once (2) == 1"),
    member("timed_mutex", "static std::timed_mutex t;", "t.lock ();",
           "!t.try_lock_for (std::chrono::milliseconds (1))", ("mutex", "chrono")),
    member("shared_mutex", "static std::shared_mutex t;", "t.lock ();",
           "!t.try_lock_shared ()", ("shared_mutex",)),
    member("thread_id", "static std::thread::id G;", "G = std::this_thread::get_id ();",
           "G != std::thread::id ()", ("thread",)),
    member("thread_object", "static std::thread t;", "t = std::thread ([] {});",
           "t.joinable () && (t.join (), true)", ("thread",)),
    member("condition_any", "static std::condition_variable_any c;\nstatic int k;",
           "k = 1;\n  c.notify_one ();", "[] { std::timed_mutex t; t.lock (); "
           "return c.wait_for (t, std::chrono::milliseconds (1), [] { return k == 1; }); }"
           " ()", ("condition_variable", "mutex", "chrono")),

    # C++20.
    cxx20("stop_source", "static std::stop_source s;", "s.request_stop ();",
          "s.stop_requested ()", ("stop_token",)),
    cxx20("stop_callback", "static std::stop_source s;\nstatic int k;",
          "s.request_stop ();",
          "[] { std::stop_callback c (s.get_token (), [] { k = 1; }); return k; } ()",
          ("stop_token",)),
    cxx20("latch", "static std::latch l (1);", "l.count_down ();", "l.try_wait ()",
          ("latch",)),
    cxx20("counting_semaphore", "static std::counting_semaphore<4> s (0);",
          "s.release ();", "s.try_acquire ()", ("semaphore",)),
    cxx20("binary_semaphore", "static std::binary_semaphore s (1);", "s.acquire ();",
          "!s.try_acquire ()", ("semaphore",)),
    cxx20("atomic_wait", "static std::atomic<int> G;", "G = 1;\n  G.notify_all ();",
          "(G.wait (0), G == 1)", ("atomic",)),
    cxx20("atomic_shared_ptr_20", "static std::atomic<std::shared_ptr<int>> p;",
          "p = std::make_shared<int> (1);", "p.load () != nullptr", ("memory", "atomic")),
    cxx20("atomic_ref", "static int G;", "std::atomic_ref (G).fetch_add (1);",
          "std::atomic_ref (G).load () == 1", ("atomic",)),
    cxx20("atomic_double", "static std::atomic<double> G;", "G.fetch_add (1);",
          "G.load () == 1", ("atomic",)),

    # Types, exceptions, categories.
    member("dynamic_cast", "struct B { virtual ~B () {} };\nstruct D : B {};\n"
           "static B *p = new B;", "p->~B (); new (p) D;",
           "dynamic_cast<D *> (p) != nullptr", ("new",)),
    member("typeid", "struct B { virtual ~B () {} };\nstruct D : B {};\n"
           "static B *p = new B;", "p->~B (); new (p) D;", "typeid (*p) == typeid (D)",
           ("typeinfo", "new")),
    member("exception_assigned", 'static std::runtime_error G ("a");',
           'G = std::runtime_error ("b");', "G.what ()[0] == 'b'", ("stdexcept",)),
    member("exception_kept", "static std::exception_ptr p;",
           "p = std::make_exception_ptr (1);", "p != nullptr", ("exception",)),
    member("error_code", "static std::error_code G;",
           "G = std::make_error_code (std::errc::io_error);",
           "G.message () != std::error_code ().message ()", ("system_error",)),
    member("error_code_no_text", "static std::error_code G;",
           "G = std::make_error_code (std::errc::io_error);", "(bool)G",
           ("system_error",)),

    # Locales and what they have.
    member("locale_assigned", "static std::locale G = std::locale::classic ();",
           'G = std::locale ("C.UTF-8");', 'G.name () != "C"', ("locale",)),
    member("collate", 'static char G[2] = "a";', "G[0] = 'b';",
           "std::use_facet<std::collate<char>> (std::locale::classic ())"
           '.compare (G, G + 1, "a", &"a"[1]) > 0', ("locale",)),
    member("ctype_scan", 'static char G[2] = "a";', "G[0] = '1';",
           "std::use_facet<std::ctype<char>> (std::locale::classic ())"
           ".scan_is (std::ctype_base::digit, G, G + 1) == G", ("locale",)),
    member("ctype_toupper", 'static char G[2] = "a";',
           "std::use_facet<std::ctype<char>> (std::locale::classic ())"
           ".toupper (G, G + 1);", "G[0] == 'A'", ("locale",)),
    member("regex_assign", 'static std::regex G ("a");', 'G.assign ("b");',
           'std::regex_match ("b", G)', ("regex",)),
    member("regex_text", 'static char G[2] = "a";\nstatic std::regex pattern ("b");',
           "G[0] = 'b';", "std::regex_match (G, pattern)", ("regex",)),

    # Pools.
    member("pool", "static std::pmr::unsynchronized_pool_resource G;\nstatic void *p;",
           "G.deallocate (p, 16);", "G.allocate (16) == p", ("memory_resource",),
           "p = G.allocate (16);"),
    member("monotonic", "static char b[999];\n"
           "static std::pmr::monotonic_buffer_resource G (b, 999);",
           "(void)G.allocate (16);", "G.allocate (16) != b", ("memory_resource",)),
    member("pmr_string", "static std::pmr::string G;", 'G = "%s";' % LONG,
           "G.size () == 40", ("string", "memory_resource")),
    member("exchange_and_add", "static int G;", "__gnu_cxx::__exchange_and_add (&G, 1);",
           "__gnu_cxx::__exchange_and_add (&G, 0) == 1", ("ext/atomicity.h",)),
    member("pool_alloc", "static __gnu_cxx::__pool_alloc<int> G;\nstatic int *p;",
           "G.deallocate (p, 1);", "G.allocate (1) == p", ("ext/pool_allocator.h",),
           "p = G.allocate (1);"),
]
