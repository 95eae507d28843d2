// Runs in a page that is loaded (see check_page.py). Its value is what it found.
(() => {
  "use strict";
  const faults = [];
  const fault = (text) => { if (faults.length < 20) faults.push(text); };
  document.querySelectorAll("details").forEach((details) => { details.open = true; });

  // Each plot is drawn for wide screens and for phones: one of the two is shown.
  const plots = [...document.querySelectorAll("figure svg.plot")].filter((plot) => plot.getClientRects().length > 0);
  const viewer = document.getElementById("film") !== null;
  const played = document.getElementById("asks") !== null;
  if (plots.length === 0 && !viewer && !played) fault("no plots");
  if (viewer && !document.querySelector("#table .seat, #table .place")) fault("no table");
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
      const button = head.querySelector("button:not(.term)");
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
  for (const command of commands) if (!command.nextElementSibling?.matches("button.copy")) fault("a command without its button");
  for (const figure of document.querySelectorAll("figure:has(figcaption)")) if (!figure.querySelector("figcaption .copy")) fault(`${figure.id} can't be saved`);
  // What a tap on a word shows.
  for (const term of document.querySelectorAll("button.term")) if (!document.getElementById(term.getAttribute("popovertarget"))) fault(`'${term.textContent}' is not explained`);
  const game = document.querySelector("iframe.viewer");
  if (game && !game.contentDocument?.querySelector("#table .seat, #table .place")) fault("no table in the game");

  // Contrast, as WCAG 2.1 AA asks for it: 4.5 to 1, 3 to 1 for large texts.
  const colour = (text) => {
    const [r, g, b, a = 1] = (text.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    return { r, g, b, a };
  };
  const over = (front, back, opacity = 1) => {
    const a = front.a * opacity;
    const mix = (part) => front[part] * a + back[part] * (1 - a);
    return { r: mix("r"), g: mix("g"), b: mix("b"), a: 1 };
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(colour(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((back, layer) => over(layer, back), { r: 255, g: 255, b: 255, a: 1 });
  };
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const shown = (element) => element.getClientRects().length > 0;
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
  const texts = [...document.body.querySelectorAll("*")].filter((element) =>
    element.closest("script, style, title") === null && hasText(element) && shown(element));
  for (const element of texts) {
    const style = getComputedStyle(element);
    const plot = element.closest("svg");
    let [front, back] = [colour(plot ? style.fill : style.color), behind(plot?.parentElement ?? element)];
    const box = element.getBoundingClientRect();
    for (const cell of plot?.querySelectorAll(".cell") ?? []) {
      const mine = cell.getBoundingClientRect();
      const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
      if (middle.x < mine.left || middle.x > mine.right || middle.y < mine.top || middle.y > mine.bottom) continue;
      const fill = getComputedStyle(cell);
      back = over(colour(fill.fill), back, Number(fill.fillOpacity) * Number(fill.opacity));
    }
    const [one, other] = [light(over(front, back)), light(back)];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (ratio < least) fault(`'${element.textContent.trim().slice(0, 40)}' has a contrast of ${ratio.toFixed(2)}`);
  }

  // No block of text on another one, and none that is cut off. The log of a viewer scrolls: most of it is out of sight.
  const blocks = [...document.querySelectorAll("h1, h2, h3, p, dt, dd, figcaption, summary, svg.plot")]
    .filter((block) => shown(block) && !(viewer && block.closest(".scroll")));
  const boxes = blocks.map((block) => block.getBoundingClientRect());
  blocks.forEach((block, i) => {
    const said = block.textContent.trim().slice(0, 40);
    if (boxes[i].right > document.documentElement.clientWidth + 1 && !block.closest(".scroll")) fault(`'${said}' sticks out`);
    if (block.scrollWidth > block.clientWidth + 1 && getComputedStyle(block).overflowX !== "visible") fault(`'${said}' is cut off`);
    for (let j = i + 1; j < blocks.length; j += 1) {
      if (block.contains(blocks[j]) || !meet(boxes[i], boxes[j])) continue;
      fault(`'${said}' on '${blocks[j].textContent.trim().slice(0, 40)}'`);
    }
  });

  // By the keyboard: what can be used or scrolled can be reached, and shows where it is.
  const reachable = "a[href], button, summary, [tabindex='0']";
  for (const element of document.querySelectorAll("a, button, summary, .scroll, .drawing")) {
    const name = (element.getAttribute("aria-label") ?? element.textContent.trim()).slice(0, 40);
    if (!element.matches(reachable)) {
      fault(`'${name}' can't be reached by the keyboard`);
      continue;
    }
    if (!shown(element) || element.disabled) continue;
    element.focus({ preventScroll: true, focusVisible: true });
    if (document.activeElement !== element) fault(`'${name}' takes no focus`);
    else if (getComputedStyle(element).outlineStyle === "none") fault(`'${name}' doesn't show that it has the focus`);
  }
  for (const element of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    const scrolls = [style.overflowX, style.overflowY].some((overflow) => ["auto", "scroll"].includes(overflow));
    if (scrolls && element.scrollWidth > element.clientWidth + 1 && element.tabIndex < 0) fault("something scrolls that the keyboard can't reach");
  }
  const wide = document.documentElement;
  if (wide.scrollWidth > wide.clientWidth + 1) fault(`the page is ${wide.scrollWidth} wide, the window ${wide.clientWidth}`);

  const counts = `${plots.length} plots, ${tables.length} tables sorted ${clicks} times, ${commands.length} commands`;
  return faults.length ? `${faults.length} faults: ${faults.join("; ")}` : `ok: ${counts}`;
})()
