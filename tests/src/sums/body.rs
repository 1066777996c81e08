//! The text of one kernel.

use std::fmt::Write;

use crate::mutate::Random;

/// Literals, without the suffix.
const LITERALS: &[&str] = &["2.0", "0.5", "3.0", "1.0", "0.25", "1.5", "0.1", "4.0", "2.0"];

struct Maker {
    random: Random,
    number: u64,
    is_double: bool,
    /// Variables of the type that may be read; those from `fixed` on are the kernel's own and may be assigned to.
    scope: Vec<String>,
    fixed: usize,
    /// Names of `V2` and `V3` values.
    twos: Vec<String>,
    threes: Vec<String>,
    /// Functions of this kernel: name and number of arguments.
    functions: Vec<(String, usize)>,
    text: String,
    indent: usize,
    names: usize,
    loops: usize,
    /// What there is besides straight lines: branches, loops, structures and functions.
    has: Has,
}

/// Kinds of statements; one kernel in five has all of them.
#[derive(Clone, Copy)]
struct Has {
    branches: bool,
    loops: bool,
    structures: bool,
}

/// The definitions of kernel `number`.
pub(super) fn source(random: Random, number: u64, is_double: bool) -> String {
    let kind = number % 5;
    let mut maker = Maker {
        random,
        number,
        is_double,
        scope: Vec::new(),
        fixed: 0,
        twos: Vec::new(),
        threes: Vec::new(),
        functions: Vec::new(),
        text: String::new(),
        indent: 0,
        names: 0,
        loops: 0,
        has: Has { branches: kind > 2, loops: kind == 2 || kind == 4, structures: kind == 1 || kind == 4 },
    };
    maker.device_functions();
    maker.kernel();
    maker.text
}

impl Maker {
    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }

    fn pick(&mut self, names: &[String]) -> String {
        names[self.random.below(names.len())].clone()
    }

    fn ty(&self) -> &'static str {
        if self.is_double { "double" } else { "float" }
    }

    fn suffix(&self) -> &'static str {
        if self.is_double { "d" } else { "f" }
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.indent * 4);
    }

    fn name(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    fn literal(&mut self) -> String {
        let text = LITERALS[self.random.below(LITERALS.len())];
        format!("{text}{}", if self.is_double { "" } else { "f" })
    }

    fn leaf(&mut self) -> String {
        match self.random.below(12) {
            0 => self.literal(),
            1 if !self.twos.is_empty() => {
                let v = self.pick(&self.twos.clone());
                format!("{v}.{}", ["x", "y"][self.random.below(2)])
            }
            2 if !self.threes.is_empty() => {
                let v = self.pick(&self.threes.clone());
                format!("{v}.{}", ["x", "y", "z"][self.random.below(3)])
            }
            _ => {
                // Names that were made last are used most, so that values are shared.
                let n = self.scope.len();
                let recent = n.min(4);
                let at = if self.one_in(2) { n - 1 - self.random.below(recent) } else { self.random.below(n) };
                self.scope[at].clone()
            }
        }
    }

    fn product(&mut self, depth: usize) -> String {
        let left = self.factor(depth);
        let right = if self.one_in(6) { left.clone() } else { self.factor(depth) };
        match self.random.below(9) {
            0 => format!("{left} * {right} * {}", self.leaf()),
            1 => format!("{} * {left} * {right}", self.literal()),
            _ => format!("{left} * {right}"),
        }
    }

    fn factor(&mut self, depth: usize) -> String {
        if depth > 0 && self.one_in(4) { format!("({})", self.sum(depth - 1)) } else { self.leaf() }
    }

    fn term(&mut self, depth: usize) -> String {
        match self.random.below(10) {
            0..=5 => self.product(depth),
            6 if depth > 0 => self.call(depth),
            7 if depth > 0 => format!("({})", self.sum(depth - 1)),
            8 => format!("-{}", self.leaf()),
            _ => self.leaf(),
        }
    }

    fn sum(&mut self, depth: usize) -> String {
        let mut text = self.term(depth);
        if text.starts_with('-') && self.one_in(2) {
            text = format!("-({})", self.product(0));
        }
        for _ in 0..[1, 1, 1, 2, 3][self.random.below(5)] {
            let sign = if self.one_in(3) { '-' } else { '+' };
            let term = self.term(depth);
            let term = if term.starts_with('-') { format!("({term})") } else { term };
            let _ = write!(text, " {sign} {term}");
        }
        text
    }

    /// A call of something that gives a number.
    fn call(&mut self, depth: usize) -> String {
        if !self.functions.is_empty() && self.one_in(2) {
            let (name, count) = self.functions[self.random.below(self.functions.len())].clone();
            let args: Vec<String> = (0..count).map(|_| if self.one_in(4) { self.sum(depth - 1) } else { self.leaf() }).collect();
            return format!("{name}({})", args.join(", "));
        }
        if !self.twos.is_empty() && self.one_in(2) {
            let (v, w) = (self.pick(&self.twos.clone()), self.pick(&self.twos.clone()));
            return match self.random.below(3) {
                0 => format!("{v}.len2()"),
                1 => format!("{v}.dot({w})"),
                _ => format!("{v}.cross({w})"),
            };
        }
        if !self.threes.is_empty() && self.one_in(2) {
            let (v, w) = (self.pick(&self.threes.clone()), self.pick(&self.threes.clone()));
            return format!("dot({v}, {w})");
        }
        if !self.has.branches {
            return format!("fabs({})", self.leaf());
        }
        match self.random.below(4) {
            0 => format!("fabs({})", self.leaf()),
            1 => format!("({} ? {} : {})", self.test(), self.leaf(), self.product(0)),
            2 => format!("({} ? {} : {})", self.test(), self.sum(0), self.leaf()),
            _ => self.leaf(),
        }
    }

    fn test(&mut self) -> String {
        let op = ["<", ">", "<=", ">="][self.random.below(4)];
        match self.random.below(4) {
            0 => format!("{} {op} {}", self.sum(0), self.leaf()),
            1 => format!("{} {op} {}", self.product(0), self.leaf()),
            _ => {
                let left = self.leaf();
                // A value is not compared with itself.
                let right = (0..8).map(|_| self.leaf()).find(|r| *r != left).unwrap_or_else(|| self.literal());
                format!("{left} {op} {right}")
            }
        }
    }

    fn two(&mut self) -> String {
        let v = self.pick(&self.twos.clone());
        let w = self.pick(&self.twos.clone());
        match self.random.below(6) {
            0 => format!("{v}.sq()"),
            1 => format!("{v} + {w}"),
            2 => format!("{v} * {w}"),
            3 => format!("{v} * {}", self.leaf()),
            4 => format!("{v}.sq() + {w}"),
            _ => format!("{v} * {w} - {v}"),
        }
    }

    fn three(&mut self) -> String {
        let v = self.pick(&self.threes.clone());
        let w = self.pick(&self.threes.clone());
        match self.random.below(5) {
            0 => format!("cross({v}, {w})"),
            1 => format!("{v} + {w} * {}", self.leaf()),
            2 => format!("{} * {v} - {w}", self.leaf()),
            3 => format!("{v} - dot({v}, {w}) * {w}"),
            _ => format!("{v} + {w}"),
        }
    }

    /// The functions of this kernel.
    fn device_functions(&mut self) {
        let count = if self.has.structures { self.random.below(3) } else { 0 };
        for at in 0..count {
            let (ty, name) = (self.ty(), format!("f{}_{at}", self.number));
            self.scope = ["p", "q", "r"][..2 + self.random.below(2)].iter().map(|s| (*s).to_string()).collect();
            let count = self.scope.len();
            let parameters: Vec<String> = self.scope.iter().map(|p| format!("{ty} {p}")).collect();
            self.line(&format!("__device__ {ty} {name}({})\n{{", parameters.join(", ")));
            self.indent = 1;
            if self.one_in(2) {
                let value = self.sum(1);
                self.line(&format!("{ty} s = {value};"));
                self.scope.push("s".into());
            }
            if self.has.branches && self.one_in(4) {
                let (test, value) = (self.test(), self.sum(0));
                self.line(&format!("if ({test}) return {value};"));
            }
            let value = self.sum(1);
            self.line(&format!("return {value};"));
            self.indent = 0;
            self.line("}");
            self.functions.push((name, count));
        }
        self.scope.clear();
    }

    fn kernel(&mut self) {
        let ty = self.ty();
        let restrict = if self.one_in(2) { "__restrict__ " } else { "" };
        self.line(&format!("__global__ void k{}(const {ty} *{restrict}x, {ty} *{restrict}o, {ty} a, {ty} b, int n)\n{{", self.number));
        self.indent = 1;
        self.line("int i = threadIdx.x;");
        self.scope = vec!["a".into(), "b".into()];
        self.fixed = 2;
        for at in 0..2 + self.random.below(3) {
            let name = self.name('v');
            self.line(&format!("{ty} {name} = x[i * 8 + {at}];"));
            self.scope.push(name);
        }
        let suffix = self.suffix();
        if self.has.structures && self.one_in(2) {
            for _ in 0..2 {
                let (name, p, q) = (self.name('z'), self.leaf(), self.leaf());
                self.line(&format!("V2{suffix} {name}({p}, {q});"));
                self.twos.push(name);
            }
        }
        if self.has.structures && self.one_in(2) {
            for _ in 0..2 {
                let (name, p, q, r) = (self.name('u'), self.leaf(), self.leaf(), self.leaf());
                self.line(&format!("V3{suffix} {name} = make3(({ty}){p}, ({ty}){q}, ({ty}){r});"));
                self.threes.push(name);
            }
        }
        let count = 2 + self.random.below(5);
        self.statements(count, 2);
        let stored = 1 + self.random.below(3);
        for at in 0..stored {
            let value = match self.random.below(4) {
                0 if !self.twos.is_empty() => format!("{}.{}", self.pick(&self.twos.clone()), ["x", "y"][at % 2]),
                1 if !self.threes.is_empty() => format!("{}.{}", self.pick(&self.threes.clone()), ["x", "y", "z"][at % 3]),
                0 | 1 => self.scope[self.scope.len() - 1 - at.min(self.scope.len() - 1)].clone(),
                _ => self.sum(1),
            };
            self.line(&format!("o[i * 4 + {at}] = {value};"));
        }
        let mut rest: Vec<String> = self.scope[self.fixed + 1..].to_vec();
        rest.extend(self.twos.iter().flat_map(|v| [format!("{v}.x"), format!("{v}.y")]));
        rest.extend(self.threes.iter().map(|v| format!("{v}.y")));
        self.line(&format!("o[i * 4 + 3] = {};", rest.join(" + ")));
        self.indent = 0;
        self.line("}");
    }

    fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    /// Statements in a scope of their own, after `head`.
    fn nested(&mut self, head: &str, count: usize, depth: usize) {
        let (scope, twos, threes) = (self.scope.len(), self.twos.len(), self.threes.len());
        self.line(&format!("{head} {{"));
        self.indent += 1;
        self.statements(count, depth);
        self.indent -= 1;
        self.scope.truncate(scope);
        self.twos.truncate(twos);
        self.threes.truncate(threes);
    }

    /// A variable that may be assigned to.
    fn target(&mut self) -> String {
        let at = self.fixed + self.random.below(self.scope.len() - self.fixed);
        self.scope[at].clone()
    }

    fn statement(&mut self, depth: usize) {
        let ty = self.ty();
        match self.random.below(20) {
            0..=4 => {
                let (name, value) = (self.name('v'), if self.one_in(3) { self.product(1) } else { self.sum(2) });
                self.line(&format!("{ty} {name} = {value};"));
                self.scope.push(name);
            }
            5..=7 => {
                let (target, value) = (self.target(), self.sum(1));
                self.line(&format!("{target} = {value};"));
            }
            8 | 9 => {
                let (target, value) = (self.target(), self.product(1));
                let op = ["+=", "-=", "+=", "*="][self.random.below(4)];
                self.line(&format!("{target} {op} {value};"));
            }
            10 | 11 if !self.twos.is_empty() || !self.threes.is_empty() => self.assign_vector(),
            10..=13 if depth > 0 && self.has.branches => self.branch(depth),
            14..=17 if depth > 0 && self.has.loops => self.repeat(depth),
            18 if self.has.loops || self.has.structures => self.array(),
            19 => {
                let value = self.sum(1);
                let at = self.random.below(3);
                self.line(&format!("o[i * 4 + {at}] = {value};"));
            }
            _ => {
                let (target, value) = (self.target(), self.sum(1));
                self.line(&format!("{target} = {value};"));
            }
        }
    }

    fn assign_vector(&mut self) {
        if !self.twos.is_empty() && (self.threes.is_empty() || self.one_in(2)) {
            let (target, value) = (self.pick(&self.twos.clone()), self.two());
            let op = if self.one_in(4) { "+=" } else { "=" };
            self.line(&format!("{target} {op} {value};"));
        } else {
            let (target, value) = (self.pick(&self.threes.clone()), self.three());
            self.line(&format!("{target} = {value};"));
        }
    }

    fn branch(&mut self, depth: usize) {
        let test = self.test();
        let count = 1 + self.random.below(2);
        self.nested(&format!("if ({test})"), count, depth - 1);
        if self.one_in(2) {
            let count = 1 + self.random.below(2);
            self.nested("} else", count, depth - 1);
        }
        self.line("}");
    }

    fn repeat(&mut self, depth: usize) {
        let ty = self.ty();
        self.loops += 1;
        let counter = format!("j{}", self.loops);
        let count = 1 + self.random.below(2);
        match self.random.below(6) {
            0 => {
                let bound = 2 + self.random.below(3);
                self.nested(&format!("for (int {counter} = 0; {counter} < {bound}; {counter}++)"), count, depth - 1);
            }
            1 => {
                let test = self.test();
                self.line(&format!("int {counter} = 0;"));
                self.nested(&format!("while ({counter} < n && {test})"), count, depth - 1);
                self.indent += 1;
                self.line(&format!("{counter}++;"));
                self.indent -= 1;
            }
            2 => {
                let bound = self.target();
                self.line(&format!("int {counter} = 0;"));
                self.nested(&format!("while ({counter}++ < n && {bound} * {bound} < 4)"), count, depth - 1);
            }
            kind => {
                if self.one_in(2) {
                    self.line("#pragma unroll 1");
                }
                self.line(&format!("for (int {counter} = 0; {counter} < n; {counter}++) {{"));
                self.indent += 1;
                let scope = self.scope.len();
                if kind > 3 {
                    let name = self.name('v');
                    self.line(&format!("{ty} {name} = x[i * 8 + {counter}];"));
                    self.scope.push(name.clone());
                    let (target, factor) = (self.target(), self.leaf());
                    self.line(&format!("{target} += {name} * {factor};"));
                }
                let (twos, threes) = (self.twos.len(), self.threes.len());
                self.statements(count, depth - 1);
                self.indent -= 1;
                self.scope.truncate(scope);
                self.twos.truncate(twos);
                self.threes.truncate(threes);
            }
        }
        self.line("}");
    }

    /// A local array that a loop with a known number of iterations goes over.
    fn array(&mut self) {
        let (ty, name, sum) = (self.ty(), self.name('m'), self.name('v'));
        let size = 2 + self.random.below(3);
        let values: Vec<String> = (0..size).map(|_| if self.one_in(2) { self.product(0) } else { self.leaf() }).collect();
        let values: Vec<String> = values.iter().map(|v| format!("({ty})({v})")).collect();
        self.line(&format!("{ty} {name}[{size}] = {{{}}};", values.join(", ")));
        let (first, factor) = (self.leaf(), self.leaf());
        self.line(&format!("{ty} {sum} = {first};"));
        let body = match self.random.below(3) {
            0 => format!("{sum} += {name}[j] * {factor};"),
            1 => format!("{sum} += {name}[j] * {name}[j];"),
            _ => format!("{sum} = {sum} * {factor} + {name}[j];"),
        };
        self.line(&format!("for (int j = 0; j < {size}; j++) {body}"));
        self.scope.push(sum);
    }
}
