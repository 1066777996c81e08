//! `kern devices`: the device table.

use std::io::Write;

use kern_vm::device::Device;

use crate::Outside;

pub(crate) fn run(json: bool, outside: &mut Outside) -> i32 {
    let devices = Device::all();
    if json {
        for device in &devices {
            let row = serde_json::json!({
                "key": device.key, "name": device.name, "compute_capability": format!("{}.{}", device.major, device.minor),
                "sm_count": device.sm_count, "memory_bytes": device.memory_bytes, "l2_bytes": device.l2_bytes,
                "max_threads_per_sm": device.max_threads_per_sm, "shared_per_block": device.shared_per_block,
                "shared_per_block_optin": device.shared_per_block_optin, "facts": device.numbers(),
            });
            let _ = writeln!(outside.stdout, "{row}");
        }
        return 0;
    }
    let _ = writeln!(outside.stdout, "{:<16} {:<30} {:>4} {:>5} {:>9} {:>11}", "--device", "product", "CC", "SMs", "memory", "shared/SM");
    for device in &devices {
        // The second word of the key is the product; it serves unless another product has it too.
        let short = device.key.split('_').nth(1).unwrap_or(&device.key);
        let is_unique = Device::find(short).is_some_and(|found| found.key == device.key);
        let _ = writeln!(
            outside.stdout,
            "{:<16} {:<30} {:>4} {:>5} {:>5} GiB {:>7} KiB{}",
            if is_unique { short } else { &device.key },
            device.name,
            format!("{}.{}", device.major, device.minor),
            device.sm_count,
            (device.memory_bytes as f64 / (1u64 << 30) as f64).round(),
            device.shared_per_sm / 1024,
            if Device::find(kern_vm::device::DEFAULT).is_some_and(|d| d.key == device.key) { "  default" } else { "" },
        );
    }
    0
}
