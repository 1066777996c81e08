//! Numbers and register classes of operands and results, and the kind of payload.

use super::*;
use RegType::{B16, B32, B64, Pred};

/// What an instruction has: classes of its operands and results.
struct Shape<'a> {
    data: &'a InstData,
    args: Vec<RegType>,
    results: Vec<RegType>,
}

impl Shape<'_> {
    fn is(&self, args: &[RegType], results: &[RegType]) -> Rule {
        let list = |types: &[RegType]| types.iter().map(|t| format!(".{t}")).collect::<Vec<_>>().join(", ");
        need(self.args == args, || format!("expected operands ({}), found ({})", list(args), list(&self.args)))?;
        need(self.results == results, || format!("expected results ({}), found ({})", list(results), list(&self.results)))
    }

    fn address(&self) -> Rule {
        let class = self.args.first();
        need(matches!(class, Some(B32 | B64)), || "operand 0 must be an address: `.b64` or `.b32`".into())?;
        let is_window = matches!(self.data.attrs.space, Some(Space::Shared | Space::Local | Space::Const | Space::Param));
        need(is_window || class == Some(&B64), || "an address of this space is `.b64`".into())
    }
}

pub(super) fn check(module: &Module, func: &Function, data: &InstData) -> Rule {
    let classes = |values: &[Value]| values.iter().map(|v| func.ty(*v)).collect::<Vec<_>>();
    let shape = Shape { data, args: classes(&data.args), results: classes(&data.results) };
    payload_kind(data)?;
    let ty = data.ty.reg();
    let of = |list: &[Class]| list.iter().map(|class| class.of(data)).collect::<Vec<_>>();
    match data.op.row().format {
        Format::Plain(args, results) => shape.is(&of(args), &of(results)),
        Format::WithPred(args, results) => {
            let may_have_pred = data.op != Opcode::Match || data.attrs.match_mode == Some(MatchMode::All);
            let has_pred = may_have_pred && shape.results.len() == 2;
            shape.is(&of(args), &[of(results), vec![Pred; usize::from(has_pred)]].concat())
        }
        Format::Leaf => leaf(module, func, &shape),
        Format::Load => {
            shape.address()?;
            shape.is(&shape.args[..1], &vec![ty; lanes(data)])
        }
        Format::Store => {
            shape.address()?;
            shape.is(&[&shape.args[..1], &vec![ty; lanes(data)]].concat(), &[])
        }
        Format::Atom | Format::Red => {
            shape.address()?;
            let values = if data.attrs.atom == Some(AtomOp::Cas) { 2 } else { 1 };
            let results = if data.op == Opcode::Atom { vec![ty] } else { Vec::new() };
            shape.is(&[&shape.args[..1], &vec![ty; values]].concat(), &results)
        }
        Format::Address => shape.address().and_then(|()| shape.is(&shape.args[..1], &[])),
        Format::Texture => {
            let Some(operands) = crate::texture::operands(data) else { return Err("the modifier `geometry` is missing".into()) };
            shape.is(&operands, &crate::texture::results(data))
        }
        Format::Move => {
            // Before `pass::rank_operands`, all that a function returns together are further operands; the offset says which it is.
            let which = usize::try_from(data.offset).ok();
            let is_bundle = data.args.split_first().is_some_and(|(own, all)| which.and_then(|which| all.get(which)) == Some(own));
            need(shape.args.len() == 1 || is_bundle, || "`mov` has one operand".into())?;
            shape.is(&shape.args, &[ty])?;
            let one_size = shape.args[0].size() == ty.size() && (shape.args[0] == Pred) == (ty == Pred);
            let halves = matches!((shape.args[0], ty), (B16, B32) | (B32, B16));
            need(one_size || halves, || format!("`mov` from `.{}` to `.{ty}`", shape.args[0]))
        }
        Format::Barrier => bar(&shape),
        Format::Call => call(module, &shape),
        Format::Jump if data.op == Opcode::Bra => {
            let conditional = data.targets().len() == 2;
            need(conditional || data.targets().len() == 1, || "`bra` has one or two targets".into())?;
            shape.is(if conditional { &[Pred] } else { &[] }, &[])
        }
        Format::Jump => need(!data.targets().is_empty(), || "`brx.idx` needs a target".into()).and_then(|()| shape.is(&[B32], &[])),
        Format::Return => shape.is(&func.results, &[]),
    }
}

fn lanes(data: &InstData) -> usize {
    data.attrs.vector.max(1) as usize
}

fn payload_kind(data: &InstData) -> Rule {
    use Opcode::*;
    let fits = match (&data.payload, data.op) {
        (Payload::Sreg(s), Sreg | Clock) => {
            let changes = matches!(s, crate::Sreg::Clock | crate::Sreg::Clock64 | crate::Sreg::Globaltimer);
            return need(changes == (data.op == Clock), || format!("`{s}` is read by the other opcode"));
        }
        (Payload::Global(_) | Payload::Slot(_) | Payload::FuncAddr(_), Address) => true,
        (Payload::Param(_), LdParam | ParamAddress) => true,
        (Payload::Call(_) | Payload::CallIndirect(_), Call) => true,
        (Payload::Targets(_), Bra | Brx) => true,
        (Payload::None, op) => !matches!(op, Sreg | Clock | Address | LdParam | ParamAddress | Call | Bra | Brx),
        _ => false,
    };
    need(fits, || format!("the payload {:?} does not fit the opcode", data.payload))
}

fn leaf(module: &Module, func: &Function, shape: &Shape) -> Rule {
    let data = shape.data;
    shape.is(&[], &[data.ty.reg()])?;
    match (data.op, &data.payload) {
        (Opcode::Sreg | Opcode::Clock, Payload::Sreg(sreg)) => {
            let wide = matches!(sreg, Sreg::Clock64 | Sreg::Globaltimer | Sreg::Gridid);
            need(shape.results == [if wide { B64 } else { B32 }], || format!("`{sreg}` has another width"))
        }
        (Opcode::LdParam, Payload::Param(n)) => {
            need(func.kind == FunctionKind::Kernel, || "only kernels have kernel parameters".into())?;
            let end = data.offset.checked_add(data.ty.size().into());
            let size = func.kernel_params[*n as usize].size;
            need(data.offset >= 0 && end.is_some_and(|e| e <= size.into()), || format!("outside of parameter {n}, which has {size} bytes"))
        }
        (Opcode::ParamAddress, _) => need(func.kind == FunctionKind::Kernel, || "only kernels have kernel parameters".into())
            .and_then(|()| need(matches!(shape.results[0], B32 | B64), || "an address is `.b64` or `.b32`".into())),
        (Opcode::Address, Payload::Global(var)) => {
            let is_window = module.globals[var.index()].space == Space::Shared || module.globals[var.index()].space == Space::Const;
            need(shape.results[0] == B64 || (is_window && shape.results[0] == B32), || "an address of this space is `.b64`".into())
        }
        (Opcode::Address, Payload::Slot(_)) => need(matches!(shape.results[0], B32 | B64), || "an address is `.b64` or `.b32`".into()),
        (Opcode::Address, _) => need(shape.results[0] == B64, || "an address is `.b64`".into()),
        _ => Ok(()),
    }
}

/// Operands: the number of threads if it is not the whole block, then the predicate of `red`.
fn bar(shape: &Shape) -> Rule {
    need((0..16).contains(&shape.data.offset), || format!("barrier {} is not one of 0 to 15", shape.data.offset))?;
    let (args, results): (&[&[RegType]], &[RegType]) = match shape.data.attrs.bar.unwrap_or(BarKind::Sync) {
        BarKind::Sync => (&[&[], &[B32]], &[]),
        BarKind::Arrive => (&[&[B32]], &[]),
        BarKind::RedPopc => (&[&[Pred], &[B32, Pred]], &[B32]),
        BarKind::RedAnd | BarKind::RedOr => (&[&[Pred], &[B32, Pred]], &[Pred]),
    };
    let fitting = args.iter().find(|a| shape.args == **a).copied().unwrap_or(args[0]);
    shape.is(fitting, results)
}

fn call(module: &Module, shape: &Shape) -> Rule {
    match &shape.data.payload {
        Payload::Call(id) => {
            let callee = &module.functions[id.index()];
            need(callee.kind != FunctionKind::Kernel, || "a kernel cannot be called".into())?;
            let fixed = callee.params.len();
            need(shape.args.len() == fixed || (callee.is_variadic && shape.args.len() > fixed), || {
                format!("{} arguments for `{}`, which has {fixed} parameters", shape.args.len(), callee.name)
            })?;
            let is_unread = shape.results.is_empty() && callee.kind == FunctionKind::Extern;
            let results = if is_unread { &[][..] } else { &callee.results };
            shape.is(&[&callee.params, &shape.args[fixed..]].concat(), results)?;
            need(!shape.args.contains(&Pred), || "predicates are not passed: pass `.b32`".into())
        }
        Payload::CallIndirect(results) => {
            need(shape.args.first() == Some(&B64), || "operand 0 must be the function's address, `.b64`".into())?;
            need(results.len() <= 1, || "more than one result".into())?;
            let passes_pred = shape.args.contains(&Pred) || results.contains(&Pred);
            need(!passes_pred, || "predicates are not passed: pass `.b32`".into())?;
            shape.is(&shape.args, results)
        }
        _ => Err("the payload does not fit the opcode".into()),
    }
}
