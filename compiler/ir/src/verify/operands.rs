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
    match data.op.row().operands {
        OperandRule::Same(n) => shape.is(&vec![ty; n as usize], &[ty]),
        OperandRule::Shift => shape.is(&[ty, B32], &[ty]),
        OperandRule::Mul(n) => {
            let wide = if data.attrs.mul == Some(MulMode::Wide) { B64 } else { ty };
            let args = [ty, ty, wide];
            shape.is(&args[..n as usize], &[wide])
        }
        OperandRule::Setp => shape.is(&[ty, ty], &[Pred]),
        OperandRule::Selp => shape.is(&[ty, ty, Pred], &[ty]),
        OperandRule::Cvt => shape.is(&[data.src_ty.reg()], &[ty]),
        OperandRule::ToB32 => shape.is(&[ty], &[B32]),
        OperandRule::ToPred => shape.is(&[ty], &[Pred]),
        OperandRule::Leaf => leaf(module, func, &shape),
        OperandRule::Load => {
            shape.address()?;
            shape.is(&shape.args[..1], &vec![ty; lanes(data)])
        }
        OperandRule::Store => {
            shape.address()?;
            shape.is(&[&shape.args[..1], &vec![ty; lanes(data)]].concat(), &[])
        }
        OperandRule::Atom | OperandRule::Red => {
            shape.address()?;
            let values = if data.attrs.atom == Some(AtomOp::Cas) { 2 } else { 1 };
            let results = if data.op == Opcode::Atom { vec![ty] } else { Vec::new() };
            shape.is(&[&shape.args[..1], &vec![ty; values]].concat(), &results)
        }
        OperandRule::Special => special(module, func, &shape),
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

fn special(module: &Module, func: &Function, shape: &Shape) -> Rule {
    use Opcode::*;
    let data = shape.data;
    let ty = data.ty.reg();
    match data.op {
        Bfe => shape.is(&[ty, B32, B32], &[ty]),
        Bfi => shape.is(&[ty, ty, B32, B32], &[ty]),
        Dp4a | Dp2a | Prmt | Shf => shape.is(&[B32, B32, B32], &[B32]),
        Mov => {
            // Before `pass::rank_operands`, all that a function returns together are further operands.
            let is_bundle = data.args.split_first().is_some_and(|(own, all)| all.contains(own));
            need(shape.args.len() == 1 || is_bundle, || "`mov` has one operand".into())?;
            shape.is(&shape.args, &[ty])?;
            let one_size = shape.args[0].size() == ty.size() && (shape.args[0] == Pred) == (ty == Pred);
            let halves = matches!((shape.args[0], ty), (B16, B32) | (B32, B16));
            need(one_size || halves, || format!("`mov` from `.{}` to `.{ty}`", shape.args[0]))
        }
        Cvta => shape.is(&[B64], &[B64]),
        Isspacep => shape.is(&[B64], &[Pred]),
        Fence => shape.is(&[], &[]),
        Prefetch => shape.address().and_then(|()| shape.is(&shape.args[..1], &[])),
        Bar => bar(shape),
        BarWarp | Nanosleep => shape.is(&[B32], &[]),
        Shfl => with_pred(shape, &[B32; 4], B32, true),
        Vote => {
            let result = if data.attrs.vote == Some(VoteMode::Ballot) { B32 } else { Pred };
            shape.is(&[Pred, B32], &[result])
        }
        Match => with_pred(shape, &[ty, B32], B32, data.attrs.match_mode == Some(MatchMode::All)),
        Redux => shape.is(&[B32, B32], &[B32]),
        Call => call(module, shape),
        Bra => {
            let conditional = data.targets().len() == 2;
            need(conditional || data.targets().len() == 1, || "`bra` has one or two targets".into())?;
            shape.is(if conditional { &[Pred] } else { &[] }, &[])
        }
        Brx => need(!data.targets().is_empty(), || "`brx.idx` needs a target".into()).and_then(|()| shape.is(&[B32], &[])),
        Tex | TexLevel | TexGrad | Tld4 | Txq | Suld | Sust => {
            let Some(operands) = crate::texture::operands(data) else { return Err("the modifier `geometry` is missing".into()) };
            shape.is(&operands, &crate::texture::results(data))
        }
        Ret => shape.is(&func.results, &[]),
        Exit | Trap => shape.is(&[], &[]),
        _ => Err("the opcode has no rule".into()),
    }
}

fn with_pred(shape: &Shape, args: &[RegType], result: RegType, may_have_pred: bool) -> Rule {
    if may_have_pred && shape.results.len() == 2 { shape.is(args, &[result, Pred]) } else { shape.is(args, &[result]) }
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
            let is_unread = shape.results.is_empty() && module.kind == ModuleKind::Host && callee.kind == FunctionKind::Extern;
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
