//! Dominators, loops, provenance and edits on small graphs, and dominators against their definition on random ones.

use kern_ir::analysis::{Dominators, Loops, PostDominators, Provenance};
use kern_ir::*;

/// A function whose blocks have the given successors.
fn graph(succs: &[&[u32]]) -> Function {
    let mut f = Function::new("f", FunctionKind::Func);
    let mut b = Builder::new(&mut f);
    let blocks: Vec<Block> = succs.iter().map(|_| b.create_block()).collect();
    for (i, targets) in succs.iter().enumerate() {
        b.switch_to(blocks[i]);
        let targets: Vec<BlockCall> = targets.iter().map(|t| BlockCall { block: blocks[*t as usize], args: vec![] }).collect();
        let zero = b.constant(RegType::B32, 0);
        if targets.is_empty() {
            b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
        } else {
            b.push(InstData { args: vec![zero], payload: Payload::Targets(targets), ..InstData::new(Opcode::Brx, Type::B32) }, &[]);
        }
    }
    f
}

#[test]
fn loops_nest() {
    // 0 → 1 (outer) → 2 (inner) → 2 | 3 → 1 | 4
    let f = graph(&[&[1], &[2], &[2, 3], &[1, 4], &[]]);
    let cfg = Cfg::new(&f);
    let dominators = Dominators::new(&f, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    assert!(loops.is_reducible());
    let all: Vec<_> = loops.all().iter().map(|l| (l.header.0, l.blocks.len(), l.parent, l.depth)).collect();
    assert_eq!(all, [(1, 3, None, 1), (2, 1, Some(0), 2)]);
    assert!(loops.contains(0, Block(2)) && !loops.contains(1, Block(3)));
    let post = PostDominators::new(&f, &cfg);
    assert_eq!(post.ipdom(Block(2)), Some(Block(3)));
    assert_eq!(post.ipdom(Block(4)), None);
}

#[test]
fn jumps_into_loops_are_irreducible() {
    let f = graph(&[&[1, 2], &[2, 3], &[1], &[]]);
    let cfg = Cfg::new(&f);
    assert!(!Loops::new(&cfg, &Dominators::new(&f, &cfg)).is_reducible());
}

#[test]
fn endless_loops_have_no_post_dominators() {
    let f = graph(&[&[1, 2], &[1], &[]]);
    let post = PostDominators::new(&f, &Cfg::new(&f));
    assert_eq!(post.ipdom(Block(0)), Some(Block(2)));
    assert_eq!(post.ipdom(Block(1)), None);
}

#[test]
fn dominators_are_what_every_path_goes_through() {
    let mut state = 3u64;
    let mut random = |below: u32| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u32 % below
    };
    for _ in 0..300 {
        let count = 2 + random(12);
        let succs: Vec<Vec<u32>> = (0..count).map(|_| (0..random(4)).map(|_| random(count)).collect()).collect();
        let f = graph(&succs.iter().map(|s| s.as_slice()).collect::<Vec<_>>());
        let cfg = Cfg::new(&f);
        let dominators = Dominators::new(&f, &cfg);
        let post = PostDominators::new(&f, &cfg);
        let reach = |from: u32, without: Option<u32>| {
            let mut seen = vec![false; count as usize];
            let mut stack = vec![from];
            while let Some(at) = stack.pop() {
                if Some(at) != without && !std::mem::replace(&mut seen[at as usize], true) {
                    stack.extend(&succs[at as usize]);
                }
            }
            seen
        };
        let ends = |seen: &[bool]| (0..count).any(|b| seen[b as usize] && succs[b as usize].is_empty());
        let reachable = reach(0, None);
        for a in 0..count {
            let without = reach(0, Some(a));
            for b in (0..count).filter(|b| reachable[*b as usize]) {
                let expected = reachable[a as usize] && !without[b as usize];
                assert_eq!(dominators.dominates(Block(a), Block(b)), expected, "{a} over {b} in {succs:?}");
                let expected = reachable[a as usize] && ends(&reach(b, None)) && !ends(&reach(b, Some(a))) && ends(&reach(a, None));
                assert_eq!(post.post_dominates(Block(a), Block(b)), expected, "{a} after {b} in {succs:?}");
            }
        }
    }
}

#[test]
fn pointers_that_walk_have_the_root_they_started_from() {
    let mut f = Function::new("f", FunctionKind::Func);
    f.params = vec![RegType::B64, RegType::B64, RegType::Pred];
    let mut b = Builder::new(&mut f);
    let [entry, head, exit] = [(); 3].map(|()| b.create_block());
    let [p, q] = [(); 2].map(|()| b.func.add_block_param(entry, RegType::B64));
    let c = b.func.add_block_param(entry, RegType::Pred);
    let [walking, mixed] = [(); 2].map(|()| b.func.add_block_param(head, RegType::B64));
    b.switch_to(entry);
    let four = b.constant(RegType::B64, 4);
    let start = b.op(Opcode::Add, Type::S64, &[p, four]);
    b.jump(head, &[start, q]);
    b.switch_to(head);
    let next = b.op(Opcode::Add, Type::S64, &[walking, four]);
    let agree = b.op(Opcode::Selp, Type::B64, &[next, p, c]);
    let differ = b.op(Opcode::Selp, Type::B64, &[mixed, p, c]);
    let loaded = b.value(InstData { args: vec![agree], ..InstData::new(Opcode::Ld, Type::U64) }, RegType::B64);
    b.branch(c, BlockCall { block: head, args: vec![next, next] }, BlockCall { block: exit, args: vec![] });
    b.switch_to(exit);
    b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
    let roots = Provenance::new(&f, &Cfg::new(&f));
    assert_eq!([walking, next, agree].map(|v| roots.root(v)), [p; 3]);
    assert_eq!(roots.root(mixed), mixed);
    assert_eq!(roots.root(differ), differ);
    assert_eq!(roots.root(loaded), loaded);
}

#[test]
fn compact_keeps_the_code_and_forgets_the_rest() {
    let mut f = graph(&[&[2], &[2], &[]]);
    assert!(f.remove_unreachable_blocks());
    assert!(!f.remove_unreachable_blocks());
    f.add_constant(RegType::F32, 1);
    f.compact();
    assert_eq!((f.blocks.len(), f.insts.len(), f.values.len()), (2, 2, 1));
    assert_eq!(f.targets(Block(0))[0].block, Block(1));
    assert_eq!(f.uses().of(Value(0)).len(), 1);
}

#[test]
fn places_are_interned_once() {
    let mut module = Module::new(ModuleKind::Device);
    let mut places = LocInterner::new(&module);
    let loc = |line| Loc { file: 1, line, column: 1, start: 0, end: 0, inlined_at: LocId::NONE, function: String::new() };
    let ids = [1, 2, 1].map(|line| places.intern(&mut module, loc(line)));
    assert_eq!((ids[0], ids[2], module.locs.len()), (LocId(1), LocId(1), 3));
    assert_eq!(module.intern_loc(loc(2)), ids[1]);
}
