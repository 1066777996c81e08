//! The programs that are timed: their data, their OpenCL twins and what they must give.

use crate::opencl::Arg;

/// One program and its twin.
pub(crate) struct Case {
    /// Of `programs/NAME.kern` and of the OpenCL kernel.
    pub(crate) name: &'static str,
    /// Arguments of the program before the number of launches.
    pub(crate) args: Vec<u32>,
    /// Standard input of the program, buffer after buffer.
    pub(crate) inputs: Vec<Vec<u8>>,
    /// Arguments of the twin.
    pub(crate) twin: Vec<Arg>,
    pub(crate) grid: [u32; 2],
    pub(crate) block: [u32; 2],
    /// Which buffer of the twin is the result.
    pub(crate) result: usize,
    /// What the result must be, within `tolerance` (relative for floats, 0 for integers as bytes).
    pub(crate) expected: Expected,
    /// The ratio to reach.
    pub(crate) target: Option<f64>,
}

pub(crate) enum Expected {
    Floats(Vec<f64>, f64),
    Ints(Vec<i32>),
}

impl Case {
    /// Whether `bytes` are right.
    pub(crate) fn check(&self, bytes: &[u8]) -> Result<(), String> {
        let words = |i: usize| [bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]];
        let count = match &self.expected {
            Expected::Floats(v, _) => v.len(),
            Expected::Ints(v) => v.len(),
        };
        if bytes.len() != 4 * count {
            return Err(format!("{} bytes, expected {}", bytes.len(), 4 * count));
        }
        for i in 0..count {
            match &self.expected {
                Expected::Floats(v, tolerance) => {
                    let found = f32::from_ne_bytes(words(i)) as f64;
                    let is_near = (found - v[i]).abs() <= tolerance * v[i].abs().max(1.0);
                    if !is_near {
                        return Err(format!("element {i} is {found}, expected {}", v[i]));
                    }
                }
                Expected::Ints(v) => {
                    let found = i32::from_ne_bytes(words(i));
                    if found != v[i] {
                        return Err(format!("element {i} is {found}, expected {}", v[i]));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Numbers in [-1, 1), the same on every run (splitmix64).
pub(crate) fn floats(n: usize, seed: u64) -> Vec<f32> {
    bits(n, seed).map(|b| (b >> 40) as f32 / (1u32 << 23) as f32 - 1.0).collect()
}

pub(crate) fn bits(n: usize, seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed;
    (0..n).map(move |_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

fn bytes<T: Copy, const N: usize>(values: &[T], to_bytes: impl Fn(T) -> [u8; N]) -> Vec<u8> {
    values.iter().flat_map(|&v| to_bytes(v)).collect()
}

pub(crate) fn of_floats(values: &[f32]) -> Vec<u8> {
    bytes(values, f32::to_ne_bytes)
}

pub(crate) fn of_ints(values: &[i32]) -> Vec<u8> {
    bytes(values, i32::to_ne_bytes)
}

pub(crate) fn zeros(words: usize) -> Arg {
    Arg::Buffer(vec![0; 4 * words])
}

/// All of them; sizes stay in the second-level cache, so that it is the code that is timed.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![saxpy()];
    cases.extend(matmuls(256));
    cases.extend([reduce(256 * 1024), mandelbrot(), histogram(), nbody()]);
    cases.extend(transposes());
    cases.extend([spmv(), barriers()]);
    cases.extend(crate::students::cases());
    cases
}

fn saxpy() -> Case {
    let n = 200_000;
    let (x, y) = (floats(n, 1), floats(n, 2));
    let expected = x.iter().zip(&y).map(|(&x, &y)| 2.5f32.mul_add(x, y) as f64).collect();
    Case {
        name: "saxpy",
        args: vec![n as u32],
        inputs: vec![of_floats(&x), of_floats(&y)],
        twin: vec![Arg::Buffer(of_floats(&x)), Arg::Buffer(of_floats(&y)), Arg::Int(n as i32), Arg::Float(2.5)],
        grid: [n.div_ceil(256) as u32, 1],
        block: [256, 1],
        result: 1,
        expected: Expected::Floats(expected, 1e-6),
        target: Some(0.8),
    }
}

/// What a simulator that checks takes seconds for.
pub(crate) fn small() -> [Case; 2] {
    let [tiled, _] = matmuls(64);
    [tiled, reduce(16 * 1024)]
}

fn matmuls(n: usize) -> [Case; 2] {
    let (a, b) = (floats(n * n, 3), floats(n * n, 4));
    let mut product = vec![0f64; n * n];
    for row in 0..n {
        for k in 0..n {
            for column in 0..n {
                product[row * n + column] += a[row * n + k] as f64 * b[k * n + column] as f64;
            }
        }
    }
    let case = |name, target| Case {
        name,
        args: vec![n as u32],
        inputs: vec![of_floats(&a), of_floats(&b)],
        twin: vec![Arg::Buffer(of_floats(&a)), Arg::Buffer(of_floats(&b)), zeros(n * n), Arg::Int(n as i32)],
        grid: [n as u32 / 16; 2],
        block: [16, 16],
        result: 2,
        expected: Expected::Floats(product.clone(), 1e-4),
        target: Some(target),
    };
    [case("matmul_tiled", 1.8), case("matmul_naive", 6.0)]
}

fn reduce(n: usize) -> Case {
    let x = floats(n, 5);
    Case {
        name: "reduce",
        args: vec![n as u32],
        inputs: vec![of_floats(&x)],
        twin: vec![Arg::Buffer(of_floats(&x)), zeros(n / 256)],
        grid: [n as u32 / 256, 1],
        block: [256, 1],
        result: 1,
        expected: Expected::Floats(x.chunks(256).map(|c| c.iter().map(|&v| v as f64).sum()).collect(), 1e-4),
        target: Some(1.5),
    }
}

fn mandelbrot() -> Case {
    let (width, height, limit) = (1024usize, 128usize, 256);
    let (dx, dy) = (3.0f32 / width as f32, 2.5f32 / height as f32);
    let escape = |px: usize, py: usize| {
        let (cx, cy) = ((px as f32).mul_add(dx, -2.0), (py as f32).mul_add(dy, -1.25));
        let (mut zx, mut zy, mut i) = (0f32, 0f32, 0);
        while zx * zx + zy * zy <= 4.0 && i < limit {
            let x = zx * zx - zy * zy + cx;
            zy = (2.0 * zx).mul_add(zy, cy);
            zx = x;
            i += 1;
        }
        i
    };
    Case {
        name: "mandelbrot",
        args: vec![width as u32, height as u32, limit as u32],
        inputs: Vec::new(),
        twin: vec![
            zeros(width * height),
            Arg::Int(width as i32),
            Arg::Int(limit),
            Arg::Float(-2.0),
            Arg::Float(-1.25),
            Arg::Float(dx),
            Arg::Float(dy),
        ],
        grid: [width as u32 / 256, height as u32],
        block: [256, 1],
        result: 0,
        expected: Expected::Ints((0..width * height).map(|i| escape(i % width, i / width)).collect()),
        target: Some(3.0),
    }
}

fn histogram() -> Case {
    let n = 1 << 20;
    let data: Vec<i32> = bits(n, 6).map(|b| (b >> 33) as i32).collect();
    let mut bins = vec![0; 256];
    data.iter().for_each(|&d| bins[(d & 255) as usize] += 1);
    Case {
        name: "histogram",
        args: vec![n as u32, 64],
        inputs: vec![of_ints(&data)],
        twin: vec![Arg::Buffer(of_ints(&data)), zeros(256), Arg::Int(n as i32)],
        grid: [64, 1],
        block: [256, 1],
        result: 1,
        expected: Expected::Ints(bins),
        target: Some(2.5),
    }
}

fn nbody() -> Case {
    let n = 2048;
    let [x, y, z, m] = [7, 8, 9, 10].map(|seed| floats(n, seed));
    let force = |i: usize| {
        let mut sum = 0f64;
        for j in 0..n {
            let [dx, dy, dz] = [&x, &y, &z].map(|c| (c[j] - c[i]) as f64);
            sum += dx * m[j] as f64 / (dx * dx + dy * dy + dz * dz + 0.01).powf(1.5);
        }
        sum
    };
    let mut twin: Vec<Arg> = [&x, &y, &z, &m].map(|v| Arg::Buffer(of_floats(v))).into();
    twin.extend([zeros(n), zeros(n), zeros(n), Arg::Int(n as i32), Arg::Float(0.01)]);
    Case {
        name: "nbody",
        args: vec![n as u32],
        inputs: [&x, &y, &z, &m].map(|v| of_floats(v)).into(),
        twin,
        grid: [n as u32 / 256, 1],
        block: [256, 1],
        result: 4,
        expected: Expected::Floats((0..n).map(force).collect(), 1e-3),
        target: Some(2.5),
    }
}

fn transposes() -> [Case; 2] {
    let n = 512;
    let x = floats(n * n, 11);
    [("transpose_naive", 1.0), ("transpose_tiled", 1.5)].map(|(name, target)| Case {
        name,
        args: vec![n as u32],
        inputs: vec![of_floats(&x)],
        twin: vec![Arg::Buffer(of_floats(&x)), zeros(n * n), Arg::Int(n as i32)],
        grid: [n as u32 / 32; 2],
        block: [32, 8],
        result: 1,
        expected: Expected::Floats((0..n * n).map(|i| x[i % n * n + i / n] as f64).collect(), 0.0),
        target: Some(target),
    })
}

fn spmv() -> Case {
    let rows = 16_384;
    let mut starts = vec![0i32];
    bits(rows, 12).for_each(|b| starts.push(starts[starts.len() - 1] + (b % 15) as i32));
    let entries = starts[rows] as usize;
    let columns: Vec<i32> = bits(entries, 13).map(|b| (b % rows as u64) as i32).collect();
    let (values, x) = (floats(entries, 14), floats(rows, 15));
    let row = |r: usize| (starts[r] as usize..starts[r + 1] as usize).map(|k| values[k] as f64 * x[columns[k] as usize] as f64).sum();
    Case {
        name: "spmv",
        args: vec![rows as u32, entries as u32],
        inputs: vec![of_ints(&starts), of_ints(&columns), of_floats(&values), of_floats(&x)],
        twin: vec![
            Arg::Buffer(of_ints(&starts)),
            Arg::Buffer(of_ints(&columns)),
            Arg::Buffer(of_floats(&values)),
            Arg::Buffer(of_floats(&x)),
            zeros(rows),
            Arg::Int(rows as i32),
        ],
        grid: [rows as u32 / 256, 1],
        block: [256, 1],
        result: 4,
        expected: Expected::Floats((0..rows).map(row).collect(), 1e-5),
        target: Some(0.8),
    }
}

fn barriers() -> Case {
    let blocks = 64;
    let mut threads: Vec<i32> = (0..256).collect();
    for k in 0..32 {
        threads = (0..256).map(|t| threads[t] ^ (threads[(t + 1) % 256] + k)).collect();
    }
    Case {
        name: "barriers",
        args: vec![blocks],
        inputs: Vec::new(),
        twin: vec![zeros(blocks as usize * 256)],
        grid: [blocks, 1],
        block: [256, 1],
        result: 0,
        expected: Expected::Ints(threads.repeat(blocks as usize)),
        target: None,
    }
}
