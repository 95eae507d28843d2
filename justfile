# Tasks of the project. `just` lists them; CI runs the same scripts.

[private]
default:
    @just --list --unsorted

# Run everything that must hold before a change lands
ci:
    .ci/run

# Run all tests
test:
    cargo test --workspace

# Check format, lints and documentation
lint:
    cargo fmt --all --check
    cargo clippy --locked --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --workspace --exclude ludometer-benches --exclude ludometer-python

# Accept new help texts, printed results and playthroughs after reading the difference
accept:
    INSTA_UPDATE=always cargo test --workspace --test cli snapshots::
    UPDATE=1 cargo test --workspace --test it -- book:: playthroughs

# Build the book and check its links
book:
    scripts/book.sh

# Check spelling, workflows, licences and advisories
hygiene:
    scripts/hygiene.sh

# Show which tests take the time
timings *FILTERS:
    scripts/timings.sh {{FILTERS}}

# Build, check and test the Python package
python:
    scripts/python.sh

# Look at report pages in a headless browser
pages:
    scripts/check_page.py

# Count the instructions of the hot loops (`just guard --accept` for new figures)
guard *ARGS:
    scripts/guard.sh {{ARGS}}

# Measure beside OpenSpiel
peers:
    scripts/peers/run

# Draw the pictures of the README again
pictures:
    scripts/pictures.sh

# Measure the strength of all bots (hours)
strength:
    python3 scripts/strength.py

# Measure settings of the search bots at equal time (hours)
search-settings:
    python3 scripts/search_settings.py

# Measure how often intervals hold the true value
interval-coverage:
    python3 scripts/interval_coverage.py

# Measure false findings, and false alarms of tournaments
alarms:
    python3 scripts/finding_alarms.py
    python3 scripts/false_alarms.py

# Hold what cards are worth to who draws them against a simulation of its own
card-worth:
    cargo test --release --workspace --test it card_worth -- --ignored --nocapture

# Measure what the experiments promise
experiments:
    scripts/experiments.sh

# Measure what checkpoints cost, and what a second thread brings
costs:
    python3 scripts/checkpoint_cost.py
    python3 scripts/two_threads.py

# Run on a local Ray cluster with failures
ray:
    python3 scripts/ray_check.py

# Play random rule sets for so many seconds
soak SECONDS="600" SEED="1":
    scripts/soak.sh {{SECONDS}} {{SEED}}

# Read tables of games back with polars
parquet:
    target/python/venv/bin/python scripts/check_parquet.py target/python/venv/bin/python -m ludometer
