//! Operations at which lanes meet that came there on different ways: in different rounds of loops, at different places
//! of the program.

use super::{Maker, Stmt};

/// How often each lane executes the operation, and the numbers of rounds of an outer loop that it may do that in.
const TOTALS: &[(u32, &str)] = &[(2, "1 + ({} & 1)"), (4, "1 << ({} & 1)"), (4, "1 << (unsigned)({}) % 3"), (6, "2 + ({} & 1)")];

impl Maker {
    /// Lanes execute an operation equally often, each in rounds, or at a place, of its own; or not quite so.
    pub(super) fn meeting(&mut self, depth: u32) -> Stmt {
        self.names += 1;
        let mask = format!("m{}", self.names);
        let (open, close) = match (self.is_uniform, self.roll(4)) {
            (true, 0) => {
                let p = self.condition(1);
                (format!("{{ bool p = {p}; unsigned {mask} = __ballot_sync(0xffffffff, p); if (p) {{"), "} }")
            }
            (true, _) => (format!("{{ unsigned {mask} = 0xffffffff;"), "}"),
            (false, _) => (format!("{{ unsigned {mask} = __activemask();"), "}"),
        };
        let may_block = self.is_uniform && close == "}" && self.roll(4) == 0;
        let operation = if may_block { self.barrier() } else { self.exchange_of(&mask) };
        let part = self.parted(0, |maker| match maker.roll(6) {
            0..=2 => maker.nested_rounds(depth, &operation),
            3 => maker.rounds_in_turn(depth, &operation),
            4 => maker.some_rounds(depth, &operation),
            _ => maker.two_places(depth, &operation),
        });
        Stmt::Nest(vec![(open, vec![part])], close.into())
    }

    fn barrier(&mut self) -> String {
        match self.roll(4) {
            0 => format!("c = __syncthreads_count({});", self.condition(1)),
            1 => format!("c = {}({});", self.one_of(&["__syncthreads_and", "__syncthreads_or"]), self.condition(1)),
            _ => "__syncthreads();".into(),
        }
    }

    /// Some statements, the operation, some statements, in rounds of these loops.
    fn round(&mut self, depth: u32, rounds: &[&str], operation: &str) -> Vec<Stmt> {
        let outer = self.rounds.len();
        self.rounds.extend(rounds.iter().map(|&name| name.to_string()));
        let mut part = self.statements(depth);
        part.push(Stmt::Line(operation.into()));
        let name = self.one_of(&["a", "b", "d", "m", "f"]);
        part.push(Stmt::Line(format!("{name} += {};", rounds.join(" * 10 + "))));
        if self.roll(2) == 0 {
            part.extend(self.statements(depth));
        }
        self.rounds.truncate(outer);
        part
    }

    /// Two nested loops, with as many rounds in all for each lane.
    fn nested_rounds(&mut self, depth: u32, operation: &str) -> Stmt {
        let (i, j) = (format!("i{}", self.names), format!("j{}", self.names));
        let (total, outer) = TOTALS[self.roll(TOTALS.len())];
        let outer = outer.replace("{}", &self.int(1));
        let part = self.round(depth, &[&i, &j], operation);
        let inner = Stmt::Nest(vec![(format!("for (int {j} = 0; {j} < end / {i}end; ++{j}) {{"), part)], "}".into());
        let open = format!("for (int {i} = 0, end = {total}, {i}end = {outer}; {i} < {i}end; ++{i}) {{");
        let mut body = vec![inner];
        if self.roll(3) == 0 {
            body.insert(0, Stmt::Line(self.assignment()));
        }
        Stmt::Nest(vec![(open, body)], "}".into())
    }

    /// A loop in which some lanes are there in even rounds, others in odd ones.
    fn rounds_in_turn(&mut self, depth: u32, operation: &str) -> Stmt {
        let i = format!("i{}", self.names);
        let (x, rounds) = (self.int(1), 2 * (1 + self.roll(3)));
        let part = self.round(depth, &[&i], operation);
        let inner = Stmt::Nest(vec![(format!("if (({i} ^ x{i}) & 1) {{"), part)], "}".into());
        Stmt::Nest(vec![(format!("for (int {i} = 0, x{i} = {x}; {i} < {rounds}; ++{i}) {{"), vec![inner])], "}".into())
    }

    /// Loops with numbers of rounds that do not agree.
    fn some_rounds(&mut self, depth: u32, operation: &str) -> Stmt {
        let (i, j) = (format!("i{}", self.names), format!("j{}", self.names));
        let (x, y) = (self.int(1), self.int(1));
        let part = self.round(depth, &[&i, &j], operation);
        let inner = Stmt::Nest(vec![(format!("for (int {j} = {y} & 3; {j} >= 0; --{j}) {{"), part)], "}".into());
        Stmt::Nest(vec![(format!("for (int {i} = {x} & 3; {i} >= 0; --{i}) {{"), vec![inner])], "}".into())
    }

    /// The operation in both arms of a branch.
    fn two_places(&mut self, depth: u32, operation: &str) -> Stmt {
        let p = self.condition(2);
        let (mut then, mut otherwise) = (self.statements(depth), self.statements(depth));
        [&mut then, &mut otherwise].into_iter().for_each(|part| part.push(Stmt::Line(operation.into())));
        if self.roll(2) == 0 {
            then.extend(self.statements(depth));
        }
        Stmt::Nest(vec![(format!("if ({p}) {{"), then), ("} else {".into(), otherwise)], "}".into())
    }
}
