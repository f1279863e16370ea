"""A Jupyter notebook as Markdown: its text, its code, and what that shows."""

import json


def as_markdown(text: str) -> str:
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        parts += map(shown, cell["outputs"])
    return "\n\n".join(parts) + "\n"


def shown(output: dict) -> str:
    if output["output_type"] == "stream":
        return f"```\n{''.join(output['text']).rstrip()}\n```"
    data = output["data"]
    if "image/png" in data:
        picture = "".join(data["image/png"]).replace("\n", "")
        return f'<img src="data:image/png;base64,{picture}" alt="The picture that the code above draws">'
    return f"```\n{''.join(data['text/plain'])}\n```"
