//! The rules of the language, one row each: declarations, and a condition that C++ says is true of them while compiling;
//! or a statement that is wrong, and the code of the mistake.

use kern_core::driver::{Options, Stage, compile};
use kern_diag::Severity;
use kern_syntax::{LoadedFile, Loader};

/// One file.
struct OneFile(String);

impl Loader for OneFile {
    fn load(&self, name: &str, _: Option<&str>, _: bool) -> Option<LoadedFile> {
        (name == "test.cu").then(|| LoadedFile { name: name.to_string(), text: self.0.as_str().into(), is_system: false })
    }
}

/// The codes of the errors in `text`, and their messages.
fn errors(text: String) -> (Vec<String>, Vec<String>) {
    let options = Options { last: Stage::Check, ..Options::default() };
    let compiled = compile("test.cu", &options, &OneFile(text));
    let errors = compiled.diagnostics.iter().filter(|d| d.severity == Severity::Error);
    errors.map(|d| (d.code.to_string(), d.message.clone())).unzip()
}

fn all_hold(rows: &[(&str, &str)]) {
    for (declarations, condition) in rows {
        let text = format!("#include <type_traits>\n{declarations}\nstatic_assert({condition}, \"\");\nint main() {{}}\n");
        let (_, messages) = errors(text);
        assert!(messages.is_empty(), "{declarations}\n{condition}\n{messages:?}");
    }
}

fn all_fail(rows: &[(&str, &str, &str)]) {
    for (declarations, statement, code) in rows {
        let (codes, messages) = errors(format!("{declarations}\nint main() {{ {statement} }}\n"));
        assert_eq!(codes.first().map(String::as_str), Some(*code), "{declarations}\n{statement}\n{messages:?}");
    }
}

#[test]
fn overloads_are_ranked() {
    // [over.ics.rank], [over.match.best]
    all_hold(&[
        ("constexpr int f(int) { return 1; } constexpr int f(double) { return 2; }", "f(1) == 1 && f(1.5f) == 2 && f('a') == 1"),
        ("constexpr int f(long) { return 1; } constexpr int f(int) { return 2; }", "f((short)1) == 2 && f(true) == 2"),
        ("constexpr int f(...) { return 1; } constexpr int f(double) { return 2; }", "f(1) == 2"),
        ("constexpr int f(bool) { return 1; } constexpr int f(const void *) { return 2; } int x;", "f(&x) == 2"),
        (
            "constexpr int f(int *) { return 1; } constexpr int f(const int *) { return 2; } int x; const int y = 0;",
            "f(&x) == 1 && f(&y) == 2",
        ),
        ("constexpr int f(int &) { return 1; } constexpr int f(const int &) { return 2; } int x;", "f(x) == 1 && f(3) == 2"),
        ("constexpr int f(const int &) { return 1; } constexpr int f(int &&) { return 2; } int x;", "f(x) == 1 && f(3) == 2"),
        (
            "constexpr int f(int) { return 1; } template <class T> constexpr int f(T) { return 2; }",
            "f(1) == 1 && f(1L) == 2 && f<>(1) == 2",
        ),
        (
            "template <class T> constexpr int f(T) { return 1; } template <class T> constexpr int f(T *) { return 2; } const int x = 0;",
            "f(x) == 1 && f(&x) == 2",
        ),
        (
            "struct A {}; struct B : A {}; struct C : B {}; constexpr int f(const A &) { return 1; } constexpr int f(const B &) { return 2; } C c;",
            "f(c) == 2",
        ),
        ("struct A { constexpr A(int) {} }; constexpr int f(A) { return 1; } constexpr int f(long) { return 2; }", "f(1) == 2"),
        (
            "struct A { constexpr operator int() const { return 1; } }; constexpr int f(int) { return 1; } constexpr int f(A) { return 2; }",
            "f(A()) == 2",
        ),
        (
            "enum E { e }; enum class F { f }; constexpr int f(int) { return 1; } constexpr int f(F) { return 2; }",
            "f(e) == 1 && f(F::f) == 2",
        ),
        ("constexpr int f(int, double) { return 1; } constexpr int f(int, int) { return 2; }", "f(1, 2) == 2 && f(1, 2.0) == 1"),
        ("constexpr int f(int, int = 0) { return 1; } constexpr int f(double) { return 2; }", "f(1) == 1 && f(1.0) == 2"),
        (
            "struct A { constexpr int g() const { return 1; } constexpr int g() { return 2; } }; constexpr int h() { A a; const A b; return a.g() * 10 + b.g(); }",
            "h() == 21",
        ),
        (
            "struct S {}; struct T : S { constexpr int operator+(const void *) const { return 1; } }; constexpr int operator+(const T &, const char *) { return 2; }",
            "(T() + \"a\") == 2",
        ),
        (
            "struct S { constexpr int operator<<(const void *) const { return 1; } }; struct T : S {}; constexpr int operator<<(const S &, const char *) { return 2; }",
            "(T() << \"a\") == 2",
        ),
        (
            "__host__ __device__ constexpr int f(float) { return 1; } __host__ __device__ constexpr int f(double) { return 2; }",
            "f(1.0f) == 1",
        ),
    ]);
}

#[test]
fn ambiguous_and_missing_overloads_are_told() {
    all_fail(&[
        ("void f(int, double); void f(double, int);", "f(1, 1);", "K0307"),
        ("void f(long); void f(double);", "f(1);", "K0307"),
        ("struct A { A(int); }; struct B { B(int); }; void f(A); void f(B);", "f(1);", "K0307"),
        ("struct S {}; void f(int); void f(char *);", "f(S());", "K0306"),
        ("void f(int *); void f(double);", "struct S {} s; f(s);", "K0306"),
        ("template <class T> void f(T, T);", "f(1, 2.0);", "K0306"),
    ]);
}

#[test]
fn template_arguments_are_deduced() {
    // [temp.deduct.call], [temp.deduct.type]
    let is = "template <class T, class U> constexpr bool is = std::is_same<T, U>::value;";
    let rows: Vec<(String, &str)> = [
        ("template <class T> T f(T); int a[3]; const int c = 1;", "is<decltype(f(a)), int *> && is<decltype(f(c)), int>"),
        ("template <class T> T *f(const T &); const char *s;", "is<decltype(f(3)), int *> && is<decltype(f(s)), const char **>"),
        ("template <class T> T f(T &&); int x; const int y = 0;", "is<decltype(f(x)), int &> && is<decltype(f(y)), const int &> && is<decltype(f(1)), int>"),
        ("template <class T, int n> T (*f(T (&)[n]))[n]; double a[4];", "is<decltype(f(a)), double (*)[4]>"),
        ("template <class T> T f(T &&);", "is<decltype(f(\"abcd\")), const char (&)[5]>"),
        ("template <class R, class A> A f(R (*)(A)); int g(float);", "is<decltype(f(g)), float> && is<decltype(f(&g)), float>"),
        ("template <class T, int n> struct V {}; template <class T, int n> T f(V<T, n>); V<long, 3> v;", "is<decltype(f(v)), long>"),
        ("template <class T> struct V {}; template <template <class> class C, class T> T f(C<T>); V<short> v;", "is<decltype(f(v)), short>"),
        ("template <class T> struct V {}; struct W : V<char> {}; template <class T> T f(const V<T> &); W w;", "is<decltype(f(w)), char>"),
        ("template <class... T> struct L {}; template <class... T> L<T...> f(T...);", "is<decltype(f(1, 2.0, 'c')), L<int, double, char>>"),
        ("template <class T, class U = T *> U f(T);", "is<decltype(f(1)), int *> && is<decltype(f<int, long>(1)), long>"),
        ("template <class T> struct R { typedef T type; }; template <class T> struct R<T &> { typedef T type; };", "is<R<const int (&)[2]>::type, const int[2]>"),
        ("template <class T> struct P { static const int v = 0; }; template <class T> struct P<T *> { static const int v = 1 + P<T>::v; };", "P<int **>::v == 2"),
        ("template <class T, class = void> struct H { static const int v = 0; }; template <class T> struct H<T, std::void_t<typename T::x>> { static const int v = 1; }; struct A { typedef int x; };", "H<A>::v == 1 && H<int>::v == 0"),
        ("template <class T> std::enable_if_t<sizeof(T) == 4, char> f(T); template <class T> std::enable_if_t<sizeof(T) == 8, long> f(T);", "is<decltype(f(1)), char> && is<decltype(f(1.0)), long>"),
    ]
    .iter()
    .map(|(declarations, condition)| (format!("{is}\n{declarations}"), *condition))
    .collect();
    all_hold(&rows.iter().map(|(d, c)| (d.as_str(), *c)).collect::<Vec<_>>());
}

#[test]
fn expressions_have_the_types_of_the_standard() {
    let is = "template <class T, class U> constexpr bool is = std::is_same<T, U>::value;";
    let values = "char c; short s; unsigned short us; int i; unsigned u; long l; unsigned long ul; float f; double d; bool b; int *p; const int *q; int a[2]; enum E { e } en;";
    let rows: Vec<(String, String)> = [
        ("c + c", "int"),
        ("us + us", "int"),
        ("-b", "int"),
        ("i + u", "unsigned"),
        ("u + l", "long"),
        ("l + ul", "unsigned long"),
        ("f + i", "float"),
        ("f + d", "double"),
        ("c << l", "int"),
        ("en + 1", "int"),
        ("p + 1", "int *"),
        ("p - p", "long"),
        ("p == q", "bool"),
        ("b ? p : q", "const int *"),
        ("b ? i : l", "long"),
        ("b ? p : nullptr", "int *"),
        ("sizeof(a)", "unsigned long"),
        ("!i", "bool"),
        ("a + 0", "int *"),
        ("(i = 3)", "int &"),
        ("i++", "int"),
        ("++i", "int &"),
        ("a[0]", "int &"),
        ("*q", "const int &"),
        ("1u", "unsigned"),
        ("2147483648", "long"),
        ("0xffffffff", "unsigned"),
        ("1.0f", "float"),
        ("'a'", "char"),
        ("true", "bool"),
    ]
    .iter()
    .map(|(e, ty)| (format!("{is}\n{values}"), format!("is<decltype({e}), {ty}>")))
    .collect();
    all_hold(&rows.iter().map(|(d, c)| (d.as_str(), c.as_str())).collect::<Vec<_>>());
}

#[test]
fn constants_are_evaluated() {
    all_hold(&[
        ("", "7 / -2 == -3 && -7 % 3 == -1 && (-8 >> 1) == -4"),
        ("", "(unsigned char)300 == 44 && (signed char)200 == -56 && (unsigned)-1 == 4294967295u"),
        ("", "1.0f / 3 != 1.0 / 3 && (int)-2.9 == -2 && 0.1 + 0.2 != 0.3"),
        ("constexpr int f(int n) { int s = 0; for (int i = 1; i <= n; i++) s += i; return s; }", "f(100) == 5050"),
        ("constexpr int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }", "f(15) == 610"),
        (
            "struct V { int x, y; constexpr V operator+(V o) const { return {x + o.x, y + o.y}; } }; constexpr V v = V{1, 2} + V{3, 4};",
            "v.x == 4 && v.y == 6",
        ),
        ("constexpr int t[] = {3, 1, 2}; constexpr int f() { int s = 0; for (int x : t) s = s * 10 + x; return s; }", "f() == 312"),
        ("constexpr int f() { int a[4] = {}; a[1] = 5; int *p = a; ++p; return *p + a[3]; }", "f() == 5"),
        (
            "constexpr const char *s = \"text\"; constexpr int f(const char *p) { int n = 0; while (*p++) n++; return n; }",
            "f(s) == 4 && s[1] == 'e'",
        ),
        ("template <int... n> constexpr int sum = (n + ... + 0);", "sum<1, 2, 3> == 6 && sum<> == 0"),
        (
            "constexpr int f(int x) { switch (x) { case 1: return 10; case 2: x = 5; default: return x; } }",
            "f(1) == 10 && f(2) == 5 && f(3) == 3",
        ),
        ("constexpr int f() { auto g = [](int x) { return x * 2; }; return g(4); }", "f() == 8"),
        ("constexpr int larger(const int &a, const int &b) { return (a > b ? a : b); }", "larger(3, 4) == 4"),
        ("enum { A = 3, B, C = A * B }; const int n = 4; int a[n + 1];", "C == 12 && sizeof(a) == 20"),
    ]);
    all_fail(&[
        ("constexpr int f(int n) { return 1 / n; }", "constexpr int x = f(0);", "K0313"),
        ("int g(); constexpr int f() { return g(); }", "constexpr int x = f();", "K0313"),
        ("constexpr int f() { int a[2] = {}; return a[2]; }", "constexpr int x = f();", "K0313"),
        ("constexpr int f() { while (true) {} return 0; }", "constexpr int x = f();", "K0313"),
    ]);
}

#[test]
fn conversions_that_do_not_exist_are_told() {
    all_fail(&[
        ("", "int *p = 3;", "K0301"),
        ("", "int x = \"text\";", "K0301"),
        ("", "const int *q = nullptr; int *p = q;", "K0301"),
        ("struct A {}; struct B {};", "A a = B();", "K0301"),
        ("struct A { explicit A(int); };", "A a = 3;", "K0301"),
        ("enum class E { e };", "int x = E::e;", "K0301"),
        ("", "int &r = 3;", "K0325"),
        ("", "double d = 1; int &r = d;", "K0325"),
        ("void f(int (&)[3]);", "const int a[3] = {}; f(a);", "K0325"),
    ]);
}
