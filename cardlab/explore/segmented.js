// A radio group drawn as one bar: one tab stop, arrow keys change the choice.
// choose(value) is called for what the user picks; show(value) draws what is on.
function segmented(label, options, choose) {
  const element = document.createElement("div");
  element.className = "cl-segmented";
  element.setAttribute("role", "radiogroup");
  element.setAttribute("aria-label", label);
  element.setAttribute("data-lm-suppress-shortcuts", "true");
  const buttons = options.map((option) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = option;
    button.setAttribute("role", "radio");
    button.addEventListener("click", () => pick(option));
    return button;
  });
  element.append(...buttons);

  function show(value) {
    buttons.forEach((button, i) => {
      const on = options[i] === value;
      button.setAttribute("aria-checked", String(on));
      button.tabIndex = on ? 0 : -1;
    });
  }
  function pick(value) {
    show(value);
    choose(value);
  }
  element.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook has shortcuts of its own
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const now = buttons.indexOf(event.target);
    if (step === undefined || now < 0) return;
    event.preventDefault();
    const next = (now + step + buttons.length) % buttons.length;
    buttons[next].focus();
    pick(options[next]);
  });
  return { element, show };
}
