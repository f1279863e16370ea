"""leaderbot 0.4.3: its published log losses of two laws of ties, on the counts of Chatbot Arena that it brings along.

Needs its files alone, not what it runs on: build/venv/bin/pip install --no-deps leaderbot==0.4.3
"""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from votes import call


@pytest.mark.parametrize(("rule", "published"), [("rao-kupper", 1.0095), ("davidson", 1.0100)])
def test_published_log_losses(rule, published):
    package = find_spec("leaderbot")
    if package is None:
        pytest.skip("leaderbot is not installed (pip install --no-deps leaderbot==0.4.3)")
    data = json.loads((Path(package.origin).parent / "data/chatbotarena_20240814.json").read_text())
    lines = ["model_a,model_b,winner,weight"]
    for (i, j), (won, lost, tied, _both_bad) in zip(data["X"], data["Y"]):
        for outcome, count in (("model_a", won), ("model_b", lost), ("tie", tied)):
            if count:
                lines.append(f'"{data["models"][i]}","{data["models"][j]}",{outcome},{count}')
    options = ["--method", "bradley-terry", "--ties", rule, "--order-effect", "none"]
    result = call("rank", "-", *options, stdin="\n".join([*lines, ""]))
    loss = -result["figures"]["log_likelihood"] / result["data"]["answers"]
    assert loss == pytest.approx(published, abs=5e-5)
