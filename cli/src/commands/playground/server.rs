//! The HTTP server: who may ask, what is there, and answers as lines of JSON, one event a line, while they happen.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Path, Request as HttpRequest, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, COOKIE as HEADER_COOKIE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, RETRY_AFTER, SET_COOKIE,
};
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_core::Stream;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::cache::{Cache, Key};
use super::clients::{Client, Clients, Leave};
use super::job::Events;
use super::queue::{MOST_WAITING, Queue, Ticket};
use super::{Settings, assets, data, examples, job};
use crate::job::{Kind, MOST_REQUEST, Request};

/// What the handlers share.
struct Server {
    settings: Settings,
    queue: Queue,
    cache: Mutex<Cache>,
    clients: Clients,
}

/// The cookie with a client's number.
const COOKIE: &str = "kern-client";

/// Events that wait to be sent; a slow reader stops the job.
const MOST_EVENTS_WAITING: usize = 64;

/// Serves until the process is told to end.
///
/// # Errors
/// The system does not let it.
pub(super) fn serve(settings: Settings, listener: std::net::TcpListener, ready: impl FnOnce()) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async move {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let queue = Queue::new(settings.jobs);
        let app = router(Arc::new(Server { settings, queue, cache: Mutex::default(), clients: Clients::new() }));
        let app = app.into_make_service_with_connect_info::<SocketAddr>();
        let end = told_to_end()?;
        ready();
        tokio::select! {
            served = async { axum::serve(listener, app).await } => served,
            () = end => Ok(()),
        }
    })
}

/// Ends when the process is to end.
#[cfg(unix)]
fn told_to_end() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn told_to_end() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

fn router(server: Arc<Server>) -> Router {
    let mut router = Router::new().route("/", get(page));
    for asset in assets::ASSETS {
        router = router.route(asset.path, get(move || async move { ([(CONTENT_TYPE, asset.kind)], asset.bytes) }));
    }
    router = router
        .route("/healthz", get(async || "ok\n"))
        .route("/api/examples", get(async || answer(StatusCode::OK, &examples::examples())))
        .route("/api/lessons", get(lessons))
        .route("/api/devices", get(async || answer(StatusCode::OK, &data::devices())))
        .route("/api/opcodes", get(async || answer(StatusCode::OK, &data::opcodes())))
        .route("/api/explain/{code}", get(explain))
        .route("/api/file", get(file));
    for (name, kind) in Kind::ALL {
        let handler = move |State(server): State<Arc<Server>>, from: ConnectInfo<SocketAddr>, headers: HeaderMap, body: Body| {
            begin(server, kind, from.0, headers, body)
        };
        router = router.route(&format!("/api/{name}"), post(handler));
    }
    router
        .fallback(async || refusal(StatusCode::NOT_FOUND, "there is no such page here"))
        .method_not_allowed_fallback(async || refusal(StatusCode::METHOD_NOT_ALLOWED, "this address takes another method"))
        .layer(from_fn_with_state(server.clone(), guard))
        .with_state(server)
}

/// A value as an answer.
fn answer(status: StatusCode, value: &Value) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], format!("{value}\n")).into_response()
}

/// A sentence that says why not.
fn refusal(status: StatusCode, sentence: &str) -> Response {
    answer(status, &json!({ "error": sentence }))
}

/// Lets in only what the page itself asks, and says in each answer what the page may do.
///
/// A page of somebody else could otherwise let its visitor's browser run programs here: the browser names that page as the
/// origin, or, when the page's own name was turned into this address (DNS rebinding), as the host.
async fn guard(State(server): State<Arc<Server>>, request: HttpRequest, next: Next) -> Response {
    let mut response = match refused(&server, request.method(), request.headers()) {
        Some(refusal) => refusal,
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Why a request is not let in.
fn refused(server: &Server, method: &Method, headers: &HeaderMap) -> Option<Response> {
    let settings = &server.settings;
    let port = settings.address.port();
    let names = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
    let header = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?").to_ascii_lowercase());
    let is_any_name = settings.is_for_others && settings.names.is_empty();
    let without_port = |host: &str| host.rsplit_once(':').map_or(host, |(name, _)| name).to_string();
    let is_here = |host: &str| {
        names.iter().any(|name| name == host)
            || (port == 80 && ["127.0.0.1", "localhost"].contains(&host))
            || settings.names.contains(&without_port(host))
            || is_any_name
    };
    let is_change = method != Method::GET && method != Method::HEAD;
    let host = header(HOST);
    if !host.as_deref().is_some_and(is_here) {
        return Some(refusal(
            StatusCode::MISDIRECTED_REQUEST,
            "the playground answers under its own names only: 127.0.0.1, localhost, `--name`",
        ));
    }
    // Whoever stands before this server may speak TLS.
    let is_own = |origin: &str| {
        let scheme = if settings.is_for_others { origin.strip_prefix("https://") } else { None };
        let name = origin.strip_prefix("http://").or(scheme);
        name.is_some_and(|name| if settings.is_for_others { host.as_deref() == Some(name) } else { is_here(name) })
    };
    let is_other_origin = header(ORIGIN).is_some_and(|origin| !is_own(&origin));
    let is_other_site =
        header(HeaderName::from_static("sec-fetch-site")).is_some_and(|site| !["same-origin", "none"].contains(&site.as_str()));
    (is_other_origin || (is_change && is_other_site))
        .then(|| refusal(StatusCode::FORBIDDEN, "the playground does what its own page asks, not what another page does"))
}

/// The page. Its styles carry a number that is another one each time, so that only they count.
async fn page(State(server): State<Arc<Server>>, headers: HeaderMap) -> Response {
    let nonce = format!("{:016x}{:016x}", server.clients.number(), server.clients.number());
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let text = assets::PAGE.replace("%NONCE%", &nonce).replace("%ENGINE%", "server").replace("%POLICY%", "");
    let kind = "text/html; charset=utf-8".to_string();
    let mut response = ([(CONTENT_TYPE, kind), (HeaderName::from_static("content-security-policy"), policy)], text).into_response();
    if server.settings.is_for_others && number_of(&headers).is_none() {
        let cookie = format!("{COOKIE}={:016x}; Path=/; HttpOnly; SameSite=Strict", server.clients.number());
        response.headers_mut().extend(HeaderValue::from_str(&cookie).ok().map(|cookie| (SET_COOKIE, cookie)));
    }
    response
}

/// The number that a page was given.
fn number_of(headers: &HeaderMap) -> Option<u64> {
    let cookies = headers.get(HEADER_COOKIE)?.to_str().ok()?;
    let number = cookies.split(';').find_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='))?;
    u64::from_str_radix(number, 16).ok()
}

async fn lessons(State(server): State<Arc<Server>>) -> Response {
    answer(StatusCode::OK, &data::lessons(server.settings.lessons))
}

/// The page of a code, in Markdown.
async fn explain(Path(code): Path<String>) -> Response {
    match kern_diag::lookup(&code) {
        Some(row) => answer(StatusCode::OK, &data::page_of(row)),
        None => refusal(StatusCode::NOT_FOUND, "there is no such code"),
    }
}

/// The file of the command line, as it is now.
async fn file(State(server): State<Arc<Server>>) -> Response {
    let Some(path) = &server.settings.file else { return answer(StatusCode::OK, &Value::Null) };
    match assets::file(path) {
        Ok(file) => answer(StatusCode::OK, &file),
        Err(problem) => refusal(StatusCode::NOT_FOUND, &problem.message),
    }
}

/// Begins a job; the answer is its events.
async fn begin(server: Arc<Server>, kind: Kind, from: SocketAddr, headers: HeaderMap, body: Body) -> Response {
    // A form of another page cannot send this type without being asked first.
    if !headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json")) {
        return refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a request is of type application/json");
    }
    let Ok(bytes) = to_bytes(body, MOST_REQUEST).await else {
        return refusal(StatusCode::PAYLOAD_TOO_LARGE, &format!("a request has at most {MOST_REQUEST} bytes"));
    };
    let request = match suited(&server.settings, kind, &bytes) {
        Ok(request) => request,
        Err(sentence) => return refusal(StatusCode::BAD_REQUEST, &sentence),
    };
    let key = (kind, request);
    let known = server.cache.lock().unwrap_or_else(PoisonError::into_inner).get(&key);
    let (sender, events) = channel(MOST_EVENTS_WAITING);
    if let Some(known) = known {
        tokio::spawn(again(known, sender));
    } else {
        let client = Client { address: from.ip(), number: number_of(&headers) };
        let leave = match server.settings.is_for_others.then(|| server.clients.leave(client, kind, Instant::now())).transpose() {
            Ok(leave) => leave,
            Err(too_much) => return later(StatusCode::TOO_MANY_REQUESTS, &too_much.said, too_much.retry_after),
        };
        let Some(ticket) = server.queue.ticket(kind) else {
            let sentence = format!("{MOST_WAITING} programs wait already: try again in a few seconds");
            return later(StatusCode::SERVICE_UNAVAILABLE, &sentence, 3);
        };
        tokio::spawn(in_turn(server, key, ticket, leave, Events::new(sender)));
    }
    ([(CONTENT_TYPE, "application/x-ndjson"), (HeaderName::from_static("x-accel-buffering"), "no")], Body::from_stream(Lines(events)))
        .into_response()
}

/// The request as its job gets it: with the files of its lesson, where the job has them not.
///
/// # Errors
/// A sentence: it is no such request.
fn suited(settings: &Settings, kind: Kind, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let request = Request::read(bytes)?;
    request.suits(kind)?;
    if request.exercise.is_some() {
        return Err("the exercise of a lesson is the server's".into());
    }
    let Some(name) = &request.lesson else { return Ok(bytes.to_vec()) };
    let lesson = settings.lessons.iter().find(|lesson| lesson.name == name);
    let lesson = lesson.ok_or_else(|| format!("no lesson is called `{name}`"))?;
    if !settings.has_own_lessons {
        return Ok(bytes.to_vec());
    }
    let mut request: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    request["exercise"] = json!({ "exercise": lesson.exercise, "program": lesson.program });
    Ok(request.to_string().into_bytes())
}

/// Not now, but after so many seconds.
fn later(status: StatusCode, sentence: &str, seconds: u64) -> Response {
    let mut response = refusal(status, sentence);
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    response
}

/// An answer that is known.
async fn again(events: Arc<Vec<u8>>, sender: Sender<Vec<u8>>) {
    let (before, mut done) = last_event(&events);
    done["cached"] = true.into();
    // An error says that nobody listens: there is nobody to tell.
    let _ = sender.send([before, format!("{done}\n").as_bytes()].concat()).await;
}

/// The last event, and the lines before it.
fn last_event(events: &[u8]) -> (&[u8], Value) {
    let end = events.strip_suffix(b"\n").unwrap_or(events);
    let start = end.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    (&events[..start], serde_json::from_slice(&end[start..]).unwrap_or_default())
}

/// Waits for the job's turn and runs it, as long as somebody waits for its events.
async fn in_turn(server: Arc<Server>, key: Key, ticket: Ticket, mut leave: Option<Leave>, events: Events) {
    let superseded = leave.as_mut().and_then(|leave| leave.superseded.take());
    let never = async {
        match superseded {
            Some(superseded) => drop(superseded.await),
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = never => {}
        () = run_in_turn(&server, key, ticket, events) => {}
    }
}

async fn run_in_turn(server: &Server, key: Key, ticket: Ticket, events: Events) {
    if ticket.waits() && events.queued(ticket.ahead).await.is_err() {
        return;
    }
    let _turn = tokio::select! {
        turn = ticket.turn() => turn,
        () = events.sender.closed() => return,
    };
    // An error says that nobody listens: there is nobody to tell.
    if job::run(&server.settings, key.0, &key.1, &events).await.is_err() {
        return;
    }
    let Some(told) = events.told() else { return };
    // What the clock or the system ended may end otherwise the next time.
    let is_same_again = |why: &str| matches!(why, "finished" | "died" | "fuel" | "output" | "not_started");
    if last_event(&told).1["why"].as_str().is_some_and(is_same_again) {
        server.cache.lock().unwrap_or_else(PoisonError::into_inner).keep(key, told);
    }
}

/// Events as lines of the answer's body.
struct Lines(Receiver<Vec<u8>>);

impl Stream for Lines {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(|lines| Ok(Bytes::from(lines))))
    }
}
