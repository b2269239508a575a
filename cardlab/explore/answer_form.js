// One line to answer in, with the buttons Check and Hint: Enter in the line is Check. The text goes
// along with the press of the button, because what was typed last may still be on its way.

function render({ model, el }) {
  el.classList.add("cl", "cl-answer-row");
  el.classList.toggle("cl-long", model.get("long"));
  const id = `cl-answer-${Math.random().toString(36).slice(2)}`;
  const make = (tag, name, text = "") => {
    const made = document.createElement(tag);
    made.className = name;
    made.textContent = text;
    el.append(made);
    return made;
  };
  el.replaceChildren();
  const label = make("label", "label", model.get("label"));
  const input = make("input", "");
  const check = make("button", "jupyter-button widget-button cl-main", "Check");
  const hint = make("button", "jupyter-button widget-button", "Hint");
  const tries = make("p", "cl-small tries");
  const how = make("p", "cl-hint", model.get("how"));
  Object.assign(input, { type: "text", id, autocomplete: "off", spellcheck: false });
  label.htmlFor = id;
  how.id = `${id}-how`;
  input.setAttribute("aria-describedby", how.id);
  input.setAttribute("data-lm-suppress-shortcuts", "true");
  check.type = hint.type = "button";

  // Resting buttons keep the focus, so that nobody is thrown to the top of the page.
  const rests = (button) => button.getAttribute("aria-disabled") === "true";
  const send = (button, press) => {
    if (!rests(button)) model.send({ press, text: input.value });
  };
  for (const element of [input, check, hint]) {
    element.addEventListener("keydown", (event) => event.stopPropagation());
  }
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) send(check, "check");
  });
  input.addEventListener("input", () => {
    model.set("value", input.value);
    model.save_changes();
  });
  check.addEventListener("click", () => send(check, "check"));
  hint.addEventListener("click", () => send(hint, "hint"));

  const draw = () => {
    if (document.activeElement !== input) input.value = model.get("value");
    check.setAttribute("aria-disabled", String(!model.get("can_check")));
    hint.setAttribute("aria-disabled", String(!model.get("can_hint")));
    tries.textContent = model.get("tries");
  };
  const seen = "change:value change:can_check change:can_hint change:tries";
  model.on(seen, draw);
  draw();
  return () => model.off(seen, draw);
}
export default { render };
