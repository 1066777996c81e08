//! Programs as students write them, with their OpenCL twins: functions of the library, divisions, bits, shuffles in part of a warp.

use crate::cases::{Case, Expected, bits, floats, of_floats, of_ints, zeros};
use crate::opencl::Arg;

/// All of them.
pub(crate) fn cases() -> Vec<Case> {
    vec![black_scholes(), md5(), collatz(), binary_search(), bitonic_sort(), fft(), ragged_sum(), queens(), stencil(), softmax()]
}

/// The ratio to reach.
const TARGET: Option<f64> = Some(1.0);

fn ints(n: usize, seed: u64, below: u64) -> Vec<i32> {
    bits(n, seed).map(|b| ((b >> 20) % below) as i32).collect()
}

fn black_scholes() -> Case {
    let n = 1 << 16;
    let [spot, strike, years] = [(20, 5.0, 100.0), (21, 5.0, 100.0), (22, 0.25, 10.0)]
        .map(|(seed, least, range)| floats(n, seed).iter().map(|v| least + (v + 1.0) / 2.0 * range).collect::<Vec<f32>>());
    let (rate, volatility) = (f64::from(0.02f32), f64::from(0.3f32));
    let call = |i: usize| {
        let (s, x, t) = (f64::from(spot[i]), f64::from(strike[i]), f64::from(years[i]));
        let d1 = ((s / x).ln() + (rate + 0.5 * volatility * volatility) * t) / (volatility * t.sqrt());
        s * normal(d1) - x * (-rate * t).exp() * normal(d1 - volatility * t.sqrt())
    };
    let inputs: Vec<Vec<u8>> = [&spot, &strike, &years].map(|v| of_floats(v)).into();
    let mut twin: Vec<Arg> = inputs.iter().cloned().map(Arg::Buffer).collect();
    twin.extend([zeros(n), zeros(n), Arg::Int(n as i32), Arg::Float(0.02), Arg::Float(0.3)]);
    Case {
        name: "black_scholes",
        args: vec![n as u32],
        inputs,
        twin,
        grid: [n as u32 / 256, 1],
        block: [256, 1],
        result: 3,
        expected: Expected::Floats((0..n).map(call).collect(), 1e-4),
        target: TARGET,
    }
}

/// The normal distribution's integral up to `x`, from the series of the error function.
fn normal(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut k) = (x, x, 1.0);
    while f64::abs(term) > 1e-17 {
        term *= x * x / (2.0 * k + 1.0);
        sum += term;
        k += 1.0;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

fn md5() -> Case {
    let blocks = 512;
    // Of "00123456".
    let digest = [0x5ac6_4fbf_u32, 0x178f_ed70, 0x3de8_b794, 0xd751_af3a];
    let mut twin: Vec<Arg> = digest.iter().map(|&word| Arg::Int(word as i32)).collect();
    twin.extend([Arg::Int(0), zeros(1)]);
    Case {
        name: "md5",
        args: vec![blocks],
        inputs: Vec::new(),
        twin,
        grid: [blocks, 1],
        block: [256, 1],
        result: 0,
        expected: Expected::Ints(vec![123_456]),
        target: TARGET,
    }
}

fn collatz() -> Case {
    let n = 1 << 16;
    let steps = |i: u32| {
        let (mut x, mut count) = (i + 1, 0);
        while x != 1 {
            x = if x.is_multiple_of(2) { x / 2 } else { x.wrapping_mul(3).wrapping_add(1) };
            count += 1;
        }
        count
    };
    Case {
        name: "collatz",
        args: vec![n, 2],
        inputs: Vec::new(),
        twin: vec![zeros(n as usize), Arg::Int(n as i32), Arg::Int(2)],
        grid: [n / 256, 1],
        block: [256, 1],
        result: 0,
        expected: Expected::Ints((0..n).map(steps).collect()),
        target: TARGET,
    }
}

fn binary_search() -> Case {
    let (n, count) = (1 << 14, 1 << 16);
    let mut sorted = ints(n, 23, 1 << 20);
    sorted.sort_unstable();
    let wanted = ints(count, 24, 1 << 20);
    let places = wanted.iter().map(|w| sorted.partition_point(|v| v < w) as i32).collect();
    Case {
        name: "binary_search",
        args: vec![n as u32, count as u32],
        inputs: vec![of_ints(&sorted), of_ints(&wanted)],
        twin: vec![Arg::Buffer(of_ints(&sorted)), Arg::Int(n as i32), Arg::Buffer(of_ints(&wanted)), zeros(count), Arg::Int(count as i32)],
        grid: [count as u32 / 256, 1],
        block: [256, 1],
        result: 2,
        expected: Expected::Ints(places),
        target: TARGET,
    }
}

fn bitonic_sort() -> Case {
    let n = 1 << 16;
    let data = ints(n, 25, 1 << 30);
    let mut sorted = data.clone();
    sorted.chunks_mut(1024).for_each(<[i32]>::sort_unstable);
    Case {
        name: "bitonic_sort",
        args: vec![n as u32],
        inputs: vec![of_ints(&data)],
        twin: vec![Arg::Buffer(of_ints(&data)), zeros(n)],
        grid: [n as u32 / 1024, 1],
        block: [512, 1],
        result: 1,
        expected: Expected::Ints(sorted),
        target: TARGET,
    }
}

fn fft() -> Case {
    let n = 1 << 15;
    let data = floats(n, 26);
    // The real part of each number's transform, as the definition has it.
    let angle = |k: usize| -2.0 * std::f64::consts::PI * k as f64 / 512.0;
    let cosines: Vec<f64> = (0..512).map(|k| angle(k).cos()).collect();
    let part = |i: usize| (0..512).map(|k| f64::from(data[i / 512 * 512 + k]) * cosines[k * i % 512]).sum();
    Case {
        name: "fft",
        args: vec![n as u32],
        inputs: vec![of_floats(&data)],
        twin: vec![Arg::Buffer(of_floats(&data)), zeros(n), zeros(n)],
        grid: [n as u32 / 512, 1],
        block: [256, 1],
        result: 1,
        expected: Expected::Floats((0..n).map(part).collect(), 1e-3),
        target: TARGET,
    }
}

fn ragged_sum() -> Case {
    let rows = 4096;
    let mut starts = vec![0];
    bits(rows, 27).for_each(|b| starts.push(starts[starts.len() - 1] + ((b >> 20) % 90) as i32));
    let n = starts[rows] as usize;
    let data = floats(n, 28);
    let sum = |row: usize| data[starts[row] as usize..starts[row + 1] as usize].iter().map(|&v| f64::from(v)).sum();
    Case {
        name: "ragged_sum",
        args: vec![rows as u32, n as u32],
        inputs: vec![of_ints(&starts), of_floats(&data)],
        twin: vec![Arg::Buffer(of_floats(&data)), Arg::Buffer(of_ints(&starts)), zeros(rows), Arg::Int(rows as i32)],
        grid: [rows as u32, 1],
        block: [32, 1],
        result: 2,
        expected: Expected::Floats((0..rows).map(sum).collect(), 1e-4),
        target: TARGET,
    }
}

fn queens() -> Case {
    let n = 9u32;
    fn solutions(n: u32, columns: u32, left: u32, right: u32) -> i32 {
        let all = (1 << n) - 1;
        if columns == all {
            return 1;
        }
        let free = (0..n).map(|i| 1 << i).filter(|place| place & (columns | left | right) == 0);
        free.map(|place| solutions(n, columns | place, (left | place) << 1, (right | place) >> 1)).sum()
    }
    let of_thread = |i: u32| {
        let (first, second) = (1 << (i / n), 1 << (i % n));
        if second & (first | first << 1 | first >> 1) != 0 {
            return 0;
        }
        solutions(n, first | second, (first << 1 | second) << 1, (first >> 1 | second) >> 1)
    };
    Case {
        name: "queens",
        args: vec![n],
        inputs: Vec::new(),
        twin: vec![Arg::Int(n as i32), zeros(n as usize * n as usize)],
        grid: [(n * n).div_ceil(128), 1],
        block: [128, 1],
        result: 0,
        expected: Expected::Ints((0..n * n).map(of_thread).collect()),
        target: TARGET,
    }
}

fn stencil() -> Case {
    let n = 48;
    let size = n * n * n;
    let data: Vec<f32> = floats(size, 29).iter().map(|v| v * 50.0 + 50.0).collect();
    let point = |i: usize| {
        if [i % n, i / n % n, i / (n * n)].iter().any(|&c| c == 0 || c == n - 1) {
            return f64::from(data[i]);
        }
        let near = [i - 1, i + 1, i - n, i + n, i - n * n, i + n * n];
        near.iter().map(|&k| f64::from(data[k])).sum::<f64>() / 6.0
    };
    Case {
        name: "stencil",
        args: vec![n as u32],
        inputs: vec![of_floats(&data)],
        twin: vec![Arg::Buffer(of_floats(&data)), zeros(size), Arg::Int(n as i32)],
        grid: [size as u32 / 256, 1],
        block: [256, 1],
        result: 1,
        expected: Expected::Floats((0..size).map(point).collect(), 1e-5),
        target: TARGET,
    }
}

fn softmax() -> Case {
    let (rows, n) = (64, 1024);
    let data: Vec<f32> = floats(rows * n, 30).iter().map(|v| v * 5.0).collect();
    let mut shares = Vec::new();
    for row in data.chunks(n) {
        let sum: f64 = row.iter().map(|&v| f64::from(v).exp()).sum();
        shares.extend(row.iter().map(|&v| f64::from(v).exp() / sum));
    }
    Case {
        name: "softmax",
        args: vec![rows as u32, n as u32],
        inputs: vec![of_floats(&data)],
        twin: vec![Arg::Buffer(of_floats(&data)), zeros(rows * n), Arg::Int(n as i32)],
        grid: [rows as u32, 1],
        block: [256, 1],
        result: 1,
        expected: Expected::Floats(shares, 1e-6),
        target: TARGET,
    }
}
