//! What the pieces of every registered game cost: `cargo bench -p ludometer-benches -- pure-profit`, or without a name of all games.
//!
//! Each figure is for one call of many pieces; criterion's throughput line gives pieces a second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludometer::model::{Rng, RuleSet};
use ludometer::registry::GAMES;

/// The floor: one bounded random number, as every decision of `random` draws.
fn floor(criterion: &mut Criterion) {
    let mut rng = Rng::from_words([0, 0, 0]);
    criterion.bench_function("floor/bounded random number", |b| {
        let mut last = 0;
        b.iter(|| {
            last = rng.below(7 + (last & 1));
            last
        });
    });
}

fn games(criterion: &mut Criterion) {
    for entry in GAMES.iter() {
        let rules = RuleSet::defaults(entry.schema());
        let game = entry.load(entry.schema().usual_seats, rules).expect("the default rules can be played");
        let mut group = criterion.benchmark_group(entry.id());
        for mut part in game.timed().parts() {
            group.throughput(Throughput::Elements(part.pieces));
            group.bench_function(part.name, |b| b.iter(&mut part.run));
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = floor, games
}
criterion_main!(benches);
