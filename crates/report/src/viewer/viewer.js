"use strict";
const films = JSON.parse(document.getElementById("film").textContent);
const at = (id) => document.getElementById(id);
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
document.documentElement.classList.add("js");

// The film on show, the whole table at each of its steps, and the steps in the log.
let film, players, places, frames, chances, tables, log, items;
let now = 0;
function choose(number) {
  film = films[number];
  ({ players, places, frames, chances } = film);
  tables = [];
  for (const frame of frames) {
    const table = tables.length ? [...tables[tables.length - 1]] : places.map(() => [[], 0, ""]);
    for (const [place, contents] of frame.table) table[place] = contents;
    tables.push(table);
  }
  for (const other of document.querySelectorAll(".log, .mistakes")) other.hidden = Number(other.dataset.film) !== number;
  log = document.querySelector(`.log[data-film="${number}"]`);
  items = [...log.querySelectorAll("li[data-step]")];
  at("about").textContent = film.about;
  const end = items[items.length - 1];
  at("result").textContent = frames.length > 1 && !("who" in frames[frames.length - 1]) && end
    ? [...end.querySelectorAll("span")].map((span) => span.textContent).join(" ") : "";
  at("step").max = frames.length - 1;
  if (at("film-number")) at("film-number").value = number;
  if (at("mistake")) at("mistake").hidden = !frames.some((frame) => frame.mark);
  drawChances();
}
const capital = (words) => words[0].toUpperCase() + words.slice(1);
const letter = (seat) => players[seat].letter;
const color = (seat) => `var(--p${seat % 8})`;

function cardsOf(place, contents) {
  const [cards, down, text] = contents;
  const list = make("div", { class: places[place].columns ? "board" : "cards" });
  if (places[place].columns) list.style.gridTemplateColumns = `repeat(${places[place].columns}, auto)`;
  for (const [name, count] of cards) {
    // A board has a cell for each; elsewhere equal cards stand together.
    const cells = places[place].columns ? Array(count).fill(name) : [count > 1 ? `${count} × ${name}` : name];
    for (const cell of cells) {
      const shown = places[place].columns && cell === "0" ? "·" : cell;
      list.append(make("span", { class: "card" }, shown));
    }
  }
  if (down) list.append(make("span", { class: "card down" }, `${down} face down`));
  if (text) list.append(make("span", {}, text));
  if (!list.childNodes.length) list.append(make("span", {}, "–"));
  return list;
}

// The step after which the table is shown: where there is a choice, the one before, so that the choice and the table belong
// together.
const tableAt = (step) => (frames[step].choices?.length > 1 && step > 0 ? step - 1 : step);

function placeOf(place) {
  const after = tableAt(now);
  const contents = tables[after][place];
  // A number stands beside its label, cards below it.
  const line = !contents[0].length && !contents[1] ? "place line" : "place";
  const box = make("div", { class: line }, make("span", {}, places[place].label), cardsOf(place, contents));
  const before = after > 0 && tables[after - 1][place];
  if (before && JSON.stringify(before) !== JSON.stringify(contents)) box.lastChild.classList.add("new");
  return box;
}

function drawTable() {
  const seats = make("div", { class: "seats" });
  const all = places.map((_, place) => place);
  if (all.some((place) => "owner" in places[place]) || frames.some((frame) => "who" in frame)) {
    players.forEach((player, seat) => {
      const box = make("div", { class: "seat" });
      box.style.setProperty("--own", color(seat));
      if (frames[now].who === seat) box.classList.add("moves");
      box.append(make("h2", {}, `Player ${player.letter} `, make("small", {}, player.bot)));
      box.append(...all.filter((place) => places[place].owner === seat).map(placeOf));
      seats.append(box);
    });
  }
  const shared = make("div", { class: "shared" });
  shared.append(...all.filter((place) => !("owner" in places[place])).map(placeOf));
  const title = tableAt(now) < now ? "The table before the choice" : "The table";
  at("table").replaceChildren(make("h2", {}, title), seats, shared);
  at("table").hidden = !places.length;
}

function drawChoice() {
  const { choices = [], verdict, decision } = frames[now];
  const box = at("choice");
  box.hidden = choices.length < 2;
  if (box.hidden) return;
  const valued = choices.some((choice) => choice.value);
  const table = make("table");
  const head = make("tr", {}, make("th", {}, `Player ${letter(frames[now].who)} could`));
  if (valued) head.append(make("th", { class: "n" }, capital(film.aim[0])), make("th", { class: "n" }, "Against the chosen"));
  table.append(make("thead", {}, head));
  const body = make("tbody");
  for (const { action, chosen, value } of choices) {
    const row = make("tr", {}, make("td", {}, chosen ? `${action} (chosen)` : action));
    if (chosen) row.className = "chosen";
    if (valued) row.append(...(value || ["", ""]).map((text) => make("td", { class: "n" }, text)));
    body.append(row);
  }
  table.append(body);
  box.replaceChildren(table);
  if (verdict) box.prepend(make("p", { class: "verdict" }, verdict));
  if (film.weigh && decision !== undefined) {
    const command = make("code", {}, `${film.weigh} ${decision}`);
    box.append(make("p", {}, "Play each of these a thousand times: ", command));
  }
}

// Chances, by what a seat plays for: a line for each player, steps from left to right.
const svgNode = (tag, attributes, text) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
};
const [high, padLeft, padTop, padBottom] = [200, 52, 8, 24];
let wide = 1000;
const x = (step) => padLeft + ((wide - padLeft - 8) * step) / Math.max(1, frames.length - 1);
const y = (chance) => padTop + (high - padTop - padBottom) * (1 - chance);
let cursor;
function drawChances() {
  const box = at("chances");
  const points = (seat) => chances.filter(({ seats }) => seats[seat] != null);
  // What everybody knows is how it ended.
  const shown = players.map((_, seat) => seat).filter((seat) => points(seat).length > 1);
  box.hidden = !shown.length;
  if (box.hidden) return;
  wide = Math.max(300, Math.min(1100, box.clientWidth - 32));
  const label = `${capital(film.aim[0])} of each player at the beginning of turns, if all play on in the stated way`;
  const svg = svgNode("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": label });
  for (const chance of [0, 0.5, 1]) {
    svg.append(svgNode("line", { x1: padLeft, x2: wide - 8, y1: y(chance), y2: y(chance), stroke: "var(--line)" }));
    const text = { x: padLeft - 6, y: y(chance) + 4, "text-anchor": "end", "font-size": 13, fill: "var(--soft)" };
    svg.append(svgNode("text", text, `${100 * chance} %`));
  }
  for (const seat of shown) {
    const line = points(seat).map(({ frame, seats }) => `${x(frame)},${y(seats[seat])}`);
    svg.append(svgNode("polyline", { points: line.join(" "), fill: "none", stroke: color(seat), "stroke-width": 2.5, "stroke-linejoin": "round" }));
  }
  frames.forEach((frame, step) => {
    if (!frame.mark) return;
    const size = frame.mark === "blunder" ? 6 : 4;
    const dot = svgNode("circle", { cx: x(step), cy: high - padBottom + 10, r: size, fill: color(frame.who) });
    dot.append(svgNode("title", {}, `Turn ${frame.turn}: ${frame.verdict}`));
    svg.append(dot);
  });
  cursor = svgNode("line", { y1: padTop, y2: high - padBottom, stroke: "var(--ink)", "stroke-width": 1.5, "stroke-dasharray": "4 3" });
  svg.append(cursor);
  svg.addEventListener("click", (event) => {
    const place = svg.getBoundingClientRect();
    const part = ((event.clientX - place.left) / place.width) * wide;
    show(Math.round(((part - padLeft) / (wide - padLeft - 8)) * (frames.length - 1)));
  });
  const legend = make("ul", { class: "legend" });
  for (const seat of shown) {
    const entry = make("li", {}, make("b"), `Player ${letter(seat)}`);
    entry.style.setProperty("--own", color(seat));
    legend.append(entry);
  }
  if (frames.some((frame) => frame.mark)) legend.append(make("li", {}, "Dots: mistakes, large ones: blunders"));
  box.replaceChildren(make("h2", {}, capital(film.aim[1])), svg, legend);
}

function show(step) {
  now = Math.max(0, Math.min(frames.length - 1, step));
  const frame = frames[now];
  at("step").value = now;
  at("where").textContent = `${now + 1} of ${frames.length}, turn ${frame.turn}`;
  const heading = "who" in frame ? `Turn ${frame.turn}, Player ${letter(frame.who)}` : now ? `Turn ${frame.turn}` : "Set-up";
  const said = items[now] ? [...items[now].querySelectorAll("span")].map((span) => make("p", {}, span.textContent)) : [];
  at("now").replaceChildren(make("p", { class: "head" }, heading), ...said);
  items.forEach((item, step) => item.classList.toggle("now", step === now));
  const scroll = log.querySelector(".scroll");
  if (items[now]) scroll.scrollTop = items[now].offsetTop - scroll.offsetTop - scroll.clientHeight / 3;
  if (cursor) for (const end of ["x1", "x2"]) cursor.setAttribute(end, x(now));
  drawTable();
  drawChoice();
}

const turn = (by) => {
  let step = now + by;
  while (step > 0 && step < frames.length - 1 && frames[step].turn === frames[now].turn) step += by;
  // Back to the first step of the turn before.
  if (by < 0) while (step > 1 && frames[step - 1].turn === frames[step].turn) step -= 1;
  show(step);
};
const mistake = () => {
  const marked = frames.map((frame, step) => (frame.mark ? step : -1)).filter((step) => step >= 0);
  const next = marked.find((step) => step > now) ?? marked[0];
  if (next !== undefined) show(next);
};
const moves = {
  first: () => show(0),
  "turn-back": () => turn(-1),
  back: () => show(now - 1),
  on: () => show(now + 1),
  "turn-on": () => turn(1),
  last: () => show(frames.length - 1),
  mistake,
};
for (const [id, move] of Object.entries(moves)) at(id)?.addEventListener("click", move);
at("step").addEventListener("input", () => show(Number(at("step").value)));
for (const item of document.querySelectorAll(".log li[data-step]")) {
  item.addEventListener("click", () => show(Number(item.dataset.step)));
}
at("film-number")?.addEventListener("change", (event) => {
  choose(Number(event.target.value));
  show(0);
});
const keys = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last", m: "mistake", M: "mistake" };
document.addEventListener("keydown", (event) => {
  const move = keys[event.key];
  // A list of games has keys of its own.
  if (!move || event.target.tagName === "SELECT" || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  moves[move]();
});
at("controls").hidden = false;
window.addEventListener("resize", () => {
  drawChances();
  show(now);
});
// A page around this one names the game that it wants to see.
window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || !films[data]) return;
  choose(data);
  show(0);
});
// A link may name a step, or a game and a step: #12, #2-12.
const follow = () => {
  const [, game = 1, step = 1] = location.hash.match(/^#(?:(\d+)-)?(\d+)$/) || [];
  choose(Math.max(1, Math.min(films.length, Number(game))) - 1);
  show(Number(step) - 1);
};
window.addEventListener("hashchange", () => {
  follow();
  at("controls").scrollIntoView();
});
follow();
