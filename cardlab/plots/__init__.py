"""Pictures of results, for notebooks and for pages that follow a light or a dark theme.

Each picture has a `Caption`: the title that states what it shows, a note on how to read it, and
the same content in sentences. The ``describe_`` functions return it without drawing.

A picture that is drawn without ``ax`` belongs to itself and not to pyplot: it needs no display,
nothing has to be closed, and a notebook shows it when it is the last expression of a cell (or by
``display``), in the colours of the page. To place it in a figure of your own, pass ``ax``. To save
it, ``ax.figure.savefig("name.png")``; files have a white ground and so can be read anywhere.
"""

from __future__ import annotations

from cardlab.plots.divider import by_information as by_information
from cardlab.plots.divider import cuts as cuts
from cardlab.plots.divider import describe_by_information as describe_by_information
from cardlab.plots.divider import describe_cuts as describe_cuts
from cardlab.plots.drawing import Caption as Caption
from cardlab.plots.drawing import canvas as canvas
from cardlab.plots.page import svg as svg
from cardlab.plots.results import describe_distribution as describe_distribution
from cardlab.plots.results import describe_interval as describe_interval
from cardlab.plots.results import distribution as distribution
from cardlab.plots.results import interval as interval
from cardlab.plots.shoot import broke as broke
from cardlab.plots.shoot import describe_broke as describe_broke
from cardlab.plots.shoot import describe_kitty as describe_kitty
from cardlab.plots.shoot import describe_place as describe_place
from cardlab.plots.shoot import describe_record as describe_record
from cardlab.plots.shoot import kitty as kitty
from cardlab.plots.shoot import place as place
from cardlab.plots.shoot import record as record
from cardlab.plots.stud8 import describe_equity_by_street as describe_equity_by_street
from cardlab.plots.stud8 import describe_joint_table as describe_joint_table
from cardlab.plots.stud8 import describe_next_card as describe_next_card
from cardlab.plots.stud8 import describe_pot_shares as describe_pot_shares
from cardlab.plots.stud8 import equity_by_street as equity_by_street
from cardlab.plots.stud8 import joint_chances as joint_chances
from cardlab.plots.stud8 import joint_table as joint_table
from cardlab.plots.stud8 import next_card as next_card
from cardlab.plots.stud8 import pot_shares as pot_shares
