//! `raymarch PICTURE.png [WIDTH HEIGHT [TIME]]`

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = args.first() else { return Err("where does the picture go? raymarch PICTURE.png [WIDTH HEIGHT [TIME]]".into()) };
    let size = |at: usize, otherwise| args.get(at).map_or(Ok(otherwise), |word| word.parse::<usize>());
    let (width, height) = (size(1, 480)?, size(2, 270)?);
    let time = args.get(3).map_or(Ok(0.4), |word| word.parse::<f32>())?;
    let mut gpu = kern::Device::new(kern::device("h200")?);
    let picture = raymarch::render(&mut gpu, width, height, time)?;
    std::fs::write(path, picture.to_png())?;
    let totals = picture.report.totals;
    println!("{width} x {height} pixels: {} of {} branches split their warp", totals.divergent_branches, totals.branches);
    Ok(())
}
