//! The HTTP server: who may ask, what is there, and answers as lines of JSON, one event a line, while they happen.

use std::convert::Infallible;
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request as HttpRequest, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, RETRY_AFTER};
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_core::Stream;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, channel};

use super::job::Events;
use super::queue::{MOST_WAITING, Queue, Ticket};
use super::request::{Kind, MOST_REQUEST, Request};
use super::{Settings, assets, job};

/// What the handlers share.
struct Server {
    settings: Settings,
    queue: Queue,
    /// Makes the page's numbers that nobody can guess.
    random: RandomState,
}

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
        let app = router(Arc::new(Server { settings, queue, random: RandomState::new() }));
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
        .route("/api/examples", get(async || answer(StatusCode::OK, &assets::examples())))
        .route("/api/lessons", get(async || answer(StatusCode::OK, &assets::lessons())))
        .route("/api/explain/{code}", get(explain))
        .route("/api/file", get(file));
    for (path, kind) in [
        ("/api/check", Kind::Check),
        ("/api/run", Kind::Run),
        ("/api/profile", Kind::Profile),
        ("/api/sanitize", Kind::Sanitize),
        ("/api/trace", Kind::Trace),
        ("/api/lesson", Kind::Lesson),
    ] {
        let handler = move |State(server): State<Arc<Server>>, headers: HeaderMap, body: Body| begin(server, kind, headers, body);
        router = router.route(path, post(handler));
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

/// Lets in only what this machine's browser asks from the page itself, and says in each answer what the page may do.
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
    let port = server.settings.address.port();
    let names = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
    let header = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?").to_ascii_lowercase());
    let is_here = |host: &str| names.iter().any(|name| name == host) || (port == 80 && ["127.0.0.1", "localhost"].contains(&host));
    let is_change = method != Method::GET && method != Method::HEAD;
    if !header(HOST).is_some_and(|host| is_here(&host)) {
        return Some(refusal(StatusCode::MISDIRECTED_REQUEST, "the playground answers under 127.0.0.1 and localhost only"));
    }
    let is_other_origin = header(ORIGIN).is_some_and(|origin| !origin.strip_prefix("http://").is_some_and(is_here));
    let is_other_site =
        header(HeaderName::from_static("sec-fetch-site")).is_some_and(|site| !["same-origin", "none"].contains(&site.as_str()));
    (is_other_origin || (is_change && is_other_site))
        .then(|| refusal(StatusCode::FORBIDDEN, "the playground does what its own page asks, not what another page does"))
}

/// The page. Its styles carry a number that is another one each time, so that only they count.
async fn page(State(server): State<Arc<Server>>) -> Response {
    static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let nonce = format!("{:016x}{:016x}", server.random.hash_one((count, 0)), server.random.hash_one((count, 1)));
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let text = assets::PAGE.replace("%NONCE%", &nonce);
    let kind = "text/html; charset=utf-8".to_string();
    ([(CONTENT_TYPE, kind), (HeaderName::from_static("content-security-policy"), policy)], text).into_response()
}

/// The page of a code, in Markdown.
async fn explain(Path(code): Path<String>) -> Response {
    match kern_diag::lookup(&code) {
        Some(row) => answer(StatusCode::OK, &json!({ "code": row.code.0, "title": row.title, "page": row.page })),
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
async fn begin(server: Arc<Server>, kind: Kind, headers: HeaderMap, body: Body) -> Response {
    // A form of another page cannot send this type without being asked first.
    if !headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json")) {
        return refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a request is of type application/json");
    }
    let Ok(bytes) = to_bytes(body, MOST_REQUEST).await else {
        return refusal(StatusCode::PAYLOAD_TOO_LARGE, &format!("a request has at most {MOST_REQUEST} bytes"));
    };
    let request = match Request::read(&bytes) {
        Ok(request) => request,
        Err(sentence) => return refusal(StatusCode::BAD_REQUEST, &sentence),
    };
    if kind == Kind::Lesson && request.lesson.is_none() {
        return refusal(StatusCode::BAD_REQUEST, "`lesson` names the lesson");
    }
    let Some(ticket) = server.queue.ticket(kind) else {
        let sentence = format!("{MOST_WAITING} programs wait already: try again in a few seconds");
        let mut response = refusal(StatusCode::SERVICE_UNAVAILABLE, &sentence);
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("3"));
        return response;
    };
    let (sender, events) = channel(MOST_EVENTS_WAITING);
    tokio::spawn(in_turn(server, kind, request, ticket, Events { sender }));
    ([(CONTENT_TYPE, "application/x-ndjson"), (HeaderName::from_static("x-accel-buffering"), "no")], Body::from_stream(Lines(events)))
        .into_response()
}

/// Waits for the job's turn and runs it, as long as somebody waits for its events.
async fn in_turn(server: Arc<Server>, kind: Kind, request: Request, ticket: Ticket, events: Events) {
    if ticket.waits() && events.send(json!({ "event": "queued", "ahead": ticket.ahead })).await.is_err() {
        return;
    }
    let _turn = tokio::select! {
        turn = ticket.turn() => turn,
        () = events.sender.closed() => return,
    };
    // An error says that nobody listens: there is nobody to tell.
    let _ = job::run(&server.settings, kind, &request, &events).await;
}

/// Events as lines of the answer's body.
struct Lines(Receiver<Value>);

impl Stream for Lines {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(|event| Ok(Bytes::from(format!("{event}\n")))))
    }
}
