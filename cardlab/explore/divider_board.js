// Cards in groups that can be pressed, or dragged to another group. Python decides what that does.
function render({ model, el }) {
  el.classList.add("cl", "cl-board");
  const row = document.createElement("div");
  row.className = "groups";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", model.get("label"));
  row.setAttribute("data-lm-suppress-shortcuts", "true");
  const said = document.createElement("p");
  said.className = "said";
  said.setAttribute("role", "status");
  el.replaceChildren(row, said);
  let current = null; // the key of the one card in the tab order

  const make = (tag, name, html = "") => {
    const element = document.createElement(tag);
    element.className = name;
    element.innerHTML = html;
    return element;
  };
  const buttons = () => [...row.querySelectorAll("button")];

  row.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook has shortcuts of its own
    const all = buttons(), now = all.indexOf(event.target);
    const to = {
      ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1,
      Home: 0, End: all.length - 1,
    }[event.key];
    if (to === undefined || now < 0) return; // Enter and Space press the button
    event.preventDefault();
    rove(all[Math.max(0, Math.min(to, all.length - 1))], true);
  });

  function rove(button, focus = false) {
    for (const other of buttons()) other.tabIndex = -1;
    button.tabIndex = 0;
    current = button.dataset.key;
    if (focus) button.focus();
  }

  function piece(item, group) {
    const fixed = item.fixed || model.get("off");
    const element = make(fixed ? "span" : "button", "piece", item.html);
    if (fixed) return element;
    element.type = "button";
    element.dataset.key = item.key;
    element.tabIndex = -1;
    element.setAttribute("aria-pressed", String(item.pressed));
    element.setAttribute("aria-label", item.name);
    element.addEventListener("click", () => {
      rove(element);
      model.send({ press: item.key });
    });
    if (group.drop) {
      element.draggable = true;
      element.addEventListener("dragstart", (event) => {
        event.dataTransfer.setData("text/plain", item.key);
        event.dataTransfer.effectAllowed = "move";
      });
    }
    return element;
  }

  // A button that is disabled once it is pressed loses the focus, and keys would go to the notebook.
  // So the focus goes on to the first piece, or back to the button when it is enabled again.
  let dropped = null, app = null;
  const keep = () => { dropped = null; };
  const drop = (event) => { if (event.target.disabled) dropped = event.target; };
  const leave = (event) => { if (!app.contains(event.target)) dropped = null; };
  const later = () => setTimeout(rescue, 150);
  function attach() { // not at once: the board is made before it has its place in the page
    if (app || !(app = el.closest(".cl-app"))) return;
    app.addEventListener("focusin", keep);
    app.addEventListener("focusout", drop);
    app.addEventListener("click", later);
    document.addEventListener("pointerdown", leave);
  }
  function rescue() {
    attach();
    const next = dropped && (buttons()[0] ?? (dropped.disabled ? null : dropped));
    next?.focus({ preventScroll: true });
  }

  function drawGroup(group) {
    const element = make("div", "group");
    if (group.head) element.append(make("p", "head", group.head));
    const cards = make("div", "pieces");
    cards.append(...group.items.map((item) => piece(item, group)));
    element.append(cards);
    if (group.foot) element.append(make("p", "foot", group.foot));
    if (group.drop && !model.get("off")) {
      const over = (on) => (event) => {
        event.preventDefault();
        element.classList.toggle("over", on);
      };
      element.addEventListener("dragover", over(true));
      element.addEventListener("dragleave", over(false));
      element.addEventListener("drop", (event) => {
        over(false)(event);
        model.send({ drop: event.dataTransfer.getData("text/plain"), on: group.drop });
      });
    }
    return element;
  }

  function draw() {
    const focused = row.contains(document.activeElement);
    const knife = () => make("div", "knife");
    row.replaceChildren(...model.get("groups").flatMap((group) =>
      group.knife ? [knife(), drawGroup(group)] : [drawGroup(group)]));
    later();
    const all = buttons();
    if (!all.length) return;
    rove(all.find((button) => button.dataset.key === current) ?? all[0], focused);
  }
  const say = () => { said.textContent = model.get("said"); };
  model.on("change:groups change:off", draw);
  model.on("change:said", say);
  draw();
  say();
  model.send({ ready: true }); // see Board._sent
  return () => {
    app?.removeEventListener("focusin", keep);
    app?.removeEventListener("focusout", drop);
    app?.removeEventListener("click", later);
    document.removeEventListener("pointerdown", leave);
    model.off("change:groups change:off", draw);
    model.off("change:said", say);
  };
}
export default { render };
