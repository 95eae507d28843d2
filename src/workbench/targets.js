// "Find counts": what is typed becomes a request; what is found comes with all else that is known.
"use strict";
(() => {
  const by = (id) => document.getElementById(id);
  if (!by("find")) return;
  const fault = (text) => {
    by("find-fault").textContent = text;
    by("find-fault").hidden = text === "";
    if (text) by("said").textContent = text;
  };
  // The two ends of a range, as they are typed.
  const ends = (name, id) => [...document.querySelectorAll(`[data-${name}="${CSS.escape(id)}"]`)].map((field) => field.value);

  by("find-counts").addEventListener("click", async () => {
    fault("");
    const ids = new Set([...document.querySelectorAll("[data-target]")].map((field) => field.dataset.target));
    const targets = [...ids].map((id) => [id, ends("target", id)]).filter(([, ends]) => ends.some(Boolean));
    const moving = [...document.querySelectorAll("[data-move]:checked")].map((box) => box.dataset.move);
    const wanted = {
      targets: Object.fromEntries(targets),
      moves: Object.fromEntries(moving.map((key) => [key, ends("range", key)])),
      games: by("find-games").value,
    };
    const answer = await fetch("find", { method: "POST", body: JSON.stringify(wanted), headers: { "Content-Type": "application/json" } });
    if (!answer.ok) fault(await answer.text());
  });
  by("find-stop").addEventListener("click", () => fetch("stop", { method: "POST" }));

  // Who types a range means it.
  by("find").addEventListener("input", ({ target }) => {
    const key = target.dataset.range;
    const box = key && document.querySelector(`[data-move="${CSS.escape(key)}"]`);
    if (box) box.checked = true;
  });

  document.addEventListener("known", ({ detail: { known, change } }) => {
    by("find-stop").disabled = !known.is_busy;
    by("find").classList.toggle("stale", known.found !== 0 && known.found !== change);
  });
  document.addEventListener("changed", ({ detail: { ranges } }) => {
    for (const [key, range] of Object.entries(ranges)) {
      document.querySelectorAll(`[data-range="${CSS.escape(key)}"]`).forEach((field, i) => { field.placeholder = range[i]; });
    }
  });
})();
