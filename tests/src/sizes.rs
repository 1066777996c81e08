//! Programs of any size: what the compiler's and the machine's cost is measured with.
//!
//! A row says what grows, a size that lies below all limits (the program compiles and runs), and, where there is a limit, a
//! size beyond it with the code that says so. `docs/sizes.md` lists them; `cargo run --release -p kern-tests --bin limits`
//! runs them all, and `cargo test` runs small ones and sees that the cost grows no faster than the size.

use std::fmt::Write;

/// One kind of program.
pub struct Growing {
    /// The name on the command line and in tests.
    pub name: &'static str,
    /// What there are `size` of.
    pub what: &'static str,
    /// The program: its text.
    pub make: fn(usize) -> String,
    /// The text is PTX.
    pub is_ptx: bool,
    /// A size that compiles and runs, 0 if none is of interest.
    pub below: usize,
    /// A size that does not, and the code that says why.
    pub beyond: Option<(usize, &'static str)>,
    /// The size that `cargo test` starts from: some milliseconds. 0 if what it tries at full size is enough: the cost of
    /// one more is not the same for all.
    pub small: usize,
}

/// `count` pieces, one after the other.
fn each(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, i| {
        text.push_str(&piece(i));
        text
    })
}

const fn row(
    name: &'static str,
    what: &'static str,
    below: usize,
    beyond: Option<(usize, &'static str)>,
    small: usize,
    make: fn(usize) -> String,
) -> Growing {
    Growing { name, what, make, is_ptx: false, below, beyond, small }
}

/// A program with `body` in a kernel of one block of 32 threads; `p` points to 4096 zeros.
fn kernel(before: &str, body: &str) -> String {
    format!(
        "{before}__global__ void k(int *p) {{ {body} }}\nint main() {{ int *p; cudaMallocManaged(&p, 16384); cudaMemset(p, 0, 16384); \
         k<<<1, 32>>>(p); return cudaDeviceSynchronize() != cudaSuccess; }}\n"
    )
}

fn main_with(body: &str) -> String {
    format!("int main(int argc, char **argv) {{ {body} return 0; }}\n")
}

/// All kinds.
pub const SIZES: &[Growing] = &[
    row("statements", "statements in `main`", 200_000, Some((1_700_000, "K0114")), 2000, |n| {
        format!("int main() {{ volatile int x = 0; {} return 0; }}\n", each(n, |i| format!("x += {i};\n")))
    }),
    row("one_line", "statements in one line", 200_000, None, 2000, |n| {
        format!("int main() {{ volatile int x = 0; {} return 0; }}\n", each(n, |i| format!("x+={i};")))
    }),
    row("cases", "cases of a `switch`", 50_000, None, 1000, |n| {
        main_with(&format!("switch (argc) {{ {} }}", each(n, |i| format!("case {}: return {};\n", i * 7 + 2, i % 50))))
    }),
    row("dense_cases", "cases next to each other", 50_000, None, 1000, |n| {
        main_with(&format!("int x = 0; switch (argc) {{ {} }}", each(n, |i| format!("case {}: x += {};\n", i + 2, i % 50))))
    }),
    row("labels_in_a_row", "cases with nothing between", 50_000, None, 1000, |n| {
        main_with(&format!("switch (argc) {{ {} return 1; }}", each(n, |i| format!("case {}:\n", i * 2 + 2))))
    }),
    row("kernel_cases", "cases of a `switch` in a kernel", 50_000, None, 500, |n| {
        kernel("", &format!("switch (*p) {{ {} }}", each(n, |i| format!("case {}: p[1] = {}; break;\n", i * 7, i % 50))))
    }),
    row("functions", "functions, each called once", 100_000, None, 500, |n| {
        let calls = each(n, |i| format!("s = f{i}(s);\n"));
        format!("{}int main() {{ int s = 0; {calls} return s == 5; }}\n", each(n, |i| format!("int f{i}(int x) {{ return x + {i}; }}\n")))
    }),
    row("unused_functions", "functions that nobody calls", 100_000, None, 500, |n| {
        format!("{}int main() {{ return f0(0); }}\n", each(n, |i| format!("int f{i}(int x) {{ return x + {i}; }}\n")))
    }),
    row("device_functions", "device functions, each called once", 20_000, None, 300, |n| {
        let before = each(n, |i| format!("__device__ int f{i}(int x) {{ return x * {i}; }}\n"));
        kernel(&before, &format!("int s = *p; {} *p = s;", each(n, |i| format!("s = f{i}(s);\n"))))
    }),
    row("overloads", "functions of one name, each called once", 2000, None, 100, |n| {
        let before = each(n, |i| format!("struct S{i} {{}}; int f(S{i}) {{ return {i}; }}\n"));
        before + &main_with(&each(n, |i| format!("argc += f(S{i}());\n")))
    }),
    row("kernels", "kernels", 10_000, None, 200, |n| {
        let before = each(n, |i| format!("__global__ void k{i}(int *p) {{ *p += {i}; }}\n"));
        before + &main_with("int *p; cudaMallocManaged(&p, 4); *p = 0; k7<<<1, 1>>>(p); cudaDeviceSynchronize(); if (*p != 7) return 1;")
    }),
    row("launched_kernels", "kernels, each launched once", 1000, None, 20, |n| {
        let before = each(n, |i| format!("__global__ void k{i}(int *p) {{ *p += {i}; }}\n"));
        let launches = each(n, |i| format!("k{i}<<<1, 1>>>(p);\n"));
        before + &main_with(&format!("int *p; cudaMallocManaged(&p, 4); {launches} cudaDeviceSynchronize();"))
    }),
    row("variables", "global variables", 100_000, None, 2000, |n| {
        format!("{}int main() {{ return g{} != {1}; }}\n", each(n, |i| format!("int g{i} = {i};\n")), n - 1)
    }),
    row("device_variables", "`__device__` variables", 50_000, None, 1000, |n| {
        kernel(&each(n, |i| format!("__device__ int g{i} = {i};\n")), &format!("*p = g{};", n - 1))
    }),
    row("locals", "local variables", 20_000, None, 500, |n| {
        main_with(&format!("{}{}", each(n, |i| format!("int x{i} = argc + {i};\n")), each(n, |i| format!("argc += x{i};\n"))))
    }),
    row("strings", "string literals", 100_000, None, 2000, |n| {
        format!("const char *t[] = {{ {} }};\nint main() {{ return t[{}][0] != 's'; }}\n", each(n, |i| format!("\"s{i}\",\n")), n - 1)
    }),
    row("numbers", "numbers in the initialiser of an array", 1_000_000, None, 10_000, |n| {
        format!("int t[] = {{ {} }};\nint main() {{ return t[{}] != {1}; }}\n", each(n, |i| format!("{i},\n")), n - 1)
    }),
    row("local_numbers", "numbers in the initialiser of a local array", 200_000, None, 2000, |n| {
        format!("int main() {{ int t[] = {{ {} }};\nreturn t[{}] != {1}; }}\n", each(n, |i| format!("{i},\n")), n - 1)
    }),
    row("rows", "rows in the initialiser of an array of structs", 100_000, None, 1000, |n| {
        let rows = each(n, |i| format!("{{ {i}, \"n{i}\", 1.5f }},\n"));
        format!("struct S {{ int a; const char *n; float f; }};\nS t[] = {{ {rows} }};\nint main() {{ return t[{}].a != {0}; }}\n", n - 1)
    }),
    row("elements", "elements of a `std::vector`'s initialiser", 50_000, None, 1000, |n| {
        let list = each(n, |i| format!("{i},\n"));
        format!("#include <vector>\nint main() {{ std::vector<int> t = {{ {list} }};\nreturn t[{}] != {0}; }}\n", n - 1)
    }),
    row("members", "members of a struct", 50_000, None, 1000, |n| {
        let members = each(n, |i| format!("int m{i};\n"));
        format!("struct S {{ {members} }};\nint main() {{ S s; s.m{} = 0; S t = s; return t.m{0}; }}\n", n - 1)
    }),
    row("enumerators", "enumerators", 100_000, None, 2000, |n| {
        format!("enum E {{ {} }};\nint main() {{ return e{} != {1}; }}\n", each(n, |i| format!("e{i},\n")), n - 1)
    }),
    row("classes", "classes with constructors", 5000, None, 100, |n| {
        let classes =
            each(n, |i| format!("struct C{i} {{ int x; C{i}() : x({i}) {{}} ~C{i}() {{ x = 0; }} int get() {{ return x; }} }};\n"));
        classes + &main_with(&each(n, |i| format!("{{ C{i} c; argc += c.get(); }}\n")))
    }),
    row("objects", "objects with destructors, each before a `return`", 1000, None, 50, |n| {
        let objects = each(n, |i| format!("C c{i}; if (argc == {}) return 3;\n", i + 99));
        format!("struct C {{ int x; C() {{ x = 1; }} ~C() {{ x = 0; }} }};\n{}", main_with(&objects))
    }),
    row("inheritance", "classes, each derived from the one before", 5000, None, 200, |n| {
        let classes = each(n, |i| format!("struct A{} : A{i} {{}};\n", i + 1));
        format!("struct A0 {{ int x; }};\n{classes}int main() {{ A{n} a; a.x = 0; return a.x; }}\n")
    }),
    row("virtual_classes", "classes, each overriding a function of the one before", 5000, None, 100, |n| {
        let classes = each(n, |i| format!("struct C{} : C{i} {{ int f() {{ return {i}; }} }};\n", i + 1));
        format!(
            "struct C0 {{ virtual int f() {{ return 0; }} }};\n{classes}int main() {{ C{n} c; C0 *b = &c; return b->f() != {}; }}\n",
            n - 1
        )
    }),
    row("virtual_functions", "virtual functions of a class, each overridden", 20_000, None, 300, |n| {
        let [own, other] = [0, 1].map(|more| each(n, |i| format!("virtual int f{i}() {{ return {}; }}\n", i + more)));
        format!("struct B {{ {own} }};\nstruct D : B {{ {other} }};\nint main() {{ D d; B *b = &d; return b->f0() != 1; }}\n")
    }),
    row("bases", "bases of one class", 10_000, None, 200, |n| {
        let classes = each(n, |i| format!("struct B{i} {{ int b{i}; }};\n"));
        let list = (0..n).map(|i| format!("B{i}")).collect::<Vec<_>>().join(", ");
        format!("{classes}struct D : {list} {{}};\nint main() {{ D d; d.b{} = 0; return d.b{0}; }}\n", n - 1)
    }),
    row("diamonds", "classes, each derived in two ways from the one before", 12, Some((60, "K0336")), 8, |n| {
        let classes = each(n, |i| format!("struct L{i} : A{i} {{}}; struct R{i} : A{i} {{}}; struct A{} : L{i}, R{i} {{}};\n", i + 1));
        format!("struct A0 {{}};\n{classes}struct D : A{n} {{ int own; }};\nint main() {{ D d; d.own = 0; return d.own; }}\n")
    }),
    row("lambdas", "lambdas", 5000, None, 100, |n| {
        main_with(&each(n, |i| format!("auto l{i} = [&](int x) {{ return x + argc; }}; argc = l{i}(1);\n")))
    }),
    row("host_ifs", "`if`s one after the other", 20_000, None, 300, |n| {
        let ifs = each(n, |i| format!("if (argc & {}) p[{}] = argc; else argc += {i};\n", 1u32 << (i % 31), i % 4));
        main_with(&format!("int p[4] = {{}}; {ifs}"))
    }),
    row("host_loops", "loops one after the other", 10_000, None, 300, |n| {
        main_with(&format!("int n = 3, p[4] = {{}}; {}", each(n, |i| format!("for (int i = 0; i < n; i++) argc += p[i] * {i};\n"))))
    }),
    row("labels", "labels and jumps", 10_000, None, 300, |n| {
        main_with(&each(n, |i| format!("L{i}: if (argc == {}) goto L{}; argc += 3;\n", i + 9, (i * 7919 + 3) % n)))
    }),
    row("else_ifs", "`else if`s of one chain", 200, Some((50_000, "K0204")), 100, |n| {
        main_with(&(each(n, |i| format!("if (argc == {}) return {};\nelse ", i + 5, i % 50)) + "argc++;"))
    }),
    row("terms", "terms of a sum", 400, Some((100_000, "K0204")), 200, |n| {
        format!("int main(int a, char **v) {{ return a{} != {}; }}\n", " + a".repeat(n), n + 1)
    }),
    row("calls", "calls inside each other", 200, Some((10_000, "K0204")), 100, |n| {
        format!("int f(int x) {{ return x + 1; }}\nint main() {{ return {}0{} != {n}; }}\n", "f(".repeat(n), ")".repeat(n))
    }),
    row("parentheses", "parentheses inside each other", 200, Some((10_000, "K0204")), 100, |n| {
        format!("int main() {{ return {}0{}; }}\n", "(".repeat(n), ")".repeat(n))
    }),
    row("blocks", "blocks inside each other", 150, Some((10_000, "K0204")), 40, |n| {
        format!("int main() {{ {} return 0; {} }}\n", "{".repeat(n), "}".repeat(n))
    }),
    row("nested_ifs", "`if`s inside each other", 200, Some((10_000, "K0204")), 100, |n| main_with(&("if (argc) ".repeat(n) + "argc++;"))),
    row("nested_namespaces", "namespaces inside each other", 200, Some((10_000, "K0204")), 100, |n| {
        each(n, |i| format!("namespace n{i} {{")) + &"}".repeat(n) + "int main() { return 0; }\n"
    }),
    row("nested_loops", "loops inside each other", 200, Some((300, "K0591")), 0, |n| {
        kernel("", &format!("int n = *p + 1; {} p[1]++;", each(n, |i| format!("for (int i{i} = 0; i{i} < n; i{i}++) "))))
    }),
    Growing {
        is_ptx: true,
        ..row("ptx_loops", "loops inside each other in PTX", 200, Some((50_000, "K0591")), 0, |n| {
            let heads = each(n, |i| format!("$L{i}:\n\tadd.s32 %r1, %r1, {};\n", i & 7));
            let tails = (0..n).rev().fold(String::new(), |mut text, i| {
                let _ = write!(text, "\tsetp.lt.s32 %p1, %r1, {i};\n\t@%p1 bra $L{i};\n");
                text
            });
            format!(
                ".version 8.3\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 k_param_0)\n{{\n\t.reg .pred %p<3>;\n\
                 \t.reg .b32 %r<4>;\n\tmov.u32 %r1, %tid.x;\n{heads}{tails}\tret;\n}}\n"
            )
        })
    },
    row("macro_uses", "uses of a macro", 50_000, None, 1000, |n| {
        format!("#define ADD(x) do {{ argc += x; }} while (0)\n{}", main_with(&each(n, |i| format!("ADD({i});\n"))))
    }),
    row("macros", "macros, each twice the one before", 8, Some((60, "K0110")), 0, |n| {
        let macros = each(n, |i| format!("#define M{} M{i} M{i}\n", i + 1));
        format!("#define M0 argc++;\n{macros}{}", main_with(&format!("M{n}")))
    }),
    row("template_depth", "instances of a template inside each other", 150, Some((10_000, "K0334")), 50, |n| {
        format!(
            "template <int N> struct F {{ static const int v = F<N - 1>::v + 1; }};\ntemplate <> struct F<0> {{ static const int v = 0; }};\n\
             int main() {{ return F<{n}>::v != {n}; }}\n"
        )
    }),
    row("instances", "instances of a template", 10_000, Some((60_000, "K0334")), 200, |n| {
        format!("template <int N> int f(int x) {{ return x + N; }}\n{}", main_with(&each(n, |i| format!("argc = f<{i}>(argc);\n"))))
    }),
    row("type_doublings", "types, each made of the one before twice", 150, Some((10_000, "K0334")), 30, |n| {
        format!(
            "template <class A, class B> struct P {{}};\ntemplate <int N> struct D {{ typedef P<typename D<N - 1>::t, typename D<N - 1>::t> t; }};\n\
             template <> struct D<0> {{ typedef int t; }};\nD<{n}>::t x;\nint main() {{ return 0; }}\n"
        )
    }),
    row("object_doublings", "objects, each two of the one before", 40, Some((60, "K0327")), 0, |n| {
        let functions = each(n, |i| format!("auto f{}() {{ return std::make_pair(f{i}(), f{i}()); }}\n", i + 1));
        format!("#include <utility>\nauto f0() {{ return 1; }}\n{functions}int main() {{ return 0; }}\n")
    }),
    row("pack", "elements of a pack", 10_000, Some((30_000, "K0335")), 200, |n| {
        let ones = vec!["1"; n].join(", ");
        format!("template <class... T> int sum(T... t) {{ return (0 + ... + t); }}\nint main() {{ return sum({ones}) != {n}; }}\n")
    }),
    row("growing_pack", "doublings of a pack", 10, Some((60, "K0335")), 0, |n| {
        format!(
            "template <int N, class... T> struct P {{ static const int v = P<N - 1, T..., T...>::v; }};\n\
             template <class... T> struct P<0, T...> {{ static const int v = sizeof...(T); }};\n\
             int main() {{ return P<{n}, int>::v != {}; }}\n",
            1u64 << n.min(63)
        )
    }),
    // Each of them makes a function of all that are left: that cannot grow evenly.
    row("pack_recursion", "arguments taken off one by one", 150, Some((10_000, "K0335")), 0, |n| {
        format!(
            "int sum() {{ return 0; }}\ntemplate <class H, class... T> int sum(H h, T... t) {{ return h + sum(t...); }}\n\
             int main() {{ return sum({}) != {n}; }}\n",
            vec!["1"; n].join(", ")
        )
    }),
    row("constexpr_loop", "rounds of a loop in a constant expression", 100_000, Some((2_000_000_000, "K0313")), 2000, |n| {
        format!(
            "constexpr int f(int n) {{ int s = 0; for (int i = 0; i < n; i++) s += i & 3; return s; }}\nconstexpr int v = f({n});\n\
             int main() {{ return v == 3; }}\n"
        )
    }),
    row("constants", "constants of a thousand rounds each", 1000, Some((20_000, "K0313")), 40, |n| {
        let constants = each(n, |i| format!("constexpr int v{i} = f(1000 + {});\n", i % 7));
        format!(
            "constexpr int f(int n) {{ int s = 0; for (int i = 0; i < n; i++) s += i & 3; return s; }}\n{constants}\
             int main() {{ return v0 == 3; }}\n"
        )
    }),
    row("inline_chain", "device functions, each calling the one before", 5000, None, 400, |n| {
        let before = each(n, |i| format!("__device__ int f{}(int x) {{ return f{i}(x) + 1; }}\n", i + 1));
        kernel(&format!("__device__ int f0(int x) {{ return x; }}\n{before}"), &format!("*p = f{n}(1);"))
    }),
    row("inline_tree", "device functions, each calling the one before twice", 40, None, 0, |n| {
        let before = each(n, |i| format!("__device__ __forceinline__ int f{}(int x) {{ return x > 1000 ? x : f{i}(f{i}(x)); }}\n", i + 1));
        kernel(&format!("__device__ __forceinline__ int f0(int x) {{ return x + 1; }}\n{before}"), &format!("*p = f{n}(1000);"))
    }),
    row("host_chain", "host functions, each calling the one before", 5000, None, 300, |n| {
        let chain = each(n, |i| format!("int f{}(int x) {{ return f{i}(x) + 1; }}\n", i + 1));
        format!("int f0(int x) {{ return x; }}\n{chain}int main() {{ return f{n}(1) != {}; }}\n", n + 1)
    }),
    row("operations", "operations of a kernel", 100_000, None, 1000, |n| {
        kernel("", &format!("float a = *p; {} *p = a;", each(n, |i| format!("a = a * 1.5f + {}.0f;\n", i % 7))))
    }),
    row("accesses", "reads and writes of a kernel", 20_000, None, 300, |n| {
        kernel("", &each(n, |i| format!("p[{}] += {};\n", i % 4096, i % 7)))
    }),
    row("kernel_ifs", "`if`s of a kernel", 10_000, None, 200, |n| {
        let ifs = each(n, |i| format!("if (a & {}) p[{}] = a; else a += {i};\n", 1u32 << (i % 31), i % 4096));
        kernel("", &format!("int a = *p; {ifs} *p = a;"))
    }),
    row("kernel_loops", "loops of a kernel", 10_000, None, 800, |n| {
        let loops = each(n, |i| format!("for (int i = 0; i < n; i++) a += p[i] * {i};\n"));
        kernel("", &format!("int a = 0, n = p[5] + 2; {loops} *p = a;"))
    }),
    row("kernel_returns", "places where a kernel's threads may end", 10_000, None, 200, |n| {
        kernel("", &each(n, |i| format!("if (p[threadIdx.x] == {}) return;\n", i + 1)))
    }),
    row("kernel_arrays", "small arrays of a kernel", 4000, None, 60, |n| {
        kernel("", &each(n, |i| format!("int s{i}[4]; s{i}[*p & 3] = {i}; *p += s{i}[*p & 1];\n")))
    }),
    row("kernel_calls", "calls of a function that is not inlined in a kernel", 10_000, None, 300, |n| {
        let before = "__device__ __noinline__ int g(int x) { return x * 3 + 1; }\n";
        kernel(before, &format!("int x = *p; {} p[threadIdx.x] = x;", "x += g(x);\n".repeat(n)))
    }),
    row("kernel_barriers", "loops of a kernel, each before a barrier", 2000, None, 50, |n| {
        kernel("", &"for (int i = 0; i < *p; i++) p[threadIdx.x] += i; __syncthreads();\n".repeat(n))
    }),
    row("kernel_labels", "labels and jumps of a kernel", 5000, None, 10, |n| {
        let labels = each(n, |i| format!("L{i}: if (c == {}) {{ c = p[{}]; goto L{}; }}\n", i + 7, i % 5, (i * 7919) % n));
        kernel("", &format!("int c = *p; {labels} *p = c;"))
    }),
    row("unrolled", "rounds of an unrolled loop", 100_000, None, 1000, |n| {
        kernel("", &format!("int a = *p;\n#pragma unroll\nfor (int i = 0; i < {n}; i++) a = a * 3 + p[i & 3];\n*p = a;"))
    }),
    row("comments", "comments", 200_000, None, 5000, |n| "/* c */\n".repeat(n) + "int main() { return 0; }\n"),
    row("brackets", "brackets that nothing closes", 0, Some((50_000, "K0204")), 50, |n| format!("int main() {{ {}", "(".repeat(n))),
    row("stray_brackets", "brackets that close nothing", 0, Some((50_000, "K0203")), 50, |n| format!("int main() {{ {}", "}".repeat(n))),
    row("unknown_names", "unknown names", 0, Some((20_000, "K0208")), 50, |n| main_with(&each(n, |i| format!("y{i} = 3;\n")))),
    row("bad_statements", "statements that are none", 0, Some((20_000, "K0208")), 50, |n| {
        main_with(&each(n, |_| "int = 3;\n".to_string()))
    }),
    row("late_mistake", "statements before a mistake", 0, Some((200_000, "K0201")), 500, |n| {
        main_with(&(each(n, |i| format!("argc += {i};\n")) + "argc += ;"))
    }),
];

impl Growing {
    /// The extension of the program's file.
    pub fn extension(&self) -> &'static str {
        if self.is_ptx { "ptx" } else { "cu" }
    }
}

/// The table of `docs/sizes.md`.
pub fn table() -> String {
    let mut text = String::from("| of | there may be | too many | is told as |\n|---|---:|---:|---|\n");
    for row in SIZES {
        let below = if row.below > 0 { grouped(row.below) } else { String::new() };
        let (beyond, code) = row.beyond.map_or_else(Default::default, |(size, code)| (grouped(size), format!("[{code}](codes/{code}.md)")));
        let _ = writeln!(text, "| {} | {below} | {beyond} | {code} |", row.what);
    }
    text
}

/// `1234567` as `1,234,567`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}
