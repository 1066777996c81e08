//! What the compiled engine makes of kernels, where its results do not show it.
#![cfg(target_arch = "x86_64")]

use kern::{Options, Program};

/// Machine code of the only kernel, for blocks of 256.
fn asm(text: &str) -> String {
    let program = Program::compile("case.cu", text, &Options::default()).expect("compiles");
    let name = program.ir().device.functions.iter().find(|f| f.kind == kern_ir::FunctionKind::Kernel).expect("a kernel").name.clone();
    kern_vm::listing(program.ir(), &name, [256, 1, 1]).expect("machine code").asm
}

/// Of a loop with this header and body.
fn of_loop(header: &str, body: &str) -> String {
    asm(&format!(
        "__global__ void k(const float *x, float *y, int n) {{ int t = blockIdx.x * blockDim.x + threadIdx.x; float s = 0; \
         for ({header}) {{ {body} }} y[t] = s; }}\nint main() {{ k<<<1, 256>>>(nullptr, nullptr, 0); }}"
    ))
}

#[test]
fn grid_stride_loops_prefetch() {
    let loops = [
        ("int i = t; i < n; i += gridDim.x * blockDim.x", "s += x[i];"),
        ("int i = t; i < n; i += blockDim.x * gridDim.x", "y[i] = 2 * x[i] + y[i];"),
        ("size_t i = t; i < n; i += gridDim.x * blockDim.x", "s += x[i];"),
        ("const float *p = x + t; p < x + n; p += gridDim.x * blockDim.x", "s += *p;"),
        ("int i = t, step = gridDim.x * 256; i < n; i += step", "if (s > 1) s = s * 0.5f; s += x[i + 1];"),
    ];
    for (header, body) in loops {
        assert!(of_loop(header, body).contains("prefetcht0"), "for ({header}) {{ {body} }}");
    }
}

#[test]
fn other_loops_do_not() {
    let loops = [
        ("int i = 0; i < n; i++", "s += x[i * 256 + threadIdx.x];"),
        ("int i = t; i < n; i += 256", "s += x[i];"),
        ("int i = 0; i < n; i += gridDim.x", "s += i;"),
    ];
    for (header, body) in loops {
        assert!(!of_loop(header, body).contains("prefetcht0"), "for ({header}) {{ {body} }}");
    }
}

/// Instructions of a kernel with a loop of so many barriers, and so many values that are needed behind it only.
fn instructions_of_loop(barriers: usize, values: usize) -> usize {
    let computed: String = (0..values).map(|i| format!("int v{i} = x[t + {i}] * n + {i}; ")).collect();
    let used: String = (0..values).map(|i| format!("y[t + {}] = v{i}; ", 1000 * i)).collect();
    let body = "s[t] += s[255 - t]; __syncthreads(); ".repeat(barriers);
    asm(&format!(
        "__global__ void k(const int *x, int *y, int n) {{ __shared__ int s[256]; int t = threadIdx.x; s[t] = t; __syncthreads(); \
         {computed} for (int i = 0; i < n; i++) {{ {body} }} {used} }}\nint main() {{ k<<<1, 256>>>(nullptr, nullptr, 0); }}"
    ))
    .lines()
    .count()
}

#[test]
fn barriers_leave_values_that_a_loop_does_not_use_where_they_are() {
    let more = |values| instructions_of_loop(5, values) - instructions_of_loop(1, values);
    assert!(more(6) < more(0) + 4 * 6, "four barriers take {} instructions more, {} with six values", more(0), more(6));
}
