"""A report: what a match or a study says, as one HTML file that opens anywhere, offline too.

>>> import tempfile
>>> from tolsim.experiments.match import play_match
>>> with tempfile.TemporaryDirectory() as folder:
...     result = play_match("abyss", ["uniform"] * 2, games=40, seed=1, out=folder)
...     write_report(folder).name
'report.html'
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tolsim.core.errors import TolsimError
from tolsim.experiments.questions.kept import Kept, kept_in
from tolsim.experiments.questions.recorded import opened
from tolsim.experiments.reports.headline import headline
from tolsim.experiments.reports.page_parts import Section
from tolsim.experiments.reports.sections import sections_of
from tolsim.experiments.storage import write_text

NAME = "report.html"
TEMPLATE = Path(__file__).with_name("page.html")


def write_report(
    folder: str | Path, out: str | Path | None = None, answers: Sequence[str | Path] = ()
) -> Path:
    """Write the report of a match or a study.

    Parameters
    ----------
    folder
        Of the match or the study; a study's may be any address that fsspec knows.
    out
        File to write; None: ``report.html`` in the folder.
    answers
        Other folders whose kept answers (of ``verdict``, ``sensitivity`` and ``tune``) are told too,
        after those of the folder itself.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    TolsimError
        If the folder holds no games, is damaged, or was played under other rules; if another folder
        keeps no answer; or if the file cannot be written, or a library is missing.
    """
    if out is None and "://" in str(folder):
        raise TolsimError(f"{folder} is no local folder: name a file for its report (--out)")
    path = Path(folder) / NAME if out is None else Path(out)
    if path.is_dir():
        raise TolsimError(f"{path} is a folder; name a file for the report, such as {path / NAME}")
    result = opened(folder)
    sections = sections_of(result, str(folder), _kept(folder, answers))
    title, verdict = headline(result)
    write_text(path, html(title, verdict, sections))
    return path


def _kept(folder: str | Path, others: Sequence[str | Path]) -> list[Kept]:
    found = kept_in(folder)
    for other in others:
        kept = kept_in(other)
        if not kept:
            raise TolsimError(
                f"{other} keeps no answer of verdict, sensitivity or tune; "
                "they keep theirs where --out says"
            )
        found += kept
    return found


def html(title: str, verdict: list[str], sections: list[Section]) -> str:
    """Fill the page in: everything it needs stands in it."""
    jinja2, plotly_offline = _libraries()
    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    return str(
        template.render(
            title=title,
            verdict=verdict,
            sections=sections,
            plotly=plotly_offline.get_plotlyjs(),
        )
    )


def _libraries() -> tuple[Any, Any]:
    try:
        import jinja2
        import plotly.offline
    except ImportError as error:
        raise TolsimError(f"a report needs {error.name}: pip install 'tolsim[study]'") from None
    return jinja2, plotly.offline
