//! What `#[kern::test]` does not take.
use kern::Device;

#[kern::test(seeds = 16)]
fn seeds(gpu: &mut Device) {}

#[kern::test(seeds = 4..4, device = "t4")]
fn no_seeds(gpu: &mut Device) {}

#[kern::test(device = "t4", seeds = 4..)]
fn all_seeds(gpu: &mut Device) {}

#[kern::test(seeds = "few", sanitize = false)]
fn words(gpu: &mut Device) {}

#[kern::test(gpus = 2)]
fn setting(gpu: &mut Device) {}

#[kern::test(device = t4)]
fn device(gpu: &mut Device) {}

#[kern::test]
fn nothing() {}

#[kern::test]
async fn later(gpu: &mut Device) {}

#[kern::test]
struct NoFunction;

#[kern::test(device = "t4", sanitize = true)]
fn wrong_type(gpu: &mut u32) {}

fn main() {}
