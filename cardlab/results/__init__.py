"""What a question returns: `Odds`, `Distribution`, `Estimate`, `HiLoTable`, `Explanation`.

Exact answers keep their integer counts, so nothing is lost to rounding until somebody asks for a
float, and two answers can be compared with ``==``. Sampled answers carry their standard error,
the number of draws and the seed that repeats them.
"""

from cardlab.results.distribution import Distribution as Distribution
from cardlab.results.estimate import Estimate as Estimate
from cardlab.results.explanation import Explanation as Explanation
from cardlab.results.explanation import Table as Table
from cardlab.results.hilo_table import Counts as Counts
from cardlab.results.hilo_table import HiLoTable as HiLoTable
from cardlab.results.odds import Odds as Odds
from cardlab.results.pot_shares import PotShares as PotShares
