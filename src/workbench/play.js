// The screen at which people play: answers out, pieces of the page in. What is shown stands in the last message of the stream.
"use strict";
(() => {
  const by = (id) => document.getElementById(id);
  const say = (text) => { by("said").textContent = text; };
  const post = async (path, value) => {
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(value), headers: { "Content-Type": "application/json" } });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const fail = (place, error) => { by(place).textContent = error.message; by(place).hidden = false; say(error.message); };

  let shown = { number: 0, state: "empty", parts: {} }, covered = null;
  const pieces = ["asks", "unwritten", "choices", "advice", "news", "mat", "undo-why"];
  const answer = (what) => {
    by("fault").hidden = true;
    post("play/say", { number: shown.number, ...what }).catch((error) => fail("fault", error));
  };

  const heard = (event) => {
    const before = shown;
    const focused = document.activeElement;
    const inGame = focused === document.body || by("game").contains(focused) || focused.closest("nav");
    shown = JSON.parse(event.data);
    // A window that comes anew can't know who sits in front of it.
    if (before.number === 0 && shown.cover) { covered = shown; shown = { ...shown, state: "covered", parts: shown.cover }; } else covered = null;
    show(before, inGame);
  };
  const show = (before, inGame) => {
    by("game").hidden = shown.state === "empty";
    for (const id of pieces) by(id).innerHTML = shown.parts[id] ?? "";
    const isAsked = shown.state === "asked";
    for (const button of by("game").querySelectorAll("button")) button.disabled = shown.state === "waiting";
    by("undo").disabled = !(isAsked && shown.can_undo);
    by("hint").disabled = by("why").disabled = !isAsked;
    by("leave").disabled = !["asked", "covered"].includes(shown.state);
    if (shown.state === "waiting") {
      say("The others choose.");
    } else if (before.state !== "empty" || isAsked) {
      say(by("asks").textContent);
      // The next choice is where the last one was.
      if (inGame) (by(shown.parts.advice && isAsked ? "hint" : "asks")).focus();
    }
    if (shown.state === "over") anew();
  };
  // The list of the games that were kept is another one now.
  const anew = async () => {
    const page = new DOMParser().parseFromString(await (await fetch("play")).text(), "text/html");
    by("saved").innerHTML = page.getElementById("saved").innerHTML;
  };
  const listen = () => {
    const stream = new EventSource("play/events");
    stream.addEventListener("message", heard);
    stream.addEventListener("error", () => {
      const isCut = stream.readyState === EventSource.CLOSED;
      by("asks").textContent = isCut ? "This window hears nothing more: too many windows of the workbench are open, or it was started again. The game is kept."
        : "The workbench has ended, or can't be reached. The game is kept.";
      by("choices").replaceChildren();
      by("game").hidden = false;
    });
    return stream;
  };
  // A browser opens few connections to one address: windows out of sight give theirs back.
  let stream = document.hidden ? null : listen();
  document.addEventListener("visibilitychange", () => {
    stream?.close();
    stream = document.hidden ? null : listen();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.choice !== undefined) answer({ say: "take", choice: Number(button.dataset.choice) });
    else if (button.dataset.say === "why") answer({ say: "why", choice: Number(button.dataset.why) });
    else if (button.dataset.say === "ready" && covered) { [shown, covered] = [covered, null]; show(shown, true); }
    else if (button.dataset.say) answer({ say: button.dataset.say });
    else if (["undo", "hint", "leave"].includes(button.id)) answer({ say: button.id });
    else if (button.id === "why") answer({ say: "why", choice: null });
  });
  // Digits choose, where the game has the focus and nothing is typed.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=checkbox])")) return;
    // A button that is disabled loses the focus to the page.
    const isHere = event.target === document.body || event.target.closest("nav") || by("game").contains(event.target);
    if (shown.state !== "asked" || !isHere || !/^[1-9]$/.test(event.key)) return;
    by("choices").querySelectorAll("[data-choice]")[Number(event.key) - 1]?.click();
  });

  const people = () => [...document.querySelectorAll("[name=people]:checked")].map((box) => Number(box.value));
  const begin = (saved, from) => {
    by("start-fault").hidden = true;
    post("play", { people: people(), saved, from }).then(() => {
      by("game").hidden = false;
      by("asks").focus();
      by("game").scrollIntoView();
    }, (error) => fail("start-fault", error));
  };
  by("start").addEventListener("click", () => begin(null, null));
  by("table").addEventListener("click", (event) => {
    const button = event.target.closest("[data-saved],[data-anew]");
    if (!button) return;
    if (button.dataset.saved) return begin(button.dataset.saved, null);
    const from = [...document.querySelectorAll("[data-from]")].find((field) => field.dataset.from === button.dataset.anew);
    begin(button.dataset.anew, Number(from.value));
  });
})();
