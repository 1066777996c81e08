use super::preprocess;
use crate::intern::Interner;
use crate::token::PpKind;
use crate::{LoadedFile, Loader, Options};
use kern_diag::{Diagnostics, SourceMap};
use std::collections::HashMap;

struct Files(HashMap<String, String>);

impl Loader for Files {
    fn load(&self, name: &str, _: Option<&str>, is_angled: bool) -> Option<LoadedFile> {
        let text = self.0.get(name)?.as_str().into();
        Some(LoadedFile { name: name.to_string(), text, is_system: is_angled })
    }
}

/// The expanded text of file `main` among `files`, and the codes of what was reported.
fn run_files(files: &[(&str, &str)]) -> (String, Vec<String>) {
    let files = Files(files.iter().map(|(n, t)| (n.to_string(), t.to_string())).collect());
    let (mut sources, mut diags, mut interner) = (SourceMap::new(), Diagnostics::new(), Interner::new());
    let defines = vec![("FROM_OPTIONS".to_string(), "7".to_string()), ("TWICE(x)".to_string(), "x x".to_string())];
    let options = Options { defines, ..Options::default() };
    let read = preprocess("main", &options, &files, &mut sources, &mut diags, &mut interner);
    let mut out = String::new();
    for token in &read.tokens {
        if token.kind == PpKind::Eof {
            break;
        }
        if (token.has_space || token.starts_line) && !out.is_empty() {
            out.push(' ');
        }
        match token.kind {
            PpKind::Punct(punct) => out.push_str(punct.text()),
            PpKind::PragmaUnroll => out.push_str("[unroll"),
            PpKind::PragmaOmp => out.push_str("[omp"),
            PpKind::PragmaEnd => out.push(']'),
            _ => out.push_str(interner.text(token.text)),
        }
    }
    (out, diags.iter().map(|d| d.code.to_string()).collect())
}

fn run(text: &str) -> (String, Vec<String>) {
    run_files(&[("main", text)])
}

#[track_caller]
fn expands(text: &str, wanted: &str) {
    let (out, codes) = run(text);
    assert_eq!(out, wanted, "\nfor:\n{text}");
    assert!(codes.is_empty(), "{codes:?} for:\n{text}");
}

#[track_caller]
fn reports(text: &str, wanted: &[&str]) {
    let (_, codes) = run(text);
    assert_eq!(codes, wanted, "\nfor:\n{text}");
}

#[test]
fn objects_and_functions() {
    expands("#define N 4\nint a[N];", "int a[4];");
    expands("#define SQ(x) ((x) * (x))\nSQ(1 + 2) SQ", "((1 + 2) * (1 + 2)) SQ");
    expands("#define F() f\nF() F", "f F");
    expands("#define E\nE a E b", "a b");
    expands("FROM_OPTIONS TWICE(a)", "7 a a");
    expands("#define A B\n#define B A\nA B", "A B");
    expands("#define F(x, y) x + y\nF((1, 2), 3) F(,)", "(1, 2) + 3 +");
    expands("#define f(x) x\nf\n(\n1\n)", "1");
    expands("#define N 1\n#undef N\nN", "N");
}

#[test]
fn standard_examples() {
    // C17 6.10.3.5, example 3.
    let defines = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n\
                   #define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n";
    expands(&format!("{defines}f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"), "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);");
    expands(&format!("{defines}g(x+(3,4)-w) | h 5) & m\n(f)^m(m);"), "f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);");
    expands(
        &format!("{defines}p() i[q()] = {{ q(1), r(2,3), r(4,), r(,5), r(,) }};\nchar c[2][6] = {{ str(hello), str() }};"),
        "int i[] = { 1, 23, 4, 5, }; char c[2][6] = { \"hello\", \"\" };",
    );
    // Example 4.
    let defines = "#define str(s) # s\n#define xstr(s) str(s)\n#define debug(s, t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", x ## s, x ## t)\n\
                   #define INCFILE(n) vers ## n\n#define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n#define LOW LOW \", world\"\n";
    expands(&format!("{defines}debug(1, 2);"), "printf(\"x\" \"1\" \"= %d, x\" \"2\" \"= %s\", x1, x2);");
    expands(
        &format!("{defines}fputs(str(strncmp(\"abc\\0d\", \"abc\", '\\4') == 0) str(: @\\n), s);"),
        "fputs(\"strncmp(\\\"abc\\\\0d\\\", \\\"abc\\\", '\\\\4') == 0\" \": @\\n\", s);",
    );
    expands(&format!("{defines}xstr(INCFILE(2).h) glue(HIGH, LOW); xglue(HIGH, LOW)"), "\"vers2.h\" \"hello\"; \"hello\" \", world\"");
    // Example 5.
    expands(
        "#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };",
        "int j[] = { 123, 45, 67, 89, 10, 11, 12, };",
    );
    // Example 7.
    expands(
        "#define debug(...) fprintf(stderr, __VA_ARGS__)\n#define showlist(...) puts(#__VA_ARGS__)\n\
         #define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))\n\
         debug(\"Flag\"); debug(\"X = %d\\n\", x); showlist(The first, second, and third items.); report(x>y, \"x is %d but y is %d\", x, y);",
        "fprintf(stderr, \"Flag\"); fprintf(stderr, \"X = %d\\n\", x); puts(\"The first, second, and third items.\"); \
         ((x>y)?puts(\"x>y\"): printf(\"x is %d but y is %d\", x, y));",
    );
    // 6.10.3.3, the `hash_hash` example.
    expands(
        "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\nchar p[] = join(x, y);",
        "char p[] = \"x ## y\";",
    );
}

#[test]
fn variadic_macros() {
    expands("#define P(f, ...) printf(f, ##__VA_ARGS__)\nP(\"a\"); P(\"a\", 1, 2);", "printf(\"a\"); printf(\"a\", 1, 2);");
    expands("#define P(f, ...) printf(f __VA_OPT__(,) __VA_ARGS__)\nP(\"a\"); P(\"a\", 1);", "printf(\"a\"); printf(\"a\" , 1);");
    expands("#define P(f, args...) f(args)\nP(g, 1, 2)", "g(1, 2)");
}

#[test]
fn conditions() {
    let value = |condition: &str| {
        let (out, codes) = run(&format!("#if {condition}\nyes\n#else\nno\n#endif"));
        assert!(codes.is_empty(), "{codes:?} for {condition}");
        out == "yes"
    };
    for holds in [
        "1",
        "-1 < 0",
        "-1 > 0u",
        "2 + 3 * 4 == 14",
        "(1 ? 2 : 3) == 2",
        "0x10 == 16 && 010 == 8 && 0b11 == 3",
        "'a' == 97",
        "!undefined_name",
        "defined FROM_OPTIONS",
        "defined(FROM_OPTIONS) && FROM_OPTIONS == 7",
        "(0 && 1 / 0) == 0",
        "1 || 1 / 0",
        "-7 / 2 == -3 && -7 % 2 == -1",
        "1 << 40 == 1099511627776",
        "~0u > 0",
        "true && not false",
        "18446744073709551615u == -1",
        "(2, 1)",
        "1 == 1L && 1'000 == 1000",
        "-9223372036854775807 - 1 < 0",
        "__LINE__ == 1",
        "(-1 >> 1) == -1",
        "1 ? 1 : 1 / 0",
    ] {
        assert!(value(holds), "`{holds}` should hold");
    }
    for fails in ["0", "1 > 2", "defined NOPE", "1 ? 0 : 1", "__has_include(<nope.h>)"] {
        assert!(!value(fails), "`{fails}` should not hold");
    }
    expands("#if 0\n#if 1\na\n#else\nb\n#endif\nc\n#elif 1\nd\n#elif 1\ne\n#else\nf\n#endif", "d");
    expands("#ifdef X\na\n#else\nb\n#endif\n#ifndef X\nc\n#endif", "b c");
    expands("#if 0\ndon't \"mind\n/* #endif\n*/\n#nonsense\n#endif\nx", "x");
}

#[test]
fn wrong_directives() {
    reports("#if 1 +\n#endif", &["K0107"]);
    reports("#if 1 / 0\n#endif", &["K0107"]);
    reports("#if (1\n#endif", &["K0107"]);
    reports("#if f(1)\n#endif", &["K0107"]);
    reports("#if 1.5\n#endif", &["K0107"]);
    reports("#if\n#endif", &["K0107"]);
    reports("#else", &["K0104"]);
    reports("#if 1", &["K0104"]);
    reports("#if 1\n#else\n#else\n#endif", &["K0104"]);
    reports("#error stop here", &["K0108"]);
    reports("#warning careful", &["K0112"]);
    reports("#defin X", &["K0103"]);
    reports("#define 4", &["K0103"]);
    reports("#define F(x x\n", &["K0105"]);
    reports("#define F(x, x) x\n", &["K0105"]);
    reports("#define F(x) #y\n", &["K0105"]);
    reports("#define X ## a\n", &["K0105"]);
    reports("#define X 1\n#define X 2\n", &["K0111"]);
    reports("#define X 1\n#define X 1\n", &[]);
    reports("#define F(x) x\nF(1, 2)", &["K0106"]);
    reports("#define F(x) x\nF(1", &["K0106"]);
    reports("#define P(a, b) a ## b\nP(+, 1)", &["K0109"]);
    reports("#include <nope.h>", &["K0101"]);
    reports("#include", &["K0103"]);
    reports("#pragma pack(1)", &[]);
    reports("#pragma pack(3)", &["K0113"]);
    reports("#pragma pack(push, 1", &["K0113"]);
}

#[test]
fn pragmas() {
    expands("#define N 4\n#pragma unroll N\nfor", "[unroll N] for");
    expands("#define TEXT(x) #x\n#define U(n) _Pragma(TEXT(unroll n))\nU(4) for", "[unroll 4] for");
    expands("#pragma unroll\nfor", "[unroll] for");
    expands("#pragma nounroll\nfor", "[unroll 1] for");
    expands("#define U _Pragma(\"unroll 2\")\nU for", "[unroll 2] for");
    expands("#pragma GCC diagnostic ignored \"-Wall\"\n#pragma whatever\nx", "x");
    reports("#pragma omp parallel for\n", &["K0113"]);
}

#[test]
fn splices_comments_and_line_ends() {
    expands("ab\\\ncd e\\\r\nf \"x\\\ny\"", "abcd ef \"xy\"");
    expands("a // comment \\\n more\r\nb /* c */d", "a b d");
    expands("#define M(x) \\\r\n  x + \\\r\n  1\r\nM(2)\r\n", "2 + 1");
    expands("/\\\n* gone *\\\n/ x", "x");
    expands("a<::b> c<:1:> %:x", "a<::b> c[1] #x");
    expands("R\"(a\nb)\" u8R\"x(\")x\"", "R\"(a\nb)\" u8R\"x(\")x\"");
    expands("x+++++y >>= <<= ->* ... .5e+3 0x1p-3 1.e2", "x+++++y >>= <<= ->* ... .5e+3 0x1p-3 1.e2");
    expands("\u{feff}int größe;", "int größe;");
}

#[test]
fn lexical_mistakes() {
    reports("int a @ b;", &["K0001"]);
    reports("\u{201c}x\u{201d}", &["K0001"]);
    reports("\"abc", &["K0002"]);
    reports("'a", &["K0003"]);
    reports("x /* y", &["K0004"]);
    reports("R\"(abc", &["K0002"]);
}

#[test]
fn includes() {
    let guard = "#ifndef G\n#define G\nguarded\n#endif\n";
    let (out, codes) = run_files(&[
        ("main", "#include \"a.h\"\n#include \"a.h\"\n#include \"b.h\"\n#include \"b.h\"\n#define H <c.h>\n#include H\n__FILE__ __LINE__"),
        ("a.h", guard),
        ("b.h", "#pragma once\nonce __FILE__ __LINE__\n"),
        ("c.h", "angled __INCLUDE_LEVEL__\n"),
    ]);
    assert_eq!(out, "guarded once \"b.h\" 2 angled 1 \"main\" 7");
    assert!(codes.is_empty(), "{codes:?}");
    let (_, codes) = run_files(&[("main", "#include \"a.h\"\n"), ("a.h", "#include \"b.h\"\n"), ("b.h", "#include \"a.h\"\n")]);
    assert_eq!(codes, ["K0102"]);
    expands("#line 40 \"other.cu\"\n__LINE__ __FILE__", "40 \"other.cu\"");
    expands("#line 40 \"other.cu\"\n__BASE_FILE__", "\"main\"");
    expands("__COUNTER__ __COUNTER__ __DATE__ __TIME__", "0 1 \"Jan  1 1970\" \"00:00:00\"");
    expands("#define L __LINE__\n\nL\n#define M(x) x L\nM(\n1)", "3 1 5");
}

#[test]
fn bombs_end() {
    let mut text = "#define A0 x x x x x x x x x x\n".to_string();
    for i in 0..30 {
        text += &format!("#define A{} A{i} A{i} A{i} A{i} A{i} A{i} A{i} A{i} A{i} A{i}\n", i + 1);
    }
    text += "A30";
    reports(&text, &["K0110"]);
    reports(&text.replace("x x x x x x x x x x", ""), &["K0110"]);
    reports(&format!("#define F(x) x x\n{}1{}", "F(".repeat(150), ")".repeat(150)), &["K0110"]);
    reports(&"(".repeat(1_000_000), &["K0204"]);
    reports(&format!("#define F(x) x\n{}", "F(".repeat(100_000)), &["K0204"]);
}

#[test]
fn sees_tests_of_the_device_pass() {
    let tested = |files: &[(&str, &str)]| {
        let files = Files(files.iter().map(|(n, t)| (n.to_string(), t.to_string())).collect());
        let (mut sources, mut diags, mut interner) = (SourceMap::new(), Diagnostics::new(), Interner::new());
        preprocess("main", &Options::default(), &files, &mut sources, &mut diags, &mut interner).cuda_arch_tested
    };
    assert!(tested(&[("main", "#ifdef __CUDA_ARCH__\n#endif")]));
    assert!(tested(&[("main", "#if __CUDA_ARCH__ >= 700\n#endif")]));
    assert!(!tested(&[("main", "#include <h>\nint x;"), ("h", "#ifdef __CUDA_ARCH__\n#endif")]));
}

#[test]
fn tokens_know_their_macros() {
    let files = Files([("main".to_string(), "#define ADD(a) (a + one)\n#define ID(x) x\nID(ADD(z))".to_string())].into());
    let (mut sources, mut diags, mut interner) = (SourceMap::new(), Diagnostics::new(), Interner::new());
    let read = preprocess("main", &Options::default(), &files, &mut sources, &mut diags, &mut interner);
    let by_text = |text: &str| read.tokens.iter().find(|t| &**interner.text(t.text) == text).map(|t| t.span);
    let argument = by_text("z").expect("the argument is there");
    assert_eq!(sources.text(argument), "z");
    assert_eq!(sources.line_column(argument.file, argument.start).line, 3);
    let body = by_text("one").expect("the body is there");
    assert_eq!(sources.line_column(body.file, body.start).line, 1);
    let expansion = sources.expansion(body.expansion).expect("it came from a macro");
    assert_eq!(expansion.name, "ADD");
    assert_eq!(sources.text(sources.call_site(body)), "ADD(z)");
}
