"use strict";
// Tables sort by a click on a heading; without scripts they stand in the order of the files.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
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
for (const code of document.querySelectorAll("code.command")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    };
    const select = () => {
      // Where a page from a file may not use the clipboard, the command is selected at least.
      getSelection().selectAllChildren(code);
      if (document.execCommand("copy")) done();
    };
    if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).then(done, select);
    else select();
  });
  code.after(button);
}
