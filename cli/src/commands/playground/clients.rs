//! Who asks: a client has so many runs and checks in ten seconds, one run at a time and one that waits; a newer check ends the
//! one before it, for its text is old.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::job::Kind;

/// What a client may ask for in [`PERIOD`]; the lessons' page checks while one types.
const RUNS: f64 = 10.0;
const CHECKS: f64 = 60.0;
const PERIOD: Duration = Duration::from_secs(10);
/// Runs of a client that run or wait.
const MOST_RUNS: usize = 2;
/// Clients that are remembered; one that asked for nothing in [`PERIOD`] is forgotten first.
const MOST_CLIENTS: usize = 10_000;

/// Where a request comes from, and the number that its page was given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Client {
    pub(super) address: IpAddr,
    pub(super) number: Option<u64>,
}

/// What is known of a client.
struct Account {
    runs: f64,
    checks: f64,
    seen: Instant,
    in_flight: usize,
    /// Dropped when a newer check comes.
    check: Option<oneshot::Sender<()>>,
}

/// All clients.
pub(super) struct Clients {
    accounts: Arc<Mutex<HashMap<Client, Account>>>,
    /// Makes numbers that nobody can guess.
    random: RandomState,
}

/// Leave to do one thing, until it is dropped.
pub(super) struct Leave {
    accounts: Arc<Mutex<HashMap<Client, Account>>>,
    client: Client,
    kind: Kind,
    /// Gives an error when the work is not wanted any more.
    pub(super) superseded: Option<oneshot::Receiver<()>>,
}

/// Why not now.
#[derive(Debug)]
pub(super) struct TooMuch {
    pub(super) said: String,
    /// Seconds after which it may be tried again.
    pub(super) retry_after: u64,
}

impl Clients {
    pub(super) fn new() -> Clients {
        Clients { accounts: Arc::default(), random: RandomState::new() }
    }

    /// A number for a page.
    pub(super) fn number(&self) -> u64 {
        static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        self.random.hash_one(COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
    }

    /// Whether `client` may do this at `now`.
    ///
    /// # Errors
    /// It asked for too much.
    pub(super) fn leave(&self, client: Client, kind: Kind, now: Instant) -> Result<Leave, TooMuch> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if accounts.len() >= MOST_CLIENTS && !accounts.contains_key(&client) {
            accounts.retain(|_, account| account.in_flight > 0 || now.duration_since(account.seen) < PERIOD);
            if accounts.len() >= MOST_CLIENTS {
                return Err(TooMuch { said: "too many pages ask at once: try again in a few seconds".into(), retry_after: 10 });
            }
        }
        let new = || Account { runs: RUNS, checks: CHECKS, seen: now, in_flight: 0, check: None };
        let account = accounts.entry(client).or_insert_with(new);
        let share = now.duration_since(account.seen).as_secs_f64() / PERIOD.as_secs_f64();
        account.seen = now;
        account.runs = (account.runs + share * RUNS).min(RUNS);
        account.checks = (account.checks + share * CHECKS).min(CHECKS);
        let (left, most, what) =
            if kind == Kind::Check { (&mut account.checks, CHECKS, "checks") } else { (&mut account.runs, RUNS, "runs") };
        if *left < 1.0 {
            let said = format!("a page may ask for {most} {what} in {} seconds: try again in a few seconds", PERIOD.as_secs());
            let wait = (1.0 - *left) * PERIOD.as_secs_f64() / most;
            return Err(TooMuch { said, retry_after: wait.ceil() as u64 });
        }
        if kind != Kind::Check && account.in_flight == MOST_RUNS {
            let said = "this page has a program that runs and one that waits already: stop one, or wait for its end".to_string();
            return Err(TooMuch { said, retry_after: 1 });
        }
        *left -= 1.0;
        let mut superseded = None;
        if kind == Kind::Check {
            let (sender, receiver) = oneshot::channel();
            account.check = Some(sender);
            superseded = Some(receiver);
        } else {
            account.in_flight += 1;
        }
        Ok(Leave { accounts: self.accounts.clone(), client, kind, superseded })
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(account) = accounts.get_mut(&self.client).filter(|_| self.kind != Kind::Check) {
            account.in_flight -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u64) -> Client {
        Client { address: IpAddr::from([127, 0, 0, 1]), number: Some(number) }
    }

    #[test]
    fn a_client_has_ten_runs_in_ten_seconds() {
        let (clients, start) = (Clients::new(), Instant::now());
        for _ in 0..10 {
            assert!(clients.leave(client(1), Kind::Run, start).is_ok());
        }
        let refused = clients.leave(client(1), Kind::Run, start).err().expect("the eleventh");
        assert!(refused.said.contains("10 runs in 10 seconds") && refused.retry_after == 1, "{refused:?}");
        assert!(clients.leave(client(2), Kind::Run, start).is_ok());
        assert!(clients.leave(client(1), Kind::Check, start).is_ok());
        assert!(clients.leave(client(1), Kind::Run, start + Duration::from_millis(1100)).is_ok());
    }

    #[test]
    fn one_run_goes_on_and_one_waits() {
        let (clients, now) = (Clients::new(), Instant::now());
        let first = clients.leave(client(1), Kind::Run, now).expect("the first");
        let _second = clients.leave(client(1), Kind::Profile, now).expect("the second");
        let refused = clients.leave(client(1), Kind::Run, now).err().expect("the third");
        assert!(refused.said.contains("one that waits"), "{refused:?}");
        drop(first);
        assert!(clients.leave(client(1), Kind::Run, now).is_ok());
    }

    #[test]
    fn a_newer_check_ends_the_one_before() {
        let (clients, now) = (Clients::new(), Instant::now());
        let mut first = clients.leave(client(1), Kind::Check, now).expect("the first");
        let received = |leave: &mut Leave| leave.superseded.as_mut().expect("a check").try_recv();
        assert_eq!(received(&mut first), Err(oneshot::error::TryRecvError::Empty));
        let mut second = clients.leave(client(1), Kind::Check, now).expect("the second");
        assert_eq!(received(&mut first), Err(oneshot::error::TryRecvError::Closed));
        assert_eq!(received(&mut second), Err(oneshot::error::TryRecvError::Empty));
    }

    #[test]
    fn clients_are_forgotten() {
        let (clients, start) = (Clients::new(), Instant::now());
        for number in 0..MOST_CLIENTS as u64 {
            assert!(clients.leave(client(number), Kind::Check, start).is_ok());
        }
        assert!(clients.leave(client(1 << 40), Kind::Check, start).is_err());
        assert!(clients.leave(client(1 << 40), Kind::Check, start + PERIOD).is_ok());
        assert_eq!(clients.accounts.lock().expect("no panic").len(), 1);
    }
}
