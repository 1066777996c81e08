//! That each step is right, and that its counter fell.

use kern::{Device, Error, assert_profile};

fn gpu() -> Result<Device, Error> {
    Ok(Device::new(kern::device("h200")?))
}

#[test]
fn every_step_is_right() -> Result<(), Error> {
    for (width, height) in [(1, 1), (33, 70), (256, 100)] {
        for step in tuned::measure(&mut gpu()?, width, height)? {
            assert!(step.is_right, "{} of {width} x {height}", step.name);
        }
    }
    Ok(())
}

#[test]
fn each_step_lowers_what_the_one_before_showed() -> Result<(), Error> {
    let steps = tuned::measure(&mut gpu()?, 1024, 512)?;
    let [rows, columns, tiles, upright] = &steps[..] else { panic!("there are four") };
    assert_profile!(rows.report, global_load.sectors_per_request == 32.0);
    assert_profile!(columns.report, global_load.sectors_per_request == 4.0);
    assert!(tiles.report.shared_stores.bank_conflicts > 0);
    assert_eq!(upright.report.shared_stores.bank_conflicts + upright.report.shared_loads.bank_conflicts, 0);
    // The page shows what it is today.
    let page = include_str!("../README.md");
    assert!(page.contains(&tuned::table(&steps)), "{}", tuned::table(&steps));
    Ok(())
}

#[kern::test]
fn nothing_races(gpu: &mut Device) -> Result<(), Error> {
    tuned::measure(gpu, 70, 40).map(drop)
}
