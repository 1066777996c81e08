//! Makes the parser from `src/grammar.lalrpop`.

fn main() {
    println!("cargo:rerun-if-changed=src/grammar.lalrpop");
    let mut configuration = lalrpop::Configuration::new();
    configuration.use_cargo_dir_conventions().emit_rerun_directives(false).emit_report(false);
    if let Err(error) = configuration.process() {
        panic!("src/grammar.lalrpop: {error}");
    }
}
