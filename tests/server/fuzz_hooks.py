"""What Schemathesis asks for `fuzz_api`, put right: the project that the tokens are of stays, and stays open."""

import schemathesis
from schemathesis.core import NOT_SET

KEPT, OTHER, REMOVABLE = 1, 2, 3


def takes_away(case) -> bool:
    """Something of a project, or its links and its votes."""
    return case.method == "DELETE" or (
        (case.method == "PATCH" and case.path in ("/api/projects/{project}", "/api/projects/{project}/voters"))
        or case.path == "/api/projects/{project}/voters/{voter}"
    )


@schemathesis.hook
def before_call(context, case, kwargs):
    known = case.operation.schema.raw_schema["paths"][case.operation.path]
    if case.method.lower() not in known:  # a body where none belongs is refused for itself, with 400 (docs/SERVE.md)
        case.body = NOT_SET
    if takes_away(case) and str((case.path_parameters or {}).get("project")) == str(KEPT):
        is_project = case.method == "DELETE" and case.path == "/api/projects/{project}"
        case.path_parameters["project"] = REMOVABLE if is_project else OTHER
