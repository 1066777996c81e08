//! What is in the picture.

use kern::{Device, Error};

fn gpu() -> Result<Device, Error> {
    Ok(Device::new(kern::device("h200")?))
}

#[test]
fn the_sky_is_above_and_the_floor_below() -> Result<(), Error> {
    let picture = raymarch::render(&mut gpu()?, 64, 36, 0.4)?;
    let [red, _, blue] = picture.pixels[32];
    assert!(blue > red, "the sky is blue");
    let spheres = picture.pixels.iter().filter(|[red, _, blue]| *red > 2.0 * *blue).count();
    assert!((100..1000).contains(&spheres), "{spheres} orange pixels");
    assert!(picture.pixels.iter().flatten().all(|part| part.is_finite() && *part >= 0.0));
    Ok(())
}

#[test]
fn a_picture_whose_sides_are_no_multiples_of_a_block() -> Result<(), Error> {
    let picture = raymarch::render(&mut gpu()?, 17, 9, 0.0)?;
    assert_eq!(picture.pixels.len(), 17 * 9);
    let png = picture.to_png();
    assert_eq!(&png[16..24], [0, 0, 0, 17, 0, 0, 0, 9]);
    assert!(png.ends_with(b"IEND\xae\x42\x60\x82"));
    Ok(())
}

#[kern::test]
fn nothing_races(gpu: &mut Device) -> Result<(), Error> {
    raymarch::render(gpu, 20, 10, 1.0).map(drop)
}
