"""Notebooks that are stored with what their cells show.

As a program, `tests/python/notebooks.py docs/tutorial.ipynb`, it runs them and stores what cells show now.
"""

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

VARIES = "varies"  # tag of a cell whose output is not the same every time


def execute(path: Path) -> NotebookNode:
    """The notebook as it comes out of a fresh session in its own folder."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": path.parent}})
    return client.execute()


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def varies(cell: NotebookNode) -> bool:
    return VARIES in cell.metadata.get("tags", [])


def texts(cell: NotebookNode) -> list[str]:
    """What it printed, and its tables and values as text; pictures are left out."""
    shown = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.outputs]
    return ["\n".join(line.rstrip() for line in text.splitlines()) for text in shown]


def tidy(notebook: NotebookNode) -> NotebookNode:
    """Without times, versions and whatever else differs from machine to machine."""
    kernel: dict[str, Any] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = NotebookNode(kernelspec=NotebookNode(kernel), language_info=NotebookNode(name="python"))
    for number, cell in enumerate(notebook.cells, start=1):
        tags = cell.metadata.get("tags", [])
        cell.metadata = NotebookNode(tags=tags) if tags else NotebookNode()
        cell.id = f"cell-{number:02}"
    return notebook


if __name__ == "__main__":
    for name in sys.argv[1:]:
        nbformat.write(tidy(execute(Path(name).resolve())), name)
