//! `printf` in device code: `vprintf(format, buffer)`, as nvcc makes it.

use super::layout::{Repr, repr};
use super::{Base, CallSite, FunctionLowering, Place, errors};
use kern_ir as ir;
use kern_ir::{RegType, Type, Value};

impl FunctionLowering<'_, '_> {
    /// The buffer holds the promoted arguments one after the other, each aligned to its size.
    pub(crate) fn device_printf(&mut self, site: &CallSite<'_>) -> Option<Value> {
        let (format, rest) = site.args.split_first()?;
        let format = self.value(format);
        let mut parts: Vec<(u64, Type, Value)> = Vec::with_capacity(rest.len());
        let mut size = 0u64;
        for arg in rest {
            let Repr::Scalar(ty) = repr(self.types(), arg.ty) else {
                self.m.report(errors::unsupported(arg.span, "passing an object through `...`"));
                continue;
            };
            let value = self.raw_value(arg);
            self.at(arg.span);
            let (ty, value) = match ty {
                Type::F32 => (Type::F64, self.float_to_float(value, Type::F32, Type::F64)),
                narrow if narrow.size() < 4 => (Type::U32, value),
                other => (other, value),
            };
            let width = u64::from(ty.size());
            size = size.next_multiple_of(width);
            parts.push((size, ty, value));
            size += width;
        }
        self.at(site.expr.span);
        let buffer = if parts.is_empty() {
            self.b.constant(RegType::B64, 0)
        } else {
            let slot = self.add_slot(size.next_multiple_of(8), 8, ir::VarInfo::default());
            let place = Place::new(Base::Slot(slot));
            for (offset, ty, value) in parts {
                self.store(place.at(offset as i64), ty, value);
            }
            self.address(place)
        };
        self.call_runtime("vprintf", &[format, buffer], Some(RegType::B32))
    }
}
