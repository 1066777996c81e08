//! Devices: what a program may ask of the GPU it runs on, by product.
//!
//! The table is `devices.toml` (facts with their sources), of which `build.rs` makes a text of JSON for each product; it is read
//! when the product is asked for.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Key and facts of each product, in the order of their keys.
const TABLE: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/devices.rs"));

/// The product used unless another is asked for.
pub const DEFAULT: &str = "h200";

/// A product.
#[derive(Clone, PartialEq, Debug)]
pub struct Device {
    /// Key in the table: `gh100_h200_sxm`.
    pub key: String,
    /// As NVIDIA calls it.
    pub name: String,
    /// Compute capability.
    pub major: u32,
    /// Compute capability.
    pub minor: u32,
    /// Streaming multiprocessors.
    pub sm_count: u32,
    /// Bytes of device memory.
    pub memory_bytes: u64,
    /// Bytes.
    pub l2_bytes: u64,
    /// MHz.
    pub clock_mhz: u32,
    /// MHz.
    pub memory_clock_mhz: u32,
    /// Bits.
    pub memory_bus_bits: u32,
    /// Threads.
    pub max_threads_per_block: u32,
    /// Threads.
    pub max_threads_per_sm: u32,
    /// Blocks.
    pub max_blocks_per_sm: u32,
    /// 32-bit registers.
    pub regs_per_sm: u32,
    /// 32-bit registers.
    pub regs_per_block: u32,
    /// 32-bit registers.
    pub max_regs_per_thread: u32,
    /// Bytes.
    pub shared_per_sm: u32,
    /// Bytes a block may use without asking.
    pub shared_per_block: u32,
    /// Bytes a block may use after `cudaFuncSetAttribute`.
    pub shared_per_block_optin: u32,
    /// Bytes the system takes from each block's shared memory.
    pub shared_reserved_per_block: u32,
    /// Bytes.
    pub constant_bytes: u32,
    /// Bytes of local memory of a thread.
    pub local_bytes_per_thread: u32,
    /// Threads along x, y, z.
    pub max_block_dim: [u32; 3],
    /// Blocks along x, y, z.
    pub max_grid_dim: [u32; 3],
    /// All of its rows: `occupancy.smem_alloc_unit` and so on.
    pub facts: Map<String, Value>,
}

impl Device {
    /// The product whose key is `name`, or ends in it, or contains it as a word: `h200`, `t4`, `gtx480`.
    pub fn find(name: &str) -> Option<Device> {
        let name = name.to_ascii_lowercase();
        let exact = TABLE.iter().find(|(key, _)| *key == name);
        Device::read(exact.or_else(|| TABLE.iter().find(|(key, _)| key.split('_').any(|part| part == name)))?)
    }

    /// Every product.
    pub fn all() -> Vec<Device> {
        TABLE.iter().filter_map(Device::read).collect()
    }

    fn read((key, text): &(&str, &str)) -> Option<Device> {
        Some(Device::from_facts(key, serde_json::from_str(text).ok()?))
    }

    fn from_facts(key: &str, facts: Map<String, Value>) -> Device {
        let number = |group: &str, name: &str| -> Option<u64> {
            let table = if group.is_empty() { &facts } else { facts.get(group)?.as_object()? };
            table.get(name)?.as_u64()
        };
        let int = |group: &str, name: &str, default: u32| number(group, name).map_or(default, |n| n as u32);
        let triple = |name: &str, default: [u32; 3]| -> [u32; 3] {
            let list = facts.get("occupancy").and_then(|o| o.get(name)).and_then(|v| v.as_array());
            let get = |i: usize| list.and_then(|l| l.get(i)).and_then(Value::as_u64).map_or(default[i], |n| n as u32);
            [get(0), get(1), get(2)]
        };
        let shared_per_block = int("occupancy", "smem_per_block_default", 49152);
        Device {
            key: key.to_string(),
            name: facts.get("name").and_then(|n| n.as_str()).unwrap_or(key).to_string(),
            major: int("", "cc_major", 9),
            minor: int("", "cc_minor", 0),
            sm_count: int("", "sm_count", 1),
            memory_bytes: number("", "dram_bytes").unwrap_or(1 << 30),
            l2_bytes: number("", "l2_bytes").unwrap_or(0),
            clock_mhz: number("", "boost_mhz").or(number("", "shader_mhz")).or(number("", "base_mhz")).unwrap_or(1000) as u32,
            memory_clock_mhz: int("", "mem_mhz", 1000),
            memory_bus_bits: int("", "mem_bus_bits", 256),
            max_threads_per_block: int("occupancy", "max_threads_per_block", 1024),
            max_threads_per_sm: int("occupancy", "max_threads_per_sm", 2048),
            max_blocks_per_sm: int("occupancy", "max_blocks_per_sm", 32),
            regs_per_sm: int("occupancy", "regs_per_sm", 65536),
            regs_per_block: int("occupancy", "regs_per_block", 65536),
            max_regs_per_thread: int("occupancy", "max_regs_per_thread", 255),
            shared_per_sm: int("occupancy", "smem_per_sm", 49152),
            shared_per_block,
            shared_per_block_optin: int("occupancy", "smem_per_block_optin", shared_per_block),
            shared_reserved_per_block: int("occupancy", "smem_reserved_per_block", 0),
            constant_bytes: int("constant_texture", "constant_bytes", 65536),
            local_bytes_per_thread: int("constant_texture", "local_bytes_per_thread", 524288),
            max_block_dim: triple("max_block_dim", [1024, 1024, 64]),
            max_grid_dim: triple("max_grid_dim", [2147483647, 65535, 65535]),
            facts,
        }
    }

    /// A number of the table: `fact("shared", "banks")`; group `""` is the product's own.
    pub fn fact(&self, group: &str, name: &str) -> Option<f64> {
        let table = if group.is_empty() { &self.facts } else { self.facts.get(group)?.as_object()? };
        table.get(name)?.as_f64()
    }

    /// All numbers of the table, as `group.name` (or `name`).
    pub fn numbers(&self) -> BTreeMap<String, f64> {
        let mut all = BTreeMap::new();
        for (name, value) in &self.facts {
            if let Some(group) = value.as_object() {
                for key in group.keys() {
                    all.extend(self.fact(name, key).map(|n| (format!("{name}.{key}"), n)));
                }
            } else {
                all.extend(self.fact("", name).map(|n| (name.clone(), n)));
            }
        }
        all
    }
}

/// Keys of the table, in its order.
pub fn keys() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(key, _)| *key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_the_verified_one() {
        let h200 = Device::find(DEFAULT).unwrap();
        assert_eq!((h200.major, h200.minor, h200.sm_count), (9, 0, 132));
        assert_eq!(h200.shared_per_block, 49152);
        assert_eq!(h200.max_grid_dim, [2147483647, 65535, 65535]);
        assert_eq!(h200.fact("shared", "banks"), Some(32.0));
    }

    #[test]
    fn every_product_parses() {
        let all = Device::all();
        assert_eq!(all.len(), 25);
        assert!(all.iter().all(|d| d.sm_count > 0 && d.memory_bytes > 0));
        assert_eq!(Device::find("gtx480").unwrap().major, 2);
        assert!(Device::find("nonsense").is_none());
    }
}
