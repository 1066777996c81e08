//! Programs as data: what is right parses without a word and gives the tree beside it; what is wrong is reported at the marked
//! lines with the marked codes, and only there; hostile text ends soon.

use kern_diag::{Diagnostics, SourceMap};
use kern_syntax::{LoadedFile, Loader, Options, dump_ast, dump_tokens, parse};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

struct Text<'t>(&'t str);

impl Loader for Text<'_> {
    fn load(&self, name: &str, from: Option<&str>, _: bool) -> Option<LoadedFile> {
        from.is_none().then(|| LoadedFile { name: name.to_string(), text: self.0.into(), is_system: false })
    }
}

/// The tree of `text`, and `line code message` of each diagnostic.
fn run(text: &str) -> (String, Vec<(u32, String, String)>) {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let parsed = parse("test.cu", &Options::default(), &Text(text), &mut sources, &mut diags);
    let found = diags.iter().map(|d| {
        let place = d.primary.as_ref().map(|p| sources.call_site(p.span)).unwrap_or_default();
        (sources.line_column(place.file, place.start).line, d.code.to_string(), d.message.clone())
    });
    (dump_ast(&parsed.unit, &sources), found.collect())
}

fn data(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).expect("the folder is there").map(|e| e.expect("readable").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "cu"));
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn right_programs_give_the_recorded_trees() {
    let mut wrong = Vec::new();
    for file in data("good") {
        let text = std::fs::read_to_string(&file).expect("readable");
        let (tree, found) = run(&text);
        let recorded = std::fs::read_to_string(file.with_extension("ast")).unwrap_or_default();
        if !found.is_empty() {
            wrong.push(format!("{}: {found:?}", file.display()));
        } else if tree != recorded {
            let made = std::env::temp_dir().join(file.with_extension("ast").file_name().expect("a name"));
            std::fs::write(&made, &tree).expect("writable");
            let line = tree.lines().zip(recorded.lines()).position(|(a, b)| a != b).unwrap_or(0) + 1;
            wrong.push(format!("{}: the tree differs from line {line}; see {}", file.display(), made.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Marks: `//~ K0201` on the line, `//~^ K0201` on the line above (more `^`: further up).
#[test]
fn wrong_programs_are_reported_where_marked() {
    let mut wrong = Vec::new();
    for file in data("bad") {
        let text = std::fs::read_to_string(&file).expect("readable");
        let mut wanted: Vec<(u32, String)> = Vec::new();
        for (i, line) in text.lines().enumerate() {
            for mark in line.split("//~").skip(1) {
                let up = mark.chars().take_while(|c| *c == '^').count();
                let code = mark[up..].split_whitespace().next().expect("a code");
                wanted.push(((i + 1 - up) as u32, code.to_string()));
            }
        }
        let (_, found) = run(&text);
        let mut given: Vec<(u32, String)> = found.iter().map(|(line, code, _)| (*line, code.clone())).collect();
        given.sort();
        wanted.sort();
        if given != wanted {
            wrong.push(format!("{}:\n  found {found:#?}\n  wanted {wanted:?}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The tree of one statement in a function.
fn statement(before: &str, text: &str) -> String {
    let (tree, found) = run(&format!("{before}\nvoid f(int x, int y) {{ {text} }}\n"));
    assert!(found.is_empty(), "{found:?} for {text}");
    let lines: Vec<&str> = tree.lines().collect();
    let at = lines.iter().rposition(|l| *l == "  block").expect("the body of f");
    lines[at + 1..].iter().map(|l| l.trim()).collect::<Vec<_>>().join("; ")
}

#[test]
fn ambiguities() {
    let types = "typedef int T; struct S { int m; S(int); S(); }; template <int N> struct A { static int v; }; template <class U> U g(U); int a, b, c;";
    for (text, tree) in [
        ("T * y1;", "y1: pointer to T"),
        ("a * b;", "(* a b)"),
        ("T(x1);", "x1: T"),
        ("T(3);", "(construct [T] (3))"),
        ("T(x) + 1;", "(+ (construct [T] (x)) 1)"),
        ("S s(T());", "s: function (function () returning T) returning S"),
        ("S s((T()));", "s: S ((paren (construct [T] ())))"),
        ("S s(x);", "s: S (x)"),
        ("S s();", "s: function () returning S"),
        ("S s(T(3));", "s: S ((construct [T] (3)))"),
        ("S s{T{}};", "s: S {(construct [T] {})}"),
        ("a < b > c;", "(> (< a b) c)"),
        ("A<3> o;", "o: A<3>"),
        ("A<(1 > 2)>::v = a < b;", "(= A<(paren (> 1 2))>::v (< a b))"),
        ("g<int>(3);", "(call g<type int> 3)"),
        ("g < int > (3);", "(call g<type int> 3)"),
        ("(T)(x);", "(cast [T] (paren x))"),
        ("(a)(x);", "(call (paren a) x)"),
        ("(T) - 1;", "(cast [T] (- 1))"),
        ("(a) - 1;", "(- (paren a) 1)"),
        ("(T *) & x;", "(cast [pointer to T] (& x))"),
        ("(a)&x;", "(& (paren a) x)"),
        ("sizeof(T) * x;", "(* (sizeof [T]) x)"),
        ("sizeof(a) * x;", "(* (sizeof (paren a)) x)"),
        ("x >> 1 >> 2;", "(>> (>> x 1) 2)"),
        ("A<A<1>::v> o;", "o: A<A<1>::v>"),
        ("T T1 = 1, *p = &T1;", "T1: T = 1; p: pointer to T = (& T1)"),
        ("{ int T = 2; T * x; }", "block; T: int = 2; (* T x)"),
        ("struct T { int q; } t; t.q = 1;", "struct T; q: int; t: struct T; (= (. t q) 1)"),
        ("T (*pf)(T), arr[2], (*pa)[3];", "pf: pointer to function (T) returning T; arr: array[2] of T; pa: pointer to array[3] of T"),
        ("x = y ? a, b : c = 1;", "(= x (? y (, a b) (= c 1)))"),
        ("if (x) if (y) a; else b;", "if x; if y; a; else; b"),
        ("a = -b++ * *&c;", "(= a (* (- (post++ b)) (* (& c))))"),
        ("a + b * c == x && y | 1;", "(&& (== (+ a (* b c)) x) (| y 1))"),
        ("unknown_type v;", "v: unknown_type"),
        ("unknown_type *v = 0;", "v: pointer to unknown_type = 0"),
        ("(unknown_type)3;", "(cast [unknown_type] 3)"),
        ("auto l = [](int i) { return i; }(3);", "l: auto = (call (lambda [] (i: int) { block; return i }) 3)"),
        ("int v = a[x] ? (T)1.5 : T(2);", "v: int = (? (index a x) (cast [T] 1.5) (construct [T] (2)))"),
        ("delete[] &x, x;", "(, (delete[] (& x)) x)"),
        ("for (T i(0); i < 3; ++i) ;", "first; i: T (0); for (< i 3); step (++ i); empty"),
        ("label: x; goto label;", "label label; x; goto label"),
        ("switch (x) { case 1: case 2: y; default: break; }", "switch x; block; case 1; empty; case 2; y; default; break"),
    ] {
        assert_eq!(statement(types, text), tree, "for `{text}`");
    }
}

#[test]
fn launches() {
    let kernels = "template <int N, class T> __global__ void k(T *p); __global__ void plain(); int *p; struct dim3 { dim3(int, int); };";
    for (text, tree) in [
        ("plain<<<1, 2>>>();", "(launch plain <<<1, 2>>>)"),
        ("k<4><<<x >> 1, y << 2>>>(p);", "(launch k<4> <<<(>> x 1), (<< y 2)>>> p)"),
        (
            "k<4, int><<<dim3(1, 2), dim3(3, 4), 0, 0>>>(p);",
            "(launch k<4, type int> <<<(construct [dim3] (1, 2)), (construct [dim3] (3, 4)), 0, 0>>> p)",
        ),
        ("x << y;", "(<< x y)"),
        ("plain<<<{1, 2}, 3>>>();", "(launch plain <<<{1, 2}, 3>>>)"),
        ("plain<<<(x > y), x<y>>>();", "(launch plain <<<(paren (> x y)), (< x y)>>>)"),
    ] {
        assert_eq!(statement(kernels, text), tree, "for `{text}`");
    }
}

/// A program and one system header.
struct WithHeader<'t>(&'t str, &'t str);

impl Loader for WithHeader<'_> {
    fn load(&self, name: &str, from: Option<&str>, _: bool) -> Option<LoadedFile> {
        let text = if from.is_none() { self.0 } else { self.1 };
        Some(LoadedFile { name: name.to_string(), text: text.into(), is_system: from.is_some() })
    }
}

#[test]
fn declarations_of_headers_that_nothing_names_are_left_out() {
    let header = "#pragma once\n__device__ int used(int a) __asm__(\"u\");\n__device__ float used(float a) __asm__(\"v\");\n\
                  __device__ const int *unused(const int *a, int b) __asm__(\"w\");\n\
                  #define SIZE 3\n#define EACH(x) int x\n\
                  typedef struct { int x; } cell, *cells;\nenum { RED, GREEN = SIZE };\n\
                  namespace n { cell *of(cells c, int = SIZE) { return c; }\ntemplate <class T> bool operator<(T, cell); }\n\
                  EACH(row);\nextern \"C\" int printf(const char *, ...);";
    // The variables' declarations count one each; namespaces and `extern "C"` stay.
    for (text, whole, partial) in [
        ("int x = used(1);", 9, 5),
        ("auto x = n::of(0);", 9, 4),
        ("int x = GREEN;", 9, 4),
        ("int x;", 9, 3),
        ("#define SIZE one two\nauto y = n::of(0);", 9, 4),
        ("#undef SIZE\nint y = GREEN;", 9, 4),
        ("int row(); int x = row;", 10, 4),
    ] {
        for (whole_headers, count) in [(true, whole), (false, partial)] {
            let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
            let text = format!("#include <h>\n{text}");
            let loader = WithHeader(&text, header);
            let parsed = parse("test.cu", &Options { whole_headers, ..Options::default() }, &loader, &mut sources, &mut diags);
            assert_eq!(diags.iter().filter(|d| d.severity == kern_diag::Severity::Error).count(), 0, "{text}");
            assert_eq!(parsed.unit.decls.len(), count, "{text}, whole: {whole_headers}");
        }
    }
}

#[test]
fn tokens_are_shown_with_their_macros() {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let text = "#define N 4\nint a = N + 0x1f; // x\n";
    let tokens = dump_tokens("t.cu", &Options::default(), &Text(text), &mut sources, &mut diags);
    assert_eq!(
        tokens,
        "2:1 keyword int\n2:5 name a\n2:7 operator =\n2:9 number 4  (macro N)\n2:11 operator +\n2:13 number 0x1f\n2:17 operator ;\n"
    );
}

#[test]
fn hostile_texts_end_soon() {
    let many = |text: &str| text.repeat(300_000);
    let texts = [
        String::new(),
        "(".repeat(10_000_000),
        format!("int f() {}", "{".repeat(10_000_000)),
        format!("template <class T> struct a {{}}; a{}", many("<a")),
        format!("int x = {}1;", many("!")),
        format!("int x = {}1;", many("(int)")),
        format!("int {}x;", many("*")),
        format!("int x = 1{};", many("+1")),
        format!("int x = {}1{};", many("1?"), many(":2")),
        format!("int x = f{};", many("()")),
        format!("int x = a{};", many(".b")),
        format!("int x{};", many("[1]")),
        format!("int f(int a) {{ return {}a; }}", many("a<")),
        format!("int f(int a) {{ return {}a; }}", many("u::a<")),
        format!("int f(int x) {{ {}; }}", many("if (x) ")),
        format!("int f(int x) {{ {}; }}", many("if (x); else ")),
        format!("int f(int x) {{ {} }}", many("x = ;\n")),
        format!("auto x = {}", many("[] { return ")),
        format!("{}int x;", many("template <class T> ")),
        many("a "),
        many("a::"),
        many("struct "),
        many("operator "),
        many("int x = ;\n"),
        many("#if 1\n"),
        many("}"),
        many(")"),
        many("\0"),
        many("\\\n"),
        "\"".repeat(300_001),
        "/*".repeat(3_000_000),
        (0..2_000_000_u32).map(|i| char::from((i.wrapping_mul(2_654_435_761) >> 24) as u8)).collect(),
    ];
    for text in &texts {
        let start = Instant::now();
        let (_, found) = run(text);
        let shown: String = text.chars().take(40).collect();
        assert!(found.len() <= 110, "{} diagnostics for {shown:?}", found.len());
        assert!(start.elapsed() < Duration::from_secs(20), "{:?} for {shown:?}", start.elapsed());
    }
}

/// Each prefix of a right program, and each with one token left out, ends in diagnostics and never in a panic.
#[test]
fn damaged_programs_do_not_panic() {
    for file in data("good") {
        let text = std::fs::read_to_string(&file).expect("readable");
        let cuts: Vec<usize> = text.char_indices().map(|(i, _)| i).step_by(41).collect();
        for &cut in &cuts {
            run(&text[..cut]);
        }
        for pair in cuts.windows(2) {
            let hole = text[pair[0]..].find(|c: char| "(){}[]<>;,:=*&".contains(c)).map(|n| pair[0] + n);
            if let Some(hole) = hole {
                run(&format!("{}{}", &text[..hole], &text[hole + 1..]));
            }
        }
    }
}
