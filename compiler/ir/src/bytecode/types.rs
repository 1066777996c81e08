//! The binary forms of the IR's types: one line a type, fields and variants in order.

use super::codec::{Codec, DecodeError, Reader, Writer};
use crate::link::{Linkage, Object, Symbols};
use crate::*;

macro_rules! ids {
    ($($ty:ident),*) => {$(
        impl Codec for $ty {
            fn put(&self, w: &mut Writer) {
                self.0.put(w);
            }

            fn get(r: &mut Reader) -> Result<$ty, DecodeError> {
                u32::get(r).map($ty)
            }
        }
    )*};
}
ids!(Value, Inst, Block, Slot, FuncId, GlobalVar, LocId);

macro_rules! enumerations {
    ($($ty:ident: $all:expr),* $(,)?) => {$(
        impl Codec for $ty {
            fn put(&self, w: &mut Writer) {
                w.bytes.push(*self as u8);
            }

            fn get(r: &mut Reader) -> Result<$ty, DecodeError> {
                let number = u32::get(r)?;
                $all.get(number as usize).copied().ok_or(concat!("no such ", stringify!($ty)))
            }
        }
    )*};
}
enumerations!(
    Type: Type::ALL, RegType: RegType::ALL, Space: Space::ALL, CacheOp: CacheOp::ALL, Sem: Sem::ALL, Scope: Scope::ALL,
    Rounding: Rounding::ALL, Precision: Precision::ALL, Cmp: Cmp::ALL, MulMode: MulMode::ALL, AtomOp: AtomOp::ALL,
    ShflMode: ShflMode::ALL, VoteMode: VoteMode::ALL, MatchMode: MatchMode::ALL, ReduxOp: ReduxOp::ALL,
    BarKind: BarKind::ALL, Geometry: Geometry::ALL, Component: Component::ALL, Boundary: Boundary::ALL, TexQuery: TexQuery::ALL,
    Sreg: Sreg::ALL,
    FunctionKind: [FunctionKind::Kernel, FunctionKind::Func, FunctionKind::Extern],
    ModuleKind: [ModuleKind::Device, ModuleKind::Host],
    Linkage: [Linkage::Internal, Linkage::Weak, Linkage::External, Linkage::Undefined, Linkage::Outside],
);

impl Codec for Opcode {
    fn put(&self, w: &mut Writer) {
        w.bytes.push(*self as u8);
    }

    fn get(r: &mut Reader) -> Result<Opcode, DecodeError> {
        OPCODES.get(u32::get(r)? as usize).map(|row| row.op).ok_or("no such opcode")
    }
}

/// Structs field by field; a field that is missing here does not compile. Those behind the semicolon are not kept.
macro_rules! structs {
    ($($ty:ident { $($field:ident),* $(,)? $(; $left_out:ident),* })*) => {$(
        impl Codec for $ty {
            fn put(&self, w: &mut Writer) {
                let $ty { $($field,)* $($left_out: _),* } = self;
                $($field.put(w);)*
            }

            fn get(r: &mut Reader) -> Result<$ty, DecodeError> {
                Ok($ty { $($field: Codec::get(r)?,)* $($left_out: Default::default()),* })
            }
        }
    )*};
}
structs! {
    Program { device, host }
    Symbols { functions, variables }
    Object { program, device, host, fmad, rdc }
    Module { kind, is_contracted, functions, globals, files, locs }
    FileEntry { name, is_system }
    Loc { file, line, column, start, end, inlined_at, function }
    Member { path, number }
    VarInfo { name, element_size, element_count, type_name, loc }
    GlobalVarData { name, space, size, align, init, is_dynamic_shared, is_managed, is_device_shadow, is_const, info }
    KernelParam { source_name, ty, size, align, offset, type_name, is_pointer, is_const_restrict, loc }
    SlotData { size, align, info; is_late }
    ValueData { ty, def }
    BlockCall { block, args }
    BlockData { params, insts, unroll, loc }
    InstData { op, ty, src_ty, attrs, args, results, offset, payload, loc }
    Function {
        name, display_name, kind, kernel_params, params, results, is_variadic, launch_bounds, cluster_dims, max_registers, is_noinline,
        is_forceinline, stack, values, insts, blocks, layout, slots, loc; names
    }
}

impl Codec for Counted {
    fn put(&self, w: &mut Writer) {
        (self.bytes, self.from as u8).put(w);
    }

    fn get(r: &mut Reader) -> Result<Counted, DecodeError> {
        let (bytes, from) = (u8::get(r)?, u8::get(r)?);
        Ok(Counted { bytes, from: from as i8 })
    }
}

/// Most instructions have few modifiers: a bit for each that is there, then those.
impl Codec for Attrs {
    fn put(&self, w: &mut Writer) {
        macro_rules! put {
            ($($bit:literal $field:ident),*; $($flag_bit:literal $flag:ident),*) => {{
                let Attrs { $($field,)* vector, align, $($flag,)* is_pure: _, is_in_place: _ } = self;
                let mask = 0u32 $(| ($field.is_some() as u32) << $bit)* $(| (*$flag as u32) << $flag_bit)* | ((*vector != 0) as u32) << 18 | ((*align != 0) as u32) << 26;
                mask.put(w);
                $(if let Some(value) = $field { value.put(w); })*
                if *vector != 0 { vector.put(w); }
                if *align != 0 { align.put(w); }
            }};
        }
        put!(0 space, 1 cache, 2 sem, 3 scope, 4 rounding, 5 precision, 6 cmp, 7 mul, 8 atom, 9 shfl, 10 vote, 11 match_mode,
            12 redux, 13 bar, 19 geometry, 20 component, 21 boundary, 22 query, 24 counted, 25 member; 14 to, 15 ftz, 16 sat, 17 left, 23 is_async);
    }

    fn get(r: &mut Reader) -> Result<Attrs, DecodeError> {
        let mask = u32::get(r)?;
        if mask >> 27 != 0 {
            return Err("no such modifier");
        }
        macro_rules! get {
            ($($bit:literal $field:ident),*; $($flag_bit:literal $flag:ident),*) => {
                Attrs {
                    $($field: if mask >> $bit & 1 != 0 { Some(Codec::get(r)?) } else { None },)*
                    $($flag: mask >> $flag_bit & 1 != 0,)*
                    vector: if mask >> 18 & 1 != 0 { u8::get(r)? } else { 0 },
                    align: if mask >> 26 & 1 != 0 { u8::get(r)? } else { 0 },
                    is_pure: false,
                    is_in_place: false,
                }
            };
        }
        Ok(get!(0 space, 1 cache, 2 sem, 3 scope, 4 rounding, 5 precision, 6 cmp, 7 mul, 8 atom, 9 shfl, 10 vote, 11 match_mode,
            12 redux, 13 bar, 19 geometry, 20 component, 21 boundary, 22 query, 24 counted, 25 member; 14 to, 15 ftz, 16 sat, 17 left, 23 is_async))
    }
}

impl Codec for ValueDef {
    fn put(&self, w: &mut Writer) {
        match self {
            ValueDef::Result(inst, index) => (0u8, (*inst, *index)).put(w),
            ValueDef::Param(block, index) => (1u8, (*block, *index)).put(w),
            ValueDef::Const(bits) => (2u8, *bits).put(w),
        }
    }

    fn get(r: &mut Reader) -> Result<ValueDef, DecodeError> {
        match u8::get(r)? {
            0 => Ok(ValueDef::Result(Codec::get(r)?, Codec::get(r)?)),
            1 => Ok(ValueDef::Param(Codec::get(r)?, Codec::get(r)?)),
            2 => Ok(ValueDef::Const(Codec::get(r)?)),
            _ => Err("no such definition"),
        }
    }
}

impl Codec for Payload {
    fn put(&self, w: &mut Writer) {
        match self {
            Payload::None => 0u8.put(w),
            Payload::Sreg(sreg) => (1u8, *sreg).put(w),
            Payload::Global(var) => (2u8, *var).put(w),
            Payload::Slot(slot) => (3u8, *slot).put(w),
            Payload::FuncAddr(id) => (4u8, *id).put(w),
            Payload::Call(id) => (5u8, *id).put(w),
            Payload::CallIndirect(types) => {
                6u8.put(w);
                types.put(w);
            }
            Payload::Param(n) => (7u8, *n).put(w),
            Payload::Targets(targets) => {
                8u8.put(w);
                targets.put(w);
            }
        }
    }

    fn get(r: &mut Reader) -> Result<Payload, DecodeError> {
        Ok(match u8::get(r)? {
            0 => Payload::None,
            1 => Payload::Sreg(Codec::get(r)?),
            2 => Payload::Global(Codec::get(r)?),
            3 => Payload::Slot(Codec::get(r)?),
            4 => Payload::FuncAddr(Codec::get(r)?),
            5 => Payload::Call(Codec::get(r)?),
            6 => Payload::CallIndirect(Codec::get(r)?),
            7 => Payload::Param(Codec::get(r)?),
            8 => Payload::Targets(Codec::get(r)?),
            _ => return Err("no such payload"),
        })
    }
}

impl Codec for GlobalInit {
    fn put(&self, w: &mut Writer) {
        match self {
            GlobalInit::Zero => false.put(w),
            GlobalInit::Bytes(bytes, relocations) => {
                true.put(w);
                bytes.put(w);
                relocations.put(w);
            }
        }
    }

    fn get(r: &mut Reader) -> Result<GlobalInit, DecodeError> {
        if bool::get(r)? { Ok(GlobalInit::Bytes(Codec::get(r)?, Codec::get(r)?)) } else { Ok(GlobalInit::Zero) }
    }
}

impl Codec for Relocation {
    fn put(&self, w: &mut Writer) {
        match self {
            Relocation::Global { offset, target, addend } => (0u8, (*offset, (*target, *addend))).put(w),
            Relocation::Function { offset, target } => (1u8, (*offset, *target)).put(w),
        }
    }

    fn get(r: &mut Reader) -> Result<Relocation, DecodeError> {
        match u8::get(r)? {
            0 => Ok(Relocation::Global { offset: Codec::get(r)?, target: Codec::get(r)?, addend: Codec::get(r)? }),
            1 => Ok(Relocation::Function { offset: Codec::get(r)?, target: Codec::get(r)? }),
            _ => Err("no such address"),
        }
    }
}
