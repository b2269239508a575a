// The streets of a hand side by side, each with its cards: a radio group, one tab stop.
function render({ model, el }) {
  el.classList.add("cl", "cl-streets");
  const row = document.createElement("div");
  row.setAttribute("role", "radiogroup");
  row.setAttribute("aria-label", model.get("label"));
  row.setAttribute("data-lm-suppress-shortcuts", "true");
  el.replaceChildren(row);

  function pick(value) {
    model.set("value", value);
    model.save_changes();
    show();
  }
  const live = () => [...row.children].filter((button) => !button.ariaDisabled);
  row.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook has shortcuts of its own
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const buttons = live(), now = buttons.indexOf(event.target);
    if (step === undefined || now < 0) return;
    event.preventDefault();
    const next = buttons[(now + step + buttons.length) % buttons.length];
    next.focus();
    next.click();
  });

  function draw() {
    const focused = row.contains(document.activeElement);
    row.replaceChildren(...model.get("streets").map((street) => {
      const button = document.createElement("button");
      button.type = "button";
      if (!street.there) button.ariaDisabled = "true"; // and not disabled: its cards can be pressed
      button.dataset.value = street.value;
      button.setAttribute("role", "radio");
      button.setAttribute("aria-label", street.spoken);
      button.innerHTML = `<b>${street.name}</b>${street.html}`;
      button.addEventListener("click", (event) => {
        if (street.there) pick(street.value);
        else model.send({ fill: Number(event.target.closest("[data-seat]")?.dataset.seat ?? 0) });
      });
      return button;
    }));
    show();
    if (focused) row.querySelector('[aria-checked="true"]')?.focus();
  }
  function show() {
    for (const button of row.children) {
      const on = Number(button.dataset.value) === model.get("value");
      button.setAttribute("aria-checked", String(on));
      button.tabIndex = on ? 0 : -1;
    }
  }
  model.on("change:streets", draw);
  model.on("change:value", show);
  draw();
  return () => {
    model.off("change:streets", draw);
    model.off("change:value", show);
  };
}
export default { render };
