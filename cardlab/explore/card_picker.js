// The 52 cards as buttons. Python decides what a click does; this draws and asks.
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function render({ model, el }) {
  const groups = model.get("groups");
  const rows = model.get("rows"); // card numbers, row by row
  const columns = rows[0].length;
  const faces = model.get("faces"); // for each card: name, drawing M, drawing S
  const make = (tag, name, ...children) => {
    const element = document.createElement(tag);
    element.className = name;
    element.append(...children);
    return element;
  };

  const choice = segmented("A card that you press becomes", groups.map((g) => g.label), (label) => {
    model.set("group", groups.find((g) => g.label === label).name);
    model.save_changes();
  });
  [...choice.element.children].forEach((button, i) => { button.dataset.group = groups[i].name; });
  const top = make("div", "top", make("span", "", model.get("label")), choice.element);

  const grid = make("div", "grid");
  grid.setAttribute("role", "group");
  grid.setAttribute("aria-label", "Cards; arrow keys move, Enter places or removes, Delete removes, "
    + "Control Z undoes");
  const buttons = new Map();
  const order = rows.flat();
  rows.forEach((row, r) => {
    const head = make("span", `row-head ${model.get("row_classes")[r]}`, model.get("row_heads")[r]);
    head.setAttribute("aria-hidden", "true");
    grid.append(head);
    for (const card of row) {
      const button = make("button", "card");
      button.type = "button";
      button.innerHTML = faces[card][1] + faces[card][2] + '<i class="sign" aria-hidden="true"></i>';
      button.tabIndex = -1;
      button.addEventListener("pointerdown", (event) => beginDrag(event, card));
      button.addEventListener("focus", () => rove(card));
      button.addEventListener("click", (event) => {
        if (dragged && event.detail) return; // without detail it comes from a key
        rove(card); // where a press does not give the focus
        model.send({ action: "toggle", card, group: model.get("group") });
      });
      buttons.set(card, button);
      grid.append(button);
    }
  });

  const legend = make("div", "legend");
  const said = make("p", "said");
  said.setAttribute("role", "status");
  const undo = make("button", "undo", "Undo");
  undo.type = "button";
  undo.addEventListener("click", () => model.send({ action: "undo" }));
  undo.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (isUndo(event)) model.send({ action: "undo" });
  });
  const picker = make("div", "picker", top, grid, legend, make("div", "foot", said, undo));
  picker.setAttribute("data-lm-suppress-shortcuts", "true");
  el.classList.add("cl", "cl-picker");
  el.replaceChildren(picker);

  let current = order[0]; // the one card in the tab order
  function rove(card, focus = false) {
    buttons.get(current).tabIndex = -1;
    current = card;
    buttons.get(card).tabIndex = 0;
    if (focus) buttons.get(card).focus();
  }

  const isUndo = (event) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";

  grid.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook has shortcuts of its own
    const at = order.indexOf(current);
    const row = Math.floor(at / columns), column = at % columns;
    let next = null;
    if (event.key in ARROWS) {
      const [down, right] = ARROWS[event.key];
      next = [row + down, column + right];
    } else if (event.key === "Home") next = [row, 0];
    else if (event.key === "End") next = [row, columns - 1];
    else if (event.key === "Delete" || event.key === "Backspace") {
      model.send({ action: "remove", card: current });
    } else if (isUndo(event)) model.send({ action: "undo" });
    else return; // Enter and Space press the button; Tab leaves the grid
    event.preventDefault();
    if (next && rows[next[0]]?.[next[1]] !== undefined) rove(rows[next[0]][next[1]], true);
  });

  // A card can be dragged onto the name of a group. A finger has to rest on it first, because a
  // moving finger scrolls the page.
  let dragged = false; // whether the press that ends now was a drag and no click
  function beginDrag(start, card) {
    dragged = false;
    let ghost = null, target = null;
    const finger = start.pointerType === "touch";
    const resting = finger && setTimeout(lift, 250, start);
    const listening = new AbortController();
    const on = (type, listener, options = {}) =>
      document.addEventListener(type, listener, { signal: listening.signal, ...options });

    function lift(event) {
      dragged = true;
      ghost = make("div", "cl cl-ghost");
      ghost.innerHTML = faces[card][1];
      document.body.append(ghost);
      move(event);
    }
    function move(event) {
      const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 6;
      if (!ghost && far) finger ? end() : lift(event);
      if (!ghost) return;
      ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      mark(under?.closest("[data-group]") ?? null);
    }
    function mark(element) {
      target?.classList.remove("over");
      target = picker.contains(element) ? element : null;
      target?.classList.add("over");
    }
    function end() {
      clearTimeout(resting);
      listening.abort();
      ghost?.remove();
      mark(null);
    }
    on("pointermove", move);
    on("pointercancel", end);
    on("pointerup", () => {
      const group = target?.dataset.group;
      end();
      if (group) model.send({ action: "put", card, group });
    });
    on("touchmove", (event) => { if (ghost) event.preventDefault(); }, { passive: false });
    on("contextmenu", (event) => { if (finger) event.preventDefault(); });
  }

  // A plain card that stands in a group still has to differ from one that does not.
  const drawn = (group) => group.state === "plain" ? "held" : group.state;

  function draw() {
    const cards = model.get("cards"), marked = new Set(model.get("marked"));
    const owner = new Map();
    for (const group of groups) for (const card of cards[group.name] ?? []) owner.set(card, group);
    for (const [card, button] of buttons) {
      const group = owner.get(card);
      const state = group ? drawn(group) : marked.has(card) ? "winning" : "plain";
      const words = group ? group.owned : marked.has(card) ? model.get("marked_as") : "";
      const sign = button.lastChild;
      sign.textContent = group?.sign ?? "";
      button.classList.toggle("signed", sign.textContent !== "");
      for (const face of button.children) {
        face.classList.remove("plain", "own", "winning", "seen", "held");
        face.classList.add(state);
      }
      button.setAttribute("aria-pressed", String(group !== undefined));
      button.setAttribute("aria-label", faces[card][0] + (words ? `, ${words}` : ""));
    }
    choice.show(groups.find((g) => g.name === model.get("group")).label);
    drawLegend(cards, marked, owner);
    undo.setAttribute("aria-disabled", String(!model.get("can_undo")));
    said.textContent = model.get("said");
  }

  function drawLegend(cards, marked, owner) {
    const wins = [...marked].filter((card) => !owner.has(card)).length;
    const entry = (state, card, words, count, group = {}) => {
      const drawing = make("span", group.sign ? "card signed" : "card");
      drawing.innerHTML = faces[card][2];
      drawing.firstChild.classList.add(state);
      if (group.sign) drawing.append(make("i", `sign ${state}`, group.sign));
      const item = make("span", "entry", drawing, `${words} (${count})`);
      if (group.name) item.dataset.group = group.name;
      return item;
    };
    // King and two of clubs; nine of diamonds, queen of spades.
    const samples = { own: 44, winning: 0, seen: 29, held: 43 };
    const count = (g) => (cards[g.name] ?? []).length;
    const shown = groups.filter((g) => groups.length < 5 || count(g)); // else there are too many
    const entries = shown.map((g) =>
      entry(drawn(g), samples[drawn(g)] ?? 0, g.owned, count(g), g));
    const lit = model.get("marked_as");
    if (lit) entries.splice(1, 0, entry("winning", samples.winning, lit, wins));
    legend.replaceChildren(...entries);
  }

  const events = "change:cards change:marked change:group change:said change:can_undo";
  const begin = () => rove(current, true); // see CardPicker.begin
  model.on(events, draw);
  model.on("msg:custom", begin);
  rove(current);
  draw();
  return () => {
    model.off(events, draw);
    model.off("msg:custom", begin);
  };
}
export default { render };
