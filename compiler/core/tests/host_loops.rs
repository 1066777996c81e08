//! What loops of host code load in each iteration: pointers are not where numbers are stored.

use kern_core::driver::{Options, compile};
use kern_ir::analysis::{Dominators, Loops};
use kern_ir::{Cfg, Function, Opcode};
use kern_syntax::{LoadedFile, Loader};

/// One file.
struct OneFile(&'static str);

impl Loader for OneFile {
    fn load(&self, name: &str, _: Option<&str>, _: bool) -> Option<LoadedFile> {
        (name == "test.cu").then(|| LoadedFile { name: name.to_string(), text: self.0.into(), is_system: false })
    }
}

const PROGRAM: &str = r"
struct Matrix { float *data; int columns; };
__attribute__((noinline)) void rows(float **a, float f, int k, int i, int n) { for (int j = 0; j < n; j++) a[i][j] -= f * a[k][j]; }
__attribute__((noinline)) void table(int **a, int i, int n) { for (int j = 1; j < n; j++) a[i][j] = a[i - 1][j] + 1; }
__attribute__((noinline)) void fill(Matrix &m, int n) { for (int j = 0; j < n; j++) m.data[j] = 1; }
__attribute__((noinline)) void flags(bool **seen, int i, int n) { for (int j = 0; j < n; j++) seen[i][j] = true; }
__attribute__((noinline)) void bytes(char **a, int i, int n) { for (int j = 0; j < n; j++) a[i][j] = 1; }
__attribute__((noinline)) void words(unsigned long **a, int i, int n) { for (int j = 0; j < n; j++) a[i][j] = 1; }
__attribute__((noinline)) void integers(Matrix &m, float *x) { for (int j = 0; j < m.columns; j++) x[j] = 1; }
__attribute__((noinline)) void relink(float **a, int n) { for (int j = 0; j < n; j++) { a[0][j] = 1; a[j] = a[0]; } }
__global__ void kernel(float **a, int n) { for (int j = 0; j < n; j++) a[0][j] += a[1][j]; }
int main() { float **a = 0; int **b = 0; Matrix m = {}; bool **s = 0; char **c = 0; unsigned long **w = 0; kernel<<<1, 1>>>(a, 0);
             rows(a, 1, 0, 1, 0); table(b, 1, 0); fill(m, 0); flags(s, 0, 0); bytes(c, 0, 0); words(w, 0, 0); integers(m, a[0]); relink(a, 0); }
";

/// Loads in the loop of a function.
fn loads_in_loop(func: &Function) -> usize {
    let cfg = Cfg::new(func);
    let loops = Loops::new(&cfg, &Dominators::new(func, &cfg));
    let blocks = loops.all().iter().flat_map(|one| one.blocks.iter());
    blocks.flat_map(|block| &func.blocks[block.index()].insts).filter(|inst| func.insts[inst.index()].op == Opcode::Ld).count()
}

#[test]
fn pointers_are_loaded_once_where_numbers_are_stored() {
    let compiled = compile("test.cu", &Options::default(), &OneFile(PROGRAM));
    let program = compiled.program.expect("no errors");
    let loads = |name: &str| {
        let all = program.host.functions.iter().chain(&program.device.functions);
        let of_name = |func: &&Function| func.display_name.starts_with(name) && !func.layout.is_empty();
        loads_in_loop(all.into_iter().find(of_name).unwrap_or_else(|| panic!("no {name}")))
    };
    assert_eq!(loads("rows"), 2, "the two numbers");
    assert_eq!(loads("table"), 1);
    assert_eq!(loads("fill"), 0);
    assert_eq!(loads("flags"), 0);
    assert_eq!(loads("bytes"), 1, "bytes may be of anything");
    assert_eq!(loads("words"), 1, "so may words, in which people keep pointers");
    assert_eq!(loads("integers"), 1, "an int may be looked at as a float");
    assert_eq!(loads("relink"), 1, "a pointer may be another one");
    assert_eq!(loads("kernel"), 4 * (4 + 1), "nvcc knows nothing of types in device code; the loop is unrolled");
}
