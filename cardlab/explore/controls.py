"""Small widgets that the explorers share: live HTML, switch, slider, field with a message.

Their style sheet stands in controls.css. It changes Jupyter's own widgets only inside the class
``cl-app``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from cardlab import look
from cardlab.explore.worker import LOCK

_HERE = Path(__file__).parent

SEGMENTED = (_HERE / "segmented.js").read_text("utf-8")
CSS = look.css() + (_HERE / "controls.css").read_text("utf-8")


class InTurn(ipywidgets.Widget):  # type: ignore[misc]  # ipywidgets has no types
    """A widget that changes by what the page sends only while nothing else does; see `LOCK`."""

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what the page sends."""
        with LOCK:
            super().set_state(sync_data)


def send_again(widget: ipywidgets.Widget, *names: str) -> None:
    """Send some of a widget's state to the page, whether or not it has changed."""
    with LOCK:  # or it might arrive after newer state that a job sends
        widget.send_state(list(names))


class Markup(anywidget.AnyWidget):
    """HTML that may change: it keeps disclosures open and is announced as its role says.

    A new live region is often not announced, so the element stays and only its content changes.
    With `describes`, it is also tied to the text box before it, and says whether that is wrong.
    What has an attribute `data-key` can be pressed; `pressed` is then called with that key.
    """

    _css = CSS
    _esm = """
    function render({ model, el }) {
      el.classList.add("cl", "cl-markup");
      const role = model.get("role");
      if (role) el.setAttribute("role", role);
      const name = (details) => details.querySelector("summary").textContent;
      const press = (event) => {
        const pressed = event.target.closest("[data-key]");
        if (pressed) model.send({ press: pressed.dataset.key });
      };
      el.addEventListener("click", press);
      const draw = () => {
        const open = [...el.querySelectorAll("details[open]")].map(name);
        const active = el.contains(document.activeElement) ? document.activeElement : null;
        const focused = active?.textContent, key = active?.closest("[data-key]")?.dataset.key;
        el.innerHTML = model.get("html");
        if (key) el.querySelector(`[data-key="${CSS.escape(key)}"] button`)?.focus();
        for (const details of el.querySelectorAll("details")) {
          details.open = open.includes(name(details));
          if (focused && name(details) === focused) details.querySelector("summary").focus();
        }
        if (model.get("describes")) requestAnimationFrame(describe);
      };
      const describe = () => {
        const input = el.parentElement?.querySelector("input, textarea");
        if (!input) return;
        el.id ||= `${input.id}-line`;
        input.setAttribute("aria-describedby", el.id);
        input.setAttribute("aria-invalid", String(el.querySelector(".cl-error") !== null));
      };
      const fade = () => el.classList.toggle("cl-old", model.get("old"));
      const lose = () => { if (model.get("lost")) el.innerHTML = model.get("lost"); };
      // Jupyter tells it once, when the kernel restarts, and JupyterLab when it is shut down, too.
      const kernel = model.widget_manager?.context?.sessionContext?.kernelChanged;
      const leave = (_context, change) => { if (change.oldValue) lose(); };
      model.on("comm_live_update", lose);
      kernel?.connect(leave);
      model.on("change:html", draw);
      model.on("change:old", fade);
      draw();
      fade();
      model.send({}); // see _rendered
      return () => {
        el.removeEventListener("click", press);
        model.off("comm_live_update", lose);
        kernel?.disconnect(leave);
        model.off("change:html", draw);
        model.off("change:old", fade);
      };
    }
    export default { render };
    """
    html = traitlets.Unicode().tag(sync=True)
    role = traitlets.Unicode().tag(sync=True)
    describes = traitlets.Bool(False).tag(sync=True)
    old = traitlets.Bool(False).tag(sync=True)
    """Whether to show it faded, because something newer is on its way."""
    lost = traitlets.Unicode().tag(sync=True)
    """What to show instead once the kernel is gone and nothing here is answered any more."""

    def __init__(self, pressed: Callable[[str], None] | None = None, **traits: Any) -> None:
        super().__init__(**traits)
        self._pressed = pressed
        self.on_msg(self._sent)

    def _sent(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        if "press" not in content:
            self._rendered()
        elif self._pressed is not None:
            self._pressed(content["press"])

    def _rendered(self) -> None:
        """Send the state again to a page that has just been made.

        A page loses what a thread sends between its reading all states and its being ready.
        """
        send_again(self, "html", "old", "_dom_classes")


class Switch(InTurn, anywidget.AnyWidget):
    """A row of choices of which one is on: a radio group, one tab stop, arrows change it."""

    _css = CSS
    _esm = (
        SEGMENTED
        + """
    function render({ model, el }) {
      el.classList.add("cl", "cl-switch");
      const choice = segmented(model.get("label"), model.get("options"), (value) => {
        model.set("value", value);
        model.save_changes();
      });
      const label = document.createElement("span");
      label.textContent = model.get("label");
      label.setAttribute("aria-hidden", "true");
      el.replaceChildren(label, choice.element);
      const draw = () => choice.show(model.get("value"));
      model.on("change:value", draw);
      draw();
      return () => model.off("change:value", draw);
    }
    export default { render };
    """
    )
    label = traitlets.Unicode().tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)


class Slider(InTurn, anywidget.AnyWidget):
    """A slider with a name, which Jupyter's own has not; it counts when it is let go."""

    _css = CSS
    _esm = """
    function render({ model, el }) {
      el.classList.add("cl", "cl-slider");
      const input = document.createElement("input");
      const shown = document.createElement("output");
      Object.assign(input, { type: "range", min: model.get("low"), max: model.get("high") });
      input.setAttribute("aria-label", model.get("label"));
      input.setAttribute("data-lm-suppress-shortcuts", "true");
      el.replaceChildren(input, shown);
      const fill = () => {
        const share = (input.value - input.min) / (input.max - input.min);
        input.style.setProperty("--share", `${100 * share}%`);
      };
      const draw = () => {
        input.max = model.get("high");
        input.value = model.get("value");
        fill();
      };
      input.addEventListener("keydown", (event) => event.stopPropagation());
      input.addEventListener("input", () => {
        shown.textContent = input.value;
        fill();
      });
      input.addEventListener("change", () => {
        shown.textContent = "";
        model.set("value", Number(input.value));
        model.save_changes();
      });
      model.on("change:value change:high", draw);
      draw();
      return () => model.off("change:value change:high", draw);
    }
    export default { render };
    """
    label = traitlets.Unicode().tag(sync=True)
    low = traitlets.Int().tag(sync=True)
    high = traitlets.Int().tag(sync=True)
    value = traitlets.Int().tag(sync=True)


class _Line(InTurn, ipywidgets.Text):  # type: ignore[misc]  # ipywidgets has no types
    """A text box of one line."""


class _Lines(InTurn, ipywidgets.Textarea):  # type: ignore[misc]  # ipywidgets has no types
    """A text box of several lines."""


class Field(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A labelled text box with a line beneath it: a hint, or what to change.

    Parameters
    ----------
    label, value, hint, placeholder, unit : str
        What stands before, in, under, in the empty box, and at its end.
    live : bool
        Whether each key stroke counts, or only Enter and leaving the box.
    """

    kind: type[Any] = _Line

    def __init__(
        self,
        label: str,
        value: str,
        *,
        hint: str = "",
        placeholder: str = "",
        unit: str = "",
        live: bool = False,
    ) -> None:
        self.hint = hint
        self.box = self.kind(
            description=label, value=value, placeholder=placeholder, continuous_update=live
        )
        self.line = Markup(role="status", describes=True)
        super().__init__([self.box, self.line])
        self.add_class("cl-field")
        if unit:
            self.add_class(f"cl-unit-{unit}")
        self.say()

    def say(self, message: str = "", *, error: bool = True) -> None:
        """Show a message in place of the hint; without one, the hint."""
        if message and error:
            self.add_class("cl-bad")
            self.line.html = (
                f'<p class="cl-error">{look.sign("error")}<span>{look.prose(message)}</span></p>'
            )
        else:
            self.remove_class("cl-bad")
            text = message or self.hint
            self.line.html = f'<p class="cl-hint">{look.prose(text)}</p>' if text else ""


class Area(Field):
    """A labelled box for several lines of text, with a line beneath it."""

    kind = _Lines


def box(kind: str, children: Sequence[ipywidgets.Widget]) -> Any:
    """Return a box with a class for the style sheet."""
    made = ipywidgets.VBox(list(children))
    made.add_class(kind)
    return made


_GONE = ".jp-OutputArea-child:has(.cl-gone) + * > .jp-OutputArea-output.jupyter-widgets"
_IF_GONE = f"""<style class="cl-gone">
{_GONE} {{ font-size: 0; }}
{_GONE}::after {{
  content: "What stood here needs Python. Run the cell to use it: Run > Run All Cells.";
  font-size: var(--jp-ui-font-size1);
}}
</style>"""
"""What JupyterLab shows in the next output instead of "model not found", if its kernel is gone."""


class App(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """What a cell shows: an explorer, a game, an exercise.

    Parameters
    ----------
    kind : str
        Its name in the style sheet.
    title : str
        What it is, for those who see the notebook without it.
    children : sequence of widgets
        From top to bottom.
    """

    def __init__(self, kind: str, title: str, children: Sequence[ipywidgets.Widget]) -> None:
        super().__init__(list(children))
        self.instead = f"{title}. Run the cell to use it: Run > Run All Cells."
        for name in ("cl", "cl-app", f"cl-{kind}"):
            self.add_class(name)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        """Return the view, and a sentence for pages without Python, as GitHub's and nbconvert's."""
        sentence = {"text/plain": self.instead, "text/html": f"<p>{escape(self.instead)}</p>"}
        return {**super()._repr_mimebundle_(**options), **sentence}

    def _ipython_display_(self) -> None:
        """Show the view after an output that takes no room, see `_IF_GONE`."""
        from IPython.display import display

        show: Callable[..., None] = display  # IPython has no types for it
        show({"text/html": _IF_GONE, "text/plain": ""}, raw=True)
        show(self._repr_mimebundle_(), raw=True)


class Explorer(App):
    """A panel under a heading: controls on the left, answers on the right.

    Parameters
    ----------
    kind : str
        Its name in the style sheet.
    title, question : str
        The heading.
    controls, answers : sequence of widgets
        The two columns. Where it is narrow, the style sheet puts the first answer on top.
    """

    def __init__(
        self,
        kind: str,
        title: str,
        question: str,
        controls: Sequence[ipywidgets.Widget],
        answers: Sequence[ipywidgets.Widget],
    ) -> None:
        columns = [box("cl-controls", controls), box("cl-answers", answers)]
        super().__init__(kind, title, [heading(title, question), box("cl-panel", columns)])


def heading(title: str, question: str) -> Markup:
    """Return the head of an explorer."""
    logo = (
        '<svg width="22" height="20" viewBox="0 0 22 20" aria-hidden="true">'
        '<rect x="1" y="4" width="10" height="14" rx="1.6" transform="rotate(-12 6 11)"/>'
        '<rect x="10.5" y="4" width="10" height="14" rx="1.6" transform="rotate(12 15.5 11)"/>'
        '<rect x="6" y="2" width="10" height="14" rx="1.6"/></svg>'
    )
    return Markup(
        html=f'<div class="cl-head"><div><h2>{escape(title)}</h2>'
        f"<p>{escape(question)}</p></div><p>{logo}cardlab</p></div>"
    )
