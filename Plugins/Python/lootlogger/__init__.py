"""Plugins for LootLogger in Python.

A plugin is an executable file `loot-plugin-NAME` that calls `run`:

    #!/usr/bin/env python3
    from lootlogger import run

    HELLO = {"protocol": 1, "name": "words", "version": "0.1", "offers": [
        {"kind": "sectioning", "name": "words", "summary": "By the number of words in the name.", "fields": ["name"]}]}

    def keys(params):
        counts = [len(item.get("name", "").split()) or None for item in params["items"]]
        return {"keys": counts, "sections": [{"key": n, "title": f"{n} words"} for n in set(counts) if n]}

    run(HELLO, keys=keys)

`loot plugins test ./loot-plugin-words` tests it, and `loot plugins trust ./loot-plugin-words` installs it. The messages
are described in Plugins/PROTOCOL.md.
"""

import errno
import json
import os
import sys

__all__ = ["Refused", "run"]


class Refused(Exception):
    """An error that `loot` shows to the person: a code of the protocol, the reason, and what to do next."""

    def __init__(self, code, because, next=""):
        super().__init__(because)
        self.error = {"code": -32000, "message": because, "data": {"code": code, "because": because, "next": next}}


def run(hello, **methods):
    """Answers the messages on standard input until `loot` closes the plugin.

    `hello` describes the plugin. Each keyword argument is a method of the protocol: a function that takes the message's
    parameters and returns the result. `Refused` and `OSError` become error answers; any other exception ends the plugin.
    Because `import` is a reserved word, pass an importer's method as `import_`.
    """
    if os.environ.get("LOOT_PLUGIN") != "1":
        print(f"This is the plugin {hello['name']} of LootLogger. Install it with: loot plugins trust {sys.argv[0]}")
        return
    answers = {name.rstrip("_"): method for name, method in methods.items()}
    answers["hello"] = lambda params: hello
    answers.setdefault("close", lambda params: {})
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if "id" not in message:
            continue  # A notification, such as $/cancel.
        answer = {"jsonrpc": "2.0", "id": message["id"]}
        method = answers.get(message["method"])
        try:
            if method:
                answer["result"] = method(message.get("params", {}))
            else:
                answer["error"] = {"code": -32601, "message": "No such method."}
        except Refused as refusal:
            answer["error"] = refusal.error
        except OSError as error:
            code = "no-space" if error.errno == errno.ENOSPC else "input-output"
            answer["error"] = Refused(code, error.strerror or str(error)).error
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()
        if message["method"] == "close":
            return
