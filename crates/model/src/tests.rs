//! Tests of schemas and rule sets on a small made-up game.

use super::*;

static SCHEMA: LazySchema = LazySchema::new(
    r#"
    game = "made_up"
    usual_seats = 3
    [messages]
    unknown = "no key `{key}`"
    range = "`{key}` = {value}: allowed {range}"
    [[param]]
    key = "deck.steal_one"
    default = 6
    range = [0, 20]
    about = "copies"
    from = "rulebook"
    [[param]]
    key = "seats"
    default = 3
    range = [2, 5]
    about = "seats, in no table"
    from = "assumed"
    [[param]]
    key = "odds.rain"
    default = 1
    reals = [0.0, 1.0]
    about = "chance"
    from = "source"
    [[param]]
    key = "play.open"
    default = false
    flag = true
    about = "open hands"
    from = "rulebook"
    [[param]]
    key = "play.mode"
    default = "short"
    words = ["short", "long"]
    about = "length"
    from = "rulebook"
    [[param]]
    key = "play.name"
    default = "a \"b\""
    text = true
    about = "any text"
    from = "assumed"
    [[param]]
    key = "deck.steps"
    default = [1, 2]
    range = [0, 9]
    len = [1, 3]
    about = "a list"
    from = "rulebook"
    [[param]]
    key = "deck.gain"
    default = 4
    range = [0, 9]
    len = [2, 3]
    or_one = true
    about = "one or a list"
    from = "rulebook"
    [[param]]
    key = "card.*.value"
    range = [1, 9]
    about = "a family"
    from = "assumed"
    [[param]]
    key = "card.ace.value"
    default = 20
    range = [10, 30]
    about = "goes before its family"
    from = "assumed"
    "#,
);

fn rules() -> RuleSet {
    RuleSet::defaults(SCHEMA.get())
}

fn refused(setting: &str) -> String {
    let mut rules = rules();
    let before = rules.hash();
    let fault = rules.set_text(setting).unwrap_err();
    assert_eq!(rules.hash(), before, "a refused setting changes nothing");
    assert_eq!(fault.origin, Some(Origin::Option(format!("--set {setting}"))));
    fault.message
}

#[test]
fn unknown_keys_name_the_nearest() {
    assert_eq!(refused("deck.steal_on=1"), "no key `deck.steal_on`; did you mean `deck.steal_one`?");
    assert_eq!(refused("steal_one=1"), "no key `steal_one`; did you mean `deck.steal_one`?");
    assert_eq!(refused("DECK.Steal_One=1"), "no key `DECK.Steal_One`; did you mean `deck.steal_one`?");
    assert_eq!(refused("zzz=1"), "no key `zzz`; `ludometer rules made_up` lists all keys");
    for none in ["nothing", "=3", " =3"] {
        assert!(refused(none).ends_with("write key=value, such as deck.steal_one=6"));
    }
}

#[test]
fn the_example_of_a_setting_is_the_game_s_own() {
    static OTHER: LazySchema = LazySchema::new(
        r#"
        game = "other"
        usual_seats = 2
        [[param]]
        key = "cards"
        default = 9
        range = [1, 9]
        about = "cards"
        from = "source"
        "#,
    );
    static FIXED: LazySchema = LazySchema::new("game = 'fixed'\nusual_seats = 2\n");
    let reported = |schema: &'static LazySchema| {
        RuleSet::defaults(schema.get()).set_text("nothing").unwrap_err().message
    };
    assert_eq!(reported(&OTHER), "`nothing` is no setting: write key=value, such as cards=9");
    assert_eq!(reported(&FIXED), "`nothing` is no setting: write key=value");
}

#[test]
fn wrong_types_and_ranges_are_refused() {
    let cases = [
        ("deck.steal_one=21", "`deck.steal_one` = 21: allowed 0..20"),
        ("deck.steal_one=-1", "`deck.steal_one` = -1: allowed 0..20"),
        ("deck.steal_one=1.5", "`deck.steal_one` = 1.5: allowed 0..20"),
        ("deck.steal_one=many", "`deck.steal_one` = many: allowed 0..20"),
        (
            "deck.steal_one=+2",
            "`deck.steal_one` = +2: allowed 0..20; it is the value itself that is set, not a change: deck.steal_one=8",
        ),
        ("deck.steal_one=+15", "`deck.steal_one` = +15: allowed 0..20"),
        ("odds.rain=1.01", "`odds.rain` = 1.01: allowed 0 to 1"),
        ("odds.rain=nan", "`odds.rain` = NaN: allowed 0 to 1"),
        ("play.open=1", "`play.open` = 1: allowed true, false"),
        ("play.mode=medium", "`play.mode` = medium: allowed short, long"),
        ("deck.steps=[]", "`deck.steps` = []: allowed a list of 1 to 3 of: 0..9"),
        ("deck.steps=[1, 2, 3, 4]", "`deck.steps` = [1, 2, 3, 4]: allowed a list of 1 to 3 of: 0..9"),
        ("deck.steps=[1, 10]", "`deck.steps` = [1, 10]: allowed a list of 1 to 3 of: 0..9"),
        ("deck.steps=1", "`deck.steps` = 1: allowed a list of 1 to 3 of: 0..9"),
        ("deck.gain=[1]", "`deck.gain` = [1]: allowed 0..9, or a list of 2 to 3 of these"),
        ("card.two.value=10", "`card.two.value` = 10: allowed 1..9"),
        ("card.ace.value=9", "`card.ace.value` = 9: allowed 10..30"),
        // What is allowed but for its quotes is shown with them.
        ("deck.steal_one=\"8\"", "`deck.steal_one` = \"8\": allowed 0..20; write it without quotes"),
        ("play.open=\"true\"", "`play.open` = \"true\": allowed true, false; write it without quotes"),
        ("deck.steal_one=\"21\"", "`deck.steal_one` = 21: allowed 0..20"),
        ("deck.steal_one=3e1", "`deck.steal_one` = 30.0: allowed 0..20"),
    ];
    for (setting, message) in cases {
        assert_eq!(refused(setting), message);
    }
}

#[test]
fn both_ends_of_a_range_are_allowed() {
    for good in ["deck.steal_one=0", "deck.steal_one=20", "odds.rain=0", "odds.rain=1.0", "deck.gain=[0, 9]"]
    {
        rules().set_text(good).unwrap();
    }
}

#[test]
fn settings_are_read_as_they_are_meant() {
    let mut rules = rules();
    assert_eq!(rules.real("odds.rain"), 1.0);
    for setting in [
        "deck.steal_one = 7",
        "play.mode=long",
        "play.open=true",
        "deck.steps=[3,4,5]",
        "deck.gain=2",
        "card.two.value=2",
    ] {
        rules.set_text(setting).unwrap();
    }
    assert_eq!((rules.int("deck.steal_one"), rules.count("deck.gain")), (7, 2));
    assert_eq!((rules.word("play.mode"), rules.flag("play.open")), ("long", true));
    assert_eq!(rules.list("deck.steps"), [Value::Int(3), Value::Int(4), Value::Int(5)]);
    assert_eq!(rules.get("card.two.value"), Some(&Value::Int(2)));
    assert_eq!(rules.get("card.three.value"), None);
    // A whole number may be written as a real one.
    for setting in ["deck.steal_one=1e1", "deck.steps=[3.0, 4]"] {
        rules.set_text(setting).unwrap();
    }
    assert_eq!(rules.int("deck.steal_one"), 10);
    assert_eq!(rules.list("deck.steps"), [Value::Int(3), Value::Int(4)]);
}

#[test]
fn a_rule_file_names_the_lines_of_all_faults() {
    let text = "seats = 9\n\n[deck]\nsteal_one = 3\nsteel_one = 4\n[play]\nopen = 2020-01-01\n";
    let faults = rules().read_toml(text, "my.toml").unwrap_err().faults;
    let line = |line| Some(Origin::File { name: "my.toml".to_owned(), line });
    let lines: Vec<_> = faults.iter().map(|fault| fault.origin.clone()).collect();
    assert_eq!(lines, [line(1), line(5), line(7)]);
    assert_eq!(faults[1].message, "no key `deck.steel_one`; did you mean `deck.steal_one`?");
    let broken = rules().read_toml("seats = 3\nseats = = 4\n", "my.toml").unwrap_err();
    assert_eq!(broken.faults[0].origin, line(2));
    assert!(broken.to_string().starts_with("no valid TOML: "), "{broken}");
    assert!(broken.to_string().ends_with("(my.toml, line 2)"), "{broken}");
}

#[test]
fn the_written_file_reads_back_to_the_same_rules() {
    let mut changed = rules();
    for setting in ["card.two.value=3", "card.three.value=4", "odds.rain=0.25", "deck.gain=[1, 2]", "seats=5"]
    {
        changed.set_text(setting).unwrap();
    }
    for rules in [rules(), changed] {
        let text = rules.to_toml();
        let mut again = self::rules();
        again.read_toml(&text, "written").unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(again.hash(), rules.hash(), "{text}");
        assert_eq!(again.to_json(), rules.to_json());
    }
}

#[test]
fn every_value_counts_in_the_hash() {
    let mut seen = std::collections::HashSet::from([rules().hash()]);
    for setting in [
        "deck.steal_one=7",
        "seats=4",
        "odds.rain=0.5",
        "play.open=true",
        "play.mode=long",
        "play.name=x",
        "deck.steps=[2, 1]",
        "deck.gain=[4, 4]",
        "card.two.value=1",
        "card.one.value=1",
        "card.ace.value=21",
    ] {
        let mut rules = rules();
        rules.set_text(setting).unwrap();
        assert!(seen.insert(rules.hash()), "{setting}");
        assert_eq!(rules.hash().len(), 16);
    }
    let mut same = rules();
    same.set_text("seats=3").unwrap();
    assert_eq!(same.hash(), rules().hash());
}

#[test]
fn bad_descriptions_are_refused() {
    let head = "game = \"g\"\nusual_seats = 2\n";
    let plain = Schema::parse(head).unwrap();
    assert!(plain.params.is_empty());
    assert_eq!(plain.messages.unknown, "there is no parameter `{key}`");
    let param = "[[param]]\nkey = \"k\"\nabout = \"\"\nrange = [0, 1]\n";
    assert!(Schema::parse(&format!("{head}{param}from = \"rulebook\"\ndefault = 2")).is_err());
    assert!(Schema::parse(&format!("{head}{param}from = \"hearsay\"\ndefault = 1")).is_err());
    assert!(Schema::parse(&format!("{head}{param}from = \"rulebook\"\nrnge = 1")).is_err());
    assert!(Schema::parse("usual_seats = 2").is_err());
}
