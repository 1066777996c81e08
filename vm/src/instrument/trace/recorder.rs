//! The observer that writes a trace.

use super::recorded::RecordedTrace;
use super::write::Writer;
use super::{
    Event, FORMAT, Group, Header, Lanes, LaunchHeader, MOST_BYTES, MOST_EVENTS, MOST_STEPS, MetFinding, SelectionHeader, SharedVariable,
    SiteEntry, TracedAllocation, TracedVariable, Truncated, VariablePiece,
};
use crate::instrument::LaunchReport;
use crate::instrument::observe::{Interests, LaunchEvent, Observer, WarpId};
use crate::instrument::step::{Accessed, LaneValues, Point, StepEvent};
use crate::memory::{Access, Window};
use kern_ir::{KernelParam, LocId, Module};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Which block of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceBlock {
    /// By its number, x fastest.
    Number(u64),
    /// By `blockIdx`.
    Index([u32; 3]),
}

/// What to record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The launch, from 0.
    pub launch: u64,
    /// The block.
    pub block: TraceBlock,
    /// One of its warps, or all.
    pub warp: Option<u32>,
    /// Most steps, at most [`MOST_STEPS`].
    pub most_steps: u64,
}

/// Records a block.
pub struct Recorder {
    selection: Selection,
    /// The launch that runs is the one.
    is_launch: bool,
    /// The block ran, or runs.
    is_block: bool,
    /// The block runs, and there is room.
    is_on: bool,
    header: Header,
    shared: Vec<u8>,
    writer: Writer,
    events: u64,
    sites: HashMap<Point, u32>,
    variables: HashMap<(u32, u32), u32>,
    files: HashMap<String, u32>,
    /// What may become an entry of the header.
    known: Known,
    /// Elements of global memory that the block has accessed: address, bytes.
    touched: HashSet<(u64, u32)>,
    /// What pieces of variables last had, by warp, variable, piece: live lanes and values.
    held: HashMap<(u32, u32, u32), (u32, LaneValues)>,
}

/// What the module says of sites and variables.
#[derive(Default)]
struct Known {
    module: Option<Box<Module>>,
    params: Vec<(KernelParam, u64)>,
}

impl Recorder {
    /// Of what is selected.
    pub fn new(selection: Selection) -> Recorder {
        Recorder {
            selection,
            is_launch: false,
            is_block: false,
            is_on: false,
            header: Header { format: FORMAT, ..Header::default() },
            shared: Vec::new(),
            writer: Writer::default(),
            events: 0,
            sites: HashMap::new(),
            variables: HashMap::new(),
            files: HashMap::new(),
            known: Known::default(),
            touched: HashSet::new(),
            held: HashMap::new(),
        }
    }

    fn push(&mut self, event: &Event) {
        if !self.is_on {
            return;
        }
        self.writer.push(event);
        self.events += 1;
        self.header.steps += u64::from(matches!(event, Event::Step { .. }));
        let limits = [
            (self.header.steps >= self.selection.most_steps.min(MOST_STEPS), "steps"),
            (self.events >= MOST_EVENTS, "events"),
            (self.writer.bytes.len() >= MOST_BYTES, "bytes"),
        ];
        if let Some((_, limit)) = limits.into_iter().find(|limit| limit.0) {
            self.header.truncated = Some(Truncated { at: self.header.steps, limit: limit.to_string() });
            self.is_on = false;
        }
    }

    fn file(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.files.get(name) {
            return known;
        }
        let number = self.header.files.len() as u32;
        self.header.files.push(name.to_string());
        self.files.insert(name.to_string(), number);
        number
    }

    fn site(&mut self, point: Point) -> u32 {
        if let Some(&known) = self.sites.get(&point) {
            return known;
        }
        let entry = self.describe(point);
        let number = self.header.sites.len() as u32;
        self.header.sites.push(entry);
        self.sites.insert(point, number);
        number
    }

    fn describe(&mut self, (function, inst): Point) -> SiteEntry {
        let Some(module) = self.known.module.take() else { return SiteEntry::default() };
        let mut entry = SiteEntry { inst, ..SiteEntry::default() };
        if let Some(func) = module.functions.get(function as usize) {
            entry.function = func.display_name.clone();
            let data = func.insts.get(inst as usize);
            if let Some(data) = data {
                entry.op = data.op.row().name.to_string();
                entry.atomic = data.attrs.atom.map_or_else(String::new, |atom| atom.to_string().trim_start_matches('.').to_string());
                entry.ty = data.ty.to_string().trim_start_matches('.').to_string();
                entry.space = data.attrs.space.map_or_else(String::new, |space| space.to_string().trim_start_matches('.').to_string());
            }
            let loc = data.map_or(LocId::NONE, |data| data.loc);
            if let Some(place) = crate::finding::Place::resolve(&module, loc, &func.display_name) {
                entry.file = Some(self.file(&place.file));
                (entry.line, entry.column) = (place.line, place.column);
                entry.written_in = (place.function != func.display_name).then_some(place.function);
            }
        }
        self.known.module = Some(module);
        entry
    }

    fn variable(&mut self, function: u32, variable: u32) -> Option<u32> {
        if let Some(&known) = self.variables.get(&(function, variable)) {
            return Some(known);
        }
        let module = self.known.module.take()?;
        let entry = module.functions.get(function as usize).and_then(|func| {
            let named = func.names.as_ref()?.variables.get(variable as usize)?;
            let place = crate::finding::Place::resolve(&module, LocId(named.info.loc), &func.display_name);
            let piece = |piece: &kern_ir::NamedPiece| VariablePiece {
                offset: piece.offset,
                ty: piece.ty.to_string().trim_start_matches('.').to_string(),
            };
            Some(TracedVariable {
                name: named.info.name.clone(),
                type_name: named.info.type_name.clone(),
                function: func.display_name.clone(),
                file: place.as_ref().map(|place| self.file(&place.file)),
                line: place.map_or(0, |place| place.line),
                size: named.size,
                pieces: named.pieces.iter().map(piece).collect(),
            })
        });
        self.known.module = Some(module);
        let number = self.header.variables.len() as u32;
        self.header.variables.push(entry?);
        self.variables.insert((function, variable), number);
        Some(number)
    }

    /// Whether a piece of a variable has other values than it had in these lanes.
    fn is_news(&mut self, piece: (u32, u32, u32), mask: u32, values: Option<&LaneValues>) -> bool {
        let (live, known) = self.held.entry(piece).or_insert((0, [0; 32]));
        let Some(values) = values else {
            let was_live = *live & mask != 0;
            *live &= !mask;
            return was_live;
        };
        let lanes = (0..32).filter(|lane| mask >> lane & 1 != 0);
        let is_news = *live & mask != mask || lanes.clone().any(|lane| known[lane] != values[lane]);
        lanes.for_each(|lane| known[lane] = values[lane]);
        *live |= mask;
        is_news
    }

    fn group(&mut self, &(point, mask): &(Point, u32)) -> Group {
        Group { site: self.site(point), mask }
    }

    /// Lists allocations that are not yet known.
    fn meet(&mut self, accessed: &[Accessed]) {
        for one in accessed {
            if self.header.allocations.iter().any(|known| known.base == one.base) {
                continue;
            }
            let holds = |value: u64| value.wrapping_sub(one.base) < one.size.max(1);
            let param = self.known.params.iter().find(|(param, value)| param.is_pointer && holds(*value)).map(|known| &known.0);
            let element_type = param.and_then(|param| pointee(&param.type_name));
            let name = one.name.map(str::to_string).or_else(|| param.map(|param| param.source_name.clone()));
            self.header.allocations.push(TracedAllocation { name, base: one.base, size: one.size, element_type });
        }
    }

    /// Whether an access is the first to one of its elements; they are accessed from then on.
    fn touch(&mut self, mask: u32, bytes: u32, count: usize, addresses: &LaneValues) -> bool {
        let mut is_new = false;
        for lane in (0..32).filter(|lane| mask >> lane & 1 != 0) {
            for part in 0..count as u64 {
                let at = addresses[lane].wrapping_add(part * u64::from(bytes));
                is_new |= Window::of(at) == Window::Device && self.touched.insert((at, bytes));
            }
        }
        is_new
    }

    fn memory(&mut self, access: Access, bytes: u32, mask: u32, addresses: &LaneValues, values: &[LaneValues], found: &[LaneValues]) {
        let elements = if access == Access::Atomic { 1 } else { values.len() };
        let is_new = self.touch(mask, bytes, elements, addresses);
        let vectors = |list: &[LaneValues]| list.iter().map(|values| Lanes::of(mask, values)).collect::<Vec<_>>();
        let before = if is_new { vectors(found) } else { Vec::new() };
        let addresses = Lanes::of(mask, addresses);
        self.push(&Event::Mem { access, bytes, mask, addresses, values: vectors(values), before });
    }
}

impl Observer for Recorder {
    fn launch_started(&mut self, launch: &LaunchEvent) {
        self.is_launch = launch.number == self.selection.launch && !self.is_block;
        if !self.is_launch {
            return;
        }
        let config = launch.config;
        self.header.launch = LaunchHeader {
            number: launch.number,
            kernel: launch.kernel.to_string(),
            grid: config.grid,
            block: config.block,
            dynamic_shared: config.dynamic_shared,
            static_shared: launch.static_shared,
        };
        let variable = |&(offset, size, number): &(u64, u64, u32)| {
            let info = &launch.module.globals.get(number as usize)?.info;
            let named = SharedVariable { name: info.name.clone(), type_name: info.type_name.clone(), offset, size };
            (!named.name.is_empty()).then_some(named)
        };
        self.header.shared = launch.shared_map.iter().filter_map(variable).collect();
        let value = |param: &KernelParam| {
            let bytes = launch.params.get(param.offset as usize..)?.first_chunk::<8>()?;
            Some((param.clone(), u64::from_le_bytes(*bytes)))
        };
        let params = launch.module.functions[launch.function as usize].kernel_params.iter().filter_map(value).collect();
        self.known = Known { module: Some(Box::new(launch.module.clone())), params };
    }

    fn interests(&self) -> Interests {
        Interests { steps: self.is_launch, ..Interests::NONE }
    }

    fn block_started(&mut self, block: [u32; 3], number: u64, shared: &[u8]) {
        let is_wanted = match self.selection.block {
            TraceBlock::Number(wanted) => wanted == number,
            TraceBlock::Index(wanted) => wanted == block,
        };
        let threads = self.header.launch.block.iter().map(|&n| u64::from(n)).product::<u64>();
        let has_warp = self.selection.warp.is_none_or(|warp| u64::from(warp) < threads.div_ceil(32));
        if self.is_launch && is_wanted && has_warp {
            (self.is_block, self.is_on) = (true, true);
            self.header.selection = SelectionHeader { block, block_number: number, warp: self.selection.warp };
            self.shared = shared.to_vec();
        }
    }

    fn block_ended(&mut self, _block: [u32; 3], number: u64) {
        self.is_on &= number != self.header.selection.block_number;
    }

    fn barrier(&mut self, _block: [u32; 3], number: u64, barrier: u32, threads: u32) {
        if self.is_on && number == self.header.selection.block_number {
            self.push(&Event::Release { barrier, threads });
        }
    }

    fn wants_steps(&self, warp: WarpId) -> bool {
        self.is_on && warp.block_number == self.header.selection.block_number && self.selection.warp.is_none_or(|w| w == warp.warp)
    }

    fn step(&mut self, warp: WarpId, event: &StepEvent) {
        if !self.wants_steps(warp) {
            return;
        }
        match *event {
            StepEvent::Slice { point, mask, elsewhere } => {
                let site = self.site(point);
                let elsewhere = elsewhere.iter().map(|at| (self.group(&(at.point, at.mask)), at.waits)).collect();
                self.push(&Event::Slice { warp: warp.warp, site, mask, elsewhere });
            }
            StepEvent::Step { point, mask } => {
                let site = self.site(point);
                self.push(&Event::Step { site, mask });
            }
            StepEvent::Set { function, variable, piece, mask, values } => {
                let Some(variable) = self.variable(function, variable) else { return };
                if !self.is_news((warp.warp, variable, piece), mask, values) {
                    return;
                }
                self.push(&Event::Set { variable, piece, mask, values: values.map(|values| Lanes::of(mask, values)) });
            }
            StepEvent::Memory { access, bytes, mask, addresses, values, before, accessed } => {
                self.meet(accessed);
                self.memory(access, bytes, mask, addresses, values, before);
            }
            StepEvent::Branch { mask, taken } => self.push(&Event::Branch { mask, taken }),
            StepEvent::Diverge { groups } => {
                let groups = groups.iter().map(|group| self.group(group)).collect();
                self.push(&Event::Diverge { groups });
            }
            StepEvent::Reconverge { point, mask, joined } => {
                let site = self.site(point);
                self.push(&Event::Reconverge { site, mask, joined });
            }
            StepEvent::Arrive { barrier, mask } => self.push(&Event::Arrive { barrier, mask }),
            StepEvent::End { mask } => self.push(&Event::End { mask }),
            StepEvent::Finding { ref code, message } => {
                let finding = MetFinding { code: code.clone(), message: message.to_string() };
                let known = self.header.findings.iter().position(|known| *known == finding);
                let number = known.unwrap_or(self.header.findings.len());
                if known.is_none() {
                    self.header.findings.push(finding);
                }
                self.push(&Event::Finding { finding: number as u32 });
            }
        }
    }

    fn launch_ended(&mut self, report: &mut LaunchReport) {
        if std::mem::take(&mut self.is_launch) && self.is_block {
            self.is_on = false;
            self.known = Known::default();
            let (header, shared) = (std::mem::take(&mut self.header), std::mem::take(&mut self.shared));
            let records = std::mem::take(&mut self.writer).bytes;
            report.trace = Some(Arc::new(RecordedTrace { header, shared, records }));
        }
    }
}

/// `float` of `const float *__restrict__`.
fn pointee(type_name: &str) -> Option<String> {
    let (element, _) = type_name.rsplit_once('*')?;
    let element = element.trim().trim_start_matches("const ").trim();
    (!element.is_empty() && element != "void").then(|| element.to_string())
}
