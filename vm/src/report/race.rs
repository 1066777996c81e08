//! Reports of the races of a launch.

use super::accessed::Names;
use super::copies;
use super::flags;
use super::missing_barrier::leads;
use super::one_mistake::{follows_from_another, one_of_each};
use super::race_finding::finding;
use super::race_help::is_unlock;
use super::race_pairs::{Shown, in_program_order, note_barriers, warps_first};
use super::volatile;
use crate::finding::{Finding, Place};
use crate::instrument::hazard::{Race, Races};
use crate::launch::LaunchConfig;
use crate::machine::Machine;
use crate::memory::Site;
use kern_diag::Code;
use kern_ir::analysis::Message;

/// Reports the races of the launch that has ended; the instructions that race.
pub(crate) fn report(machine: &mut Machine, function: u32, config: &LaunchConfig, params: &[u8], place: Option<&Place>) -> Vec<Site> {
    let Races { list: races, untold, was_full } = machine.sinks.races();
    let parties = races.iter().flat_map(|race| [race.first, race.second]);
    let sites = parties.filter_map(|party| party.site.map(|site| site.2)).collect();
    let (of_volatile, races): (Vec<Race>, Vec<Race>) = races.into_iter().partition(|race| race.are_volatile);
    let races = races.into_iter().map(|race| as_in_code(machine, race));
    let (unwaited, races): (Vec<Race>, Vec<Race>) = races.partition(|race| race.unwaited.is_some());
    let mut races = in_program_order(machine, races);
    warps_first(&mut races);
    note_barriers(machine, &mut races);
    let messages: Vec<Option<Message>> = races.iter().map(|shown| flags::between_blocks(machine, &shown.race)).collect();
    let others: Vec<(&Shown, Option<&Message>)> = races.iter().zip(messages.iter().map(Option::as_ref)).collect();
    let mut findings = Vec::new();
    for (shown, message) in races.iter().zip(&messages) {
        let is_part = || is_part(machine, shown, message.as_ref(), &others) || follows_from_another(machine, &shown.race, &races);
        if shown.race.is_announced && message.is_none() || is_part() {
            continue;
        }
        let names = Names { function, config, params };
        let told = match message {
            Some(Message::Wait) => {
                let of_flag = |(other, what): (&Shown, &Option<Message>)| match what {
                    Some(Message::Announced(flag)) if shown.race.joins(flag, &other.race) => Some(other.race),
                    _ => None,
                };
                let announced: Vec<Race> = races.iter().zip(&messages).filter_map(of_flag).collect();
                flags::waits(machine, &shown.race, &announced, &names)
            }
            Some(Message::Announced(flag)) => flags::announced(machine, &shown.race, flag, &names),
            None => None,
        };
        if told.is_some() || machine.config.check_races {
            findings.push(told.unwrap_or_else(|| finding(machine, shown, &names)));
        }
    }
    one_of_each(findings).into_iter().for_each(|finding| _ = machine.findings.report(finding));
    if untold > 0 && machine.config.check_races {
        let message = format!("{untold} more pairs of places race in this launch; they are told of when those above are mended");
        machine.findings.report(Finding::new(Code::MORE_RACES, place.cloned(), message).remark());
    }
    let names = Names { function, config, params };
    if machine.config.check_races {
        copies::report(machine, unwaited, &names);
    }
    volatile::report(machine, of_volatile, &names);
    if was_full && machine.config.check_races {
        let finding = Finding::new(Code::SHADOW_FULL, place.cloned(), "there was no memory left to look for all races of this launch")
            .label("of what it touched later nothing is known")
            .help("allow more with `--max-memory`, or run it with less data")
            .warning();
        machine.findings.report(finding);
    }
    sites
}

/// A copy that comes last in the code does not come too late, but too early.
fn as_in_code(machine: &Machine, race: Race) -> Race {
    match race.unwaited {
        Some(what) if what.is_in_bulk && !leads(machine, &race) && leads(machine, &race.swapped()) => {
            Race { unwaited: None, is_copied: race.first.writes, ..race.swapped() }
        }
        _ => race,
    }
}

/// Whether a race is part of a mistake that another one tells of.
fn is_part(machine: &Machine, shown: &Shown, message: Option<&Message>, others: &[(&Shown, Option<&Message>)]) -> bool {
    let race = &shown.race;
    let parties = |race: &Race| [race.first.site, race.second.site];
    others.iter().any(|(other, what)| match (message, what) {
        // What a flag announces that nobody waits for rightly.
        (Some(Message::Announced(flag)), Some(Message::Wait)) => other.race.joins(flag, race),
        // What one who holds a lock undoes, since nothing orders what is done under it.
        (_, Some(Message::Announced(flag))) if flag.is_lock && race.undoes => {
            other.race.write_and_read().and_then(|(write, _)| write.site) == race.second.site
        }
        // Who gives a lock back by a plain store races with whoever takes it, and with others who give it back.
        _ => race.first.site == race.second.site && parties(&other.race).contains(&race.first.site) && is_unlock(machine, &other.race),
    })
}
