//! `kern grade`: what each of many submissions reaches of an exercise, as text, JUnit XML, JSON or a table.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use kern_diag::SourceMap;
use serde_json::{Value, json};

use super::lesson::machine;
use crate::args::{Format, GradeArgs};
use crate::compile::fail;
use crate::files::unwritable;
use crate::lesson::exercise::{Folder, read};
use crate::lesson::grade::{Grade, grade};
use crate::lesson::machine::Machine;
use crate::report::Reporter;
use crate::report::junit::escaped;
use crate::{EXIT_USAGE, Outside};

/// A submission, and what became of it. `Err`: it is none of this exercise.
struct Graded {
    name: String,
    grade: Result<Grade, String>,
}

impl Graded {
    fn is_done(&self) -> bool {
        self.grade.as_ref().is_ok_and(Grade::is_done)
    }

    fn points(&self) -> u32 {
        self.grade.as_ref().map_or(0, Grade::points)
    }
}

pub(crate) fn run(args: &GradeArgs, outside: &mut Outside) -> i32 {
    let folder = match Folder::open(&args.exercise) {
        Ok(folder) => folder,
        Err(problem) => {
            let _ = writeln!(outside.stderr, "error: {problem}");
            return EXIT_USAGE;
        }
    };
    let machine = Machine { engine: args.engine, ..machine(outside) };
    let mut all = Vec::new();
    for path in &args.submissions {
        let grade = read(path).and_then(|text| grade(&folder, &text, &machine));
        let graded = Graded { name: path.display().to_string(), grade };
        let _ = writeln!(outside.stdout, "{}", line(&folder, &graded));
        let _ = outside.stdout.flush();
        all.push(graded);
    }
    let done = all.iter().filter(|graded| graded.is_done()).count();
    let _ = writeln!(outside.stdout, "{done} of {} reach all goals", all.len());
    let written = write(args.junit.as_deref(), || junit(&folder, &all))
        .and_then(|()| write(args.json.as_deref(), || format!("{}\n", object(&folder, &all))))
        .and_then(|()| write(args.csv.as_deref(), || table(&folder, &all)));
    if let Err(problem) = written {
        let mut reporter = Reporter::of(Format::Text, String::new(), outside);
        fail(&problem, &SourceMap::new(), &mut reporter, outside);
        return EXIT_USAGE;
    }
    i32::from(done < all.len())
}

fn write(path: Option<&Path>, text: impl FnOnce() -> String) -> Result<(), Box<kern_diag::Diagnostic>> {
    let Some(path) = path else { return Ok(()) };
    std::fs::write(path, text()).map_err(|error| Box::new(unwritable(&path.display().to_string(), &error)))
}

/// `anna.cu: 4 of 5 points; not reached: no bank conflicts`.
fn line(folder: &Folder, graded: &Graded) -> String {
    let (name, of) = (&graded.name, folder.exercise.points());
    match &graded.grade {
        Err(problem) if problem.starts_with(name.as_str()) => problem.clone(),
        Err(problem) => format!("{name}: {problem}"),
        Ok(grade) => {
            let missed: Vec<&str> = grade.goals.iter().filter(|goal| goal.result.is_err()).map(|goal| goal.text.as_str()).collect();
            let missed = if missed.is_empty() { String::new() } else { format!("; not reached: {}", missed.join(", ")) };
            format!("{name}: {} of {of} points{missed}", grade.points())
        }
    }
}

/// A suite a submission, a test case a goal.
fn junit(folder: &Folder, all: &[Graded]) -> String {
    let goals = folder.exercise.goal.len();
    let failures = |graded: &Graded| match &graded.grade {
        Ok(grade) => grade.goals.iter().filter(|goal| goal.result.is_err()).count(),
        Err(_) => goals,
    };
    let (tests, failed): (usize, usize) = (goals * all.len(), all.iter().map(failures).sum());
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let title = escaped(&folder.exercise.title);
    let _ = writeln!(xml, "<testsuites name=\"{title}\" tests=\"{tests}\" failures=\"{failed}\" errors=\"0\">");
    for graded in all {
        let name = escaped(&graded.name);
        let _ =
            writeln!(xml, "  <testsuite name=\"{name}\" tests=\"{goals}\" failures=\"{}\" errors=\"0\" skipped=\"0\">", failures(graded));
        for (number, goal) in folder.exercise.goal.iter().enumerate() {
            let _ = write!(xml, "    <testcase classname=\"{name}\" name=\"{}\"", escaped(&goal.text));
            let why = match &graded.grade {
                Ok(grade) => grade.goals.get(number).and_then(|goal| goal.result.as_ref().err()),
                Err(problem) => Some(problem),
            };
            let _ = match why {
                None => writeln!(xml, "/>"),
                Some(why) => writeln!(xml, ">\n      <failure message=\"{}\"/>\n    </testcase>", escaped(why)),
            };
        }
        xml.push_str("  </testsuite>\n");
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn object(folder: &Folder, all: &[Graded]) -> Value {
    let one = |graded: &Graded| {
        let (grade, error) = match &graded.grade {
            Ok(grade) => (grade.value(folder), Value::Null),
            Err(problem) => (Value::Null, problem.as_str().into()),
        };
        json!({ "submission": graded.name, "points": graded.points(), "grade": grade, "error": error })
    };
    json!({
        "schema": 1,
        "exercise": folder.exercise.title,
        "points": folder.exercise.points(),
        "submissions": all.iter().map(one).collect::<Vec<_>>(),
    })
}

/// Points as comma-separated values (RFC 4180).
fn table(folder: &Folder, all: &[Graded]) -> String {
    let goals = &folder.exercise.goal;
    let head = ["submission".to_string(), "points".into()].into_iter().chain(goals.iter().map(|goal| goal.text.clone()));
    let mut text = row(head);
    for graded in all {
        let points = |number: usize| match &graded.grade {
            Ok(grade) => grade.goals.get(number).filter(|goal| goal.result.is_ok()).map_or(0, |goal| goal.points),
            Err(_) => 0,
        };
        let of_goals = (0..goals.len()).map(|number| points(number).to_string());
        text.push_str(&row([graded.name.clone(), graded.points().to_string()].into_iter().chain(of_goals)));
    }
    text
}

/// A row, whose cells are quoted where they have to be; one that a spreadsheet would take for a formula begins with a quote.
fn row(cells: impl Iterator<Item = String>) -> String {
    let cells = cells.map(|cell| {
        let cell = if cell.starts_with(['=', '+', '-', '@']) { format!("'{cell}") } else { cell };
        if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
    });
    cells.collect::<Vec<_>>().join(",") + "\n"
}
