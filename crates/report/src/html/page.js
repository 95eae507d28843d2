"use strict";
// Tables sort by a click on a heading; without scripts they stand in the order of the files.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(head.firstChild);
    head.prepend(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") === "ascending";
      const numbers = head.classList.contains("n");
      // Numbers begin with the largest, words with the first.
      const first = numbers ? "descending" : "ascending";
      const order = head.hasAttribute("aria-sort") ? (up ? "descending" : "ascending") : first;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const key = (row) => {
        const cell = row.cells[column];
        return numbers ? parseFloat(cell.dataset.v) : cell.textContent;
      };
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort(([a], [b]) => {
        if (!numbers) return sign * a.localeCompare(b, "en", { numeric: true });
        // Empty fields stay at the end.
        if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
        return sign * (a - b);
      });
      body.append(...rows.map(([, row]) => row));
    });
  });
}
const button = (label, act) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "copy";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
};
// A button that copies a text; where a page from a file may not use the clipboard, `element` is selected at least.
const copies = (label, element, text) => {
  const made = button(label, () => {
    const done = () => {
      made.textContent = "Copied";
      setTimeout(() => { made.textContent = label; }, 1500);
    };
    const select = () => {
      getSelection().selectAllChildren(element);
      if (document.execCommand("copy")) done();
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text()).then(done, select);
    else select();
  });
  return made;
};
for (const code of document.querySelectorAll("code.command")) code.after(copies("Copy", code, () => code.textContent));
// What is copied of a table can be pasted into a sheet: a line a row, numbers in full.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells].map((head) => (head.querySelector("button:not(.term)") ?? head).textContent);
  const rows = () => [...table.tBodies[0].rows].filter((row) => !row.hidden);
  const cells = (row) => [...row.cells].map((cell) => cell.dataset.v ?? cell.textContent);
  const text = () => [heads, ...rows().map(cells)].map((line) => line.join("\t")).join("\n");
  const tools = document.createElement("div");
  tools.className = "tools";
  tools.append(copies("Copy table", table, text));
  if (rows().length > 8) {
    const filter = document.createElement("input");
    filter.type = "search";
    filter.placeholder = "Filter rows";
    filter.setAttribute("aria-label", "Filter rows");
    filter.addEventListener("input", () => {
      const wanted = filter.value.toLowerCase();
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    tools.prepend(filter);
  }
  (table.closest(".scroll") ?? table).before(tools);
}
// The viewer shows the game that is asked for.
const viewer = document.querySelector("iframe.viewer");
if (viewer) {
  let wanted = 0;
  const ask = () => viewer.contentWindow.postMessage(wanted, "*");
  viewer.addEventListener("load", ask);
  for (const link of document.querySelectorAll("a.watch")) {
    link.addEventListener("click", () => {
      wanted = Number(link.dataset.film);
      viewer.closest("details").open = true;
      ask();
    });
  }
}
for (const figure of document.querySelectorAll("figure")) {
  const save = button("Save as SVG", () => {
    const svg = figure.querySelector("svg.wide").cloneNode(true);
    const [, , width, height] = svg.getAttribute("viewBox").split(" ");
    for (const [name, value] of Object.entries({ class: "plot alone", width, height })) svg.setAttribute(name, value);
    svg.prepend(document.querySelector("style").cloneNode(true));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
    link.download = `${figure.id}.svg`;
    link.click();
  });
  figure.querySelector("figcaption").append(" ", save);
}
// A link into a folded part unfolds it, where the browser doesn't.
const unfold = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  target.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();
