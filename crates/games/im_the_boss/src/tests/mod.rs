//! Tests of the rules, by clause; of the bots' judgement; of what views show.

mod scene;
mod contract;
mod examples;
mod example_talks;
mod setup;
mod turns;
mod watch;
mod talks;
mod settle;
mod settings;
mod knowledge;
mod metrics;
mod second_play;
mod yardsticks;

use super::*;

/// All toggles away from their defaults at once.
const ALL_TOGGLES: &[&str] = &[
    "variant.nasty=true",
    "negotiation.mode=reputation",
    "negotiation.forced_gift=true",
    "move.shortfall=as_many",
    "x.midround=next",
    "pass.bonus_on_double=false",
    "pass.boss_stops=true",
    "bank.limit=cards",
    "information.money=hidden",
    "x.half_jitter=3",
];

fn rules(settings: &[&str]) -> RuleSet {
    let mut rules = RuleSet::defaults(ImTheBoss::schema());
    for setting in settings {
        rules.set_text(setting).unwrap();
    }
    rules
}

fn game(seats: usize, settings: &[&str]) -> ImTheBoss {
    ImTheBoss::new(seats, &rules(settings)).unwrap()
}
