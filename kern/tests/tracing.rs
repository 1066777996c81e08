//! Launches are spans of the crate `tracing`: what they say, and when.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use kern::{Device, Error, device, grid};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Writes down what happens, a line each.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn line(&self, line: String) {
        self.0.lock().unwrap().push(line);
    }
}

/// Fields as `name=value`.
struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0 += &format!(" {}={value:?}", field.name());
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields(String::new());
        span.record(&mut fields);
        self.line(format!("{} {}{}", span.metadata().level(), span.metadata().name(), fields.0));
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        self.line(format!("{}{}", event.metadata().level(), fields.0));
    }

    fn enter(&self, _: &Id) {
        self.line("in".into());
    }

    fn exit(&self, _: &Id) {
        self.line("out".into());
    }
}

mod kernels {
    kern::kernels! {
        __global__ void set(int *x) { x[threadIdx.x] = 1; }
    }
}

#[test]
fn a_launch_is_a_span_with_an_event_at_its_end() -> Result<(), Error> {
    let log = Log::default();
    tracing::subscriber::with_default(log.clone(), || {
        let mut gpu = Device::new(device("t4")?);
        let mut x = gpu.alloc::<i32>(40)?;
        kernels::set(&mut gpu, grid((1, 1)).block(40), &mut x)?;
        assert!(kernels::set(&mut gpu, grid(1).block(64), &mut x).is_err());
        // What is not done is no span: a launch that does not fit, and one that is recorded.
        assert!(kernels::set(&mut gpu, grid(-1), &mut x).is_err());
        let graph = gpu.record(|gpu| kernels::set(gpu, grid(1), &mut x).map(drop))?;
        graph.launch(&mut gpu).map(drop)
    })?;
    let lines = log.0.lock().unwrap();
    let launch = |block: u32| format!("INFO launch kernel=\"set\" grid=[1, 1, 1] block=[{block}, 1, 1]");
    let expected = [launch(40), "in".into(), "out".into(), launch(64), "in".into(), "out".into(), launch(1), "in".into(), "out".into()];
    let (events, spans): (Vec<&String>, Vec<&String>) = lines.iter().partition(|line| line.contains("launched"));
    assert_eq!(spans.into_iter().cloned().collect::<Vec<_>>(), expected);
    let figures = |findings: u32, error: i32| [format!("findings={findings} "), format!("error={error}")];
    for (event, figures) in events.iter().zip([figures(0, 0), figures(1, 700), figures(0, 0)]) {
        assert!(event.starts_with("INFO message=launched"), "{event}");
        assert!(event.contains(" instructions="), "{event}");
        assert!(figures.iter().all(|figure| event.contains(figure)), "{event}: {figures:?}");
    }
    assert_eq!(events.len(), 3);
    // The event is within the span.
    assert!(lines[2].contains("launched") && lines[3] == "out", "{lines:#?}");
    Ok(())
}
