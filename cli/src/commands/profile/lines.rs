//! From instructions to the source lines that a user wrote.

use kern_diag::SourceMap;
use kern_ir::{Inst, LocId, Module};
use kern_vm::Place;
use kern_vm::instrument::metrics::{AccessRow, Class, LaunchProfile, Stride, Traffic};

/// Where instructions come from.
pub(super) struct Sources<'a> {
    pub(super) module: &'a Module,
    pub(super) map: &'a mut SourceMap,
}

impl Sources<'_> {
    /// The place of an instruction in the user's own text, as far as inlining shows it.
    pub(super) fn place(&self, function: u32, inst: u32) -> Option<Place> {
        let func = self.module.functions.get(function as usize)?;
        let loc = func.insts.get(Inst(inst).index()).map_or(LocId::NONE, |data| data.loc);
        Place::resolve(self.module, loc, &func.display_name).or_else(|| Place::resolve(self.module, func.loc, &func.display_name))
    }

    /// The text of a line without its indentation; empty if the file is not there.
    pub(super) fn text(&mut self, place: &Place) -> String {
        let found = kern::places::file_of(place, self.map).filter(|&f| place.line > 0 && place.line <= self.map.file(f).line_count());
        found.map_or(String::new(), |file| self.map.file(file).line(place.line).trim().to_string())
    }
}

/// What one source line did in one class of memory.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LineAccess {
    pub(super) class: Class,
    /// Bytes a lane; 0 if its instructions differ.
    pub(super) width: u32,
    pub(super) traffic: Traffic,
    pub(super) stride: Stride,
}

/// What one source line did.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Line {
    /// `None` for code without a source.
    pub(super) place: Option<Place>,
    pub(super) accesses: Vec<LineAccess>,
    /// Branches of warps, and of them the divergent ones.
    pub(super) branches: (u64, u64),
}

impl Line {
    /// What orders lines: sectors and turns of banks.
    pub(super) fn cost(&self) -> u64 {
        self.accesses.iter().map(LineAccess::cost).sum()
    }
}

impl LineAccess {
    pub(super) fn cost(&self) -> u64 {
        if self.class.is_shared() { self.traffic.wavefronts } else { self.traffic.sectors }
    }
}

/// The lines of a launch, the most expensive first.
pub(super) fn lines(account: &LaunchProfile, sources: &Sources) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut at = |place: Option<Place>| -> usize {
        let key = |p: &Option<Place>| p.as_ref().map(|p| (p.file.clone(), p.line));
        match lines.iter().position(|l| key(&l.place) == key(&place)) {
            Some(found) => found,
            None => {
                lines.push(Line { place, accesses: Vec::new(), branches: (0, 0) });
                lines.len() - 1
            }
        }
    };
    let rows: Vec<(usize, &AccessRow)> = account.accesses.iter().map(|row| (at(sources.place(row.function, row.inst)), row)).collect();
    let branches: Vec<(usize, u64, u64)> =
        account.branches.iter().map(|row| (at(sources.place(row.function, row.inst)), row.executed, row.divergent)).collect();
    for (line, row) in rows {
        let accesses = &mut lines[line].accesses;
        match accesses.iter_mut().find(|a| a.class == row.class) {
            Some(access) => {
                access.traffic += row.traffic;
                access.stride = access.stride.and(row.stride);
                access.width = if access.width == row.width { row.width } else { 0 };
            }
            None => accesses.push(LineAccess { class: row.class, width: row.width, traffic: row.traffic, stride: row.stride }),
        }
    }
    for (line, executed, divergent) in branches {
        lines[line].branches.0 += executed;
        lines[line].branches.1 += divergent;
    }
    lines.iter_mut().for_each(|line| line.accesses.sort_by_key(|a| std::cmp::Reverse(a.cost())));
    lines.sort_by_key(|line| std::cmp::Reverse(line.cost()));
    lines
}
