//! A line on the terminal that says how far a launch is that takes long.

use std::time::{Duration, Instant};

use kern_vm::Progress;

use bar::Bar;

/// How long a launch runs before the line is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// Time between two drawings.
const PAUSE: Duration = Duration::from_millis(100);

/// The line, which is there while a launch takes long.
#[derive(Default)]
pub(crate) struct StatusLine {
    /// Number of the launch, when it was first heard of, when the line was drawn.
    launch: Option<(u64, Instant, Option<Instant>)>,
    /// The line of the program that it was at when last heard of.
    place: String,
    bar: Option<Bar>,
}

impl StatusLine {
    /// A launch goes on.
    pub(crate) fn progress(&mut self, launch: &Progress) {
        let now = Instant::now();
        let known = self.launch.filter(|known| known.0 == launch.launch);
        let (_, since, drawn) = known.unwrap_or((launch.launch, now, None));
        if known.is_none() {
            self.clear();
            self.place.clear();
        }
        let is_time = now - since >= PATIENCE && drawn.is_none_or(|drawn| now - drawn >= PAUSE);
        self.launch = Some((launch.launch, since, if is_time { Some(now) } else { drawn }));
        if !is_time {
            return;
        }
        if let Some(place) = (launch.place)() {
            self.place = format!(" at {}:{}", place.file, place.line);
        }
        self.bar.get_or_insert_with(Bar::new).show(text(launch, &self.place, now - since));
    }

    /// Nothing of the line stays, so that something else can be written; it comes back if the launch goes on.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.clear();
        }
    }

    /// The launch has ended.
    pub(crate) fn end(&mut self) {
        self.clear();
        self.launch = None;
    }
}

#[cfg(not(target_family = "wasm"))]
mod bar {
    use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

    /// The line as it is drawn.
    pub(super) struct Bar(ProgressBar);

    impl Bar {
        pub(super) fn new() -> Bar {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.set_style(ProgressStyle::with_template("{spinner} {wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()));
            Bar(bar)
        }

        pub(super) fn show(&mut self, text: String) {
            self.0.set_message(text);
            self.0.tick();
        }

        pub(super) fn clear(self) {
            self.0.finish_and_clear();
        }
    }
}

/// Where there is no terminal.
#[cfg(target_family = "wasm")]
mod bar {
    pub(super) struct Bar;

    impl Bar {
        pub(super) fn new() -> Bar {
            Bar
        }

        pub(super) fn show(&mut self, _: String) {}

        pub(super) fn clear(self) {}
    }
}

fn text(launch: &Progress, place: &str, time: Duration) -> String {
    let Progress { kernel, ended, blocks, .. } = launch;
    format!("`{kernel}`{place}: {ended} of {blocks} blocks, {} s", time.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_kernel_line_and_blocks() {
        let launch = Progress { launch: 1, kernel: "k(int)", ended: 3, blocks: 64, place: &|| None };
        assert_eq!(text(&launch, " at a.cu:7", Duration::from_millis(2900)), "`k(int)` at a.cu:7: 3 of 64 blocks, 2 s");
    }

    #[test]
    fn it_is_not_shown_at_once() {
        let mut line = StatusLine::default();
        line.progress(&Progress { launch: 1, kernel: "k", ended: 3, blocks: 64, place: &|| panic!("nobody asks yet") });
        assert!(line.bar.is_none());
    }
}
