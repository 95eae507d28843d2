//! The catalogue of the figures that are counted in every game design: id, unit, definition, tolerance, and what a value
//! says. The reference of metrics is written from it. Those of one design stand in its crate.
//!
//! A *turn* is one of the game design, and a *chance* is a seat's estimated win share at the beginning of a turn.

use super::figure::{Chances, EstimateKind, Figure, Member};
use ludometer_model::{Contest, Kind, Sharing};

/// Returns a share for people: `12.3 %`.
fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Returns what a seat wins: where losing is all that counts, whoever does not lose wins.
fn won(share: f64, contest: &Contest) -> String {
    let does = if contest.ends.are_lost_alone { "does not lose in" } else { "wins" };
    format!("{does} {} of the games", percent(share))
}

/// Returns what a player has of the wins, alone or with its side, be it fixed or drawn.
fn share_of_wins(v: f64, member: &Member, contest: &Contest) -> String {
    let sharing = if contest.has_sides() { Sharing::Side } else { contest.sharing(None) };
    match sharing {
        Sharing::Own => format!("{} {}", member.who(), won(v, contest)),
        _ => format!("{} {}", member.who(), sharing.says(&percent(v))),
    }
}

/// Returns the place that a figure of decisions is of: a phase, or nothing.
fn phase(member: &Member) -> String {
    match member {
        Member::Named(phase) => format!(" in phase {phase}"),
        _ => String::new(),
    }
}

macro_rules! figures {
    ($($title:literal {
        $($(#[doc = $doc:literal])+ $NAME:ident = $id:literal, $unit:literal, $kind:ident
            $(, $said:ident($($value:expr),+))*;)*
    })*) => {
        $($(
            $(#[doc = $doc])+
            pub const $NAME: Figure =
                Figure::new($id, $unit, EstimateKind::$kind, concat!($($doc),+)) $(.$said($($value),+))*;
        )*)*

        /// The chapters of the reference with their figures.
        pub const CHAPTERS: &[(&str, &[&Figure])] = &[$(($title, &[$(&$NAME),*]),)*];
    };
}

figures! {
    "Summary" {
        /// Mean number of turns.
        TURNS = "turns", "turns", Mean, reading(|v, _, _| format!("a game lasts {v:.1} turns"));
        /// Mean number of minutes: the seconds of all turns and of all actions that take time of their own, by `--seconds-a-turn`.
        MINUTES = "minutes", "minutes", Mean, reading(|v, _, _| format!("a game takes {v:.0} minutes"));
        /// Mean number of rounds of the table; the last one may be a part of one.
        ROUNDS = "rounds", "rounds", Mean, reading(|v, _, _| format!("a game lasts {v:.1} rounds"));
        /// Mean number of decisions of all seats, forced ones included.
        DECISIONS = "decisions", "decisions", Mean, reading(|v, _, _| format!("a game takes {v:.1} decisions"));
        /// Mean number of decisions with one legal action.
        FORCED_DECISIONS = "forced_decisions", "decisions", Mean;
        /// Games that were stopped by the engine's limit / games.
        UNFINISHED = "unfinished", "share of games", Share;
        /// Games that somebody wins / games. A seat's fair share of the wins is this, divided by the number of seats.
        WON = "won", "share of games", Share,
            reading(|v, _, contest| {
                let who = match contest.kind {
                    Kind::Competitive if contest.ends.are_lost_alone => {
                        return format!("somebody escapes losing in {} of the games", percent(v));
                    }
                    Kind::Competitive | Kind::Teams => "somebody",
                    Kind::Cooperative => "the table",
                    Kind::Solo => "the player",
                };
                format!("{who} wins {} of the games", percent(v))
            }),
            at_least(0.95, 0.05, 0.20);
        /// Games in which several tie for the win / games; the seats of a side, and players who all win together, do not tie.
        SHARED_WINS = "shared_wins", "share of games", Share,
            reading(|v, _, _| format!("several tie for the win in {} of the games", percent(v))),
            at_most(0.05, 0.05, 0.15);
        /// Games that several win jointly, each for itself / games; only where the rules name several winners at once.
        JOINT_WINS = "joint_wins", "share of games", Share,
            reading(|v, _, _| format!("several win jointly in {} of the games", percent(v)));
        /// Win rate of the best seat, or side, less that of the worst.
        SEAT_SPREAD = "seat_spread", "share of games", Share;
        /// Mean lead of the first score over the second.
        LEADER_GAP = "leader_gap", "score", Mean;
        /// Win share of whoever takes the first decision, less its fair share: `won`/n, or where sides play its part of what is fair
        /// for its side. Where the deal decides who begins, the cards dealt count in it; analyses leave it out there.
        FIRST_MOVER_ADVANTAGE = "first_mover_advantage", "share of games", Share,
            reading(|v, _, contest| {
                let points = format!("{:.1} points", v.abs() * 100.0);
                if contest.ends.are_lost_alone {
                    let way = if v < 0.0 { "more" } else { "fewer" };
                    return format!("whoever moves first loses {points} {way} of the games than is fair");
                }
                let way = if v < 0.0 { "below" } else { "above" };
                format!("whoever moves first is {points} {way} a fair share of the wins")
            });
        /// Mean score of the table at the end, where all play together for a score.
        TABLE_SCORE = "table_score", "score", Mean;
        /// How often an action of this kind is taken.
        ACTION = "action_*", "per game", Mean;
    }
    "Seats and length" {
        /// Wins of the seat / games; a shared win counts 1/k.
        WIN_SHARE = "win_share", "share of games", Share,
            reading(share_of_wins);
        /// The same by place in the order of play; left out where the deal decides who begins, so that cards count and
        /// not the place.
        WIN_SHARE_BY_ORDER = "win_share_by_order", "share of games", Share,
            reading(share_of_wins);
        /// Games that ended by their rules / games.
        FINISHED = "finished", "share of games", Share,
            reading(|v, _, _| format!("{} of the games come to an end", percent(v)));
        /// Mean of best less worst score at the end.
        SCORE_SPREAD = "score_spread", "score", Mean,
            reading(|v, _, contest| {
                let way = if contest.ends.fewest_win { "below" } else { "above" };
                format!("the best score lies {v:.1} {way} the worst at the end")
            });
        /// Mean lead of the first score over the second.
        FINAL_GAP = "final_gap", "score", Mean,
            reading(|v, _, _| format!("the first score is {v:.1} away from the second"));
        /// With `--target-length`: games whose length is within the target, both ends included.
        WITHIN_TARGET_LENGTH = "within_target_length", "share of games", Share,
            reading(|v, member, _| match member {
                Member::Length(target) => {
                    format!("{} of the games last {}, as wanted", percent(v), target.spoken())
                }
                _ => String::new(),
            }),
            at_least(0.50, 0.10, 0.25);
        /// With `--target-length`: mean distance from it, 0 within.
        TARGET_LENGTH_DISTANCE = "target_length_distance", "", Mean,
            reading(|v, member, _| match member {
                Member::Length(target) => {
                    let (name, [low, high]) = (target.unit().name(), target.ends());
                    format!("a game is {v:.1} {name} away from the wanted {low} to {high}, on average (0 within)")
                }
                _ => String::new(),
            });
    }
    "Who is ahead, and when it is decided" {
        /// Changes of the leader.
        LEAD_CHANGES = "lead_changes", "per game", Mean,
            reading(|v, _, _| format!("the seat with the best chance to win changes {v:.1} times a game"));
        /// Changes of the seat that is visibly ahead.
        STANDING_LEAD_CHANGES = "standing_lead_changes", "per game", Mean,
            reading(|v, _, _| format!("the seat that is visibly ahead changes {v:.1} times a game"));
        /// Turns in which the later winner is not the leader / turns.
        BEHIND_SHARE = "behind_share", "share of turns", Share,
            reading(|v, _, _| format!("the later winner is behind another seat in {} of the turns", percent(v)));
        /// Mean over those turns of √(chance of the leader − chance of the later winner).
        DRAMA = "drama", "0 to 1", Mean,
            reading(|v, _, _| {
                let depth = percent(v * v);
                format!("when the later winner is behind, it lacks some {depth} of the win to the leader")
            });
        /// The largest of these values in a game, mean over games.
        DRAMA_PEAK = "drama_peak", "0 to 1", Mean,
            reading(|v, _, _| {
                let depth = percent(v * v);
                format!("at its worst moment the later winner lacks some {depth} of the win to the leader")
            });
        /// The later winner's lowest chance, mean over games.
        WINNER_LOWEST_CHANCE = "winner_lowest_chance", "share of the win", Mean,
            reading(|v, _, _| {
                format!("the later winner's chance falls to {} at its lowest, on average", percent(v))
            });
        /// Games in which the later winner's chance once fell below 1/(2n).
        COMEBACK_SHARE = "comeback_share", "share of games", Share,
            reading(|v, _, _| {
                format!("in {} of the games the winner once had less than half its fair chance", percent(v))
            });
        /// The turn from which the winner leads for good / turns.
        DECIDED_AT = "decided_at", "share of the game", Mean,
            reading(|v, _, _| {
                format!("the winner takes the lead for good after {} of the game, on average", percent(v))
            }),
            at_least(0.25, 0.05, 0.15);
        /// Games that nobody leads at half time: several seats have the best chance.
        HALF_TIME_LEVEL = "half_time_level", "share of games", Share,
            reading(|v, _, _| format!("nobody leads at half time in {} of the games", percent(v)));
        /// Of the games that somebody leads at half time: those that the leader wins, alone or with others.
        HALF_TIME_LEADER_WINS = "half_time_leader_wins", "share of games", Share,
            reading(|v, _, _| {
                format!("whoever leads at half time wins {} of the games that somebody leads", percent(v))
            }),
            at_most(0.85, 0.05, 0.10);
        /// 1 − (largest chance − second largest), mean over turns.
        TENSION = "tension", "0 to 1", Mean,
            reading(|v, _, _| {
                let apart = percent(1.0 - v);
                format!("the two best chances lie {apart} apart on average (1 is level, 0 decided)")
            });
        /// Slope b of y = b x through the origin, games as clusters. x is a seat's standing above the mean of all, y what
        /// it gains on the mean in the next tenth of the game. Standings are scaled to the game's largest distance from
        /// the mean.
        RUNAWAY_SLOPE = "runaway_slope", "per tenth of the game", Ratio,
            reading(|v, _, _| {
                let way = if v < 0.0 { "loses" } else { "gains" };
                format!("a lead {way} {} of its size in each tenth of the game", percent(v.abs()))
            });
        /// Games in which the winner took the lead for good in the turn of another seat that could choose and was
        /// hopeless.
        KINGMAKING = "kingmaking", "share of games", Share,
            reading(|v, _, _| {
                let share = percent(v);
                format!("in {share} of the games the winner took the lead for good in the turn of a player without hope")
            }),
            at_most(0.10, 0.10, 0.25);
    }
    "Interaction" {
        /// Acts of one seat against another.
        INTERACTION = "interaction", "per game", Mean,
            reading(|v, _, _| format!("one player acts against another {v:.1} times a game"));
        /// Acts of one seat against another, by kind / turns.
        // Where it happens in most turns, no plan lasts from one turn of a seat to its next.
        INTERACTION_RATE = "interaction_rate", "per turn", Ratio,
            reading(|v, kind, _| format!("{v:.2} times a turn a player does this to another one: {kind}")),
            at_most(0.50, 0.25, 0.50);
    }
    "Choices" {
        /// Legal actions a decision, in all and by phase.
        BRANCHING_MEAN = "branching_mean", "actions", Ratio,
            reading(|v, member, _| format!("{v:.1} actions to choose from on average{}", phase(member)));
        /// The most legal actions of a decision, in all and by phase.
        BRANCHING_MAX = "branching_max", "actions", Mean,
            reading(|v, member, _| format!("at most {v} actions{}", phase(member)));
        /// Decisions with one legal action / decisions, in all and by phase.
        FORCED_SHARE = "forced_share", "share of decisions", Share,
            reading(|v, member, _| {
                format!("{} of the decisions{} leave no choice", percent(v), phase(member))
            }),
            at_most(0.60, 0.10, 0.25);
        /// With `--analyze=deep`: the standard deviation of the values of a decision's actions, by playouts.
        DECISION_SPREAD = "decision_spread", "share of the win", Mean,
            reading(|v, _, _| format!("the actions of a decision differ by {}", percent(v)));
        /// With `--analyze=deep`: decisions whose actions differ clearly in value.
        MEANINGFUL_DECISIONS = "meaningful_decisions", "share of decisions", Share,
            reading(|v, _, _| format!("so many decisions matter: {}", percent(v)));
    }
    "Waiting" {
        /// Turns in which the seat decides nothing / turns.
        WAITING = "waiting", "share of turns", Share,
            reading(|v, seat, _| format!("{} has nothing to decide in {} of the turns", seat.who(), percent(v)));
        /// Longest stretch of these turns, mean over games.
        LONGEST_WAIT = "longest_wait", "turns", Mean,
            reading(|v, seat, _| {
                format!("the longest stretch in which {} decides nothing lasts {v:.1} turns", seat.who())
            });
        /// Turns in which the seat plays on while hopeless / turns.
        HOPELESS = "hopeless", "share of turns", Share,
            reading(|v, seat, _| {
                let share = percent(v);
                format!("{} plays on with less than a fifth of its fair chance in {share} of the turns", seat.who())
            }),
            at_most(0.40, 0.10, 0.25);
        /// Turns in which the seat is out of the game / turns.
        ELIMINATED = "eliminated", "share of turns", Share,
            reading(|v, seat, _| format!("{} is out of the game in {} of the turns", seat.who(), percent(v))),
            at_most(0.25, 0.10, 0.25);
    }
    "Trust" {
        /// Mean distance between estimated chances and how often they came true, before (`raw`) and after the curve
        /// (`used`).
        CALIBRATION_ERROR = "calibration_error", "share of the win", Mean,
            reading(|v, member, _| {
                let how = match member {
                    Member::Chances(Chances::Mended) => "after the curve of the pilot batch",
                    _ => "as the game estimates it",
                };
                format!("the chance to win, {how}, is off by {} on average", percent(v))
            });
    }
}
