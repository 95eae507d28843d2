// Runs in a copy of the page (see check_page.sh) and leaves what it found in the page.
"use strict";
addEventListener("load", () => {
  const faults = [];
  const fault = (text) => { if (faults.length < 20) faults.push(text); };
  document.querySelectorAll("details").forEach((details) => { details.open = true; });

  // Each plot is drawn for wide screens and for phones: one of the two is shown.
  const plots = [...document.querySelectorAll("figure svg.plot")].filter((plot) => plot.getClientRects().length > 0);
  if (plots.length === 0) fault("no plots");
  if (plots.length !== document.querySelectorAll("figure").length) fault("a figure without its plot");
  const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  for (const plot of plots) {
    const name = plot.closest("figure").id;
    const frame = plot.getBoundingClientRect();
    if (frame.width < 100 || frame.height < 50) fault(`${name}: ${frame.width} by ${frame.height}`);
    const drawing = plot.closest(".drawing");
    if (drawing.scrollWidth > drawing.clientWidth + 1) fault(`${name}: ${drawing.scrollWidth} wide in ${drawing.clientWidth}`);
    if (!plot.getAttribute("aria-label")) fault(`${name}: no label`);
    const marks = plot.querySelectorAll(".mark, .bar, .curve, .cell");
    if (marks.length === 0) fault(`${name}: nothing is drawn`);
    for (const mark of marks) if (!inside(mark.getBoundingClientRect(), frame)) fault(`${name}: a mark outside`);
    const texts = [...plot.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
    texts.forEach(([text, box], i) => {
      if (!inside(box, frame)) fault(`${name}: '${text}' outside`);
      for (const [other, theirs] of texts.slice(i + 1)) if (meet(box, theirs)) fault(`${name}: '${text}' on '${other}'`);
    });
    for (const text of plot.querySelectorAll("text")) {
      const size = parseFloat(getComputedStyle(text).fontSize) * frame.width / plot.viewBox.baseVal.width;
      if (size < 9) fault(`${name}: '${text.textContent}' is ${size.toFixed(1)} pixels high`);
    }
    // A name stands beside the points, not on one.
    const points = [...plot.querySelectorAll("circle.mark")].map((point) => point.getBoundingClientRect());
    for (const text of plot.querySelectorAll("text.onto")) {
      const box = text.getBoundingClientRect();
      const on = points.filter((point) => meet(point, box)).length;
      if (on > 0) fault(`${name}: '${text.textContent}' on ${on} points`);
    }
    // A colour that is no colour draws black or nothing.
    for (const mark of marks) {
      const style = getComputedStyle(mark);
      if (style.fill === "none" && style.stroke === "none") fault(`${name}: an invisible mark`);
    }
  }

  const tables = [...document.querySelectorAll("table.sortable")];
  let clicks = 0;
  for (const table of tables) {
    const body = table.tBodies[0];
    const before = [...body.rows].map((row) => row.textContent).sort().join("\n");
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = head.querySelector("button");
      if (!button) return fault(`no button in '${head.textContent}'`);
      for (const order of head.classList.contains("n") ? [-1, 1] : [1, -1]) {
        button.click();
        clicks += 1;
        const said = head.getAttribute("aria-sort");
        if (said !== (order > 0 ? "ascending" : "descending")) fault(`'${head.textContent}' says ${said}`);
        const cells = [...body.rows].map((row) => row.cells[column]);
        const values = head.classList.contains("n")
          ? cells.filter((cell) => cell.textContent !== "").map((cell) => Number(cell.dataset.v))
          : cells.map((cell) => cell.textContent);
        const compare = (a, b) => typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
        values.forEach((value, i) => {
          if (Number.isNaN(value)) fault(`'${head.textContent}' has no number in row ${i}`);
          if (i > 0 && order * compare(values[i - 1], value) > 0) fault(`'${head.textContent}' is not sorted`);
        });
      }
    });
    const after = [...body.rows].map((row) => row.textContent).sort().join("\n");
    if (before !== after) fault("sorting changed the rows");
  }

  const commands = document.querySelectorAll("code.command");
  if (commands.length !== document.querySelectorAll("button.copy").length) fault("a command without its button");
  for (const link of document.querySelectorAll("nav a, .findings a")) {
    if (!document.querySelector(link.getAttribute("href"))) fault(`${link.getAttribute("href")} leads nowhere`);
  }
  const wide = document.documentElement;
  if (wide.scrollWidth > wide.clientWidth + 1) fault(`the page is ${wide.scrollWidth} wide, the window ${wide.clientWidth}`);

  const counts = `${plots.length} plots, ${tables.length} tables sorted ${clicks} times, ${commands.length} commands`;
  // To the page around this one (see check_page.sh).
  parent.postMessage(faults.length ? `${faults.length} faults: ${faults.join("; ")}` : `ok: ${counts}`, "*");
});
