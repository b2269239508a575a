"""What a saved notebook shows of an explorer where there is no Python."""

import IPython.display
import nbformat.v4
import pytest
from nbconvert import HTMLExporter

from cardlab import explore, lessons

SENTENCE = "Run the cell to use it: Run &gt; Run All Cells."


@pytest.mark.parametrize(
    ("shown", "title"),
    [(explore.shoot_bank, "Shoot: a bank"), (lambda: lessons.ask("shoot/2"), "Exercise 2")],
)
def test_a_page_made_of_a_saved_notebook_says_what_stood_there_and_to_run_the_cell(
    shown, title, monkeypatch
):
    outputs = []

    def display(bundle, *, raw):
        assert raw
        outputs.append(nbformat.v4.new_output("display_data", bundle))

    monkeypatch.setattr(IPython.display, "display", display)
    shown()._ipython_display_()
    cell = nbformat.v4.new_code_cell("explorer", id="1", outputs=outputs)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    nbformat.validate(notebook)
    page, _ = HTMLExporter(template_name="basic").from_notebook_node(notebook)
    assert page.count(SENTENCE) == 1
    assert f"<p>{title}" in page
    assert "widget-view" not in page
