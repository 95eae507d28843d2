//! What a seat is shown in the window: its table, its choices, what others did. All of it is made of the question that the
//! seat is asked: nothing here can see the state of the game.

use maud::{Markup, html};
use serde_json::Value as Json;

use crate::cli::{Words, ranked};
use ludometer_model::{Outcome, Seat, capital, counted, player};
use ludometer_narration::{Contents, Layout, Place, letter};
use ludometer_run::{Advice, Question, Reasons, VisibleMove};

/// Choices that a hint tells the values of, the best first.
const HINTS: usize = 12;

/// A piece of the page: the id of its place, and what stands there.
pub(super) type Part = (&'static str, Markup);

/// The table as one seat sees it, and what it saw of it last.
pub(super) struct Mat {
    layout: Layout,
    seats: usize,
    you: Seat,
    /// What lay there at the question before, and what lies there now.
    before: Vec<Contents>,
    now: Vec<Contents>,
}

impl Mat {
    pub(super) fn new(words: &Words<'_>, seats: usize, you: Seat, view: &Json) -> Self {
        Self {
            layout: Layout::new(words.names, seats, view),
            seats,
            you,
            before: Vec::new(),
            now: Vec::new(),
        }
    }

    /// Begins a question: what comes now is new.
    pub(super) fn turn(&mut self) {
        self.before = std::mem::take(&mut self.now);
    }

    /// Returns the table: the own part first, then the others' in turn, then what belongs to all. What is new since the last
    /// look is marked, and a card that one choice alone ends with is a button for it.
    fn shown(&mut self, view: &Json, choices: &[String]) -> Markup {
        let contents = self.layout.read(view, self.you.index());
        let order = (0..self.seats).map(|i| Some((self.you.index() + i) % self.seats)).chain([None]);
        let places: Vec<(usize, &Place)> = self.layout.places().iter().enumerate().collect();
        // A card that lies in several of one's places says nothing of which of them a choice is about.
        let yours = |name: &str| {
            let own = places.iter().filter(|(_, place)| place.owner == Some(self.you.index()));
            own.filter(|(i, _)| contents[*i].cards.iter().any(|(card, _)| card == name)).count() == 1
        };
        let is_new = |i: usize| self.before.get(i).is_some_and(|before| *before != contents[i]);
        let table = html! { @for owner in order {
            @let own: Vec<_> = places.iter().filter(|(i, place)| place.owner == owner && !is_idle(&contents[*i])).collect();
            @if !own.is_empty() {
                section class={ "mat" @if owner == Some(self.you.index()) { " own" } } {
                    h3 { @match owner {
                        Some(seat) if seat == self.you.index() => { "You (" (letter(seat)) ")" },
                        Some(seat) => (player(seat)),
                        None => "On the table",
                    } }
                    dl { @for (i, place) in own {
                        div class=[is_new(*i).then_some("new")] {
                            dt { (place.label) @if is_new(*i) { span class="unseen" { " (new)" } } }
                            dd { (lying(place, &contents[*i], if owner == Some(self.you.index()) { choices } else { &[] }, &yours)) }
                        }
                    } }
                }
            }
        } };
        self.now = contents;
        table
    }
}

/// Returns true where nothing needs to be shown.
fn is_idle(contents: &Contents) -> bool {
    ["", "0", "no"].contains(&&*contents.line())
}

/// What lies in a place.
fn lying(place: &Place, contents: &Contents, choices: &[String], is_one: &dyn Fn(&str) -> bool) -> Markup {
    let Contents { cards, down, text } = contents;
    // A board has its cells in rows; neighbours that are equal are one entry with a number.
    if place.columns > 0 {
        let cells = |(name, count): &'_ (String, u64)| (0..*count).map(|_| name.clone()).collect::<Vec<_>>();
        let cells: Vec<String> = cards.iter().flat_map(cells).collect();
        return html! { table class="board" { tbody { @for row in cells.chunks(place.columns) {
            tr { @for cell in row { td { (cell) } } }
        } } } };
    }
    html! {
        @for (name, count) in cards {
            @let label = if *count == 1 { name.clone() } else { format!("{count} \u{d7} {name}") };
            @match only_choice(name, choices).filter(|_| is_one(name)) {
                Some(i) => button type="button" class="card" data-choice=(i) title=(capital(&choices[i])) { (label) },
                None => span class="card" { (label) },
            }
            " "
        }
        @if *down > 0 { span class="card down" { (down) " face down" } " " }
        (text)
    }
}

/// Returns the choice that ends with the name of this card, if it is one alone.
fn only_choice(name: &str, choices: &[String]) -> Option<usize> {
    let ends = |choice: &String| choice.strip_suffix(name).is_some_and(|before| before.ends_with(' '));
    let mut all = (0..choices.len()).filter(|&i| ends(&choices[i]));
    all.next().filter(|_| all.next().is_none())
}

/// What others did, and what came of it.
fn news(words: &Words<'_>, news: &[VisibleMove]) -> Markup {
    html! { @if !news.is_empty() {
        h3 { "Since your last choice" }
        ul class="news" { @for one in news {
            li { (words.news(one)) @if one.forced { span class="note" { " (The only choice.)" } } }
        } }
    } }
}

/// Returns what a question looks like to the seat that is asked.
pub(super) fn asked(words: &Words<'_>, mat: &mut Mat, question: &Question, advice: Markup) -> Vec<Part> {
    let shown = words.shown(&question.legal);
    let asks = html! {
        "Turn " (words.names.turn(question.turn)) ". " (player(question.seat.index())) ", you decide: "
        (words.names.phase(&question.phase))
    };
    let choices = html! { ol class="choices" { @for (i, choice) in shown.iter().enumerate() {
        li { button type="button" data-choice=(i) { (capital(choice)) } }
    } } };
    let undo = html! { @if let Some(reason) = question.no_undo { "Your last choice can't be taken back: " (reason) "." } };
    vec![
        ("asks", asks),
        ("news", news(words, &question.news)),
        ("mat", mat.shown(&question.view, &shown)),
        ("choices", choices),
        ("advice", advice),
        ("undo-why", undo),
    ]
}

/// Returns what is shown while the screen goes from hand to hand: nothing of the game.
pub(super) fn covered(seat: Seat) -> Vec<Part> {
    let who = player(seat.index());
    vec![
        ("asks", html! { "Hand the screen to " (who) "." }),
        (
            "choices",
            html! {
                p { "Nobody else should look now." }
                p { button type="button" data-say="ready" { "I am " (who) } }
            },
        ),
    ]
}

/// Returns what choices are worth, and what bots would choose.
pub(super) fn hinted(words: &Words<'_>, advice: &Advice, question: &Question) -> Markup {
    let shown = words.shown(&question.legal);
    let all = ranked(advice);
    html! {
        h3 { "Hint" }
        p { (words.aim()) }
        table { tbody { @for (value, i) in all.iter().take(HINTS) { tr {
            th scope="row" { (capital(&shown[*i])) }
            td class="n" { (format!("{:.0} %", value * 100.0)) }
            td { @if Some(*i) != all.first().map(|(_, i)| *i) {
                button type="button" data-say="why" data-why=(i) aria-label={ "Why not " (shown[*i]) "?" } { "Why not?" }
            } }
        } } } }
        @for (bot, choice) in &advice.bots { p { (capital(bot)) " would " (shown.get(*choice).map_or("", String::as_str)) "." } }
    }
}

/// Returns why one choice is better than another.
pub(super) fn explained(words: &Words<'_>, reasons: Option<&Reasons>, question: &Question) -> Markup {
    html! { h3 { "Why?" } p { (capital(&words.reasons(reasons, &words.shown(&question.legal)))) } }
}

/// Returns how a game ended, as it is shown to one of the people at the screen.
pub(super) fn ended(
    words: &Words<'_>,
    (mat, view): (&mut Mat, &Json),
    told: &[VisibleMove],
    (outcome, you): (&Outcome, &[Seat]),
) -> Vec<Part> {
    let only = if let [seat] = you { Some(*seat) } else { None };
    let turns = counted(u64::from(outcome.turns), "turn");
    let end = html! {
        p class="verdict" { (capital(&words.result(outcome, only))) }
        ul { @for line in words.places(outcome, you) { li { (line) } } }
    };
    vec![
        ("asks", html! { "The game is over after " (turns) "." }),
        ("news", news(words, told)),
        ("mat", mat.shown(view, &[])),
        ("choices", end),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::GAMES;
    use crate::workbench::parameters::printed;
    use ludometer_model::Streams;
    use ludometer_narration::Choices;
    use ludometer_run::AnyGame;

    fn words(game: &dyn AnyGame) -> Words<'_> {
        Words { choices: Choices::new(game.names()).unwrap(), names: game.names(), contest: game.contest() }
    }

    fn text(parts: &[Part]) -> String {
        let lines: Vec<String> = parts.iter().map(|(id, part)| format!("{id}: {}", part.0)).collect();
        lines.join("\n")
    }

    /// Whatever a seat can't know is dealt anew: the same bytes are sent.
    #[test]
    fn two_states_that_a_seat_can_not_tell_apart_send_it_the_same_bytes() {
        let (mut asked_of, mut differ) = (0, 0);
        for entry in GAMES.iter() {
            let game = printed(entry, None).unwrap();
            let words = words(&*game);
            for seed in 0..3 {
                let streams = Streams::new(seed, 0);
                let (mut chance, mut side) = (streams.chance(), streams.side_stream(7));
                let mut at = game.position();
                let _ = at.deal(&mut chance);
                let mut number = 0;
                while let Some(seat) = at.to_move() {
                    let other = at.determinized(seat, &mut side);
                    let sent = [&*at, &*other].map(|at| {
                        let question = Question::new(at, seat, Vec::new(), None);
                        let mut mat = Mat::new(&words, game.seats(), seat, &question.view);
                        text(&asked(&words, &mut mat, &question, html! {}))
                    });
                    assert_eq!(sent[0], sent[1], "{} {seed} {number}", entry.id());
                    asked_of += 1;
                    differ += u32::from(at.state() != other.state());
                    number += 1;
                    let chosen = (number * 7 + seed as usize) % at.choices();
                    let _ = at.apply(chosen, &mut chance);
                    if number > 300 {
                        break;
                    }
                }
            }
        }
        // Of states that are the same nothing can be told apart.
        assert!(asked_of > 1_000 && differ > asked_of / 2, "{differ} of {asked_of}");
    }

    #[test]
    fn a_card_is_a_button_for_the_only_choice_that_ends_with_it() {
        let choices = ["play Steal", "play Steal One", "bank 3", "discard 3"].map(str::to_owned);
        assert_eq!(only_choice("Steal", &choices), Some(0));
        assert_eq!(only_choice("One", &choices), Some(1));
        assert_eq!(only_choice("3", &choices), None);
        assert_eq!(only_choice("play Steal", &choices), None);
    }

    #[test]
    fn while_the_screen_is_handed_over_nothing_of_the_game_is_sent() {
        let parts = text(&covered(Seat::new(2)));
        assert!(parts.contains("Hand the screen to Player C"), "{parts}");
        assert_eq!(covered(Seat::new(2)).len(), 2);
    }
}
