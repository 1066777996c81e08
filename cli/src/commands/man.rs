//! `kern man`: the pages of the manual.

use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::CommandLine;
use crate::{Outside, usage_error};

pub(crate) fn run(command: Option<&str>, outside: &mut Outside) -> i32 {
    let mut whole = CommandLine::command();
    whole.build();
    let page = match command {
        None => Man::new(whole),
        Some(name) => match whole.find_subcommand(name) {
            Some(found) => Man::new(found.clone().bin_name(format!("kern {name}"))).title(format!("kern-{name}")),
            None => return usage_error(outside, &format!("there is no command `{name}`")),
        },
    };
    let mut text = Vec::new();
    let _ = page.render(&mut text);
    let _ = outside.stdout.write_all(&text);
    0
}
