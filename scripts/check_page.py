#!/usr/bin/env python3
"""Looks at pages of `ludometer report`, `watch` and `train` in a headless browser: no errors on the console, every plot
drawn inside its frame with no two texts on each other and no name on a point, nothing clipped or too small to read,
every table sorts by every column, nothing sticks out sideways, every text has the contrast that WCAG AA asks for, all is
reachable by the keyboard, axe-core finds nothing; on a wide screen and on a phone, light and dark. Folded, a page of results
is two screens high at most, and it has no link that is dead when it is mailed. Printed, it takes two sheets at most.

    scripts/check_page.py                  pages of every kind and of all games, made for the purpose
    scripts/check_page.py PAGE.html...     these pages
    scripts/check_page.py --workbench      the workbench alone, which is used as well: a count is changed, a sentence comes
    CHROMIUM=google-chrome scripts/check_page.py
    LUDOMETER=target/debug/ludometer scripts/check_page.py       with this program; else it is built

One browser looks at all pages. It is driven over the DevTools protocol by a pipe, which takes no package; axe-core comes out of
one of Python's, or from AXE=axe.min.js.
Exit status: 0 all is well, 1 something isn't, 2 no browser or no page.
"""

import base64
import concurrent.futures
import fcntl
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECK = (HERE / "check_page.js").read_text()
# Seconds that an answer of the browser may take.
PATIENCE = 120
# The package that has axe-core in it, and where.
AXE, AXE_FILE = "axe-playwright-python==0.1.8", "axe_playwright_python/axe.min.js"
# Pixels of a folded page of results at the width of a screen: two screens.
HIGHEST = 2400
SIZES = [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")]
# Milliseconds of the page's own clock after the check: what a page does later may fail, too.
LATER = 10_000

# How the pages are made, each with as few games as show all of its sections: the folder of the results, the command.
# A gate that fails is no fault of the page.
RESULTS = {
    # The sections that take games of their own.
    "pure-profit": "run pure-profit --players 2 --games 50 --analyze --skill --card-precision 20 --target-length 30..60",
    "rules": "compare pure-profit --set-b deck.steal_one=8 --games 4096",
    "bots": "compare even-odd --a greedy --b random --bots greedy --games 4096",
    "gates": "check pure-profit --gates examples/gates.toml --games 4096",
    "curve": "sweep pure-profit --vary deck.steal_one=0..8:2 --games 2000 --metrics leader_gap",
    "words": "sweep pure-profit --vary bots=random,greedy --games 500",
    "map": "sweep pure-profit --vary deck.steal_one=2..8 --vary deck.steal_two=2..8:2 --games 500",
    "many": "sweep even-odd --vary deck.odd.corner=20..28 --vary deck.even.nothing=0..8 --vary players=3,4,5 --samples 20"
    " --games 500",
    "found": "tune pure-profit --target examples/targets.toml --games 100_000",
    "meeting": "tournament pure-profit --bots greedy random mcts:iterations=20 --games 300",
    "answers": "study pure-profit --games 2000 --search-games 8",
    "long": "study even-odd --games 500 --search-games 8",
    # A second version of a design, for the page of all results below a folder.
    "version": "run pure-profit --games 400 --analyze --set bank.goal=8",
}
OF_GAME = "run {} --games 200 --analyze --bots greedy greedy random --per-game"
# Pages that a command writes itself: the file that it is given, which is the page or lies beside it.
PAGES = [
    ("watch-tic_tac_toe.html", "watch games/tic_tac_toe.luau --game 0 --worlds 20"),
    ("watch-seat.html", "watch pure-profit --game 0 --seat B --worlds 20"),
    ("train-kuhn.toml", "train games/kuhn_poker.luau --method regret --rounds 100"),
]
TO_WATCH = "watch {} --game 0 --worlds 20"


class Failed(Exception):
    """The browser did not do what it was asked to."""


class Browser:
    """A headless Chromium, its protocol on a pipe: it reads from descriptor 3 and writes to 4."""

    def __init__(self, program, profile):
        flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
        flags += " --disable-component-update --disable-sync --remote-debugging-pipe"
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        # Above 3 and 4, so that neither lies in the way of the other.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (theirs_in, theirs_out)]
        actions = [(os.POSIX_SPAWN_DUP2, ends[0], 3), (os.POSIX_SPAWN_DUP2, ends[1], 4)]
        actions += [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1, 2)]
        words = [program, *flags.split(), f"--user-data-dir={profile}", "about:blank"]
        # A group of its own: the browser has processes of its own, too.
        self.process = os.posix_spawnp(program, words, os.environ, file_actions=actions, setpgroup=0)
        for end in (theirs_in, theirs_out, *ends):
            os.close(end)
        self.read, self.write = ours_in, ours_out
        self.number, self.rest, self.events = 0, b"", []

    def message(self, until):
        """Returns the next message of the browser."""
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.read], [], [], max(0, until - time.monotonic()))
            data = os.read(self.read, 1 << 20) if ready else b""
            if not data:
                raise Failed("the browser has ended" if ready else f"the browser says nothing for {PATIENCE} s")
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        """Has the browser carry this method out and returns its result."""
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.write, data) :]
        until = time.monotonic() + PATIENCE
        while (message := self.message(until)).get("id") != self.number:
            self.events.append(message)
        if "error" in message:
            raise Failed(f"{method}: {message['error']['message']}")
        return message["result"]

    def wait(self, method, session):
        """Waits for this event."""
        until = time.monotonic() + PATIENCE
        while not any(event["method"] == method and event.get("sessionId") == session for event in self.events):
            self.events.append(self.message(until))

    def evaluate(self, session, script):
        """Returns the value of a script in the page."""
        found = self.call("Runtime.evaluate", session, expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise Failed(f"the check failed: {said(found['exceptionDetails'])}")
        return found["result"].get("value")

    def close(self):
        """Ends the browser with all of its processes."""
        os.killpg(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


class Tab:
    """A tab with a page, on a screen of this width and scheme."""

    def __init__(self, browser, width, scheme):
        self.browser, self.target = browser, browser.call("Target.createTarget", url="about:blank")["targetId"]
        attached = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        # Where the focus is shows only in a window that has it.
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        size = {"width": width, "height": 1200, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.events.clear()

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def open(self, page):
        address = page if isinstance(page, str) else page.resolve().as_uri()
        answer = self.call("Page.navigate", url=address)
        if "errorText" in answer:
            raise Failed(answer["errorText"])
        self.browser.wait("Page.loadEventFired", self.session)

    def let_time_pass(self):
        self.call("Emulation.setVirtualTimePolicy", policy="advance", budget=LATER)
        self.browser.wait("Emulation.virtualTimeBudgetExpired", self.session)

    def console(self):
        """Returns all that stands on the console of the page."""
        own = [event for event in self.browser.events if event.get("sessionId") == self.session]
        return [text for text in map(on_console, own) if text is not None]

    def events(self, method):
        return [event for event in self.browser.events if (event["method"], event.get("sessionId")) == (method, self.session)]


def said(exception):
    return exception.get("exception", {}).get("description") or exception["text"]


def on_console(event):
    """Returns the text that this event writes to the console, if it does."""
    match event["method"], event["params"]:
        case "Runtime.consoleAPICalled", {"args": values}:
            return " ".join(str(value.get("value", value.get("description"))) for value in values)
        case "Runtime.exceptionThrown", {"exceptionDetails": exception}:
            return said(exception)
        case "Log.entryAdded", {"entry": entry}:
            return entry["text"]
    return None


# The height of the page with all folded, and the links that lead to nothing in a copy of it.
FOLDED = """(() => {
  document.querySelectorAll("details").forEach((details) => { details.open = false; });
  const links = [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href"));
  const dead = links.filter((link) => !link.startsWith("#") || !document.getElementById(decodeURIComponent(link.slice(1))));
  return { height: document.documentElement.scrollHeight, dead: [...new Set(dead)] };
})()"""
# The contrast is looked at in all schemes, and the games are pages of their own.
RUN_AXE = """axe.run(document, { resultTypes: ["violations"], iframes: false, rules: { "color-contrast": { enabled: false } } }).then(({ violations }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`))"""


def axe_script():
    """Returns the script of axe-core."""
    if path := os.environ.get("AXE"):
        return Path(path).read_text()
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, AXE]
        subprocess.run(pip, check=True)
        with zipfile.ZipFile(next(Path(folder).glob("*.whl"))) as package:
            return package.read(AXE_FILE).decode()


def axe_finds(tab, axe):
    """Returns what axe-core has against the page."""
    tab.browser.evaluate(tab.session, axe)
    return tab.browser.evaluate(tab.session, RUN_AXE)


def accessible(browser, page, name, axe):
    """Has axe-core look at a page, as it is first seen and with all unfolded."""
    with Tab(browser, 1280, "light") as tab:
        tab.open(page)
        violations = axe_finds(tab, axe)
        tab.browser.evaluate(tab.session, 'for (const part of document.querySelectorAll("details")) part.open = true')
        violations += tab.browser.evaluate(tab.session, RUN_AXE)
    for text in violations:
        print(f"{name}: axe: {text}")
    return not violations


# Types a value that can't be and waits for the answer, then changes a count, waits for the sentence about it, finds counts that meet
# a target, and keeps the version.
USE = """(async () => {
  const wait = async (what, isSo) => {
    for (let i = 0; i < 1200 && !isSo(); i += 1) await new Promise((done) => setTimeout(done, 50));
    if (!isSo()) throw new Error(`${what}: ${document.getElementById("status").textContent}`);
  };
  const field = document.querySelector('[data-key="deck.steal_one"]');
  const type = (text) => { field.value = text; field.dispatchEvent(new Event("input", { bubbles: true })); };
  const sentence = document.getElementById("sentence");
  const now = String(5 + Number(field.value) % 3);
  // A column of a sheet, taken back, done again, and taken back.
  const [first, second] = ["deck.value_1", "deck.value_2"].map((key) => document.querySelector(`[data-key="${key}"]`));
  const holds = (a, b) => first.value === a && second.value === b;
  const sheet = new DataTransfer();
  sheet.setData("text", "3\\tx\\n5\\ty\\n");
  first.dispatchEvent(new ClipboardEvent("paste", { clipboardData: sheet, bubbles: true, cancelable: true }));
  const press = (id) => document.getElementById(id).click();
  if (!holds("3", "5")) throw new Error("the column is not in the table");
  for (const [id, a, b] of [["undo", "8", "8"], ["redo", "3", "5"], ["undo", "8", "8"]]) {
    press(id);
    if (!holds(a, b)) throw new Error(`${id}: ${first.value}, ${second.value}`);
  }
  type("-1");
  await wait("no range beside the field", () => field.getAttribute("aria-invalid") === "true");
  type(now);
  await wait("no sentence", () => document.getElementById("stop").disabled && /(copy|copies) more of Steal One/.test(sentence.textContent));
  const [from, to] = ["from", "to"].map((end) => document.querySelector(`[data-target="turns"][data-end="${end}"]`));
  document.getElementById("find-games").value = "20000";
  [from.value, to.value] = ["58", "80"];
  document.getElementById("find-status").textContent = "";
  press("find-counts");
  await wait("no counts", () => document.getElementById("stop").disabled && document.getElementById("find-status").textContent.startsWith("Done"));
  const found = document.getElementById("found").textContent;
  if (!/targets/.test(found)) throw new Error(`nothing is said of the targets: ${found}`);
  const name = `version ${Date.now()}`;
  document.getElementById("name").value = name;
  document.getElementById("keep").click();
  await wait("no version", () => document.getElementById("versions").textContent.includes(name));
  if (document.querySelector(".stale, .fault:not([hidden])")) throw new Error("it is not the answer to the change");
  return `${sentence.textContent} ${found.split(".")[0]}.`;
})()"""

# Plays a game in the window, two people at one screen: each is shown the screen of its own, a hint, the way back, the end.
PLAY = """(async () => {
  const by = (id) => document.getElementById(id);
  const wait = async (what, isSo) => {
    for (let i = 0; i < 1200 && !isSo(); i += 1) await new Promise((done) => setTimeout(done, 20));
    if (!isSo()) throw new Error(`${what}: ${by("asks").textContent} ${by("fault").textContent} ${by("start-fault").textContent}`);
  };
  const choice = () => by("choices").querySelector("[data-choice]:not(:disabled)");
  const ready = () => by("choices").querySelector('[data-say="ready"]:not(:disabled)');
  const over = () => by("choices").querySelector(".verdict");
  document.querySelector('[name=people][value="1"]').checked = true;
  by("start").click();
  await wait("no game begins", () => ready());
  let [covers, choices, hints] = [0, 0, 0];
  while (true) {
    await wait("nothing is asked", () => choice() || ready() || over());
    if (over()) break;
    const before = by("asks").textContent;
    if (ready()) {
      if (by("mat").textContent || by("news").textContent) throw new Error("the table is not covered");
      covers += 1;
      ready().click();
      await wait("not handed over", () => by("asks").textContent !== before);
      continue;
    }
    if (hints < 1) {
      hints += 1;
      by("hint").click();
      await wait("no hint", () => by("advice").textContent.includes("%") && choice());
    }
    choices += 1;
    const all = by("choices").querySelectorAll("[data-choice]");
    const [mat, news] = [by("mat").innerHTML, by("news").innerHTML];
    all[choices % all.length].click();
    await wait("nothing comes of a choice", () => !choice() || by("mat").innerHTML !== mat || by("news").innerHTML !== news || by("asks").textContent !== before);
  }
  if (covers < 2) throw new Error(`the screen went over ${covers} times`);
  const film = await fetch(by("advice").querySelector("a").href);
  if (!film.ok || !(await film.text()).includes("<main")) throw new Error("no film");
  return `${choices} choices, the screen went over ${covers} times: ${over().textContent}`;
})()"""


def workbench(browser, program, folder, axe):
    """Uses the workbench as a designer does, on all screens: no errors, nothing asked for off the machine."""
    words = [program, "workbench", "pure-profit", "--games", "512", "--out", folder / "workbench"]
    process = subprocess.Popen(words, cwd=HERE.parent, stdout=subprocess.PIPE, text=True)
    fine = []
    try:
        address = process.stdout.readline().strip()
        own = address.split("?")[0]
        for width, scheme in SIZES:
            for name, page, use in (("workbench", address, USE), ("play", own + "play", PLAY)):
                with Tab(browser, width, scheme) as tab:
                    tab.call("Network.enable")
                    tab.open(page)
                    print(f"{name} at {width}, {scheme}: {tab.browser.evaluate(tab.session, use)}")
                    violations = axe_finds(tab, axe) if (width, scheme) == SIZES[0] else []
                    result = tab.browser.evaluate(tab.session, CHECK)
                    console = tab.console()
                    sent = [event["params"]["request"]["url"] for event in tab.events("Network.requestWillBeSent")]
                foreign = [url for url in sent if not url.startswith((own, "data:"))]
                for text in [result, *console, *violations, *foreign]:
                    print(f"{name} at {width}, {scheme}: {text}")
                fine.append(result.startswith("ok") and not console + violations + foreign and len(sent) > 3)
    finally:
        process.terminate()
        process.wait()
    return all(fine)


def alone(browser, page, name):
    """Looks at a page of results as it is first seen, and as it is mailed."""
    with Tab(browser, 1280, "light") as tab:
        tab.open(page)
        found = tab.browser.evaluate(tab.session, FOLDED)
    print(f"{name} folded: {found['height']} pixels high, dead links: {found['dead']}")
    return found["height"] <= HIGHEST and not found["dead"]


def look(browser, page, name, width, scheme):
    """Checks a page on one screen and returns whether all is well."""
    with Tab(browser, width, scheme) as tab:
        tab.open(page)
        result = tab.browser.evaluate(tab.session, CHECK)
        tab.let_time_pass()
        console = tab.console()
    print(f"{name} at {width}, {scheme}: {result}")
    for text in console:
        print(f"{name} at {width}, {scheme}: on the console: {text}")
    return result.startswith("ok") and not console


def sheets(browser, page, name):
    """Prints a page, for people at a meeting: two sheets of paper at most."""
    with Tab(browser, 1280, "light") as tab:
        tab.open(page)
        tab.call("Emulation.clearDeviceMetricsOverride")
        printed = tab.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
    count = len(re.findall(rb"/Type /Page\b", base64.b64decode(printed["data"])))
    print(f"{name} printed: {count} sheets")
    return 1 <= count <= 2


def check(browser, page, name, axe):
    """Returns whether all is well with a page."""
    fine = [look(browser, page, name, width, scheme) for width, scheme in SIZES]
    fine.append(accessible(browser, page, name, axe))
    # An index may be of any number of designs and leads to their pages, and a game is of any length.
    if page.name != "index.html" and not page.name.startswith(("watch-", "train-")):
        fine += [alone(browser, page, name), sheets(browser, page, name)]
    return all(fine)


def make(program, folder):
    """Yields pages of every kind and of all games, each as soon as it is made."""
    designs = [design["id"] for design in json.loads(ludometer(program, "games --json"))]
    results = {design: OF_GAME.format(design) for design in designs} | RESULTS
    pages = PAGES + [(f"watch-{design}.html", TO_WATCH.format(design)) for design in designs]

    def report(name, command):
        ludometer(program, f"{command} --quiet --out", folder / name)
        ludometer(program, "report", folder / name)
        return folder / name / "report.html"

    def write(file, command):
        ludometer(program, f"{command} --quiet --out", folder / file)
        return folder / file.replace(".toml", ".curve.html")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(write, *page) for page in pages]
        jobs += [pool.submit(report, *result) for result in results.items()]
        for job in concurrent.futures.as_completed(jobs):
            yield job.result()
    ludometer(program, "report", folder)
    yield folder / "index.html"


def ludometer(program, words, *paths):
    """Runs the program in the repository and returns what it prints."""
    command = [program, *words.split(), *map(str, paths)]
    done = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True)
    # A check may fail, or leave something open.
    if done.returncode != 0 and not (words.startswith("check ") and done.returncode in (3, 4)):
        sys.exit(f"{' '.join(command)} ends with {done.returncode}: {done.stderr}")
    return done.stdout


def main():
    program = os.environ.get("CHROMIUM", "chromium")
    if not shutil.which(program):
        print(f"there is no {program}: apt-get install chromium, or set CHROMIUM", file=sys.stderr)
        return 2
    is_workbench = sys.argv[1:] == ["--workbench"]
    given = [] if is_workbench else [Path(word) for word in sys.argv[1:]]
    for page in given:
        if not page.is_file():
            print(f"there is no {page}", file=sys.stderr)
            return 2
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if given:
            pages = iter(given)
        else:
            ludometer_program = os.environ.get("LUDOMETER")
            if not ludometer_program:
                subprocess.run(["cargo", "build", "--quiet", "--locked"], cwd=HERE.parent, check=True)
                ludometer_program = HERE.parent / "target/debug/ludometer"
            (folder / "pages").mkdir()
            ludometer_program = Path(ludometer_program).resolve()
            pages = iter(()) if is_workbench else make(ludometer_program, folder / "pages")
        axe = axe_script()
        browser = Browser(program, folder / "profile")
        try:
            fine = [check(browser, page, page if given else page.relative_to(folder / "pages"), axe) for page in pages]
            if not given:
                fine.append(workbench(browser, ludometer_program, folder, axe))
        except Failed as failure:
            print(failure, file=sys.stderr)
            return 1
        finally:
            browser.close()
    print(f"{len(fine)} pages, {fine.count(False)} with faults")
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
