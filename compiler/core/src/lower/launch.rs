//! `kernel<<<grid, block, shared, stream>>>(args…)`, in host code and in kernels (CUDA dynamic parallelism).

use super::layout::{Repr, repr};
use super::{Base, FunctionLowering, Place};
use crate::hir::{Callee, Expr, ExprKind, LaunchDim};
use kern_ir as ir;
use kern_ir::{RegType, Value};

impl FunctionLowering<'_, '_> {
    /// The configuration first, then the arguments into the parameter buffer, then the call that launches.
    pub(crate) fn launch(&mut self, e: &Expr) {
        let ExprKind::Launch { kernel, grid, block, shared, stream, args } = &e.kind else { return };
        let stream = self.value(stream);
        let shared = self.value(shared);
        let block = self.launch_dim(block);
        let grid = self.launch_dim(grid);
        let kernel = match &**kernel {
            Callee::Direct(id) => {
                let func = self.m.function(*id, e.span);
                self.at(e.span);
                self.function_address(func)
            }
            Callee::Indirect(pointer) => self.value(pointer),
            Callee::Virtual { .. } => return self.m.report(super::errors::internal(e.span, "a launch of a member function")),
        };
        let params = self.param_buffer(args);
        self.at(e.span);
        let mut call = vec![kernel];
        call.extend(grid);
        call.extend(block);
        call.extend([shared, stream, params]);
        let function = if self.m.is_device() { "__kern_device_launch" } else { "__kern_launch" };
        self.call_runtime(function, &call, None);
    }

    fn launch_dim(&mut self, dim: &LaunchDim) -> [Value; 3] {
        match dim {
            LaunchDim::Scalar(e) => {
                let x = self.raw_value(e);
                let one = self.word(1);
                [x, one, one]
            }
            LaunchDim::Dim3(e) => {
                let place = self.object_place(e);
                self.at(e.span);
                [0, 4, 8].map(|offset| self.load(place.at(offset), ir::Type::U32))
            }
        }
    }

    /// Evaluates the arguments from right to left, as g++ does, each where the kernel reads it.
    fn param_buffer(&mut self, args: &[Expr]) -> Value {
        let types = self.types();
        let mut offsets = Vec::with_capacity(args.len());
        let mut size = 0u64;
        for arg in args {
            size = size.next_multiple_of(types.align_of(arg.ty));
            offsets.push(size);
            size += types.size_of(arg.ty).max(1);
        }
        if args.is_empty() {
            return self.b.constant(RegType::B64, 0);
        }
        let slot = self.add_slot(size, 16, ir::VarInfo::default());
        let buffer = Place::new(Base::Slot(slot));
        for (arg, &offset) in args.iter().zip(&offsets).rev() {
            let place = buffer.at(offset as i64);
            match repr(types, arg.ty) {
                Repr::Memory if arg.is_place() => {
                    let from = self.place(arg);
                    self.copy_object(place, from, arg.ty);
                }
                Repr::Memory => self.object(arg, place),
                Repr::Scalar(ty) => {
                    let value = self.raw_value(arg);
                    self.at(arg.span);
                    self.store(place, ty, value);
                }
                Repr::Void => {}
            }
        }
        self.address(buffer)
    }
}
