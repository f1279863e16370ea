from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numpy
from numpy.typing import NDArray


__version__: str

class InputError(ValueError):
    """A file or a row that cannot be used."""
    path: str
    line: int | None
    reason: str

class NotApplicable(ValueError):
    """The data lack what the method needs."""
    reason: str

def option_records(command: str) -> list[dict[str, Any]]:
    """
    The options of rank, read, next, compare or simulate, as the library describes them.
    """

def result_records() -> dict[str, Any]:
    """The fields of each record of a result, as the library describes them."""

def run_command_line(words: list[bytes]) -> int:
    """
    Runs the command line; the first word is the program's name. Gives back the exit status.
    """

class Comparisons:
    """Who won against whom, by whose word: columns of ids, and their names."""

    def __len__(self) -> int: ...

    @property
    def items(self) -> list[str]:
        """The items' names by id."""

    @property
    def annotators(self) -> list[str]:
        """The annotators' names by id."""

    @property
    def rows(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', writable=False)]:
        """The row of the input, from 1, that each comparison comes from."""

    @property
    def winner(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', writable=False)]:
        """Ids; for a tie, of one of the two."""

    @property
    def loser(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', writable=False)]:
        """Ids; for a tie, of the other."""

    @property
    def annotator(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', writable=False)] | None:
        """Ids, 2^32 - 1 where nobody is named; None: nobody is."""

    @property
    def weight(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', writable=False)] | None:
        """None: all 1."""

    @property
    def tie(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)] | None:
        """None: there are no ties."""

    @property
    def outcome(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)] | None:
        """
        0 where the winner won, 1 for a tie, 2 for a tie of two that are both poor; None: all 0.
        """

    @property
    def first(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)] | None:
        """
        Who stood on the left or was named first: 0 unknown, 1 the winner, 2 the loser; None: all 0.
        """

    @property
    def time(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', writable=False)] | None:
        """NaN where there is none; None: nowhere."""

    @property
    def share(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', writable=False)] | None:
        """Of a win, the part of the answer that goes to the winner; None: all 1."""

    @property
    def grade(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', writable=False)] | None:
        """Of a win, how clear it is; None: all 1."""

    @property
    def context(self) -> dict[str, tuple[list[str], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', writable=False)]]]:
        """
        Columns that were kept: by name, the texts that occur, and which of them each comparison has.
        """

    @property
    def input_rows(self) -> int:
        """Rows of the input, skipped ones included."""

    @property
    def notes(self) -> list[str]: ...

    @property
    def skipped(self) -> dict[str, int]:
        """Why rows were left out, and how many."""

    @property
    def first_skipped(self) -> list[str]:
        """The first few of them, as errors would have said them."""

    def extend(self, more: Comparisons) -> Comparisons:
        """The comparisons of both, matched by name."""

    def remove(self, rows: Comparisons) -> Comparisons:
        """What is left when each of `rows` is taken away once."""

    def __getstate__(self) -> tuple: ...

    def __setstate__(self, arg: tuple[Sequence[str], Sequence[str], dict, dict, int, int, Sequence[tuple[str, int]], Sequence[str], Sequence[str]], /) -> None: ...

def from_ids(winner: Annotated[NDArray, dict(shape=(None,), order='C', device='cpu', writable=False)], loser: Annotated[NDArray, dict(shape=(None,), order='C', device='cpu', writable=False)], names: Sequence[str] | None = None, annotator: Annotated[NDArray, dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, annotator_names: Sequence[str] | None = None, weight: Annotated[NDArray, dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, tie: Annotated[NDArray, dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> Comparisons:
    """
    Comparisons from arrays of whole numbers: places in `names`, or names themselves where there are none. Arrays of 32 bits are read in place.
    """

def read(paths: Sequence[str], columns: str = '', merge_names: bool = False, skip_bad_rows: bool = False, refuse_ties: bool = False, threads: int = 0, observer: Callable[[str, int, int, float], None] | None = None, may_be_empty: bool = False, where: Sequence[str] = [], context: Sequence[str] = [], delimiter: str = '', skip_lines: int = 0) -> Comparisons:
    """Reads files, one after the other."""

def write_file(path: str, text: str) -> None:
    """
    Writes a file, packed as its ending says, that appears complete or not at all.
    """

def from_stream(table: object, columns: str = '', merge_names: bool = False, skip_bad_rows: bool = False, refuse_ties: bool = False, threads: int = 0, observer: Callable[[str, int, int, float], None] | None = None, may_be_empty: bool = False, where: Sequence[str] = [], context: Sequence[str] = [], row_count: int = 0) -> Comparisons:
    """Reads an object with __arrow_c_stream__, or the capsule it gives."""

def from_text(names: Sequence[str], fields: Sequence[Sequence[str | None]], columns: str = '', merge_names: bool = False, skip_bad_rows: bool = False, refuse_ties: bool = False, threads: int = 0, observer: Callable[[str, int, int, float], None] | None = None, may_be_empty: bool = False, where: Sequence[str] = [], context: Sequence[str] = []) -> Comparisons:
    """Reads columns of texts; None is an empty field."""

def ending_of(path: str) -> str:
    """What the ending of a file's name says, without that of its packing."""

def column_names() -> dict[str, list[str]]:
    """The names by which columns are recognised, by what they mean."""

def folded(name: str) -> str:
    """A column's name as it is compared with those."""

def read_scores(path: str) -> tuple[list[str], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]]:
    """The items and scores of a file with columns item,score or item,rank."""

def diff(old_path: str, old_text: str, new_path: str, new_text: str, level: float) -> str:
    """What has changed between two results, as JSON."""

def read_items(path: str) -> list[str]:
    """The items of a file with a column item, or of one column."""

def read_pairs(path: str, items: Sequence[str]) -> list[tuple[str, str]]:
    """
    The pairs of a file with two columns of items, all of them among `items`.
    """

class Warm:
    """What a fit leaves for the next one on nearly the same data."""

    def __init__(self) -> None: ...

class RankResult:
    """A ranking, and the comparisons it was made from."""

    @property
    def comparisons(self) -> Comparisons: ...

    @property
    def method(self) -> str: ...

    @property
    def chosen_because(self) -> str: ...

    @property
    def seed(self) -> int: ...

    @property
    def converged(self) -> bool: ...

    @property
    def status(self) -> str: ...

    @property
    def message(self) -> str: ...

    @property
    def notes(self) -> list[str]: ...

    def ranking_columns(self) -> dict[str, Any]: ...

    def confidence_columns(self) -> dict[str, Any]: ...

    def annotator_columns(self) -> dict[str, Any]: ...

    def law(self, observer: Callable[[str, int, int, float], None] | None = None) -> dict[str, Any]:
        """By which probabilities are predicted."""

    def predict(self, left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], observer: Callable[[str, int, int, float], None] | None = None, left_first: bool = False) -> dict[str, Any]:
        """By id of the items; -1 is an unknown one."""

    def explain(self, item: str, other: str, rows: int, observer: Callable[[str, int, int, float], None] | None = None) -> str:
        """Why an item stands where it does, as JSON; `other` may be empty."""

    def json(self) -> str:
        """The whole result, as the command line writes it."""

    def summary_json(self) -> str:
        """The same without the ranking and the annotators."""

    def ranking_csv(self) -> str: ...

    def ranking_markdown(self) -> str: ...

    def annotators_csv(self) -> str: ...

    def confidence_csv(self) -> str: ...

    def report(self, title: str) -> str:
        """The page that shows it, as HTML."""

class CompareResult:
    """Methods on the same data, side by side."""

    @property
    def reading(self) -> str: ...

    @property
    def notes(self) -> list[str]: ...

    def json(self) -> str:
        """All of it, as the command line writes it."""

    def csv(self) -> str: ...

    def markdown(self) -> str: ...

def rank(comparisons: Comparisons, options: dict[str, int | float | str | Sequence[str]] = {}, observer: Callable[[str, int, int, float], None] | None = None, warm: Warm | None = None) -> RankResult: ...

def both_ways(comparisons: Comparisons) -> dict[str, Any]:
    """Pairs that were asked with either item first."""

def context_of(options: dict[str, int | float | str | Sequence[str]]) -> list[str]:
    """
    The columns that ranking with these options needs beside the comparisons.
    """

def compare(comparisons: Comparisons, truth: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, options: dict[str, int | float | str | Sequence[str]] = {}, observer: Callable[[str, int, int, float], None] | None = None) -> CompareResult:
    """`truth` by item id, NaN where it is not known."""

def methods() -> list[dict[str, Any]]: ...

class NextResult:
    """Pairs to be asked about, and how much there is left to learn."""

    @property
    def notes(self) -> list[str]: ...

    @property
    def reading(self) -> list[str]:
        """What the outlook says, in sentences."""

    def json(self) -> str:
        """All of it, as the command line writes it."""

    def csv(self) -> str: ...

    def markdown(self) -> str: ...

def next_pairs(comparisons: Comparisons | None, items: Sequence[str] = [], forbid: Sequence[tuple[str, str]] = [], options: dict[str, int | float | str | Sequence[str]] = {}, observer: Callable[[str, int, int, float], None] | None = None) -> NextResult:
    """
    `items` take part though they were never compared; without any, None may stand for the comparisons.
    """

def strategies() -> list[dict[str, Any]]: ...

def kendall_tau(a: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> dict[str, Any]:
    """
    Of two score lists: tau_a, tau_b, gamma, and the counts they are made of.
    """

def spearman_rho(a: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> float: ...

def top_k_overlap(a: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int) -> float:
    """How many of the k best are among the k best of the other."""

def average_ranks(scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]: ...

def paired_t_test(a: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], overlap: float = 0.0) -> dict[str, Any]: ...

def label_accuracy(margin: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], outcome: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, weight: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> float: ...

def log_loss(probability: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], outcome: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, weight: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> float: ...

def fit_slope(margin: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], outcome: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, weight: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> float: ...

def logistic_loss(margin: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], slope: float, outcome: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, weight: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> float: ...

def calibration(probability: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], outcome: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weight: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, bins: int = 10) -> dict[str, Any]: ...

def evaluate(items: Sequence[str], scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], true_items: Sequence[str], true_scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], top: int) -> dict[str, Any]:
    """A ranking held against the truth, matched by name."""

def simulate(options: dict[str, int | float | str | Sequence[str]] = {}) -> dict[str, Any]:
    """
    Comparisons with their truth: columns by item (truth), by comparison (wrong, shown_first), by annotator.
    """
