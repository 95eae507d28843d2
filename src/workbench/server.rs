//! The server: who may talk to it, and its routes. It listens on the loopback address of this machine only.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{RawQuery, Request, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use futures_util::stream;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use maud::Markup;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::bench::{Bench, Hand};
use super::page;
use super::play::{Spoken, Wanted as Sitting};
use super::start;
use super::targets::{self, Wanted};
use crate::cli::{CliError, InputError};
use ludometer_report::{PAGE, style};
use ludometer_spec::{Spec as _, StudySpec};

/// The largest body of a request, in bytes: a long table of parameters.
const LARGEST: usize = 1 << 18;
/// Connections at once; more wait.
const CONNECTIONS: usize = 64;
/// Windows that listen at once: one fewer than the connections that a browser opens to one address, or nothing that a window asks
/// for would be answered.
const LISTENERS: usize = 5;
/// The time within which a request must have been sent.
const PATIENCE: Duration = Duration::from_secs(5);

/// What may be loaded by a page of the workbench: its own files, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
                      frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The page of a study has a policy of its own, stricter but for its own style and script; it is shown in a frame.
const FRAMED: &str = "frame-ancestors 'self'";

/// The door of the server: its port, and the word that opens it.
pub(super) struct Door {
    listener: TcpListener,
    port: u16,
    token: String,
}

impl Door {
    /// Takes a port of the loopback address, 0 for any free one.
    pub(super) fn open(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let token = format!("{:032x}", u128::from_ne_bytes(random));
        Ok(Self { listener, port, token })
    }

    /// Returns the address that opens it.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Serves the bench for good.
    pub(super) fn serve(self, bench: Arc<Bench>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener.try_clone()?)?;
            let router = router(bench, Arc::new(self));
            let places = Arc::new(Semaphore::new(CONNECTIONS));
            loop {
                let Ok(place) = Arc::clone(&places).acquire_owned().await else { return Ok(()) };
                let Ok((stream, _)) = listener.accept().await else {
                    // Out of descriptors, for instance: some are free again soon.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                let service = TowerToHyperService::new(router.clone());
                tokio::spawn(async move {
                    let mut http = http1::Builder::new();
                    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
                    // A browser that goes away is nobody's concern.
                    let _ = http.serve_connection(TokioIo::new(stream), service).await;
                    drop(place);
                });
            }
        })
    }

    /// Returns true if the request was sent to this address by that name, which no other site can have.
    fn is_addressed(&self, headers: &HeaderMap) -> bool {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let is_ours = |value: &HeaderValue, before: &str| {
            value.to_str().is_ok_and(|text| hosts.iter().any(|host| text == format!("{before}{host}")))
        };
        let is_host = headers.get(header::HOST).is_some_and(|host| is_ours(host, ""));
        is_host && headers.get(header::ORIGIN).is_none_or(|origin| is_ours(origin, "http://"))
    }

    /// Returns true if a path begins with the word. A cookie in its place would go to all servers of this machine, whatever their
    /// port.
    fn is_known(&self, path: &str) -> bool {
        path.split('/').nth(1).is_some_and(|word| is_same(word, &self.token))
    }
}

/// Compares two texts in a time that tells nothing of where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differences == 0
}

fn router(bench: Arc<Bench>, door: Arc<Door>) -> Router {
    let listeners = Arc::new(Semaphore::new(LISTENERS));
    let players = Arc::clone(&listeners);
    let at = |path: &str| format!("/{}/{path}", door.token);
    Router::new()
        .route(&at(""), get(|State(bench): State<Arc<Bench>>| async move { html(&bench.page()) }))
        .route(&at("style.css"), get(|| async { file("text/css", style() + page::STYLE) }))
        .route(&at("script.js"), get(|| async { file("text/javascript", page::SCRIPT) }))
        .route(&at("targets.js"), get(|| async { file("text/javascript", targets::SCRIPT) }))
        .route(
            &at("events"),
            get(|State(bench): State<Arc<Bench>>| async move { events(bench.listen(), listeners) }),
        )
        .route(&at("play"), get(play_page).post(play))
        .route(&at("play.js"), get(|| async { file("text/javascript", page::PLAY) }))
        .route(
            &at("play/events"),
            get(|State(bench): State<Arc<Bench>>| async move { events(bench.room.listen(), players) }),
        )
        .route(&at("play/say"), post(say))
        .route(&at("film"), get(film))
        .route(&at("game"), get(game))
        .route(&at("games"), get(|State(bench): State<Arc<Bench>>| async move { html(&bench.start_page()) }))
        .route(&at("open"), post(open))
        .route(&at("new"), post(begin))
        .route(&at("hand"), post(hand))
        .route(&at("keep"), post(keep))
        .route(&at("find"), post(find))
        .route(&at("rules.toml"), get(rules))
        .route(&at("study"), get(studied).post(study))
        .route(&at("stop"), post(|State(bench): State<Arc<Bench>>| async move { bench.stop() }))
        .layer(middleware::from_fn_with_state(door, guard))
        .with_state(bench)
}

/// Lets only those in who have the word, and only by the address of this machine.
async fn guard(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    // Who isn't let in asks once on a connection, and so can't fill it with answers that nobody reads.
    let refused =
        |text: &'static str| (StatusCode::FORBIDDEN, [(header::CONNECTION, "close")], text).into_response();
    if !door.is_addressed(request.headers()) {
        return refused("The workbench answers to its own address on this machine only.\n");
    }
    if !door.is_known(request.uri().path()) {
        return refused(
            "Open the address that the program printed, with the word in it: it is new at each start.\n",
        );
    }
    // A body that doesn't come keeps no place.
    let (head, body) = request.into_parts();
    let body = match timeout(PATIENCE, to_bytes(body, LARGEST)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    let mut response = next.run(Request::from_parts(head, body.into())).await;
    let headers = response.headers_mut();
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    let fixed: [(HeaderName, &str); 4] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn file(kind: &'static str, text: impl Into<String>) -> Response {
    ([(header::CONTENT_TYPE, format!("{kind}; charset=utf-8"))], text.into()).into_response()
}

fn html(page: &Markup) -> Response {
    file("text/html", page.0.clone())
}

/// Bad input, in the program's own words.
#[expect(clippy::needless_pass_by_value, reason = "it ends what is done with a result")]
fn refusal(error: InputError) -> Response {
    (StatusCode::BAD_REQUEST, error.to_string()).into_response()
}

fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, InputError> {
    serde_json::from_slice(body).map_err(|error| InputError::new(format!("this is no request: {error}")))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Open {
    game: String,
}

async fn open(State(bench): State<Arc<Bench>>, body: Bytes) -> Response {
    let opened = read::<Open>(&body).and_then(|open| bench.open_listed(&open.game));
    opened.map_or_else(refusal, IntoResponse::into_response)
}

async fn begin(State(bench): State<Arc<Bench>>, body: Bytes) -> Response {
    let begun = read::<start::Wanted>(&body).and_then(|wanted| bench.begin_game(&wanted));
    begun.map_or_else(refusal, IntoResponse::into_response)
}

async fn hand(State(bench): State<Arc<Bench>>, body: Bytes) -> Response {
    match read::<Hand>(&body).and_then(|hand| bench.change(hand)) {
        Ok(changed) => file("application/json", serde_json::to_string(&changed).unwrap_or_default()),
        Err(error) => refusal(error),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keep {
    name: String,
    note: String,
    /// The version to keep, where it isn't the one in hand.
    hand: Option<Hand>,
}

async fn keep(State(bench): State<Arc<Bench>>, body: Bytes) -> Response {
    let kept = read::<Keep>(&body).and_then(|keep| bench.keep(&keep.name, &keep.note, keep.hand));
    kept.map_or_else(refusal, |list| html(&list))
}

async fn find(State(bench): State<Arc<Bench>>, body: Bytes) -> Response {
    let begun = read::<Wanted>(&body).and_then(|wanted| bench.find(&wanted));
    begun.map_or_else(refusal, IntoResponse::into_response)
}

async fn rules(State(bench): State<Arc<Bench>>) -> Response {
    bench.rules().map_or_else(refusal, |text| file("application/toml", text))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Study {
    minutes: String,
}

async fn study(State(bench): State<Arc<Bench>>, body: Bytes) -> Response {
    let begun = read::<Study>(&body).and_then(|study| bench.study(&study.minutes));
    begun.map_or_else(refusal, IntoResponse::into_response)
}

/// The page of the last study.
async fn studied(State(bench): State<Arc<Bench>>) -> Response {
    let path = bench.folder().map(|folder| folder.join(StudySpec::COMMAND).join(PAGE));
    let Some(text) = path.and_then(|path| std::fs::read_to_string(path).ok()) else {
        return (StatusCode::NOT_FOUND, "There is no study of this game here.\n").into_response();
    };
    own_page(text)
}

/// A page with a policy of its own.
fn own_page(text: String) -> Response {
    let mut response = file("text/html", text);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(FRAMED));
    response
}

/// The page on which people play.
async fn play_page(State(bench): State<Arc<Bench>>) -> Response {
    bench.play_page().map_or_else(|| Redirect::to("./").into_response(), |page| html(&page))
}

async fn play(State(bench): State<Arc<Bench>>, body: Bytes) -> Response {
    let begun = read::<Sitting>(&body).and_then(|wanted| bench.play(&wanted));
    begun.map_or_else(refusal, IntoResponse::into_response)
}

async fn say(State(bench): State<Arc<Bench>>, body: Bytes) -> Response {
    let heard = read::<Spoken>(&body).and_then(|spoken| bench.room.hear(spoken));
    heard.map_or_else(refusal, IntoResponse::into_response)
}

/// The page on which a game that people played is watched.
async fn film(State(bench): State<Arc<Bench>>, RawQuery(name): RawQuery) -> Response {
    viewed(bench.film(&name.unwrap_or_default()))
}

/// The page of a game of the last comparison.
async fn game(State(bench): State<Arc<Bench>>, RawQuery(which): RawQuery) -> Response {
    // It is played again, which may take a while.
    let played = spawn_blocking(move || bench.compared_game(&which.unwrap_or_default())).await;
    played.map_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response(), viewed)
}

fn viewed(page: Result<String, CliError>) -> Response {
    match page {
        Ok(text) => own_page(text),
        Err(error) => (StatusCode::NOT_FOUND, error.paragraph().unwrap_or_default()).into_response(),
    }
}

/// All that is known now, and anew whenever more is known.
fn events(mut feed: watch::Receiver<Arc<str>>, listeners: Arc<Semaphore>) -> Response {
    let Ok(place) = listeners.try_acquire_owned() else {
        let text = "Too many windows of the workbench are open: close one, and reload this page.\n";
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    feed.mark_changed();
    let next = |(mut feed, place): (watch::Receiver<Arc<str>>, _)| async move {
        feed.changed().await.ok()?;
        let text = feed.borrow_and_update().to_string();
        Some((Ok::<_, Infallible>(Event::default().data(text)), (feed, place)))
    };
    Sse::new(stream::unfold((feed, place), next)).into_response()
}
