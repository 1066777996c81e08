//! Clusters of blocks in inline PTX: `barrier.cluster` (PTX ISA 9.7.13.3), `mapa` (9.7.9.22), `getctarank` (9.7.9.23), and the special
//! registers that say where a block is in its cluster (10.12 to 10.18).

use super::named::Named;
use super::parse::Instruction;
use super::registers::Asm;
use crate::lower::FunctionLowering;
use kern_ir::{Attrs, CLUSTER_OFFSET_BITS, Cmp, InstData, MulMode, Opcode, Payload, RegType, Space, Sreg, Type, Value};

/// Nanoseconds between two looks at a barrier.
const PAUSE: u64 = 20;

impl Asm {
    /// Emits `inst` if it is one of clusters; whether it is.
    pub(super) fn of_clusters(&mut self, f: &mut FunctionLowering<'_, '_>, named: Named<'_>) -> Result<bool, String> {
        let Named { name, inst, modifiers } = named;
        match name {
            "barrier" if modifiers.has("cluster") && modifiers.has("arrive") => {
                f.call_runtime("__kern_cluster_arrive", &[], None);
            }
            "barrier" if modifiers.has("cluster") && modifiers.has("wait") => wait(f),
            "mapa" => {
                let ty = modifiers.ty()?;
                let is_offset = is_shared(inst);
                let address = self.operand(f, inst, 1, Type::U64)?;
                let rank = self.operand(f, inst, 2, Type::U32)?;
                let generic = if is_offset { rebase(f, address, false) } else { address };
                let mapped =
                    f.call_runtime("__kern_map_shared_rank", &[generic, rank], Some(RegType::B64)).ok_or("`mapa` has no result")?;
                let result = if is_offset { rebase(f, mapped, true) } else { mapped };
                let result = f.resized(result, ty.reg());
                self.result(f, inst, result)?;
            }
            "getctarank" => {
                let address = self.operand(f, inst, 1, Type::U64)?;
                let offset = if is_shared(inst) { address } else { rebase(f, address, true) };
                let (low, bits) = (f.resized(offset, RegType::B32), f.word(u64::from(CLUSTER_OFFSET_BITS)));
                let (above, own, one) = (f.b.op(Opcode::Shr, Type::U32, &[low, bits]), rank(f), f.word(1));
                let (other, zero) = (f.b.op(Opcode::Sub, Type::U32, &[above, one]), f.word(0));
                let is_own = f.compare(Cmp::Eq, Type::U32, above, zero);
                let result = f.b.op(Opcode::Selp, Type::U32, &[own, other, is_own]);
                self.result(f, inst, result)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Whether addresses are those of the window of shared memory.
pub(super) fn is_shared(inst: &Instruction) -> bool {
    inst.parts.iter().any(|part| matches!(part.as_str(), "shared" | "shared__cta" | "shared__cluster"))
}

/// An address of the window of shared memory as a generic one, or `to` it.
fn rebase(f: &mut FunctionLowering<'_, '_>, address: Value, to: bool) -> Value {
    let attrs = Attrs { space: Some(Space::Shared), to, ..Attrs::default() };
    f.b.value(InstData { args: vec![address], attrs, ..InstData::new(Opcode::Cvta, Type::U64) }, RegType::B64)
}

/// Looks again and again whether the barrier is complete.
fn wait(f: &mut FunctionLowering<'_, '_>) {
    let [again, pause, done] = std::array::from_fn(|_| f.b.create_block());
    f.b.jump(again, &[]);
    f.b.switch_to(again);
    let zero = f.word(0);
    let answer = f.call_runtime("__kern_cluster_is_complete", &[], Some(RegType::B32)).unwrap_or(zero);
    let is_complete = f.compare(Cmp::Ne, Type::U32, answer, zero);
    f.branch(is_complete, done, pause);
    f.b.switch_to(pause);
    let time = f.word(PAUSE);
    f.b.push(InstData { args: vec![time], ..InstData::new(Opcode::Nanosleep, Type::U32) }, &[]);
    f.b.jump(again, &[]);
    f.b.switch_to(done);
}

/// What a special register of clusters holds.
pub(super) fn special(f: &mut FunctionLowering<'_, '_>, name: &str) -> Option<Value> {
    let of_axis = |text: &str| ["x", "y", "z"].iter().position(|axis| *axis == text);
    let Some((stem, axis)) = name.split_once('.') else {
        return match name {
            "%cluster_ctarank" => Some(rank(f)),
            "%cluster_nctarank" => {
                let [x, y, z] = [0, 1, 2].map(|axis| blocks(f, axis));
                let xy = product(f, x, y);
                Some(product(f, xy, z))
            }
            _ => None,
        };
    };
    let axis = of_axis(axis)?;
    match stem {
        "%cluster_nctaid" => Some(blocks(f, axis)),
        "%cluster_ctaid" => Some(within(f, axis)),
        "%clusterid" | "%nclusterid" => {
            let sregs = if stem == "%clusterid" { OF_BLOCK } else { OF_GRID };
            let (number, each) = (register(f, sregs[axis]), blocks(f, axis));
            Some(f.b.op(Opcode::Div, Type::U32, &[number, each]))
        }
        _ => None,
    }
}

const OF_BLOCK: [Sreg; 3] = [Sreg::CtaidX, Sreg::CtaidY, Sreg::CtaidZ];
const OF_GRID: [Sreg; 3] = [Sreg::NctaidX, Sreg::NctaidY, Sreg::NctaidZ];

fn register(f: &mut FunctionLowering<'_, '_>, sreg: Sreg) -> Value {
    f.b.value(InstData { payload: Payload::Sreg(sreg), ..InstData::new(Opcode::Sreg, Type::U32) }, RegType::B32)
}

/// Blocks of the cluster along an axis.
fn blocks(f: &mut FunctionLowering<'_, '_>, axis: usize) -> Value {
    let axis = f.word(axis as u64);
    let one = f.word(1);
    f.call_runtime("__kern_cluster_dim", &[axis], Some(RegType::B32)).unwrap_or(one)
}

/// Where the block is in its cluster along an axis.
fn within(f: &mut FunctionLowering<'_, '_>, axis: usize) -> Value {
    let (number, each) = (register(f, OF_BLOCK[axis]), blocks(f, axis));
    f.b.op(Opcode::Rem, Type::U32, &[number, each])
}

/// The block's rank, x fastest.
fn rank(f: &mut FunctionLowering<'_, '_>) -> Value {
    let [x, y, z] = [0, 1, 2].map(|axis| within(f, axis));
    let (columns, rows) = (blocks(f, 0), blocks(f, 1));
    let row = product(f, z, rows);
    let row = f.b.op(Opcode::Add, Type::U32, &[row, y]);
    let before = product(f, row, columns);
    f.b.op(Opcode::Add, Type::U32, &[before, x])
}

fn product(f: &mut FunctionLowering<'_, '_>, a: Value, b: Value) -> Value {
    let attrs = Attrs { mul: Some(MulMode::Lo), ..Attrs::default() };
    f.b.value(InstData { args: vec![a, b], attrs, ..InstData::new(Opcode::Mul, Type::U32) }, RegType::B32)
}
