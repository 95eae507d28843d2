// The window of the workbench: fields in, pieces of the page out. What is known stands in the last message of the stream.
"use strict";
(() => {
  const CUT_OFF = "This window hears nothing more: too many windows of the workbench are open, or it was started again. Close others, or open the address that it printed.";
  const by = (id) => document.getElementById(id);
  const say = (text) => { by("said").textContent = text; };
  const post = async (path, value) => {
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(value), headers: { "Content-Type": "application/json" } });
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  };

  for (const button of document.querySelectorAll("[data-open]")) {
    button.addEventListener("click", () => {
      post("open", { game: button.dataset.open }).then(() => { location.href = "./"; }, (error) => say(error.message));
    });
  }
  by("new")?.addEventListener("click", () => {
    const fail = (error) => { by("new-fault").textContent = error.message; by("new-fault").hidden = false; };
    post("new", { name: by("new-name").value, from: by("new-from").value }).then(() => { location.href = "./"; }, fail);
  });
  // A script that can't be read: its mistakes, until it can.
  if (!by("parameters") && by("mistakes")) {
    let read;
    new EventSource("events").addEventListener("message", (event) => {
      const known = JSON.parse(event.data);
      if (read !== undefined && known.read !== read) return location.reload();
      read = known.read;
      by("mistakes").innerHTML = known.parts.mistakes ?? "";
    });
  }
  if (!by("parameters")) return;

  // The fields and what is in hand.
  const fields = () => [...document.querySelectorAll("[data-key]")];
  const value = (field) => field.type === "checkbox" ? String(field.checked) : field.value.trim();
  const set = (field, text) => { if (field.type === "checkbox") field.checked = text === "true"; else field.value = text; };
  const isChanged = (field) => value(field) !== field.dataset.printed && value(field) !== "";
  const table = ["players", "bots", "precision", "seconds"];
  const hand = () => ({
    against: by("against").value || null,
    players: Number(by("players").value),
    bots: by("bots").value,
    precision: Number(by("precision").value),
    seconds: Number(by("seconds").value),
    settings: Object.fromEntries(fields().filter(isChanged).map((field) => [field.dataset.key, value(field)])),
  });

  let change = 0, known = { change: 0, compared: 0, studied: 0, found: 0, parts: {} };
  let present = JSON.stringify(hand());
  const past = [], future = [];

  const mark = () => {
    for (const field of fields()) {
      const row = field.closest("tr");
      row.classList.toggle("changed", isChanged(field));
      row.querySelector("[data-reset]").hidden = !isChanged(field);
    }
    by("undo").disabled = past.length === 0;
    by("redo").disabled = future.length === 0;
    by("reset").disabled = !fields().some(isChanged);
    by("who").textContent = (by("bots").value === "learned" ? "" : "bots that ") + by("bots").selectedOptions[0].textContent;
  };
  const show = ({ faults, notes }) => {
    for (const field of fields()) {
      const fault = faults.find((fault) => fault.key === field.dataset.key);
      const place = by(field.getAttribute("aria-describedby"));
      place.textContent = fault ? fault.text : "";
      place.hidden = !fault;
      field.setAttribute("aria-invalid", String(Boolean(fault)));
    }
    const rest = faults.filter((fault) => !fields().some((field) => field.dataset.key === fault.key));
    by("fault").textContent = rest.map((fault) => fault.text).join("; ");
    by("fault").hidden = rest.length === 0;
    by("notes").innerHTML = notes;
    if (faults.length > 0) say(faults.map((fault) => fault.text).join("; "));
  };
  const grey = () => {
    by("answer").classList.toggle("stale", known.compared !== change);
    by("study").classList.toggle("stale", known.studied !== 0 && known.studied !== change);
    document.dispatchEvent(new CustomEvent("known", { detail: { known, change } }));
  };

  // A change goes to the server; one that comes while another is under way waits for it, the last one alone.
  let isSending = false, waits = false, timer = 0;
  const send = async () => {
    mark();
    change = -1;
    grey();
    if (isSending) { waits = true; return; }
    isSending = true;
    do {
      waits = false;
      try {
        const changed = await (await post("hand", hand())).json();
        if (changed.parameters) {
          by("parameters").innerHTML = changed.parameters;
          mark();
        }
        change = waits ? -1 : changed.change;
        show(changed);
        document.dispatchEvent(new CustomEvent("changed", { detail: changed }));
      } catch (error) {
        by("fault").textContent = error.message;
        by("fault").hidden = false;
      }
    } while (waits);
    isSending = false;
    follow();
    grey();
  };
  // Another window has changed the version in hand: this one shows it as well, so that what it keeps is what it shows.
  const follow = () => {
    if (isSending || timer || !known.hand || known.change <= change) return;
    const plain = ({ settings, ...rest }) => JSON.stringify([Object.entries(settings).sort(), Object.entries(rest).sort()]);
    if (plain(known.hand) === plain(hand())) { change = known.change; return; }
    if (known.hand.players !== Number(by("players").value)) return location.reload();
    past.push(present);
    future.length = 0;
    take(JSON.stringify(known.hand));
    say("Another window has changed the rules in hand.");
  };
  const take = (text) => {
    const { settings, ...rest } = JSON.parse(text);
    for (const id of table) by(id).value = rest[id];
    by("against").value = rest.against ?? "";
    for (const field of fields()) set(field, settings[field.dataset.key] ?? field.dataset.printed);
    present = JSON.stringify(hand());
    send();
  };
  const note = () => {
    const now = JSON.stringify(hand());
    if (now === present) return;
    past.push(present);
    future.length = 0;
    present = now;
    send();
  };
  const go = (from, to) => {
    if (from.length === 0) return;
    to.push(present);
    take(from.pop());
  };
  by("undo").addEventListener("click", () => go(past, future));
  by("redo").addEventListener("click", () => go(future, past));
  by("reset").addEventListener("click", () => {
    for (const field of fields()) set(field, field.dataset.printed);
    note();
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || !["z", "y"].includes(event.key.toLowerCase())) return;
    // What is typed into a name or a note is undone by the browser.
    if (event.target.matches("input:not([data-key])")) return;
    event.preventDefault();
    if (event.key.toLowerCase() === "y" || event.shiftKey) go(future, past); else go(past, future);
  });

  // A value counts when it stands still for a moment.
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-key], nav select, nav input")) return;
    clearTimeout(timer);
    mark();
    timer = setTimeout(() => { timer = 0; note(); }, 150);
  });
  const below = (field) => {
    const all = fields().filter((one) => one.closest("table") === field.closest("table"));
    return all.slice(all.indexOf(field));
  };
  by("parameters").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.preventDefault();
    const next = below(event.target)[1];
    if (next) { next.focus(); next.select?.(); }
  });
  // A column of a sheet fills the fields below.
  by("parameters").addEventListener("paste", (event) => {
    const lines = event.clipboardData.getData("text").trimEnd().split(/\r?\n/);
    if (lines.length < 2 || !event.target.matches("[data-key]")) return;
    event.preventDefault();
    below(event.target).slice(0, lines.length).forEach((field, i) => set(field, lines[i].split("\t")[0].trim()));
    note();
  });
  by("parameters").addEventListener("click", (event) => {
    const button = event.target.closest("[data-reset]");
    if (!button) return;
    const field = by(button.dataset.reset);
    set(field, field.dataset.printed);
    field.focus();
    note();
  });

  // What is known.
  const shown = {};
  const heard = (event) => {
    const before = known.read;
    known = JSON.parse(event.data);
    // The script was read anew: its rules are others.
    if (before !== undefined && known.read !== before) return location.reload();
    if (change === 0) change = known.change;
    for (const [id, html] of Object.entries({ ...Object.fromEntries(Object.keys(shown).map((id) => [id, ""])), ...known.parts })) {
      if (shown[id] === html) continue;
      by(id).innerHTML = html;
      shown[id] = html;
    }
    by("stop").disabled = !known.is_busy;
    follow();
    if (!known.is_busy && known.compared === change && known.parts.sentence) say(by("sentence").textContent);
    grey();
  };
  const listen = () => {
    const stream = new EventSource("events");
    stream.addEventListener("message", heard);
    stream.addEventListener("error", () => {
      by("status").textContent = stream.readyState === EventSource.CLOSED ? CUT_OFF : "The workbench has ended, or can't be reached.";
      say(by("status").textContent);
      delete shown.status;
    });
    return stream;
  };
  // A browser opens few connections to one address: windows out of sight give theirs back.
  let stream = document.hidden ? null : listen();
  document.addEventListener("visibilitychange", () => {
    stream?.close();
    stream = document.hidden ? null : listen();
  });
  by("stop").addEventListener("click", () => post("stop", null));
  // Keeps a version, the one in hand where no other is given; a fault is told at this place. Returns true if it is kept.
  const keep = async (name, note, hand, fault) => {
    fault.hidden = true;
    try {
      by("versions").innerHTML = await (await post("keep", { name, note, hand })).text();
      by("against").add(new Option(name, name));
      say(`${name} is kept.`);
      return true;
    } catch (error) {
      fault.textContent = error.message;
      fault.hidden = false;
      say(error.message);
      return false;
    }
  };
  by("keep").addEventListener("click", async () => {
    const isKept = await keep(by("name").value.trim(), by("note").value, null, by("keep-fault"));
    if (isKept) by("name").value = by("note").value = "";
  });
  // A proposal is kept as it is, whatever is in hand.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-keep]");
    if (!button) return;
    const place = button.closest("li");
    const isKept = await keep(place.querySelector("input").value.trim(), "", JSON.parse(button.dataset.keep), place.querySelector(".fault"));
    if (isKept) button.disabled = true;
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-hand]");
    if (!button) return;
    past.push(present);
    future.length = 0;
    const back = { ...JSON.parse(button.dataset.hand), against: by("against").value || null };
    take(JSON.stringify(back));
  });
  by("ask").addEventListener("click", () => {
    post("study", { minutes: by("study-minutes").value }).catch((error) => { by("study-status").textContent = error.message; });
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.copy");
    if (!button) return;
    navigator.clipboard.writeText(button.previousElementSibling.textContent).then(() => { button.textContent = "Copied"; }, () => {});
  });
  send();
})();
