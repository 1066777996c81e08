//! Prints the table of README.md.

fn main() -> Result<(), kern::Error> {
    let mut gpu = kern::Device::new(kern::device("h200")?);
    print!("{}", tuned::table(&tuned::measure(&mut gpu, 1024, 512)?));
    Ok(())
}
