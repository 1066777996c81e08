//! Makes JSON of `devices.toml`, a text for each product, without what tells where facts are from: a product is read when it is asked
//! for, so that start-up does not pay for the others, and nothing that reads TOML is part of the machine.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use serde_json::Value;

const TABLE: &str = "src/device/devices.toml";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={TABLE}");
    println!("cargo::rerun-if-changed=build.rs");
    let mut table: toml::Table = toml::from_str(&fs::read_to_string(TABLE)?)?;
    let Some(toml::Value::Table(devices)) = table.remove("device") else { return Err("the table has no devices".into()) };
    let mut rows = String::from("[\n");
    for (key, facts) in devices {
        let mut facts = serde_json::to_value(facts)?;
        leave_out_sources(&mut facts);
        writeln!(rows, "({key:?}, {:?}),", facts.to_string())?;
    }
    rows.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("devices.rs"), rows)?;
    Ok(())
}

/// `source` says where facts are from, `unknown` which have no source; a repeated one is no fact.
fn leave_out_sources(facts: &mut Value) {
    let Value::Object(facts) = facts else { return };
    facts.retain(|name, _| name != "source" && name != "unknown");
    facts.values_mut().for_each(leave_out_sources);
}
