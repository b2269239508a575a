"""Pictures as SVG markup that takes the colours and the font of the page around it."""

from __future__ import annotations

import re
from hashlib import sha256
from io import StringIO
from xml.etree import ElementTree

import matplotlib as mpl
from matplotlib.figure import Figure

from cardlab import look
from cardlab.errors import instance

TEXT = "#1B1F24"  # on a page: the colour of the text around the picture
_SVG = "http://www.w3.org/2000/svg"


_ID = "cl-id-"  # how ids begin until the rest of the markup is known


_LINK = "{http://www.w3.org/1999/xlink}href"


# Where tokens share a light value, the first stands for it: a plot cannot tell them apart.
_VARIABLES = {TEXT.lower(): "currentColor"} | {
    light.lower(): f"var(--cl-{name},{light})" for name, (light, _) in reversed(look.TOKENS.items())
}


def svg(figure: Figure) -> str:
    """Return a figure as SVG markup to stand in a page.

    It fills the width it is given, has no ground of its own, and takes the page's font, its text
    colour and the colours of `cardlab.look.TOKENS` as CSS variables, so that it follows the theme.
    Equal figures give equal markup. The captions of its axes are its name for screen readers.

    Parameters
    ----------
    figure : matplotlib Figure
        A figure with pictures of this module.

    Examples
    --------
    >>> from cardlab import plots
    >>> from cardlab.results import Distribution
    >>> ax = plots.distribution(Distribution({0: 1, 1: 2, 2: 1}, name="heads"), 2)
    >>> markup = svg(ax.figure)
    >>> markup[:4], "var(--cl-accent,#0060A8)" in markup
    ('<svg', True)
    """
    instance("figure", figure, Figure)
    page = StringIO()
    if figure.get_layout_engine() is not None:
        for ax in figure.axes:  # a layout starts from the last one, and so would drift
            spec = ax.get_subplotspec()
            if spec is not None and ax.get_in_layout():
                ax.set_subplotspec(spec)
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "cardlab"}):
        figure.savefig(page, format="svg", transparent=True, metadata={"Date": None})
    root = ElementTree.fromstring(page.getvalue())
    for child in list(root):
        # Besides the metadata, a style sheet that would apply to the whole page.
        if child.tag == f"{{{_SVG}}}metadata" or child.find(f"{{{_SVG}}}style") is not None:
            root.remove(child)
    for element in root.iter():
        style = element.get("style")
        if style:
            element.set("style", _restyled(style))
    _rename(root)
    for size in ("width", "height", "version"):
        root.attrib.pop(size, None)
    captions = [str(ax.get_label()) for ax in figure.axes]
    root.attrib.update(
        {
            "width": "100%",
            "fill": "currentColor",  # matplotlib leaves out the fill of black text
            "role": "img",
            "aria-label": " ".join(filter(None, captions)),
            "style": "display:block;overflow:visible;stroke-linejoin:round;stroke-linecap:butt",
        }
    )
    ElementTree.register_namespace("", _SVG)
    markup = ElementTree.tostring(root, encoding="unicode")
    return markup.replace(_ID, f"cl-{sha256(markup.encode()).hexdigest()[:8]}-")


def _restyled(style: str) -> str:
    """Return a style with the page's colours and font for matplotlib's."""
    style = re.sub(r"#[0-9a-f]{6}", lambda hit: _VARIABLES.get(hit[0], hit[0]), style)
    style = re.sub(r"font-family: [^;]*", "font-family: inherit", style)
    return style.replace("font-weight: 700", "font-weight: 600")


def _rename(root: ElementTree.Element) -> None:
    """Give numbers, in order, to the ids that are referred to, and drop the other ids."""
    names: dict[str, str] = {}

    def name(old: str) -> str:
        return names.setdefault(old, f"{_ID}{len(names)}")

    for element in root.iter():
        if _LINK in element.attrib:
            element.set("href", "#" + name(element.attrib.pop(_LINK).removeprefix("#")))
        if "clip-path" in element.attrib:
            element.set("clip-path", f"url(#{name(element.attrib['clip-path'][5:-1])})")
    for element in root.iter():
        old = element.attrib.pop("id", None)
        if old in names:
            element.set("id", names[old])
