//! Instructions of inline PTX as IR.

use super::named::{Modifiers, Named};
use super::parse::{Instruction, Operand, Statement};
use super::registers::{Asm, Held};
use crate::lower::FunctionLowering;
use kern_ir::{
    AtomOp, Attrs, CacheOp, Cmp, InstData, MatchMode, ModuleKind, MulMode, Opcode, Payload, Precision, ReduxOp, RegType, Rounding, Scope,
    Sem, ShflMode, Space, Sreg, Type, Value, VoteMode, verify_modifiers,
};

impl Asm {
    pub(super) fn statement(&mut self, f: &mut FunctionLowering<'_, '_>, statement: &Statement) -> Result<(), String> {
        if let Statement::Label(name) = statement {
            let block = self.target(name)?;
            if f.b.current().is_some() {
                f.b.jump(block, &[]);
            }
            f.b.switch_to(block);
            return Ok(());
        }
        // What stands behind a jump is reached by a label only.
        if f.b.current().is_none() {
            return Ok(());
        }
        match statement {
            Statement::Label(_) => Ok(()),
            Statement::Registers { ty, names } => {
                let ty = Type::from_text(ty).ok_or_else(|| format!("`.{ty}` is no register type"))?;
                let class = if ty.size() == 2 { RegType::B16 } else { ty.reg() };
                names.iter().for_each(|name| self.define(f, name.clone(), class, None));
                Ok(())
            }
            Statement::Instruction(inst) => {
                let start = f.b.func.insts.len();
                match &inst.guard {
                    None => self.instruction(f, inst)?,
                    Some((name, negated)) => self.guarded(f, inst, name, *negated)?,
                }
                // Forms that ptxas refuses as well.
                let wrong = f.b.func.insts[start..].iter().find_map(|data| verify_modifiers(ModuleKind::Device, data).err());
                wrong.map_or(Ok(()), |what| Err(format!("`{}`: {what}", inst.spelled())))
            }
        }
    }

    /// `@p inst`: a branch around it; what it writes keeps its old value on the other way.
    fn guarded(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, name: &str, negated: bool) -> Result<(), String> {
        let predicate = self.read(f, name)?;
        let (run, other, join) = (f.b.create_block(), f.b.create_block(), f.b.create_block());
        if negated {
            f.branch(predicate, other, run)
        } else {
            f.branch(predicate, run, other)
        }
        let before = self.registers.clone();
        f.b.switch_to(run);
        self.instruction(f, inst)?;
        let changed: Vec<(String, RegType, Value, Option<Value>)> = self
            .registers
            .iter()
            .filter_map(|(name, (class, held))| {
                let value_of = |held: &Held| if let Held::Value(value) = held { *value } else { None };
                let (old, value) = (before.get(name).and_then(|(_, old)| value_of(old)), value_of(held));
                value.filter(|_| value != old).map(|value| (name.clone(), *class, value, old))
            })
            .collect();
        let new: Vec<Value> = changed.iter().map(|c| c.2).collect();
        if f.b.current().is_some() {
            f.b.jump(join, &new);
        }
        f.b.switch_to(other);
        let old: Vec<Value> = changed.iter().map(|(_, class, _, old)| old.unwrap_or_else(|| f.b.constant(*class, 0))).collect();
        f.b.jump(join, &old);
        for (name, class, ..) in changed {
            let joined = f.b.func.add_block_param(join, class);
            self.registers.insert(name, (class, Held::Value(Some(joined))));
        }
        f.b.switch_to(join);
        Ok(())
    }

    fn instruction(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction) -> Result<(), String> {
        let name = inst.parts[0].as_str();
        let modifiers = modifiers(name, &inst.parts[1..])?;
        let named = Named { name, inst, modifiers: &modifiers };
        if self.video(f, named)?
            || self.composed(f, named)?
            || self.modified(f, named)?
            || self.halves(f, named)?
            || self.of_bits(f, named)?
            || self.of_clusters(f, named)?
            || self.textures(f, named)?
        {
            return Ok(());
        }
        match name {
            "bra" => {
                let [Operand::Name(label)] = inst.operands.as_slice() else { return Err("`bra` needs a label".to_string()) };
                let block = self.target(label)?;
                f.b.jump(block, &[]);
                Ok(())
            }
            "mov" => self.mov(f, inst, &modifiers),
            "ld" | "ldu" | "st" | "atom" | "red" | "cvta" | "prefetch" | "prefetchu" => self.memory(f, name, inst, &modifiers),
            "cp" => self.async_copy(f, inst),
            "mbarrier" => self.mbarrier(f, inst),
            "bar" | "barrier" | "membar" | "fence" | "shfl" | "vote" | "activemask" | "match" | "redux" | "nanosleep" | "trap" | "exit"
            | "brkpt" => self.sync(f, name, inst, &modifiers),
            "setp" => {
                let ty = modifiers.ty()?;
                let cmp = modifiers.attrs.cmp.ok_or("`setp` needs a comparison")?;
                let joined = match modifiers.words.as_slice() {
                    [] => None,
                    [word] if word == "and" => Some(Opcode::And),
                    [word] if word == "or" => Some(Opcode::Or),
                    [word] if word == "xor" => Some(Opcode::Xor),
                    _ => return modifiers.refuse_words(name),
                };
                let (mut a, mut b) = (self.operand(f, inst, 1, ty)?, self.operand(f, inst, 2, ty)?);
                if modifiers.attrs.ftz {
                    // Denormal numbers are zero to what follows.
                    let attrs = Attrs { ftz: true, ..Attrs::default() };
                    [a, b] = [a, b].map(|value| f.convert_with(ty, ty, value, attrs));
                }
                let holds = f.compare(cmp, computed(ty), a, b);
                let other = match joined {
                    Some(_) => Some(self.operand(f, inst, 3, Type::Pred)?),
                    None => None,
                };
                let with = |f: &mut FunctionLowering<'_, '_>, holds| match (joined, other) {
                    (Some(op), Some(other)) => f.b.op(op, Type::Pred, &[holds, other]),
                    _ => holds,
                };
                // `p|q`: the second is what the opposite of the comparison makes.
                if let Some(Operand::Pair(first, second)) = inst.operands.first() {
                    let opposite = f.b.op(Opcode::Not, Type::Pred, &[holds]);
                    let (holds, opposite) = (with(f, holds), with(f, opposite));
                    self.write(f, first, holds)?;
                    return self.write(f, second, opposite);
                }
                let result = with(f, holds);
                self.result(f, inst, result)
            }
            "selp" => {
                let ty = modifiers.ty()?;
                let (a, b, p) = (self.operand(f, inst, 1, ty)?, self.operand(f, inst, 2, ty)?, self.operand(f, inst, 3, Type::Pred)?);
                let result = f.b.op(Opcode::Selp, computed(ty), &[a, b, p]);
                self.result(f, inst, result)
            }
            "cvt" => {
                let [to, from] = modifiers.types[..] else { return Err("`cvt` needs two types".to_string()) };
                modifiers.refuse_words(name)?;
                let value = self.operand(f, inst, 1, from)?;
                let result = f.convert_with(to, from, value, modifiers.attrs);
                self.result(f, inst, result)
            }
            _ if matches!(name, "addc" | "subc" | "madc") || modifiers.has("cc") => self.carrying(f, name, inst, &modifiers),
            "lop3" => self.lop3(f, inst),
            _ => self.arithmetic(f, name, inst, &modifiers),
        }
    }

    /// Writes operand 0.
    pub(super) fn result(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, value: Value) -> Result<(), String> {
        match inst.operands.first() {
            Some(Operand::Name(name)) => self.write(f, name, value),
            _ => Err(format!("`{}` needs a register to write", inst.spelled())),
        }
    }

    /// Operand `index` as a value of that type.
    pub(super) fn operand(
        &mut self,
        f: &mut FunctionLowering<'_, '_>,
        inst: &Instruction,
        index: usize,
        ty: Type,
    ) -> Result<Value, String> {
        let operand = inst.operands.get(index).ok_or_else(|| format!("`{}` needs more operands", inst.spelled()))?;
        self.value(f, operand, ty)
    }

    pub(super) fn value(&mut self, f: &mut FunctionLowering<'_, '_>, operand: &Operand, ty: Type) -> Result<Value, String> {
        let class = ty.reg();
        let value = match operand {
            Operand::Int(bits) if ty.is_float() => f.float_constant(ty, *bits as i64 as f64),
            Operand::Int(bits) => f.b.constant(class, *bits),
            Operand::Float(bits) => f.b.constant(RegType::F32, u64::from(*bits)),
            Operand::Decimal(value) if ty.is_float() => f.float_constant(ty, *value),
            Operand::Decimal(value) => return Err(format!("`{value:?}` is no integer")),
            Operand::Double(bits) => f.b.constant(RegType::F64, *bits),
            Operand::Name(name) => match special(f, name) {
                Some(value) => value,
                None => self.read(f, name)?,
            },
            Operand::Not(name) => {
                let value = self.read(f, name)?;
                f.b.op(Opcode::Not, Type::Pred, &[value])
            }
            _ => return Err("this operand does not belong here".to_string()),
        };
        Ok(f.resized(value, class))
    }

    fn mov(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction, modifiers: &Modifiers) -> Result<(), String> {
        let ty = modifiers.ty()?;
        let half = f.word(32);
        match (inst.operands.first(), inst.operands.get(1)) {
            (Some(Operand::Vector(parts)), Some(source)) if parts.len() == 2 && ty.size() == 8 => {
                let whole = self.value(f, source, Type::B64)?;
                let low = f.convert_op(Type::U32, Type::U64, whole);
                let upper = f.b.op(Opcode::Shr, Type::U64, &[whole, half]);
                let high = f.convert_op(Type::U32, Type::U64, upper);
                for (part, value) in parts.iter().zip([low, high]) {
                    let Operand::Name(name) = part else { return Err("expected registers in `{…}`".to_string()) };
                    self.write(f, name, value)?;
                }
                Ok(())
            }
            (Some(Operand::Name(name)), Some(Operand::Vector(parts))) if parts.len() == 2 && ty.size() == 8 => {
                let (low, high) = (self.value(f, &parts[0], Type::B32)?, self.value(f, &parts[1], Type::B32)?);
                let low = f.convert_op(Type::U64, Type::U32, low);
                let high = f.convert_op(Type::U64, Type::U32, high);
                let upper = f.b.op(Opcode::Shl, Type::B64, &[high, half]);
                let whole = f.b.op(Opcode::Or, Type::B64, &[upper, low]);
                self.write(f, name, whole)
            }
            (Some(Operand::Name(name)), Some(source)) => {
                let value = self.value(f, source, ty)?;
                self.write(f, name, value)
            }
            _ => Err("`mov` needs a register and a value".to_string()),
        }
    }

    /// Any function of three bits, as the sum of its products.
    fn lop3(&mut self, f: &mut FunctionLowering<'_, '_>, inst: &Instruction) -> Result<(), String> {
        // `"n"(0xca)` is a constant as well.
        let table = self.operand(f, inst, 4, Type::U32)?;
        let Some(table) = f.b.func.constant(table) else { return Err("`lop3` needs a constant table".to_string()) };
        let inputs = [self.operand(f, inst, 1, Type::B32)?, self.operand(f, inst, 2, Type::B32)?, self.operand(f, inst, 3, Type::B32)?];
        let inverted = inputs.map(|input| f.b.op(Opcode::Not, Type::B32, &[input]));
        let mut sum = f.word(0);
        for row in (0..8).filter(|row| table >> row & 1 == 1) {
            // Bit 2 of the row number is the first input.
            let pick = |i: usize| if row >> (2 - i) & 1 == 1 { inputs[i] } else { inverted[i] };
            let two = f.b.op(Opcode::And, Type::B32, &[pick(0), pick(1)]);
            let three = f.b.op(Opcode::And, Type::B32, &[two, pick(2)]);
            sum = f.b.op(Opcode::Or, Type::B32, &[sum, three]);
        }
        self.result(f, inst, sum)
    }

    /// A register of 32 bits is none of 64; smaller types stand in larger registers here.
    fn check_size(&self, inst: &Instruction, index: usize, size: u32) -> Result<(), String> {
        let Some(Operand::Name(name)) = inst.operands.get(index) else { return Ok(()) };
        let Some((class, _)) = self.registers.get(name) else { return Ok(()) };
        if class.size().max(4) == size.max(4) || *class == RegType::Pred {
            return Ok(());
        }
        Err(format!("`{name}` has {} bits, and `{}` works on {}", class.size() * 8, inst.spelled(), size * 8))
    }

    fn arithmetic(
        &mut self,
        f: &mut FunctionLowering<'_, '_>,
        name: &str,
        inst: &Instruction,
        modifiers: &Modifiers,
    ) -> Result<(), String> {
        use Opcode::*;
        let (op, count) = match name {
            "add" => (Add, 2),
            "sub" => (Sub, 2),
            "mul" => (Mul, 2),
            "mad" if modifiers.ty()?.is_float() => (Fma, 3),
            "mad" => (Mad, 3),
            "fma" => (Fma, 3),
            "div" => (Div, 2),
            "rem" => (Rem, 2),
            "abs" => (Abs, 1),
            "neg" => (Neg, 1),
            "min" => (Min, 2),
            "max" => (Max, 2),
            "sad" => (Sad, 3),
            "mul24" => (Mul24, 2),
            "popc" => (Popc, 1),
            "clz" => (Clz, 1),
            "bfind" => (Bfind, 1),
            "brev" => (Brev, 1),
            "bfe" => (Bfe, 3),
            "bfi" => (Bfi, 4),
            "dp4a" => (Dp4a, 3),
            "dp2a" => (Dp2a, 3),
            "prmt" => (Prmt, 3),
            "shf" => (Shf, 3),
            "and" => (And, 2),
            "or" => (Or, 2),
            "xor" => (Xor, 2),
            "not" => (Not, 1),
            "shl" => (Shl, 2),
            "shr" => (Shr, 2),
            "rcp" => (Rcp, 1),
            "sqrt" => (Sqrt, 1),
            "rsqrt" => (Rsqrt, 1),
            "sin" => (Sin, 1),
            "cos" => (Cos, 1),
            "lg2" => (Lg2, 1),
            "ex2" => (Ex2, 1),
            "tanh" => (Tanh, 1),
            "copysign" => (Copysign, 2),
            _ => return Err(format!("`{}` is not supported", inst.spelled())),
        };
        modifiers.refuse_words(name)?;
        let ty = modifiers.ty()?;
        let is_wide = modifiers.attrs.mul == Some(MulMode::Wide);
        let wide = if ty.is_signed() { Type::S64 } else { Type::U64 };
        let mut args = Vec::with_capacity(count);
        for index in 0..count {
            let operand_ty = match (op, index) {
                (Shl | Shr, 1) | (Bfe, 1 | 2) | (Bfi, 2 | 3) => Type::U32,
                (Mad, 2) if is_wide => wide,
                _ => ty,
            };
            self.check_size(inst, index + 1, operand_ty.size())?;
            args.push(self.operand(f, inst, index + 1, operand_ty)?);
        }
        let class = match op {
            Popc | Clz | Bfind => RegType::B32,
            Mul | Mad if is_wide => RegType::B64,
            _ => ty.reg(),
        };
        self.check_size(inst, 0, class.size())?;
        let is_dot = matches!(op, Dp4a | Dp2a);
        let src_ty = if is_dot { ty } else { computed(ty) };
        let ty = if is_dot { modifiers.types.first().copied().unwrap_or(ty) } else { computed(ty) };
        let data = InstData { args, attrs: modifiers.attrs, src_ty, ..InstData::new(op, ty) };
        let result = f.b.value(data, class);
        self.result(f, inst, result)
    }
}

/// 16-bit integers are computed in 32 bits.
pub(super) fn computed(ty: Type) -> Type {
    match ty {
        Type::B8 | Type::B16 => Type::B32,
        Type::U8 | Type::U16 => Type::U32,
        Type::S8 | Type::S16 => Type::S32,
        other => other,
    }
}

/// A special register or another name that stands for a value.
pub(super) fn special(f: &mut FunctionLowering<'_, '_>, name: &str) -> Option<Value> {
    if name == "WARP_SZ" {
        return Some(f.word(32));
    }
    if let Some(value) = super::cluster::special(f, name) {
        return Some(value);
    }
    let sreg = Sreg::from_text(name)?;
    let (op, ty) = match sreg {
        Sreg::Clock => (Opcode::Clock, Type::U32),
        Sreg::Clock64 | Sreg::Globaltimer => (Opcode::Clock, Type::U64),
        Sreg::Gridid => (Opcode::Sreg, Type::U64),
        _ => (Opcode::Sreg, Type::U32),
    };
    Some(f.b.value(InstData { payload: Payload::Sreg(sreg), ..InstData::new(op, ty) }, ty.reg()))
}

/// Reads the modifiers of `name`.
fn modifiers(name: &str, parts: &[String]) -> Result<Modifiers, String> {
    let mut out = Modifiers::default();
    let attrs = &mut out.attrs;
    for part in parts {
        let text = part.as_str();
        // A word means different things after different mnemonics.
        match (name, text) {
            ("atom" | "red", _) if attrs.atom.is_none() && AtomOp::from_text(text).is_some() => attrs.atom = AtomOp::from_text(text),
            ("redux", _) if ReduxOp::from_text(text).is_some() => attrs.redux = ReduxOp::from_text(text),
            ("shfl", _) if ShflMode::from_text(text).is_some() => attrs.shfl = ShflMode::from_text(text),
            ("vote", _) if VoteMode::from_text(text).is_some() => attrs.vote = VoteMode::from_text(text),
            ("match", _) if MatchMode::from_text(text).is_some() => attrs.match_mode = MatchMode::from_text(text),
            ("setp", _) if Cmp::from_text(text).is_some() => attrs.cmp = Cmp::from_text(text),
            // Unsigned comparisons of old PTX.
            ("setp", "lo") => attrs.cmp = Some(Cmp::Lt),
            ("setp", "ls") => attrs.cmp = Some(Cmp::Le),
            ("setp", "hi") => attrs.cmp = Some(Cmp::Gt),
            ("setp", "hs") => attrs.cmp = Some(Cmp::Ge),
            ("mul" | "mad" | "madc" | "mul24" | "mad24" | "dp2a", _) if MulMode::from_text(text).is_some() => {
                attrs.mul = MulMode::from_text(text)
            }
            ("shf", "l") => attrs.left = true,
            ("shf", "r") => attrs.left = false,
            ("shf", "clamp") => attrs.sat = true,
            ("shf", "wrap") => attrs.sat = false,
            ("ld" | "st" | "atom" | "red" | "fence" | "cvta" | "ldu" | "prefetch", _) if Space::from_text(text).is_some() => {
                attrs.space = Space::from_text(text);
            }
            ("ld" | "st" | "atom" | "red" | "cvta" | "prefetch", "shared__cta" | "shared__cluster") => attrs.space = Some(Space::Shared),
            ("cvta", "to") => attrs.to = true,
            ("ld" | "st" | "ldu", "v2") => attrs.vector = 2,
            ("ld" | "st" | "ldu", "v4") => attrs.vector = 4,
            ("ld" | "st" | "ldu", _) if CacheOp::from_text(text).is_some() => attrs.cache = CacheOp::from_text(text),
            ("ld" | "st" | "atom" | "red" | "fence", _) if Sem::from_text(text).is_some() => attrs.sem = Sem::from_text(text),
            ("ld" | "st" | "atom" | "red" | "fence", _) if Scope::from_text(text).is_some() => attrs.scope = Scope::from_text(text),
            (_, "ftz") => attrs.ftz = true,
            (_, "sat") => attrs.sat = true,
            _ if Type::from_text(text).is_some() => out.types.extend(Type::from_text(text)),
            _ if Rounding::from_text(text).is_some() => attrs.rounding = Rounding::from_text(text),
            _ if Precision::from_text(text).is_some() => attrs.precision = Precision::from_text(text),
            _ => out.words.push(part.clone()),
        }
    }
    Ok(out)
}
