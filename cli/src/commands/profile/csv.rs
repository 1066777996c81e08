//! One row a launch, columns named as Nsight Compute's metrics.

use kern_vm::device::Device;
use kern_vm::instrument::LaunchReport;
use kern_vm::instrument::metrics::figures::{CACHE_METRICS, METRICS, Metric, ProfiledLaunch};

/// The table, with a head line.
pub(super) fn table(device: &Device, launches: &[LaunchReport]) -> String {
    let mut text = String::from("launch,kernel,grid,block");
    let has_caches = launches.iter().filter_map(|l| l.profile.as_ref()).any(|account| account.has_caches);
    let metrics: Vec<&Metric> = METRICS.iter().chain(if has_caches { CACHE_METRICS } else { &[] }).collect();
    for metric in &metrics {
        text.push(',');
        text.push_str(metric.name);
    }
    text.push('\n');
    for (number, launch) in launches.iter().enumerate() {
        let [grid, block] = [launch.config.grid, launch.config.block].map(|[x, y, z]| format!("\"{x},{y},{z}\""));
        text.push_str(&format!("{number},{},{grid},{block}", field(&launch.kernel)));
        let accounted = ProfiledLaunch::new(device, launch);
        for metric in &metrics {
            let value = accounted.as_ref().map_or(0, |launch| (metric.value)(launch));
            text.push_str(&format!(",{value}"));
        }
        text.push('\n');
    }
    text
}

/// A field, quoted when it has to be (RFC 4180).
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}
