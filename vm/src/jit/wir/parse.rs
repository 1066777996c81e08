//! Reads the text form of warp IR, for tests. Shapes and PTX in it are remarks; the plan has them.

use super::*;

/// A unit from its text.
///
/// # Errors
/// The line that is not understood.
pub(super) fn parse(text: &str) -> Result<Wir, String> {
    let mut wir = Wir::default();
    let (mut is_masked, mut is_stretch) = (false, false);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let plain = line.split("  // ").next().unwrap_or("");
        if plain.starts_with("segment ") {
            wir.segments.push(Segment::default());
            continue;
        }
        if let Some(bounds) = plain.strip_prefix("bounds ") {
            let bounds = Line { words: words(bounds) }.bounds().ok_or_else(|| format!("no bounds: `{line}`"))?;
            wir.bounds.push(bounds);
            continue;
        }
        if let Some(lanes) = plain.strip_prefix("lanes ") {
            let found = Line { words: words(lanes) }.lane_loop().ok_or_else(|| format!("no lane loop: `{line}`"))?;
            wir.lane_loops.push(found);
            continue;
        }
        if wir.segments.is_empty() {
            Line { words: words(plain) }.stretch(&mut wir.stretches).ok_or_else(|| format!("no stretch: `{line}`"))?;
            continue;
        }
        let number = wir.segments.len() - 1;
        let segment = &mut wir.segments[number];
        match plain.trim() {
            "full:" => (is_masked, is_stretch) = (false, false),
            "stretch:" => {
                is_stretch = true;
                let stretch = wir.stretches.iter_mut().find(|stretch| stretch.range.contains(&number));
                stretch.ok_or("there is no stretch here")?.segments.push(Vec::new());
            }
            head @ ("masked:" | "masked, all lanes go to full:") => {
                (is_masked, is_stretch) = (true, false);
                segment.masked = Some(MaskedCopy { rejoins: head != "masked:", body: Vec::new() });
            }
            inst => {
                let inst = Line { words: words(inst) }.inst().ok_or_else(|| format!("no instruction: `{line}`"))?;
                let mut stretches = wir.stretches.iter_mut().filter(|stretch| stretch.range.contains(&number));
                match &mut segment.masked {
                    _ if is_stretch => stretches.next().and_then(|stretch| stretch.segments.last_mut()).ok_or("no stretch")?.push(inst),
                    Some(masked) if is_masked => masked.body.push(inst),
                    _ => segment.full.push(inst),
                }
            }
        }
    }
    Ok(wir)
}

/// Words, the last first; brackets and parentheses are words of their own.
fn words(text: &str) -> Vec<String> {
    let spaced = ["[", "]", "(", ")"].iter().fold(text.to_owned(), |text, bracket| text.replace(bracket, &format!(" {bracket} ")));
    spaced.split_whitespace().rev().map(str::to_owned).collect()
}

struct Line {
    words: Vec<String>,
}

impl Line {
    fn next(&mut self) -> Option<String> {
        self.words.pop()
    }

    fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        self.next()?.parse().ok()
    }

    /// Whether this is the next word; then it is read.
    fn has(&mut self, word: &str) -> bool {
        let is_next = self.words.last().is_some_and(|next| next == word);
        if is_next {
            self.words.pop();
        }
        is_next
    }

    fn value(&mut self) -> Option<Value> {
        value(&self.next()?)
    }

    fn values(&mut self) -> Option<Vec<Value>> {
        self.has("[").then_some(())?;
        let mut list = Vec::new();
        while !self.has("]") {
            list.push(self.value()?);
        }
        Some(list)
    }

    fn inst(mut self) -> Option<Inst> {
        let pc = self.next()?.strip_prefix('@')?.parse().ok()?;
        let kind = self.kind()?;
        if self.has("->") {
            while self.words.last().is_some_and(|word| word != "canonical") {
                self.words.pop();
            }
        }
        let canonical = if self.has("canonical") { self.values()? } else { Vec::new() };
        self.words.is_empty().then_some(Inst { pc, kind, canonical })
    }

    fn kind(&mut self) -> Option<InstKind> {
        Some(match self.next()?.as_str() {
            "compute" => InstKind::Compute,
            "on_demand" => InstKind::OnDemand,
            "lanes" => InstKind::Lanes,
            "execute" => InstKind::Execute,
            "access" => {
                let kind = self.next()?;
                InstKind::Access(access(&kind)?)
            }
            "check" => InstKind::Check(self.check()?),
            "lookup" if self.has("any") => InstKind::Lookup(u32::MAX),
            "lookup" => InstKind::Lookup(self.number()?),
            "count" => InstKind::Count(self.count()?),
            "tell" => InstKind::Tell,
            "prefetch" => InstKind::Prefetch(Stride { step: self.value()?, scale: self.number()? }),
            "join" => InstKind::Join,
            "defer" => InstKind::Defer,
            "spill" => InstKind::Spill(self.values()?),
            "jump" => InstKind::Jump(self.edge()?),
            "branch" => {
                let by = self.decision()?;
                let counter = if self.has("count") { Some(self.number()?) } else { None };
                let then = self.edge()?;
                self.has("else").then_some(())?;
                InstKind::Branch { by, counter, edges: [then, self.edge()?] }
            }
            "switch" => {
                let mut edges = Vec::new();
                while !self.words.is_empty() {
                    edges.push(self.edge()?);
                }
                InstKind::Switch(edges)
            }
            "call" => InstKind::Call,
            "return" => InstKind::Return,
            "end" => InstKind::End,
            "exchange" => {
                let how = self.next()?;
                let known = [Exchange::Direct, Exchange::Helper, Exchange::DirectIfNamed, Exchange::Waits];
                InstKind::Exchange(known.into_iter().find(|exchange| exchange.to_string() == how)?)
            }
            "guard" => {
                (self.has("else") && self.has("exit")).then_some(())?;
                InstKind::Guard(self.exit()?)
            }
            "exit" => InstKind::Exit(self.exit()?),
            word => InstKind::Perform(access(word)?),
        })
    }

    fn bounds(mut self) -> Option<Bounds> {
        self.next()?;
        self.has("in").then_some(())?;
        let range = self.number()?..self.number()?;
        self.has("region").then_some(())?;
        let region = self.number()?;
        self.has("bytes").then_some(())?;
        let bytes = self.number()?;
        let root = if self.has("root") { Some(self.value()?) } else { None };
        Some(Bounds { range, region, root, bytes, is_varying: self.has("varying") })
    }

    fn lane_loop(mut self) -> Option<LaneLoop> {
        self.has("in").then_some(())?;
        let mut found = LaneLoop { range: self.number()?..self.number()?, ..LaneLoop::default() };
        self.has("back").then_some(())?;
        while !self.has("stores") {
            found.latches.push(self.number()?);
        }
        while !self.words.is_empty() {
            found.stored.push(self.number()?);
        }
        Some(found)
    }

    /// A stretch, or a line of the last one.
    fn stretch(mut self, stretches: &mut Vec<Stretch>) -> Option<()> {
        match self.next()?.as_str() {
            "stretch" => {
                self.next()?;
                self.has("in").then_some(())?;
                stretches.push(Stretch { range: self.number()?..self.number()?, ..Stretch::default() });
            }
            "walk" => {
                let address = self.value()?;
                self.has("from").then_some(())?;
                let from = self.number()?;
                self.has("to").then_some(())?;
                let offsets = (from, self.number()?);
                let ground = if self.has("local") {
                    Ground::Local(self.number()?)
                } else if self.has("bounds") {
                    Ground::Bounds(self.number()?)
                } else {
                    self.has("region").then_some(())?;
                    let region = self.number()?;
                    Ground::Region { region, root: if self.has("root") { Some(self.value()?) } else { None } }
                };
                let step = self.step()?;
                stretches.last_mut()?.walks.push(Walk { address, offsets, ground, step });
            }
            "wrap" => {
                let (value, signed) = (self.value()?, self.has("signed"));
                let step = self.step()?;
                stretches.last_mut()?.wraps.push(Wrap { value, signed, step });
            }
            _ => return None,
        }
        self.words.is_empty().then_some(())
    }

    fn step(&mut self) -> Option<Step> {
        self.has("step").then_some(())?;
        let known = self.number()?;
        if !self.has("and") {
            return Some(Step { known, by: None });
        }
        let scale = self.number()?;
        self.has("by").then_some(())?;
        Some(Step { known, by: Some((self.value()?, scale)) })
    }

    fn check(&mut self) -> Option<Check> {
        Some(match self.next()?.as_str() {
            "known" => Check::Known,
            "hoisted" => Check::Hoisted(self.number()?),
            "repeated" => Check::Repeated(self.number()?),
            "walks" => Check::Walks(self.number()?),
            "never" => Check::Never,
            "local" => Check::Local { slot: self.number()?, is_generic: self.has("generic") },
            "region" => {
                let region = self.number()?;
                let root = if self.has("root") { Some(self.value()?) } else { None };
                let lanes = match self.next()?.as_str() {
                    "ends" => Lanes::Ends,
                    "group" => Lanes::Group { first: self.number()?, offsets: (self.number()?, self.number()?) },
                    "in_group" => Lanes::InGroup { first: self.number()? },
                    "index" => Lanes::Index,
                    "each" => Lanes::Each,
                    _ => return None,
                };
                Check::Region { region, root, lanes }
            }
            _ => return None,
        })
    }

    fn count(&mut self) -> Option<Count> {
        let (how, number) = (self.next()?, self.number()?);
        if how == "record" {
            return Some(Count::Record { site: number });
        }
        self.has("at").then_some(())?;
        let at = self.number()?;
        self.has("places").then_some(())?;
        let places = self.number()?;
        match how.as_str() {
            "pattern" => Some(Count::Pattern { site: number, pattern: Pattern { at, places } }),
            "affine" => {
                let distances = if self.has("distances") { Some(self.number()?) } else { None };
                Some(Count::Affine { number, at, places, distances })
            }
            _ => None,
        }
    }

    fn decision(&mut self) -> Option<Decision> {
        Some(match self.next()?.as_str() {
            "uniform" => Decision::Uniform,
            "lanes" => Decision::Lanes,
            "end_lanes" => Decision::EndLanes(self.number()?),
            _ => return None,
        })
    }

    fn edge(&mut self) -> Option<Edge> {
        let word = self.next()?;
        let (target, number) = word.split_once(':')?;
        let (target, number) = (target.parse().ok()?, number.parse().ok()?);
        let mut moves = Vec::new();
        if self.has("(") {
            while !self.has(")") {
                moves.push(one_move(&self.next()?)?);
            }
        }
        Some(Edge { number, target, moves })
    }

    fn exit(&mut self) -> Option<Exit> {
        let reason = match self.next()?.as_str() {
            "barrier_region" => Reason::BarrierRegion,
            "barrier" => Reason::Barrier,
            "deoptimise" => Reason::Deoptimise,
            _ => return None,
        };
        let resume = if self.has("resume") { Some(self.number()?) } else { None };
        self.has("reads").then_some(())?;
        let reads = self.values()?;
        self.has("spill").then_some(())?;
        Some(Exit { reason, resume, reads, spill: self.values()? })
    }
}

fn access(word: &str) -> Option<AccessKind> {
    [AccessKind::Load, AccessKind::Store, AccessKind::Atomic].into_iter().find(|kind| kind.to_string() == word)
}

fn value(word: &str) -> Option<Value> {
    word.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok().map(Value)
}

fn one_move(word: &str) -> Option<Move> {
    let (param, arg) = word.split_once('=')?;
    let (is_dead, is_canonical) = (arg.starts_with("dead:"), arg.starts_with("canonical:"));
    let arg = arg.rsplit(':').next()?;
    Some(Move { param: value(param)?, arg: value(arg)?, is_dead, is_canonical })
}
