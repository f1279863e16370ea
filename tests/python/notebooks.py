"""Notebooks that are stored with what their cells show.

The test runs the cells in this process. As a program, `tests/python/notebooks.py docs/tutorial.ipynb`, it runs them in
Jupyter and stores what cells show now, pictures too; that needs `build/venv/bin/pip install nbclient ipykernel`.
"""

import contextlib
import json
import sys
from pathlib import Path
from typing import Any

from documents import Block

VARIES = "varies"  # tag of a cell whose output is not the same every time


def code_cells(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


def varies(cell: dict[str, Any]) -> bool:
    return VARIES in cell["metadata"].get("tags", [])


def stored(cell: dict[str, Any]) -> str:
    """What the cell printed, then its value as text, then the sizes of its pictures."""
    shown = (output.get("text") or output["data"]["text/plain"] for output in cell["outputs"])
    return plain("\n".join("".join(text) for text in shown))


def execute(path: Path) -> list[str]:
    """What the cells show in a fresh session in the notebook's own folder, in the same form."""
    import matplotlib.pyplot as plt
    import pandas as pd

    as_in_jupyter = pd.option_context("display.max_columns", 20)
    session: dict[str, Any] = {"__name__": "__main__"}
    shown = []
    plt.close("all")
    with contextlib.chdir(path.parent), plt.rc_context(), as_in_jupyter:
        for number, cell in enumerate(code_cells(path), start=1):
            code = "".join(cell["source"])
            hides_value = code.rstrip().endswith(";")
            printed = Block(path, number, code + ("\nNone" if hides_value else ""), None, (0, 0)).run(session)
            pictures = [repr(plt.figure(figure)) for figure in plt.get_fignums()]
            plt.close("all")
            shown.append(plain("\n".join([printed, *pictures])))
    return shown


def plain(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def tidy(notebook: Any) -> Any:
    """Without times, versions and whatever else differs from machine to machine."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    for number, cell in enumerate(notebook.cells, start=1):
        tags = cell.metadata.get("tags", [])
        cell.metadata = {"tags": tags} if tags else {}
        cell.id = f"cell-{number:02}"
    return notebook


def renew(path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    ).execute()
    nbformat.write(tidy(nbformat.from_dict(notebook)), path)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        renew(Path(name).resolve())
