//! Prints and writes what came of learning.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use super::ValuePlan;
use ludometer_experiment::{CurvePoint, LearnedNetwork, Level, Player};
use ludometer_model::{Program, shell_word};
use ludometer_report::{Learning, LearningPoint, Strength, TextTable, thousands};
use ludometer_stats::Estimate;

/// Returns the estimate of a share and its interval, in per cent.
pub(super) fn figures(share: &Estimate) -> (f64, (f64, f64)) {
    let (low, high) = share.interval.unwrap_or_default();
    (100.0 * share.value.unwrap_or_default(), (100.0 * low, 100.0 * high))
}

/// Returns whether it wins less than its share, by the interval.
fn is_worse(players: usize, proof: &Estimate) -> bool {
    proof.interval.is_some_and(|(_, high)| high < 1.0 / players as f64)
}

/// How strong it is at another table than the first.
struct Elsewhere<'a> {
    /// The name of the table.
    name: String,
    players: usize,
    /// The bot in the other seats.
    rival: &'a str,
    proof: &'a Estimate,
}

/// The results of learning, as a file, a text and JSON.
pub(super) struct Results<'a> {
    pub(super) plan: &'a ValuePlan,
    pub(super) learned: LearnedNetwork,
    pub(super) seconds: f64,
}

impl Results<'_> {
    /// Returns the verdict, in a sentence without its full stop.
    pub(super) fn verdict(&self) -> String {
        let Some(proof) = self.learned.proofs.first() else {
            return format!("interrupted before the proof against {}", self.plan.other.name);
        };
        let (value, (low, high)) = figures(proof);
        let (players, other) = (self.plan.game.seats(), &self.plan.other.name);
        let won = format!(
            "at {players} players wins {value:.2} % [{low:.2}, {high:.2}] of {} fresh games with {other} in the other seats, where {:.2} % is fair",
            thousands(proof.games),
            100.0 / players as f64
        );
        if self.learned.is_better(players) { won } else { format!("not clearly better than {other}: {won}") }
    }

    /// Returns the proofs at the other tables, as many as were made: what each is called, the fair share, and its share.
    fn elsewhere(&self) -> impl Iterator<Item = Elsewhere<'_>> {
        self.learned.proofs.iter().enumerate().skip(1).map(|(table, proof)| {
            let (players, name) = self.plan.exam_table(table);
            Elsewhere { name, players, rival: &self.plan.rival(table).name, proof }
        })
    }

    /// Returns the same in sentences.
    fn elsewhere_text(&self) -> Vec<String> {
        let row = |Elsewhere { name, players, rival, proof }: Elsewhere<'_>| {
            let (value, (low, high)) = figures(proof);
            let (games, fair) = (thousands(proof.games), 100.0 / players as f64);
            let mut text = format!("{name}: {value:.2} % [{low:.2}, {high:.2}] of {games}, fair {fair:.2} %");
            if is_worse(players, proof) {
                let _ = write!(text, ", worse than {rival}");
            }
            text
        };
        self.elsewhere().map(row).collect()
    }

    /// Returns the levels in sentences.
    fn levels_text(&self) -> Vec<String> {
        let row = |(level, found): (usize, &Level)| {
            let (value, (low, high)) = figures(&found.win_rate);
            let games = thousands(found.win_rate.games);
            format!("level {}: {value:.2} % [{low:.2}, {high:.2}] of {games}", level + 1)
        };
        self.learned.levels.iter().enumerate().map(row).collect()
    }

    /// Returns the strategy file.
    fn file(&self) -> String {
        let Self { plan, learned, .. } = self;
        let mut comment = format!(
            "# By {}: {}\n# Learned from {} positions of {} games: {}.\n",
            Program::current(),
            plan.command(),
            thousands(learned.positions),
            thousands(learned.games),
            self.verdict(),
        );
        for row in self.elsewhere_text().into_iter().chain(self.levels_text()) {
            let _ = writeln!(comment, "# {row}.");
        }
        let other = &plan.other.name;
        let proven = match (learned.is_better(plan.game.seats()), learned.interrupted) {
            (true, _) => String::new(),
            (false, true) => format!(", not proven to be better than {other}"),
            (false, false) => format!(", not clearly better than {other}"),
        };
        let mut scope = plan.tables.scope();
        // Where it is worse than the other bot it has learned nothing: whoever lets it play there is warned.
        for (&players, proof) in plan.tables.players().iter().zip(&learned.proofs).skip(1) {
            if is_worse(players, proof) {
                scope.players.retain(|&known| known != players as u64);
            }
        }
        let tables = match (scope.players.iter().min(), scope.players.iter().max()) {
            (Some(low), Some(high)) if low < high => format!("{low} to {high} players"),
            _ => format!("{} players", plan.game.seats()),
        };
        let about = format!("a network learned by self-play, {tables}{proven}");
        let levels: Vec<f64> = learned.levels.iter().map(|level| level.temperature).collect();
        let player = Player { network: &learned.network, margin: learned.margin, temperature: 0.0 };
        plan.file(&player, &scope, &levels, &comment, &about)
    }

    fn curve_path(&self) -> PathBuf {
        self.plan.path.with_extension("curve.csv")
    }

    /// Returns its strength in the course of the lessons.
    fn curve(&self) -> String {
        let mut text = "games,positions,loss,win_rate,ci_low,ci_high,exam_games\n".to_owned();
        for CurvePoint { games, positions, loss, win_rate } in &self.learned.curve {
            let (low, high) = win_rate.interval.unwrap_or_default();
            let value = win_rate.value.unwrap_or_default();
            let exam = win_rate.games;
            let _ = writeln!(text, "{games},{positions},{loss:.6},{value:.6},{low:.6},{high:.6},{exam}");
        }
        text
    }

    fn page_path(&self) -> PathBuf {
        self.plan.path.with_extension("curve.html")
    }

    /// Returns the same as a page.
    fn page(&self) -> String {
        let Self { plan, learned, seconds } = self;
        let players = plan.game.seats();
        let point = |point: &CurvePoint| LearningPoint {
            at: point.games,
            value: point.win_rate.value.unwrap_or_default(),
            interval: point.win_rate.interval,
        };
        let file = shell_word(&plan.path.display().to_string());
        Learning {
            title: plan.entry.title(),
            facts: vec![
                ("Method", "value".to_owned()),
                (
                    "Teacher",
                    plan.teacher.as_ref().map_or_else(|| "none".to_owned(), |teacher| teacher.name.clone()),
                ),
                ("Seats", players.to_string()),
                ("Games", thousands(learned.games)),
                ("Positions", thousands(learned.positions)),
                ("Seconds", format!("{seconds:.0}")),
                ("Seed", plan.seed.to_string()),
            ],
            verdict: self.verdict(),
            more: self.elsewhere_text().into_iter().chain(self.levels_text()).collect(),
            counted: "games",
            strength: Strength::WinShare { fair: 1.0 / players as f64, other: &plan.other.name },
            points: learned.curve.iter().map(point).collect(),
            command: plan.command(),
            run: format!(
                "{} --players {players} --bots {file}{}",
                shell_word(plan.entry.id()),
                format!(" {}", shell_word(&plan.other.to_arg())).repeat(players.saturating_sub(1))
            ),
        }
        .page()
    }

    pub(super) fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        vec![
            (self.plan.path.clone(), self.file().into_bytes()),
            (self.curve_path(), self.curve().into_bytes()),
            (self.page_path(), self.page().into_bytes()),
        ]
    }

    pub(super) fn interrupted(&self) -> Option<String> {
        self.learned.interrupted.then(|| {
            format!(
                "interrupted after {} games: the network until then is in {}, its strength not proven; {}",
                thousands(self.learned.games),
                self.plan.path.display(),
                self.plan.go_on()
            )
        })
    }

    pub(super) fn json(&self) -> Json {
        let Self { plan, learned, .. } = self;
        let proof = learned.proofs.first().copied().unwrap_or_default();
        let elsewhere = self.elsewhere().map(|Elsewhere { name, players, rival, proof }| {
            json!({
                "table": name,
                "players": players,
                "against": rival,
                "fair": 1.0 / players as f64,
                "win_rate": proof.value,
                "ci_low": proof.interval.map(|i| i.0),
                "ci_high": proof.interval.map(|i| i.1),
                "fresh_games": proof.games,
            })
        });
        let elsewhere: Vec<Json> = elsewhere.collect();
        let levels = learned.levels.iter().map(|level| {
            json!({
                "temperature": level.temperature.is_finite().then_some(level.temperature),
                "win_rate": level.win_rate.value,
                "ci_low": level.win_rate.interval.map(|i| i.0),
                "ci_high": level.win_rate.interval.map(|i| i.1),
            })
        });
        let levels: Vec<Json> = levels.collect();
        let varied: serde_json::Map<String, Json> =
            plan.tables.varied().map(|(key, values)| (key.to_owned(), values.into())).collect();
        json!({
            "game": plan.entry.id(),
            "method": "value",
            "against": plan.other.name,
            "teacher": plan.teacher.as_ref().map(|teacher| &teacher.name),
            "players": plan.game.seats(),
            "all_players": plan.tables.players(),
            "varied": varied,
            "rule_set": plan.game.rules().hash(),
            "seed": plan.seed,
            "games": learned.games,
            "positions": learned.positions,
            "inputs": learned.network.inputs(),
            "margin": learned.margin,
            "better": learned.is_better(plan.game.seats()),
            "win_rate": proof.value,
            "ci_low": proof.interval.map(|i| i.0),
            "ci_high": proof.interval.map(|i| i.1),
            "fair": 1.0 / plan.game.seats() as f64,
            "fresh_games": proof.games,
            "elsewhere": elsewhere,
            "levels": levels,
            "complete": !learned.interrupted,
            "command": plan.command(),
            "file": plan.path.display().to_string(),
            "curve": self.curve_path().display().to_string(),
            "page": self.page_path().display().to_string(),
        })
    }

    pub(super) fn text(&self) -> String {
        let Self { plan, learned, seconds } = self;
        let mut out = format!(
            "{}, {} players, seed {}: {} positions of {} games in {seconds:.0} s\n\n",
            plan.entry.title(),
            plan.game.seats(),
            plan.seed,
            thousands(learned.positions),
            thousands(learned.games),
        );
        let mut table =
            TextTable::new(0, &["games", &format!("wins against {}", plan.other.name), "95 % interval"]);
        for point in &learned.curve {
            let (value, (low, high)) = figures(&point.win_rate);
            let interval = format!("{low:.1} to {high:.1} %");
            table.row(vec![thousands(point.games), format!("{value:.1} %"), interval]);
        }
        let (path, curve) = (plan.path.display(), self.curve_path());
        let mut more = String::new();
        for row in self.elsewhere_text().into_iter().chain(self.levels_text()) {
            let _ = writeln!(more, "{row}");
        }
        let _ = write!(
            out,
            "{table}\n{}\n{more}file   {path} (use it with --bots {path})\ncurve  {}\npage   {}\n",
            self.verdict(),
            curve.display(),
            self.page_path().display()
        );
        out
    }
}
