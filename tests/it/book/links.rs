//! Links within the repository lead to files and headings that exist.

use std::path::Path;

use super::markdown::{anchors, links, prose};
use super::{pages, read, root};

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    let others = [
        "CONTRIBUTING.md",
        "ARCHITECTURE.md",
        "BENCHMARKS.md",
        "SECURITY.md",
        "CHANGELOG.md",
        "reports/README.md",
    ];
    for page in pages().into_iter().chain(others.map(|name| root().join(name))) {
        let text = read(&page);
        for link in links(&text) {
            if link.starts_with("http") || link.starts_with("mailto:") || link.is_empty() {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = page.parent().unwrap_or(Path::new("."));
            let target = if file.is_empty() { page.clone() } else { folder.join(file) };
            let well = match std::fs::metadata(&target) {
                Err(_) => false,
                Ok(_) if anchor.is_empty() => true,
                Ok(_) => anchors(&read(&target)).iter().any(|known| known == anchor),
            };
            if !well {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "these links lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = read(&root().join("docs/SUMMARY.md"));
    let listed = links(&summary);
    for page in pages() {
        let Ok(name) = page.strip_prefix(root().join("docs")) else { continue };
        let name = name.to_string_lossy().into_owned();
        if name != "SUMMARY.md" {
            assert!(listed.contains(&name), "{name} is missing from docs/SUMMARY.md");
        }
    }
}

#[test]
fn the_readme_is_one_screen_of_words() {
    let readme = read(&root().join("README.md"));
    let prose = prose(&readme);
    let read = prose.lines().filter(|line| !line.trim_start().starts_with('<'));
    let words =
        read.flat_map(str::split_whitespace).filter(|word| word.chars().any(char::is_alphanumeric)).count();
    assert!(
        (400..=750).contains(&words),
        "the README has {words} words outside code and pictures; about 600 are meant"
    );
}
