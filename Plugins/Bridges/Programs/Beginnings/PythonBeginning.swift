/// The beginnings of plugins in Python. `@NAME@` stands for the plugin's name.
enum PythonBeginning {
    /// What every one begins with.
    static let head = ###"""
        #!/usr/bin/env python3
        """@SUMMARY@

        A plugin of LootLogger: it reads a message a line on standard input and answers on standard output.
        Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
        """
        import errno, json, os, sys


        class Refused(Exception):
            """An answer that is an error: a code, why, and what to do next."""

            def __init__(self, code, because, next=""):
                self.error = {"code": -32000, "message": because, "data": {"code": code, "because": because, "next": next}}


        """###

    /// What every one ends with.
    static let tail = ###"""


        def main():
            if os.environ.get("LOOT_PLUGIN") != "1":
                return print(__doc__)
            for line in sys.stdin.buffer:
                message = json.loads(line)
                if "id" not in message:
                    continue  # a notification, such as $/cancel
                answer = {"jsonrpc": "2.0", "id": message["id"]}
                method = METHODS.get(message["method"])
                try:
                    if method:
                        answer["result"] = method(message.get("params", {}))
                    else:
                        answer["error"] = {"code": -32601, "message": "no such method"}
                except Refused as refusal:
                    answer["error"] = refusal.error
                except OSError as error:
                    code = "no-space" if error.errno == errno.ENOSPC else "input-output"
                    answer["error"] = Refused(code, error.strerror or str(error)).error
                sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
                sys.stdout.buffer.flush()
                if message["method"] == "close":
                    return


        main()

        """###

    /// What is of a kind: what it does, and its methods.
    static let kinds: [String: (summary: String, body: String)] = [
        "store": (
            "Keeps items in a JSON file.",
            ###"""

            import fcntl

            HELLO = {"protocol": 1, "name": "@NAME@", "version": "0.1", "offers": [{
                "kind": "store", "name": "@NAME@", "summary": "Items in a JSON file of one's own.",
                "options": [{"name": "path", "kind": "path", "required": True, "summary": "The file."}],
                "shortForm": ["path"], "features": ["history"]}]}
            path = None
            seen = None, None  # what the system said of the file when it was read, and what was in it


            def read():
                """What is in the file, which is read again when it has changed. Not to be changed where it is."""
                global seen
                try:
                    with open(path, encoding="utf-8") as file:
                        now = os.fstat(file.fileno())
                        now = now.st_ino, now.st_size, now.st_mtime_ns, now.st_ctime_ns
                        if seen[0] != now:
                            seen = now, json.load(file)
                        return seen[1]
                except FileNotFoundError:
                    return {"revision": 0, "items": []}


            def write(state):
                # A new file takes the place of the old one, so that a power cut leaves one of the two.
                with open(path + ".new", "w", encoding="utf-8") as file:
                    json.dump(state, file)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(path + ".new", path)
                folder = os.open(os.path.dirname(path), os.O_RDONLY)
                try:
                    os.fsync(folder)  # only now the new name outlives a power cut, too
                finally:
                    os.close(folder)


            def open_store(params):
                global path
                path = params["settings"]["path"]
                return {"revision": read()["revision"]}


            def load(params):
                # A message has 16 MiB at most: 5,000 items at a time fit.
                start, state = params.get("from", 0), read()
                answer = {"revision": state["revision"], "items": state["items"][start:start + 5000]}
                if start + 5000 < len(state["items"]):
                    answer["next"] = start + 5000
                return answer


            def commit(params):
                with open(path + ".lock", "w") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX)  # one writer at a time, whichever program it is
                    return make(params)


            def make(params):
                state = read()
                if state["revision"] != params["from"]:
                    raise Refused("conflict", "another program was first")
                items = list(state["items"])
                for change in params["commit"]["changes"]:
                    if "insert" in change:
                        items.insert(change["at"], change["insert"])
                    elif "remove" in change:
                        items[:] = [item for item in items if item["id"] != change["remove"]]
                    elif "move" in change:
                        moved = next(item for item in items if item["id"] == change["move"])
                        items.remove(moved)
                        items.insert(change["to"], moved)
                put = {item["id"]: item for item in params["put"]}  # new and changed ones, whole
                with open(path + ".history", "a", encoding="utf-8") as file:
                    # It begins on a line of its own, also after one that a full disk or a power cut has torn.
                    file.write("\n" + json.dumps(params["commit"]) + "\n")
                    file.flush()
                    os.fsync(file.fileno())
                write({"revision": params["commit"]["revision"], "items": [put.get(item["id"], item) for item in items]})
                return {"revision": params["commit"]["revision"]}


            def history(params):
                # A commit that was noted and never made has a revision that is still to come, or comes again.
                commits = {}
                try:
                    with open(path + ".history", encoding="utf-8") as file:
                        for line in file:
                            try:
                                commit = json.loads(line)
                                commits[commit["revision"]] = commit
                            except ValueError:
                                continue  # empty, or torn
                except FileNotFoundError:
                    pass
                made = [commits[revision] for revision in sorted(commits) if revision <= read()["revision"]]
                return {"commits": made[-params["limit"]:]}


            METHODS = {
                "hello": lambda params: HELLO, "open": open_store, "load": load, "commit": commit, "history": history,
                "revision": lambda params: {"revision": read()["revision"]}, "close": lambda params: {},
            }

            """###
        ),
        "sectioning": (
            "Parts items by the number of words in their names.",
            ###"""

            HELLO = {"protocol": 1, "name": "@NAME@", "version": "0.1", "offers": [{
                "kind": "sectioning", "name": "@NAME@", "summary": "By the number of words in the name.", "fields": ["name"]}]}


            def key(item):
                return len(item.get("name", "").split()) or None  # None: nothing to go by


            def title(key):
                return "1 word" if key == 1 else f"{key} words"


            def keys(params):
                keys = [key(item) for item in params["items"]]
                sections = [{"key": key, "title": title(key), "index": str(key)} for key in set(keys) if key]
                return {"keys": keys, "sections": sections}


            METHODS = {"hello": lambda params: HELLO, "keys": keys, "close": lambda params: {}}

            """###
        ),
        "importer": (
            "Reads lines of the form NAME = VALUE.",
            ###"""

            import base64

            HELLO = {"protocol": 1, "name": "@NAME@", "version": "0.1", "offers": [{
                "kind": "importer", "name": "@NAME@", "summary": "Lines of the form NAME = VALUE.", "fileExtensions": ["@NAME@"]}]}
            data = b""


            def read(params):
                global data
                data += base64.b64decode(params.get("data", ""))
                if params.get("more"):
                    return {}
                entries = []
                for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
                    name, found, value = (part.strip() for part in line.partition("="))
                    if not line.strip():
                        continue
                    try:
                        if not found or not name.isprintable() or not name:
                            raise ValueError("a name, = and a value should stand here")
                        entries.append({"item": {"name": name, "valueInDollars": int(value)}, "line": number})
                    except ValueError as error:
                        entries.append({"refused": str(error), "line": number, "text": line})
                data = b""
                return {"entries": entries}


            METHODS = {"hello": lambda params: HELLO, "import": read, "close": lambda params: {}}

            """###
        ),
        "exporter": (
            "Writes a line for each item.",
            ###"""

            HELLO = {"protocol": 1, "name": "@NAME@", "version": "0.1", "offers": [{
                "kind": "exporter", "name": "@NAME@", "summary": "A line for each item.", "fileExtensions": ["@NAME@"]}]}


            def write(params):
                # Items come in batches; the last call, without "more", has none.
                return {"text": "".join(f"{item.get('name', '')}\t{item.get('location', '')}\n" for item in params["items"])}


            METHODS = {"hello": lambda params: HELLO, "export": write, "close": lambda params: {}}

            """###
        ),
        "hook": (
            "Refuses items whose names are shouted.",
            ###"""

            HELLO = {"protocol": 1, "name": "@NAME@", "version": "0.1", "offers": [{
                "kind": "hook", "name": "@NAME@", "summary": "No names in capitals alone.", "features": ["before", "after"]}]}


            def before(params):
                for change in params["transaction"]["changes"]:
                    name = change.get("insert", change.get("set", {})).get("name") or ""
                    if len(name) > 3 and name.isupper():
                        raise Refused("declined", f"{name} is written in capitals alone", "Write it in small letters")
                return {}  # or {"transaction": {"changes": [...]}} to amend it


            def after(params):
                return {"say": []}  # sentences for the person


            METHODS = {"hello": lambda params: HELLO, "before": before, "after": after, "close": lambda params: {}}

            """###
        ),
    ]
}
