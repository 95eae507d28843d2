//! The worth of cards, and how they are used.

use super::effects::effects;
use super::show::{Named, against, clear_points, clearest, ends, figures_of, listed, plain};
use crate::experiments::{AnswerRow, CardHoldingByPlayersRow};
use crate::html::chance::Verdict;
use crate::html::figure::{Figure, Section, table};
use crate::html::plot::{Intervals, Point, Row};
use crate::html::results::{Results, ResultsError};
use crate::html::sheet::CsvTable;
use crate::html::words::{Unit, figure};
use ludometer_model::{Names, counted};
use ludometer_run::{CardHoldingRow, CardValueRow, RestrictedKind, RestrictedRow};
use ludometer_stats::{Bounded, CardDealRow, CardRow, CardUseRow, Evidence, Row as _};
use maud::html;

/// The most cards of the plot of their use.
const MOST_USED: usize = 24;

pub(super) const TOPICS: &[&str] = &["card", "draw", "play"];

pub(super) fn draw(results: &Results) -> Result<Option<Section>, ResultsError> {
    let mut section = Section::new("What are the cards worth?", Vec::new());
    if let Some(sheet) = results.sheet(CardHoldingRow::TABLE) {
        section
            .figures
            .extend(holding(&sheet.typed()?, &results.names).map(|figure| figure.with_table(sheet)));
    }
    if let Some(sheet) = results.sheet(CardValueRow::TABLE) {
        section.figures.extend(effects(sheet, &results.names, results.is_study())?);
    }
    if let Some(sheet) = results.sheet(CardHoldingByPlayersRow::TABLE) {
        let figure = by_players(&sheet.typed()?, &results.names);
        section.figures.extend(figure.map(|figure| figure.with_table(sheet)));
    }
    // What shows the side of its holder is a role, which nobody draws for its worth or plays.
    let deals: Vec<CardDealRow> = results.rows()?;
    let is_role = |card: &str| deals.iter().any(|row| row.card == card && row.evidence == Evidence::Side);
    if let Some(sheet) = results.sheet(CardRow::TABLE) {
        let mut rows: Vec<CardRow> = sheet.typed()?;
        rows.retain(|row| !is_role(&row.card));
        let who = match () {
            () if results.is_together()? && !results.record.is_solo() => Drawers::Table,
            () if results.is_lost_alone()? => Drawers::Spared,
            () => Drawers::Player,
        };
        section.figures.extend(observed(&rows, &results.names, who).map(|figure| figure.with_table(sheet)));
        section.figures.extend(used(&rows, &results.names));
    }
    if let Some(sheet) = results.sheet(CardUseRow::TABLE) {
        let mut rows: Vec<CardUseRow> = sheet.typed()?;
        let sheet = sheet.filtered(|row| !is_role(&rows[row].card));
        rows.retain(|row| !is_role(&row.card));
        let answers: Vec<AnswerRow> = results.rows()?;
        let answer = answers.iter().find(|answer| answer.question == "dead_card").map(|answer| &*answer.text);
        section.figures.extend(dead(&rows, &results.names, answer).map(|figure| figure.with_table(&sheet)));
    }
    Ok(section.if_any())
}

/// The title of the table of all cards.
pub(in crate::html) const ALL: &str = "All cards";

/// Returns one table of all cards with what the others have of each: the columns of which any card has a figure.
pub(in crate::html) fn all(results: &Results) -> Result<Option<Section>, ResultsError> {
    let rows = results.rows::<CardRow>()?;
    let (held, used) = (results.rows::<CardHoldingRow>()?, results.rows::<CardUseRow>()?);
    let (dealt, without) = (results.rows::<CardDealRow>()?, results.rows::<RestrictedRow>()?);
    let points = |share: f64| format!("{}", (share * 1000.0).round() / 10.0);
    let plain = |x: f64| x.to_string();
    // What is printed on each, as far as a sheet says: its cost before all.
    let printed: Vec<_> = results.names.printed.iter().collect();
    let own = [
        "copies",
        "drawn a game",
        "played a game",
        "worth when drawn",
        "worth from",
        "worth to",
        "worth when dealt",
        "dealt from",
        "dealt to",
        "seen with it",
        "seen from",
        "seen to",
        "left in hand",
        "loss without it",
    ];
    let titles = printed.iter().map(|(title, _)| title.as_str());
    let columns: Vec<&str> = ["card"].into_iter().chain(titles).chain(own).collect();
    let row = |card: &CardRow| -> Vec<String> {
        let of_held = held.iter().find(|row| row.card == card.card);
        let of_deals = dealt.iter().find(|row| row.card == card.card);
        let is_without = |row: &&RestrictedRow| {
            row.what == RestrictedKind::Card && row.rule == "without" && row.id == card.card
        };
        let figures = [
            Some(card.copies.to_string()),
            card.drawn_per_game.map(plain),
            card.played_per_game.map(plain),
            of_held.and_then(|row| row.value.value).map(points),
            of_held.and_then(|row| row.adjusted).map(|(low, _)| points(low)),
            of_held.and_then(|row| row.adjusted).map(|(_, high)| points(high)),
            of_deals.and_then(|row| row.delta.value).map(points),
            of_deals.and_then(|row| row.delta.interval).map(|(low, _)| points(low)),
            of_deals.and_then(|row| row.delta.interval).map(|(_, high)| points(high)),
            card.delta.value.map(points),
            card.delta.interval.map(|(low, _)| points(low)),
            card.delta.interval.map(|(_, high)| points(high)),
            used.iter().find(|row| row.card == card.card).and_then(|row| row.dead_share.value).map(points),
            without.iter().find(is_without).and_then(|row| row.loss.value).map(points),
        ];
        let numbers = printed.iter().map(|(_, numbers)| numbers.get(&card.card).cloned());
        let cells = numbers.chain(figures).map(Option::unwrap_or_default);
        [results.names.card(&card.card)].into_iter().chain(cells).collect()
    };
    let sheet = CsvTable::of("cards", &columns, rows.iter().map(row).collect());
    let mut section = Section::new(ALL, Vec::new());
    if !rows.is_empty() {
        section.lead = html! {
            p class="lead" {
                "Worths and losses are percentage points of win chance, each with its interval; what is seen is how much more often \
                 players win who got the card, drawn or bought, which need not be due to it; what is left in hand is a percentage \
                 of the copies drawn. What was not measured is empty."
            }
            (table(&sheet))
        };
    }
    Ok(section.if_any())
}

/// Returns what a card is worth to who draws it, beside another one.
fn holding(rows: &[CardHoldingRow], names: &Names) -> Option<Figure> {
    // The adjusted intervals allow for the number of cards already.
    let worth = |row: &CardHoldingRow| Bounded { value: row.value.value, interval: row.adjusted };
    let list = figures_of(rows, |row| (names.card(&row.card), worth(row)));
    if list.is_empty() {
        return None;
    }
    let good = clear_points(&list, 1, Verdict::Above);
    let bad = clear_points(&list, 1, Verdict::Below);
    let reading = match (good, bad) {
        (None, None) => "No card is clearly worth more than another: all of it may be luck.".to_owned(),
        (Some(good), None) => format!("Clearly good to draw: {good}."),
        (None, Some(bad)) => format!("Clearly bad to draw: {bad}."),
        (Some(good), Some(bad)) => format!("Clearly good to draw: {good}; clearly bad: {bad}."),
    };
    let (shown, left_out) = ends(list);
    let plot = Intervals {
        rows: against(&shown, 0.0, 1),
        unit: Unit::Points,
        axis: "win rate with this card less that with another one in its place, in percentage points"
            .to_owned(),
        reference: Some((0.0, "any card".to_owned())),
    };
    let definition = format!(
        "What the card causes: pairs of games that are the same up to a draw, which brings this card in one game and another one \
         in the other, with the same luck afterwards. It tells of draws during the game: a card that is dealt has the whole game to \
         work in, which is another question, with another answer. The bars allow for looking at all cards at once.{left_out}"
    );
    let figure = Figure::new("Worth of a card that is drawn", reading, &definition, plot.draw());
    Some(figure.with_topics(TOPICS))
}

/// The most cards that are drawn for each number of players.
const MOST_BY_PLAYERS: usize = 5;

/// Returns what the cards that are worth most, or least, are worth with each number of players; none with one number.
fn by_players(rows: &[CardHoldingByPlayersRow], names: &Names) -> Option<Figure> {
    if rows.first()?.players == rows.last()?.players {
        return None;
    }
    let mut best: Vec<(&String, f64)> = Vec::new();
    for CardHoldingByPlayersRow { worth, .. } in rows {
        let size = worth.value.value.map_or(0.0, f64::abs);
        match best.iter_mut().find(|(card, _)| **card == worth.card) {
            Some((_, sum)) => *sum += size,
            None => best.push((&worth.card, size)),
        }
    }
    best.sort_by(|a, b| b.1.total_cmp(&a.1));
    best.truncate(MOST_BY_PLAYERS);
    let mut list = Vec::new();
    for (card, _) in best {
        for CardHoldingByPlayersRow { players, worth } in rows.iter().filter(|row| row.worth.card == *card) {
            let Some(value) = worth.value.value else { continue };
            let name = format!("{}, {}", names.card(card), counted(*players, "player"));
            list.push(Named { name, value, interval: worth.adjusted });
        }
    }
    if list.is_empty() {
        return None;
    }
    let reading = match clear_points(&list, 1, Verdict::Above) {
        Some(good) => format!("Clearly worth more than other cards: {good}."),
        None => "With no number of players one of these cards is clearly worth more than another.".to_owned(),
    };
    let plot = Intervals {
        rows: against(&list, 0.0, 1),
        unit: Unit::Points,
        axis: "win rate with this card less that with another one in its place, in percentage points"
            .to_owned(),
        reference: Some((0.0, "any card".to_owned())),
    };
    let definition = format!(
        "What the card causes to whoever draws it, for each number of players: the {MOST_BY_PLAYERS} cards that make the most \
         difference on average. The bars allow for looking at all cards of a table at once."
    );
    let figure = Figure::new("Worth of a card by number of players", reading, &definition, plot.draw());
    Some(figure.with_topics(TOPICS))
}

/// Who wins more, or loses less, of those who drew a card.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drawers {
    /// Each for itself.
    Player,
    /// Nobody loses but the losers, which is all that counts.
    Spared,
    /// All win or lose together.
    Table,
}

/// Returns who drew it and who won: no cause.
fn observed(rows: &[CardRow], names: &Names, who: Drawers) -> Option<Figure> {
    let list = figures_of(rows, |row| (names.card(&row.card), row.delta));
    if list.is_empty() {
        return None;
    }
    let looks = list.len();
    let says = |one: &Named| format!("{} ({} points)", one.name, Unit::Points.text(one.value));
    let above = clearest(&list, 0.0, looks, Verdict::Above).map(says);
    let below = clearest(&list, 0.0, looks, Verdict::Below).map(says);
    let reading = match (above, below) {
        (None, None) => "No card clearly goes with winning or losing.".to_owned(),
        (Some(above), Some(below)) => {
            format!("Drawing {above} goes clearly with winning, drawing {below} with losing.")
        }
        (Some(above), None) if who == Drawers::Table => format!("Drawing {above} goes clearly with winning."),
        (None, Some(below)) if who == Drawers::Table => format!("Drawing {below} goes clearly with losing."),
        (above, below) => {
            // Whoever does not lose wins.
            let is_less = above.is_some() == (who == Drawers::Spared);
            let [verb, less] =
                [if who == Drawers::Spared { "lose" } else { "win" }, if is_less { "less" } else { "more" }];
            let card = above.or(below).unwrap_or_default();
            format!("Players who drew {card} {verb} clearly {less} often than those who did not.")
        }
    };
    let (drawn, left_out) = ends(list);
    let plot = Intervals {
        rows: against(&drawn, 0.0, looks),
        unit: Unit::Points,
        axis: "win rate of players who drew it less that of those who did not, in percentage points"
            .to_owned(),
        reference: Some((0.0, "no difference".to_owned())),
    };
    let definition = format!(
        "What was seen, not what the card causes: seats that play longer draw more cards, and whoever draws many draws this one \
         too. Hollow circles may be luck.{left_out}"
    );
    let figure = Figure::new("Cards drawn and games won", reading, &definition, plot.draw());
    Some(figure.with_topics(TOPICS))
}

/// Returns how often cards are drawn and played.
fn used(rows: &[CardRow], names: &Names) -> Option<Figure> {
    let list = figures_of(rows, |row| {
        (names.card(&row.card), Bounded { value: row.drawn_per_game, interval: None })
    });
    if list.is_empty() {
        return None;
    }
    let second = |name: &str| rows.iter().find(|row| names.card(&row.card) == name)?.played_per_game;
    let never = |count: &dyn Fn(&CardRow) -> Option<f64>| -> Vec<String> {
        rows.iter().filter(|row| count(row) == Some(0.0)).map(|row| names.card(&row.card)).collect()
    };
    let (not_drawn, not_played) = (never(&|row| row.drawn_per_game), never(&|row| row.played_per_game));
    let most = list.iter().max_by(|a, b| a.value.total_cmp(&b.value)).filter(|most| most.value > 0.0);
    let mut reading = most.map_or_else(String::new, |most| {
        let played =
            second(&most.name).map_or_else(String::new, |x| format!(" and played {} times", figure(x)));
        let as_many: Vec<String> =
            list.iter().filter(|one| one.value >= most.value).map(|one| one.name.clone()).collect();
        let is = if as_many.len() > 1 { "are" } else { "is" };
        let played = if as_many.len() > 1 { String::new() } else { played };
        format!("{} {is} drawn most: {} times a game{played}.", listed(&as_many), figure(most.value))
    });
    if !not_drawn.is_empty() {
        reading += &format!(" Never drawn into a hand: {}.", listed(&not_drawn));
    }
    let dead: Vec<String> = not_played.into_iter().filter(|card| !not_drawn.contains(card)).collect();
    if !dead.is_empty() {
        reading += &format!(" Drawn, but never played: {}.", listed(&dead));
    }
    let all = list.len();
    let mut shown = list;
    if all > MOST_USED {
        let apart = |one: &Named| (one.value - second(&one.name).unwrap_or(one.value)).abs();
        shown.sort_by(|a, b| apart(b).total_cmp(&apart(a)));
        shown.truncate(MOST_USED);
    }
    let (shown, _) = ends(shown);
    let left_out = match all {
        0..=MOST_USED => String::new(),
        _ => format!(" Drawn are the {MOST_USED} of {all} cards for which the two differ most."),
    };
    let row = |one: &Named| Row {
        label: one.name.clone(),
        value: one.value,
        interval: None,
        second: second(&one.name),
        point: Point::Plain,
    };
    let plot = Intervals {
        rows: shown.iter().map(row).collect(),
        unit: Unit::Plain,
        axis: "times a game, all seats and copies together".to_owned(),
        reference: None,
    };
    let definition = format!(
        "Filled: how often the card comes into a hand by the deal, from a stock or a pile. Hollow: how often its holder chooses to \
         play it, also after it came from another hand. Fewer plays than draws: it often stays in the hand or is lost.{left_out}"
    );
    let figure = Figure::new("How often cards are drawn and played", reading, &definition, plot.draw());
    Some(figure.with_topics(TOPICS))
}

/// Returns which cards are still in a hand at the end; none of them is called the one with most beside an answer of a study that
/// names another card.
fn dead(rows: &[CardUseRow], names: &Names, answer: Option<&str>) -> Option<Figure> {
    let list = figures_of(rows, |row| (names.card(&row.card), row.dead_share));
    let most = list.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
    let share = Unit::Share.text(most.value);
    let as_many = list.iter().filter(|one| one.value >= most.value).count();
    let reading = match as_many {
        _ if most.value <= 0.0 => "No copy that is drawn is still in a hand when the game ends.".to_owned(),
        _ if answer.is_some_and(|answer| !answer.contains(&most.name)) => String::new(),
        1 => format!(
            "Of the copies of {} that are drawn, {share} are still in a hand when the game ends, more than of any other card.",
            most.name
        ),
        _ => format!(
            "Of the copies of {} that are drawn, {share} are still in a hand when the game ends, as of {}.",
            most.name,
            counted(as_many as u64 - 1, "other card")
        ),
    };
    let (shown, left_out) = ends(list);
    let plot = Intervals {
        rows: plain(&shown),
        unit: Unit::Share,
        axis: "share of the copies drawn that are in a hand at the end".to_owned(),
        reference: None,
    };
    let definition = format!(
        "How many of the copies of a card that come into hands are still there when the game ends. Near 100 %: it is kept, as a \
         card that counts in the hand, or nobody finds a use for it.{left_out}"
    );
    let figure = Figure::new("Cards left in hands", reading, &definition, plot.draw());
    Some(figure.with_topics(TOPICS))
}
