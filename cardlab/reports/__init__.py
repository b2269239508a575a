"""Write-ups: notebooks with parameters that become pages, and what they share."""

from __future__ import annotations

from cardlab.reports.writing import Report as Report
from cardlab.reports.writing import bare as bare
from cardlab.reports.writing import measured as measured
from cardlab.reports.writing import prose as prose
from cardlab.reports.writing import shown as shown
from cardlab.reports.writing import signed as signed
