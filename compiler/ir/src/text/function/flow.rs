//! Calls and branches in PTX text (PTX ISA, "Control Flow Instructions").

use super::*;

impl FunctionPrinter<'_, '_> {
    pub(super) fn call(&mut self, data: &InstData) {
        let (target, args) = match &data.payload {
            Payload::Call(id) => (identifier(&self.printer.module.functions[id.index()].name), &data.args[..]),
            _ => (self.register(data.args[0]), &data.args[1..]),
        };
        let values = self.operands(args);
        let classes: Vec<&str> = args.iter().map(|a| param_type(self.func.ty(*a))).collect();
        self.body.push_str("\t{\n");
        for (i, (value, class)) in values.iter().zip(&classes).enumerate() {
            self.line(format_args!(".param .{class} param{i}"));
            self.line(format_args!("st.param.{class} [param{i}], {value}"));
        }
        let params: Vec<String> = (0..values.len()).map(|i| format!("param{i}")).collect();
        let params = params.join(", ");
        let result = data.results.first().map(|r| (param_type(self.func.ty(*r)), *r));
        // PTX wants a place for a result that nobody reads, too.
        let declared = match data.payload {
            Payload::Call(id) if self.printer.module.kind == ModuleKind::Device => {
                self.printer.module.functions[id.index()].results.first().copied().map(param_type)
            }
            _ => result.map(|(class, _)| class),
        };
        if let Some(class) = declared {
            self.line(format_args!(".param .{class} retval0"));
        }
        let retval = if declared.is_some() { "(retval0), " } else { "" };
        if matches!(data.payload, Payload::Call(_)) {
            self.line(format_args!("call.uni {retval}{target}, ({params})"));
        } else {
            let number = self.prototypes;
            self.prototypes += 1;
            let returned = result.map_or(String::new(), |(class, _)| format!("(.param .{class} _) "));
            let taken: Vec<String> = classes.iter().map(|c| format!(".param .{c} _")).collect();
            self.line(format_args!("prototype_{number} : .callprototype {returned}_ ({})", taken.join(", ")));
            self.line(format_args!("call {retval}{target}, ({params}), prototype_{number}"));
        }
        if let Some((class, value)) = result {
            let register = self.register(value);
            self.line(format_args!("ld.param.{class} {register}, [retval0]"));
        }
        self.body.push_str("\t}\n");
    }

    pub(super) fn branch(&mut self, block: Block, data: &InstData, next: Option<Piece>) {
        let to = |printer: &Self, i: usize| printer.plan.destination(printer.func, block, i);
        match (data.op, data.targets().len()) {
            (Opcode::Bra, 1) => {
                self.copies(block, 0);
                let target = to(self, 0);
                self.jump(target, next);
            }
            (Opcode::Bra, _) => {
                let condition = self.register(data.args[0]);
                let (then, otherwise) = (to(self, 0), to(self, 1));
                if next == Some(then) && then != otherwise {
                    let label = self.label(otherwise);
                    self.line(format_args!("@!{condition} bra {label}"));
                } else {
                    let label = self.label(then);
                    self.line(format_args!("@{condition} bra {label}"));
                    self.jump(otherwise, next);
                }
            }
            (_, 1) => {
                self.copies(block, 0);
                let target = to(self, 0);
                self.jump(target, next);
            }
            (_, count) => {
                // PTX leaves an index out of range undefined; here it means the last target.
                let index = self.operand(data.args[0]);
                let clamped = self.temporary(RegType::B32);
                let labels: Vec<String> = (0..count).map(|i| self.label(to(self, i))).collect();
                let table = format!("$L__BRX{}_{}", self.ordinal, self.jump_tables);
                self.jump_tables += 1;
                self.line(format_args!("min.u32 {clamped}, {index}, {}", count - 1));
                self.line(format_args!("{table}: .branchtargets {}", labels.join(", ")));
                self.line(format_args!("brx.idx {clamped}, {table}"));
            }
        }
    }
}
