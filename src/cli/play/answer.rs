//! The answers of a person at the terminal.

use ludometer_model::nearest;

/// The meaning of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Said {
    Take(usize),
    Help,
    Hint,
    /// Why the best choice is better than this one, or than the next best.
    Why(Option<usize>),
    View,
    Undo,
    Quit,
    Unclear(String),
}

/// Reads an answer to these choices, as they were shown or as traces name them (`ids`).
pub(super) fn read(line: &str, legal: &[String], ids: &[String]) -> Said {
    let words = line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let lower: Vec<String> = legal.iter().map(|action| action.to_lowercase()).collect();
    // What stands in brackets only tells what lies there.
    let bare = |action: &str| action.split(" (").next().is_some_and(|bare| bare == words);
    let is_named = |i: &usize| {
        let by_id = ids.get(*i).map(|id| id.to_lowercase());
        [Some(lower[*i].as_str()), by_id.as_deref()]
            .into_iter()
            .flatten()
            .any(|action| action == words || bare(action))
    };
    if let Some(found) = (0..lower.len()).find(is_named) {
        return Said::Take(found);
    }
    match words.as_str() {
        "help" | "?" => return Said::Help,
        "hint" => return Said::Hint,
        "why" => return Said::Why(None),
        "view" => return Said::View,
        "undo" => return Said::Undo,
        "quit" => return Said::Quit,
        "" => return Said::Unclear(format!("choose a number from 1 to {}, or `help`", legal.len())),
        _ => {}
    }
    if let Some(rest) = words.strip_prefix("why ") {
        return match read(rest, legal, ids) {
            Said::Take(i) => Said::Why(Some(i)),
            Said::Unclear(text) => Said::Unclear(text),
            _ => Said::Unclear(format!("`{rest}` is no choice here")),
        };
    }
    if let Ok(number) = words.parse::<usize>() {
        return match number.checked_sub(1).filter(|&i| i < legal.len()) {
            Some(i) => Said::Take(i),
            None => Said::Unclear(format!("there is no choice {number}: they are 1 to {}", legal.len())),
        };
    }
    let fits: Vec<usize> = (0..lower.len()).filter(|&i| lower[i].starts_with(&words)).collect();
    match fits[..] {
        [one] => Said::Take(one),
        [] => {
            let known =
                lower.iter().map(String::as_str).chain(["help", "hint", "why", "view", "undo", "quit"]);
            let hint =
                nearest(&words, known).map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
            Said::Unclear(format!("`{words}` is no choice here{hint}"))
        }
        [..] => {
            let all: Vec<String> = fits.iter().map(|&i| format!("`{}`", legal[i])).collect();
            Said::Unclear(format!("`{words}` may be {}", all.join(" or ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_numbers_words_or_first_letters() {
        let legal = ["draw stock", "draw discard", "bank 3", "Undo it", "7"].map(str::to_owned);
        let take = |line: &str| match read(line, &legal, &[]) {
            Said::Take(i) => i,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!([take("1"), take(" 2 "), take("5")], [0, 1, 4]);
        assert_eq!([take("draw stock"), take("DRAW  Discard"), take("draw d"), take("b")], [0, 1, 1, 2]);
        // The words of a choice go before its number.
        assert_eq!(take("7"), 4);
        let shown = ["draw from the stock", "aim at B"].map(str::to_owned);
        let ids = ["draw stock", "target(1)"].map(str::to_owned);
        for (typed, choice) in [("draw stock", 0), ("draw from", 0), ("aim at b", 1), ("target(1)", 1)] {
            assert_eq!(read(typed, &shown, &ids), Said::Take(choice), "{typed}");
        }
        let slots = ["visit 1 (silk)", "visit 10 (idol)"].map(str::to_owned);
        assert_eq!(read("visit 1", &slots, &[]), Said::Take(0));
        assert_eq!(read("visit 10 (idol)", &slots, &[]), Said::Take(1));
        assert_eq!(read("undo", &legal, &[]), Said::Undo);
        assert_eq!(read("?", &legal, &[]), Said::Help);
        let why = ["why", "why 3", "Why draw discard"].map(|line| read(line, &legal, &[]));
        assert_eq!(why, [None, Some(2), Some(1)].map(Said::Why));
        let unclear = |line: &str| match read(line, &legal, &[]) {
            Said::Unclear(text) => text,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(unclear("draw"), "`draw` may be `draw stock` or `draw discard`");
        assert_eq!(unclear("why hint"), "`hint` is no choice here");
        assert_eq!(unclear("6"), "there is no choice 6: they are 1 to 5");
        assert_eq!(unclear("0"), "there is no choice 0: they are 1 to 5");
        assert!(unclear("darw stock").ends_with("did you mean `draw stock`?"));
        assert!(unclear("").contains("`help`"));
    }
}
