//! Contraction against what nvcc does, case by case: `contraction.txt`.

use kern_core::pass;
use kern_ir::*;
use std::collections::HashMap;

struct Parser<'a> {
    tokens: Vec<String>,
    at: usize,
    b: Builder<'a>,
    names: HashMap<String, Value>,
}

impl Parser<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |t| t)
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn sum(&mut self) -> Value {
        let mut left = self.product();
        while let op @ ("+" | "-") = self.peek() {
            let op = if op == "+" { Opcode::Add } else { Opcode::Sub };
            self.at += 1;
            let right = self.product();
            left = self.b.op(op, Type::F32, &[left, right]);
        }
        left
    }

    fn product(&mut self) -> Value {
        let mut left = self.factor();
        while self.peek() == "*" {
            self.at += 1;
            let right = self.factor();
            left = self.b.op(Opcode::Mul, Type::F32, &[left, right]);
        }
        left
    }

    fn factor(&mut self) -> Value {
        match self.next().as_str() {
            "-" => {
                let value = self.factor();
                self.b.op(Opcode::Neg, Type::F32, &[value])
            }
            "(" => {
                let value = self.sum();
                self.at += 1;
                value
            }
            "2" => self.b.constant(RegType::F32, u64::from(2f32.to_bits())),
            name @ ("mul.rn" | "add.rn") => {
                let op = if name == "mul.rn" { Opcode::Mul } else { Opcode::Add };
                self.at += 1;
                let a = self.sum();
                self.at += 1;
                let b = self.sum();
                self.at += 1;
                let mut data = InstData { args: vec![a, b], ..InstData::new(op, Type::F32) };
                data.attrs.rounding = Some(Rounding::Rn);
                self.b.value(data, RegType::F32)
            }
            name => self.names[name],
        }
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for c in text.chars() {
        let is_word = c.is_alphanumeric() || c == '.';
        match (is_word, in_word) {
            (true, true) => tokens.last_mut().expect("a word has begun").push(c),
            (true, false) => tokens.push(c.to_string()),
            (false, _) if c.is_whitespace() => {}
            (false, _) => tokens.push(c.to_string()),
        }
        in_word = is_word;
    }
    tokens
}

fn render(func: &Function, names: &HashMap<Value, String>, value: Value) -> String {
    if let Some(name) = names.get(&value) {
        return name.clone();
    }
    match func.def(value) {
        ValueDef::Const(bits) => f32::from_bits(bits as u32).to_string(),
        ValueDef::Param(..) => "?".into(),
        ValueDef::Result(inst, _) => {
            let data = &func.insts[inst.index()];
            let args: Vec<String> = data.args.iter().map(|&a| render(func, names, a)).collect();
            let rounding = if data.op != Opcode::Fma && data.attrs.rounding.is_some() { ".rn" } else { "" };
            format!("{}{rounding}({})", data.op.row().name, args.join(", "))
        }
    }
}

fn contracted(source: &str) -> String {
    let mut func = Function::new("k", FunctionKind::Kernel);
    let letters = ["a", "b", "c", "d", "e"];
    for (i, name) in letters.iter().enumerate() {
        func.kernel_params.push(KernelParam {
            source_name: (*name).into(),
            ty: Some(Type::F32),
            size: 4,
            align: 4,
            offset: i as u32 * 4,
            type_name: "float".into(),
            is_pointer: false,
            is_const_restrict: false,
            loc: LocId::NONE,
        });
    }
    let mut b = Builder::new(&mut func);
    let entry = b.create_block();
    b.switch_to(entry);
    let mut parser = Parser { tokens: Vec::new(), at: 0, b, names: HashMap::new() };
    for (i, name) in letters.iter().enumerate() {
        let data = InstData { payload: Payload::Param(i as u32), ..InstData::new(Opcode::LdParam, Type::F32) };
        let value = parser.b.value(data, RegType::F32);
        parser.names.insert((*name).into(), value);
    }
    let arguments: HashMap<Value, String> = parser.names.iter().map(|(n, &v)| (v, n.clone())).collect();
    let address = parser.b.constant(RegType::B64, 256);
    for (at, statement) in source.split(';').enumerate() {
        let (name, expression) = statement.split_once('=').expect("a statement has a `=`");
        (parser.tokens, parser.at) = (tokens(expression), 0);
        let value = parser.sum();
        if name.trim() == "o" {
            // Each to a place of its own: what is overwritten is not stored.
            let offset = 4 * at as i64;
            parser.b.push(InstData { args: vec![address, value], offset, ..InstData::new(Opcode::St, Type::F32) }, &[]);
        } else {
            parser.names.insert(name.trim().into(), value);
        }
    }
    parser.b.push(InstData::new(Opcode::Ret, Type::B32), &[]);
    let mut module = Module::new(ModuleKind::Device);
    module.functions.push(func);
    pass::run_named("dce", &mut module);
    pass::run_named("contract", &mut module);
    let func = &module.functions[0];
    let stores: Vec<String> = func
        .iter_insts()
        .filter(|(_, _, data)| data.op == Opcode::St)
        .map(|(_, _, data)| format!("o = {}", render(func, &arguments, data.args[1])))
        .collect();
    stores.join("; ")
}

#[test]
fn contraction_is_that_of_nvcc() {
    let mut wrong = String::new();
    for line in include_str!("contraction.txt").lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (source, expected) = line.split_once("=>").expect("a case has a `=>`");
        let found = contracted(source.trim());
        if found != expected.trim() {
            wrong += &format!("{}\n  expected {}\n     found {found}\n", source.trim(), expected.trim());
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
