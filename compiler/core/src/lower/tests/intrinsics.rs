//! Every row of the table of intrinsics.

use super::{Maker, class, expr};
use crate::hir::*;
use kern_ir as ir;

impl Maker {
    /// The type that C++ spells like that; classes become vectors of two or four members.
    fn spelled(&mut self, text: &str) -> TypeId {
        let text = text.trim().trim_start_matches("const ");
        if let Some(pointee) = text.strip_suffix('*') {
            let to = self.spelled(pointee);
            return self.pointer(to, false);
        }
        use IntType::*;
        let ty = match text {
            "void" => Type::Void,
            "bool" => Type::Bool,
            "char" => Type::Int(Char),
            "signed char" => Type::Int(SChar),
            "unsigned char" => Type::Int(UChar),
            "short" => Type::Int(Short),
            "unsigned short" => Type::Int(UShort),
            "int" => Type::Int(Int),
            "unsigned int" => Type::Int(UInt),
            "long" => Type::Int(Long),
            "unsigned long" => Type::Int(ULong),
            "long long" => Type::Int(LongLong),
            "unsigned long long" => Type::Int(ULongLong),
            "float" => Type::F32,
            "double" => Type::F64,
            "_Float16" => Type::F16,
            vector => {
                let count: u64 = vector[vector.len() - 1..].parse().unwrap_or_else(|_| panic!("type {vector}"));
                let element = match &vector[..vector.len() - 1] {
                    "char" => "signed char".to_string(),
                    "longlong" => "long long".to_string(),
                    "ulonglong" => "unsigned long long".to_string(),
                    name => name.strip_prefix('u').map_or(name.to_string(), |rest| format!("unsigned {rest}")),
                };
                let element = self.spelled(&element);
                let size = self.program.types.size_of(element);
                let fields: Vec<_> = (0..count).map(|i| (element, i * size)).collect();
                return class(self, &fields, count * size, (count * size).min(16));
            }
        };
        self.ty(ty)
    }

    /// A kernel or host function that calls the intrinsic of `row` with zeros.
    fn call_intrinsic(&mut self, row: &crate::intrinsics::Row, on_device: bool) {
        let (head, params) = row.declaration.split_once('(').unwrap();
        let result = self.spelled(head.trim_end_matches(row.name()));
        let mut args = Vec::new();
        for param in params.trim_end_matches(')').split(',').map(|p| p.split('=').next().unwrap().trim()).filter(|p| !p.is_empty()) {
            let name_at = param.rfind([' ', '*']).unwrap() + 1;
            let ty = self.spelled(&param[..name_at]);
            self.local("p", ty);
            args.push(expr(ty, ExprKind::Zero));
        }
        let callee = self.function(row.name(), false, result, args.len(), Vec::new());
        let declared = &mut self.program.functions[callee.0 as usize];
        (declared.symbol, declared.body, declared.used_on_host) = (row.key.as_ref().into(), None, false);
        let call = expr(result, ExprKind::Call { callee: Callee::Direct(callee), args, returns_reference: false });
        let void = self.ty(Type::Void);
        let number = self.program.functions.len();
        self.function(&format!("caller{number}"), on_device, void, 0, vec![StmtKind::Expr(call)]);
    }
}

#[test]
fn every_intrinsic_lowers() {
    for row in crate::intrinsics::rows() {
        let mut make = Maker::new();
        make.call_intrinsic(row, true);
        make.lower(ir::ModuleKind::Device);
        if row.host != crate::intrinsics::HostSide::None {
            let mut make = Maker::new();
            make.call_intrinsic(row, false);
            make.lower(ir::ModuleKind::Host);
        }
    }
}
