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
