#!/usr/bin/env python3
"""Checks that every link within a folder of HTML pages leads to a file and an anchor that exist.

usage: scripts/check_links.py FOLDER
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


folder = Path(sys.argv[1])
pages = {path.resolve(): Page(path) for path in sorted(folder.rglob("*.html"))}
broken, checked = [], 0
for path, page in pages.items():
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or path.name in ("404.html", "toc.html"):
            continue
        checked += 1
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        anchor = unquote(parts.fragment)
        if not target.exists() or (anchor and target in pages and anchor not in pages[target].anchors):
            broken.append(f"{path.relative_to(folder.resolve())}: {link}")
print(f"{checked} links on {len(pages)} pages, {len(broken)} broken", *broken, sep="\n")
sys.exit(1 if broken or not pages else 0)
