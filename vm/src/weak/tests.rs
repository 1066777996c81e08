//! The machine against the axioms: for each litmus test the outcomes that it reaches, over all orders and all choices, are those
//! that are allowed, all of them.

use super::release::{Given, Release, Seen};
use super::{Strength, WeakMemory, Who};
use kern_ir::{Scope, Sem};
use std::collections::BTreeSet;
use std::rc::Rc;

#[derive(Clone, Debug)]
enum Op {
    Write { key: u64, value: u64, strength: Strength, depends: bool },
    Read { key: u64, strength: Strength },
    Update { key: u64, exchange: Option<u64>, strength: Strength },
    Fence { is_sc: bool, scope: Scope },
    Barrier,
}

struct Litmus {
    name: String,
    threads: Vec<(Who, Vec<Op>)>,
    outcomes: BTreeSet<String>,
    /// Those of them that this memory does not reach, see `tests/litmus/dat3m.txt`.
    unreached: BTreeSet<String>,
}

fn sem(word: &str) -> Option<Sem> {
    match word {
        "rlx" => Some(Sem::Relaxed),
        "acq" => Some(Sem::Acquire),
        "rel" => Some(Sem::Release),
        "ar" => Some(Sem::AcqRel),
        "sc" => Some(Sem::Sc),
        _ => None,
    }
}

fn scope(word: &str) -> Scope {
    match word {
        "cta" => Scope::Cta,
        "sys" => Scope::Sys,
        _ => Scope::Gpu,
    }
}

/// Locations lie far from one another.
fn key(word: &str) -> u64 {
    u64::from(word.as_bytes()[0]) * 64
}

fn op(text: &str) -> Op {
    let words: Vec<&str> = text.split_whitespace().collect();
    let strength = |at: usize, is_atomic| Strength::new(sem(words[at]), Some(scope(words[at + 1])), is_atomic);
    let number = |at: usize| words[at].parse().expect("a number");
    match words[0] {
        "W" => Op::Write { key: key(words[1]), value: number(2), strength: strength(3, false), depends: words.len() > 5 },
        "R" => Op::Read { key: key(words[1]), strength: strength(2, false) },
        "ADD" => Op::Update { key: key(words[1]), exchange: None, strength: strength(2, true) },
        "XCH" => Op::Update { key: key(words[1]), exchange: Some(number(2)), strength: strength(3, true) },
        "F" => Op::Fence { is_sc: words[1] == "sc", scope: scope(words[2]) },
        _ => Op::Barrier,
    }
}

/// The values of an outcome, without names.
fn values(outcome: &str) -> String {
    outcome.replace('|', " | ").split_whitespace().map(|word| word.split('=').next_back().unwrap_or(word)).collect::<Vec<_>>().join(" ")
}

fn read_tests(text: &str) -> Vec<Litmus> {
    let mut tests: Vec<Litmus> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "test" => {
                tests.push(Litmus { name: rest.to_string(), threads: Vec::new(), outcomes: BTreeSet::new(), unreached: BTreeSet::new() })
            }
            "thread" => {
                let test = tests.last_mut().expect("a test");
                let (place, ops) = rest.split_once(':').expect("operations");
                let place: Vec<u32> = place.split_whitespace().map(|word| word.parse().expect("a number")).collect();
                let who = Who { device: place[0] as u16, block: place[1], thread: test.threads.len() as u16 };
                test.threads.push((who, ops.split(';').map(op).collect()));
            }
            "outcome" => _ = tests.last_mut().expect("a test").outcomes.insert(values(rest)),
            "outcomes" => tests.last_mut().expect("a test").outcomes.extend(rest.split(", ").map(values)),
            "unreached" => tests.last_mut().expect("a test").unreached.extend(rest.split(", ").map(values)),
            _ => {}
        }
    }
    tests
}

/// Choices that were made, each with how many there were.
#[derive(Default)]
struct Choices {
    taken: Vec<(usize, usize)>,
    at: usize,
}

impl Choices {
    fn below(&mut self, count: usize) -> usize {
        if count < 2 {
            return 0;
        }
        if self.at == self.taken.len() {
            self.taken.push((0, count));
        }
        self.at += 1;
        self.taken[self.at - 1].0
    }

    /// To the next way; false if there is none.
    fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((chosen, count)) = self.taken.pop() {
            if chosen + 1 < count {
                self.taken.push((chosen + 1, count));
                return true;
            }
        }
        false
    }
}

struct Run<'a> {
    test: &'a Litmus,
    memory: WeakMemory,
    /// What lies in memory, by location.
    values: std::collections::BTreeMap<u64, u64>,
    /// Of each thread the next operation, what its reads saw, and those that are late.
    next: Vec<usize>,
    reads: Vec<Vec<Option<u64>>>,
    late: Vec<Vec<(usize, u64, Strength)>>,
    waits: Vec<bool>,
}

impl Run<'_> {
    fn load(&mut self, thread: usize, (slot, key, strength): (usize, u64, Strength), choices: &mut Choices) {
        let who = self.test.threads[thread].0;
        let old = *self.values.entry(key).or_insert(0);
        let read = self.memory.read(who, (key, 4), old, strength, &mut |count| choices.below(count));
        self.reads[thread][slot] = Some(read.map_or(old, |read| read.0));
    }

    fn settle(&mut self, thread: usize, wanted: impl Fn(u64) -> bool, choices: &mut Choices) {
        let (now, later): (Vec<_>, Vec<_>) = std::mem::take(&mut self.late[thread]).into_iter().partition(|late| wanted(late.1));
        self.late[thread] = later;
        now.into_iter().for_each(|late| self.load(thread, late, choices));
    }

    fn step(&mut self, thread: usize, choices: &mut Choices) {
        let (who, ops) = &self.test.threads[thread];
        let op = ops[self.next[thread]].clone();
        let who = *who;
        match op {
            Op::Write { key, value, strength, depends } => {
                self.settle(thread, |of| of == key || depends || strength.releases, choices);
                let old = *self.values.entry(key).or_insert(0);
                let new = self.memory.write(who, (key, 4), (old, value), strength, &mut |count| choices.below(count));
                self.values.insert(key, new);
            }
            Op::Read { key, strength } => {
                self.settle(thread, |of| of == key, choices);
                let slot = self.reads[thread].len();
                self.reads[thread].push(None);
                if !strength.acquires && choices.below(2) == 1 {
                    self.late[thread].push((slot, key, strength));
                } else {
                    self.load(thread, (slot, key, strength), choices);
                }
            }
            Op::Update { key, exchange, strength } => {
                self.settle(thread, |of| of == key || strength.releases, choices);
                let old = *self.values.entry(key).or_insert(0);
                let mut apply = |old: u64| Some(exchange.unwrap_or(old + 1));
                let (read, new) = self.memory.update(who, (key, 4), old, strength, &mut apply, &mut |count| choices.below(count));
                self.values.insert(key, new);
                self.reads[thread].push(Some(read));
            }
            Op::Fence { is_sc, scope } => {
                self.settle(thread, |_| true, choices);
                self.memory.fence(who, is_sc, scope);
            }
            Op::Barrier => {
                self.settle(thread, |_| true, choices);
                self.waits[thread] = true;
                let of_block = |other: &usize| {
                    let place = self.test.threads[*other].0;
                    (place.device, place.block) == (who.device, who.block)
                };
                let members: Vec<usize> = (0..self.waits.len()).filter(of_block).collect();
                if members.iter().all(|&other| self.waits[other]) {
                    self.memory.barrier(who.device, who.block);
                    members.iter().for_each(|&other| self.waits[other] = false);
                }
            }
        }
        self.next[thread] += 1;
    }

    fn outcome(&self) -> String {
        let mut words = Vec::new();
        for (thread, reads) in self.reads.iter().enumerate() {
            let of = |(slot, value): (usize, &Option<u64>)| format!("{thread}:r{slot}={}", value.unwrap_or(0));
            words.extend(reads.iter().enumerate().map(of));
        }
        words.push("|".to_string());
        words.extend(self.values.iter().map(|(key, value)| format!("{}={value}", (key / 64) as u8 as char)));
        words.join(" ")
    }
}

fn outcomes(test: &Litmus) -> BTreeSet<String> {
    let (mut found, mut choices) = (BTreeSet::new(), Choices::default());
    loop {
        let count = test.threads.len();
        let mut run = Run {
            test,
            memory: WeakMemory::new(false),
            values: Default::default(),
            next: vec![0; count],
            reads: vec![Vec::new(); count],
            late: vec![Vec::new(); count],
            waits: vec![false; count],
        };
        loop {
            let can =
                |&thread: &usize| !run.waits[thread] && (run.next[thread] < test.threads[thread].1.len() || !run.late[thread].is_empty());
            let ready: Vec<usize> = (0..count).filter(can).collect();
            if ready.is_empty() {
                break;
            }
            let thread = ready[choices.below(ready.len())];
            if run.next[thread] == test.threads[thread].1.len() {
                run.settle(thread, |_| true, &mut choices);
            } else {
                run.step(thread, &mut choices);
            }
        }
        found.insert(values(&run.outcome()));
        if !choices.advance() {
            return found;
        }
    }
}

#[test]
fn outcomes_are_those_of_the_axioms() {
    let mut tests = read_tests(include_str!("../../../tests/litmus/ptx.txt"));
    assert_eq!(tests.len(), 56);
    // Of the others those that no launch can say: on two devices, and without control flow.
    let is_on_two = |test: &&str| test.contains("\nthread 1 ") && !test.contains("LABEL");
    let others: Vec<&str> = include_str!("../../../tests/litmus/dat3m.txt").split("\n\n").filter(is_on_two).collect();
    tests.extend(read_tests(&others.join("\n")));
    assert_eq!(tests.len(), 61);
    let mut problems = Vec::new();
    for test in &tests {
        let reached = outcomes(test);
        let forbidden: Vec<&String> = reached.difference(&test.outcomes).collect();
        let missed: Vec<&String> = test.outcomes.difference(&reached).collect();
        if !forbidden.is_empty() || !missed.iter().copied().eq(&test.unreached) {
            problems.push(format!("{}: forbidden {forbidden:?}, not reached {missed:?}", test.name));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The last of many learns what each of them has written, however long the chain of their updates is.
#[test]
fn updates_carry_on_what_all_before_them_gave_away() {
    let (plain, atomic) = (Strength::new(None, None, false), Strength::new(None, None, true));
    let (count, ticket) = (300, 64);
    let who = |block: u32| Who { device: 0, block, thread: 0 };
    let data = |block: u32| 4096 + 64 * u64::from(block);
    let mut memory = WeakMemory::new(false);
    for block in 0..count {
        memory.write(who(block), (data(block), 4), (0, 1), plain, &mut |_| 0);
        memory.fence(who(block), false, Scope::Gpu);
        memory.update(who(block), (ticket, 4), u64::from(block), atomic, &mut |old| Some(old + 1), &mut |_| 0);
    }
    let last = who(count - 1);
    let mut oldest = |block: u32| memory.read(last, (data(block), 4), 1, plain, &mut |count| count - 1).map(|read| read.0);
    assert_eq!((oldest(0), oldest(count - 1)), (Some(0), Some(1)));
    memory.fence(last, false, Scope::Gpu);
    let mut oldest = |block: u32| memory.read(last, (data(block), 4), 1, plain, &mut |count| count - 1).map(|read| read.0);
    assert!((0..count).all(|block| oldest(block) == Some(1)));
}

/// Two updates may read one write where neither takes in the other: each carries on what that gave away, and nothing of the other's.
#[test]
fn updates_of_one_write_part() {
    let who = |block: u32, thread: u16| Who { device: 0, block, thread };
    let release = |who: Who, number: u32| Rc::new(Release { by: (who, Scope::Gpu), view: Rc::default(), is_of_block: false, number });
    let (first, one, other) = (release(who(0, 0), 1), release(who(0, 1), 2), release(who(1, 0), 3));
    let start = Given::join(None, vec![first], 10);
    let left = Given::join(start.clone(), vec![one], 11).expect("it gives something away");
    let right = Given::join(start, vec![other], 12).expect("it gives something away");
    let seen = |given: &Given| {
        let mut seen = Seen::default();
        seen.add(who(2, 0), 64, given);
        let mut numbers: Vec<u32> = seen.iter().map(|release| release.number).collect();
        numbers.sort_unstable();
        numbers
    };
    assert_eq!((seen(&left), seen(&right)), (vec![1, 2], vec![1, 3]));
}
