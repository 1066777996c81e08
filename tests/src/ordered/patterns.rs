//! What people write with barriers, fences and atomic operations. Names end in the pattern's number; `t` is the thread of the
//! block, `g` of the grid, `x` a number of its own.

use super::{Line, Pattern, Shape, access, order, plain};
use crate::mutate::Random;

/// The patterns.
const PATTERNS: &[fn(&mut Random, &Shape) -> Pattern] = &[
    exchange,
    broadcast,
    tree,
    warp_sum,
    histogram,
    last_block,
    look_back,
    lock,
    global_sum,
    tile,
    halo,
    two_buffers,
    some_lanes,
    scan,
    message,
    grid_exchange,
    transpose,
    barrier_with_result,
    named_barrier,
    volatile_message,
];

/// Any of them.
pub(super) fn pattern(random: &mut Random, shape: &Shape) -> Pattern {
    PATTERNS[random.below(PATTERNS.len())](random, shape)
}

const BARRIER: &str = "__syncthreads();";

fn of_body(body: Vec<Line>) -> Pattern {
    Pattern { body, ..Pattern::default() }
}

/// Threads write an element each and read that of another, in rounds.
fn exchange(random: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    let (away, rounds) = (1 + random.below(threads - 1), 2 + random.below(2));
    // A barrier of the warp is enough for one.
    let barrier = if *threads == 32 && random.below(2) == 0 { "__syncwarp();" } else { BARRIER };
    of_body(vec![
        plain(format!("__shared__ {element} a{i}[{threads}];")),
        plain(format!("for (int r = 0; r < {rounds}; r++) {{")),
        access("write", format!("a{i}[t] = x + r;")),
        order(barrier, &[["write", "read"]]),
        access("read", format!("x += a{i}[(t + {away}) % {threads}];")),
        order(barrier, &[["read", "write"]]),
        plain("}"),
    ])
}

/// One thread writes what all read.
fn broadcast(random: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    let writer = random.below(*threads);
    of_body(vec![
        plain(format!("__shared__ {element} b{i};")),
        access("write", format!("if (t == {writer}) b{i} = x;")),
        order(BARRIER, &[["write", "read"]]),
        access("read", format!("x += b{i};")),
    ])
}

/// The sum of a block, by halves.
fn tree(_: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    // The half of the threads, rounded up, for those that are no power of two.
    of_body(vec![
        plain(format!("__shared__ {element} s{i}[{threads}];")),
        access("write", format!("s{i}[t] = x;")),
        order(BARRIER, &[["write", "add"]]),
        plain(format!("for (int n = {threads}, k = (n + 1) / 2; n > 1; n = k, k = (n + 1) / 2) {{")),
        access("add", format!("if (t + k < n) s{i}[t] += s{i}[t + k];")),
        order(BARRIER, &[["add", "add"]]),
        plain("}"),
        access("read", format!("x += s{i}[0];")),
    ])
}

/// The sum of the first warp in shared memory.
fn warp_sum(_: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    let mut body = vec![
        plain(format!("__shared__ {element} w{i}[32];")),
        plain("if (t < 32) {"),
        access("write", format!("w{i}[t] = x;")),
        order("__syncwarp();", &[["write", "read"]]),
        plain("for (int k = 16; k > 0; k >>= 1) {"),
        access("read", format!("int v = t < k ? w{i}[t + k] : 0;")),
        order("__syncwarp();", &[["read", "add"]]),
        access("add", format!("w{i}[t] += v;")),
        order("__syncwarp();", &[["add", "read"], ["add", "sum"]]),
        plain("}"),
        plain("}"),
    ];
    // The last of the loop's barriers is enough for one warp.
    body.push(if *threads > 32 { order(BARRIER, &[["add", "sum"], ["write", "sum"]]) } else { plain("") });
    body.push(access("sum", format!("x += w{i}[0];")));
    of_body(body)
}

/// Counts in shared memory.
fn histogram(random: &mut Random, shape: &Shape) -> Pattern {
    let i = shape.number;
    let bins = 2 + random.below(15);
    of_body(vec![
        plain(format!("__shared__ int h{i}[{bins}];")),
        access("clear", format!("if (t < {bins}) h{i}[t] = 0;")),
        order(BARRIER, &[["clear", "count"]]),
        Line::Atomic("count", format!("atomicAdd(&h{i}[(x & 1023) % {bins}], 1);"), format!("h{i}[(x & 1023) % {bins}]++;")),
        order(BARRIER, &[["count", "read"]]),
        access("read", format!("x += h{i}[t % {bins}];")),
    ])
}

/// The block that is last adds up what all have left.
fn last_block(_: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, blocks, element, .. } = shape;
    Pattern {
        globals: vec![format!("__device__ {element} part{i}[{blocks}]; __device__ unsigned done{i};")],
        body: vec![
            plain(format!("__shared__ bool last{i};")),
            plain("if (t == 0) {"),
            access("write", format!("part{i}[blockIdx.x] = x;")),
            order("__threadfence();", &[["write", "read"]]),
            access("decide", format!("last{i} = atomicAdd(&done{i}, 1) == {};", blocks - 1)),
            plain("__threadfence();"),
            plain("}"),
            order(BARRIER, &[["decide", "ask"]]),
            access("ask", format!("if (last{i} && t == 0)")),
            access("read", format!("for (int b = 0; b < {blocks}; b++) x += part{i}[b];")),
        ],
        ..Pattern::default()
    }
}

/// Each block waits for what the one before it says.
fn look_back(_: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, blocks, .. } = shape;
    Pattern {
        globals: vec![format!("__device__ int value{i}[{blocks}], ready{i}[{blocks}];")],
        body: vec![
            plain("if (t == 0) {"),
            plain("if (blockIdx.x > 0) {"),
            plain(format!("while (atomicAdd(&ready{i}[blockIdx.x - 1], 0) == 0) {{}}")),
            order("__threadfence();", &[["write", "read"]]),
            access("read", format!("x += value{i}[blockIdx.x - 1];")),
            plain("}"),
            access("write", format!("value{i}[blockIdx.x] = x;")),
            order("__threadfence();", &[["write", "read"]]),
            plain(format!("atomicExch(&ready{i}[blockIdx.x], 1);")),
            plain("}"),
        ],
        ..Pattern::default()
    }
}

/// One thread of each block changes a variable under a lock.
fn lock(_: &mut Random, shape: &Shape) -> Pattern {
    let i = shape.number;
    Pattern {
        globals: vec![format!("__device__ int lock{i}, total{i};")],
        body: vec![
            plain("if (t == 0) {"),
            plain(format!("while (atomicCAS(&lock{i}, 0, 1) != 0) {{}}")),
            order("__threadfence();", &[["change", "change"]]),
            access("change", format!("total{i} += x;")),
            order("__threadfence();", &[["change", "change"]]),
            plain(format!("atomicExch(&lock{i}, 0);")),
            plain("}"),
        ],
        ..Pattern::default()
    }
}

/// All threads add to one variable.
fn global_sum(random: &mut Random, shape: &Shape) -> Pattern {
    let i = shape.number;
    let places = 1 + random.below(4);
    Pattern {
        globals: vec![format!("__device__ int sum{i}[{places}];")],
        body: vec![Line::Atomic("add", format!("atomicAdd(&sum{i}[t % {places}], x);"), format!("sum{i}[t % {places}] += x;"))],
        ..Pattern::default()
    }
}

/// Threads of a tile of a block.
fn tile(random: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    let size = [2, 4, 8, 16, 32][random.below(5)];
    let away = 1 + random.below(size - 1);
    of_body(vec![
        plain(format!("__shared__ {element} c{i}[{threads}];")),
        plain(format!("auto tile{i} = cg::tiled_partition<{size}>(cg::this_thread_block());")),
        access("write", format!("c{i}[t] = x;")),
        order(&format!("tile{i}.sync();"), &[["write", "read"]]),
        access("read", format!("x += c{i}[t ^ {away}];")),
    ])
}

/// A stencil's tile, with one element more at either end.
fn halo(_: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    of_body(vec![
        plain(format!("__shared__ {element} e{i}[{}];", threads + 2)),
        access("write", format!("e{i}[t + 1] = x;")),
        plain(format!("if (t < 2) e{i}[t * {}] = t;", threads + 1)),
        order(BARRIER, &[["write", "read"]]),
        access("read", format!("x += e{i}[t] + e{i}[t + 2];")),
    ])
}

/// Rounds between two buffers, with one barrier each.
fn two_buffers(random: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    let away = 1 + random.below(threads - 1);
    of_body(vec![
        plain(format!("__shared__ {element} d{i}[2][{threads}];")),
        access("first", format!("d{i}[0][t] = x;")),
        plain("for (int r = 0; r < 3; r++) {"),
        order(BARRIER, &[["first", "read"], ["write", "read"]]),
        access("read", format!("x += d{i}[r & 1][(t + {away}) % {threads}];")),
        access("write", format!("d{i}[(r + 1) & 1][t] = x;")),
        plain("}"),
    ])
}

/// The first lanes of each warp, with a mask.
fn some_lanes(random: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    let lanes = 2 + random.below(30);
    let away = 1 + random.below(lanes - 1);
    of_body(vec![
        plain(format!("__shared__ {element} f{i}[{threads}];")),
        plain(format!("if (t % 32 < {lanes}) {{")),
        access("write", format!("f{i}[t] = x;")),
        order(&format!("__syncwarp({:#x});", (1u64 << lanes) - 1), &[["write", "read"]]),
        access("read", format!("x += f{i}[t / 32 * 32 + (t % 32 + {away}) % {lanes}];")),
        plain("}"),
    ])
}

/// The sums up to each thread.
fn scan(_: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    of_body(vec![
        plain(format!("__shared__ {element} p{i}[{threads}];")),
        access("first", format!("p{i}[t] = x;")),
        order(BARRIER, &[["first", "read"]]),
        plain(format!("for (int k = 1; k < {threads}; k *= 2) {{")),
        access("read", format!("int v = t >= k ? p{i}[t - k] : 0;")),
        order(BARRIER, &[["read", "add"]]),
        access("add", format!("p{i}[t] += v;")),
        order(BARRIER, &[["add", "read"]]),
        plain("}"),
        plain(format!("x += p{i}[t];")),
    ])
}

/// One warp tells another by a flag.
fn message(_: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    let reader = threads - 32;
    if reader == 0 {
        return broadcast(&mut Random(0), shape);
    }
    of_body(vec![
        plain(format!("__shared__ {element} data{i}; __shared__ int ready{i};")),
        access("clear", format!("if (t == 0) ready{i} = 0;")),
        order(BARRIER, &[["clear", "look"]]),
        plain("if (t == 0) {"),
        access("write", format!("data{i} = x;")),
        order("__threadfence_block();", &[["write", "read"]]),
        plain(format!("atomicExch(&ready{i}, 1);")),
        plain("}"),
        plain(format!("if (t == {reader}) {{")),
        access("look", format!("while (atomicAdd(&ready{i}, 0) == 0) {{}}")),
        order("__threadfence_block();", &[["write", "read"]]),
        access("read", format!("x += data{i};")),
        plain("}"),
    ])
}

/// Blocks exchange elements around `grid.sync()`.
fn grid_exchange(random: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, blocks, element } = shape;
    let all = threads * blocks;
    let away = 1 + random.below(all - 1);
    Pattern {
        globals: vec![format!("__device__ {element} grid{i}[{all}];")],
        body: vec![
            access("write", format!("grid{i}[g] = x;")),
            order("cg::this_grid().sync();", &[["write", "read"]]),
            access("read", format!("x += grid{i}[(g + {away}) % {all}];")),
        ],
        is_cooperative: true,
    }
}

/// Rows in, columns out.
fn transpose(_: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    let (rows, columns) = (threads / 16, 16);
    of_body(vec![
        plain(format!("__shared__ {element} m{i}[{rows}][{}];", columns + 1)),
        access("write", format!("m{i}[t / {columns}][t % {columns}] = x;")),
        order(BARRIER, &[["write", "read"]]),
        access("read", format!("x += m{i}[t % {rows}][t / {rows}];")),
    ])
}

/// A barrier that counts.
fn barrier_with_result(random: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    let away = 1 + random.below(threads - 1);
    let kind = ["count", "or", "and"][random.below(3)];
    of_body(vec![
        plain(format!("__shared__ {element} q{i}[{threads}];")),
        access("write", format!("q{i}[t] = x;")),
        Line::Order(format!("x += __syncthreads_{kind}(x > 3);"), "x += x > 3;".into(), vec![["write", "read"]]),
        access("read", format!("x += q{i}[(t + {away}) % {threads}];")),
    ])
}

/// The first two warps have a barrier of their own.
fn named_barrier(random: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    let some = 64.min(*threads);
    let away = 1 + random.below(some - 1);
    of_body(vec![
        plain(format!("__shared__ {element} u{i}[{some}];")),
        plain(format!("if (t < {some}) {{")),
        access("write", format!("u{i}[t] = x;")),
        order(&format!("asm volatile(\"bar.sync 3, {some};\" ::: \"memory\");"), &[["write", "read"]]),
        access("read", format!("x += u{i}[(t + {away}) % {some}];")),
        plain("}"),
    ])
}

/// A block tells the next by a flag that is volatile.
fn volatile_message(_: &mut Random, shape: &Shape) -> Pattern {
    let Shape { number: i, threads, element, .. } = shape;
    let reader = threads - 1;
    Pattern {
        globals: vec![format!("__device__ {element} data{i}; __device__ volatile int flag{i};")],
        body: vec![
            plain("if (t == 0 && blockIdx.x == 0) {"),
            access("write", format!("data{i} = x;")),
            order("__threadfence();", &[["write", "read"]]),
            plain(format!("flag{i} = 1;")),
            plain("}"),
            plain(format!("if (t == {reader} && blockIdx.x == 1) {{")),
            plain(format!("while (flag{i} == 0) {{}}")),
            order("__threadfence();", &[["write", "read"]]),
            access("read", format!("x += data{i};")),
            plain("}"),
        ],
        ..Pattern::default()
    }
}
