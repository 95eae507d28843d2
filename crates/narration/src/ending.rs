//! How a game ended, and who played, from the first and the last line of its trace.

use ludometer_model::counted;
use serde_json::Value as Json;

use super::words::letter;

fn winners(line: &Json) -> Vec<usize> {
    let seats = line["winners"].as_array().into_iter().flatten();
    seats.filter_map(Json::as_u64).filter_map(|seat| usize::try_from(seat).ok()).collect()
}

/// Returns the sentences of the last line: who wins, and the scores.
pub fn ending(line: &Json) -> [String; 2] {
    let winners: Vec<String> = winners(line).into_iter().map(letter).collect();
    let result = match &winners[..] {
        _ if line["unfinished"] == true => "it came to its limit without a winner".to_owned(),
        [] => "nobody wins".to_owned(),
        [one] => format!("{one} wins"),
        many => format!("{} share the win", many.join(" and ")),
    };
    let scores = line["scores"].as_array().into_iter().flatten().enumerate();
    let scores: Vec<String> = scores.map(|(seat, score)| format!("{} {score}", letter(seat))).collect();
    [
        format!("The game is over after {}: {result}.", counted(line["turns"].as_u64().unwrap_or(0), "turn")),
        format!("Scores: {}.", scores.join(", ")),
    ]
}

/// Returns each seat's share of the win by the last line, 0 to 1.
pub fn shares(line: &Json, seats: usize) -> Vec<f64> {
    let winners = winners(line);
    let share = |seat: usize| if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 };
    (0..seats).map(share).collect()
}

/// Returns who plays by a line that names the bots: `A greedy, B random`.
pub fn players_and_bots(line: &Json) -> String {
    let bots = line["strategies"].as_array().into_iter().flatten().enumerate();
    let bots = bots.map(|(seat, bot)| format!("{} {}", letter(seat), bot.as_str().unwrap_or_default()));
    bots.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_ending_names_winners_and_scores() {
        let line = json!({ "turns": 12, "winners": [0, 2], "scores": [7, 3, 7], "unfinished": false });
        assert_eq!(
            ending(&line),
            ["The game is over after 12 turns: A and C share the win.", "Scores: A 7, B 3, C 7."]
        );
        assert_eq!(shares(&line, 3), [0.5, 0.0, 0.5]);
        let ends = |winners: &[usize], unfinished| {
            ending(&json!({ "turns": 1, "winners": winners, "scores": [7], "unfinished": unfinished }))[0]
                .clone()
        };
        assert_eq!(ends(&[1], false), "The game is over after 1 turn: B wins.");
        assert_eq!(ends(&[], false), "The game is over after 1 turn: nobody wins.");
        assert_eq!(ends(&[], true), "The game is over after 1 turn: it came to its limit without a winner.");
        let bots = json!({ "strategies": ["greedy", "random"] });
        assert_eq!(players_and_bots(&bots), "A greedy, B random");
    }
}
