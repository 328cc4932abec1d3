"""Plugins for LootLogger in Python.

A plugin is an executable file named loot-plugin-NAME. It defines a class for each thing it offers and ends with `run`:

    class Shelf(Store):
        \"\"\"Items in a JSON file.\"\"\"
        ...

    run(Shelf)

The first line of a class's documentation is what `loot plugins` shows. Keep this file next to the plugin. It needs
Python 3.9 or newer and nothing else. PROTOCOL.md specifies the messages it exchanges with `loot`.
"""
import base64
import contextlib
import errno
import fcntl
import json
import os
import sys

__all__ = ["Action", "Error", "Exporter", "Hook", "Importer", "JSONFile", "Option", "Parameter", "Refused", "Sectioning", "Store", "run"]

MESSAGE_SIZE = 8 << 20  # `loot` reads messages of up to 16 MiB.
COMMITS_KEPT = 1000


class Error(Exception):
    """An error that `loot` shows to the person. `message` says what failed, `reason` why, and `advice` what to do about it.

    All three are complete sentences. Leave out the reason if the message says it all.
    `code` is one of the codes in PROTOCOL.md, such as "unavailable", "conflict", "invalid-value" or "declined".
    """

    def __init__(self, code, message, advice="", *, reason=""):
        super().__init__(message)
        self.response = {"code": -32000, "message": message, "data": {"code": code, "reason": reason, "advice": advice}}


class Option:
    """A setting of a plugin, which `loot` checks before the plugin sees it.

    `kind` is "text", "path", "address", "secret", "integer", "amount", "flag", "choice" (with `words`) or "list"
    (with `of`). Other members, such as `least` and `most` for integers, are described in PROTOCOL.md.
    """

    def __init__(self, name, kind, summary, *, default=None, required=False, **members):
        self.members = {"name": name, "kind": kind, "summary": summary, **members}
        if default is not None:
            self.members["default"] = default
        if required:
            self.members["required"] = True


class Plugin:
    """What all plugins have in common. Subclass one of the classes below instead."""

    name = None  # The name in configurations. The default is the file's name without loot-plugin-.
    options = []  # Each an Option.
    short_form = []  # The options that NAME:VALUE:VALUE sets, in order.
    fields = []  # Of a sectioning: the fields that its keys depend on.
    file_extensions = []  # Of an importer or exporter.

    def __init__(self, settings):
        """Creates the plugin. `settings` maps names of options to values; paths are absolute."""
        self.settings = settings

    @classmethod
    def offer(cls):
        summary = (cls.__doc__ or "").strip().split("\n")[0]
        offer = {"kind": cls.kind, "name": cls.name, "summary": summary,
                 "options": [option.members for option in cls.options], "features": cls.features()}
        lists = {"shortForm": cls.short_form, "fields": cls.fields, "fileExtensions": cls.file_extensions}
        return {**offer, **{member: value for member, value in lists.items() if value}}

    @classmethod
    def features(cls):
        return []


class Store(Plugin):
    """A list of items.

    Implement `read` and `write`, and `lock` if several programs can write at once. The state is a dictionary with the
    members "revision" (a number), "items" (dictionaries, in the user's order) and "commits" (the newest commits, for
    undo). Keep members of items that you don't know. `loot` runs queries itself.
    """

    kind = "store"

    def read(self):
        """Returns the state, or None if nothing was written yet."""
        raise NotImplementedError

    def write(self, state):
        """Replaces the state. It must survive a power cut once this returns, and must never be half written."""
        raise NotImplementedError

    def lock(self):
        """Returns a context manager that keeps other programs from writing. The default does nothing."""
        return contextlib.nullcontext()

    @classmethod
    def features(cls):
        return ["history"]

    def state(self):
        return self.read() or {"revision": 0, "items": [], "commits": []}

    def open(self, params):
        return self.revision(params)

    def revision(self, params):
        return {"revision": self.state()["revision"]}

    def load(self, params):
        state, start, size = self.state(), params.get("from", 0), 0
        end = start
        while end < len(state["items"]) and size < MESSAGE_SIZE:
            size += len(json.dumps(state["items"][end]))
            end += 1
        answer = {"revision": state["revision"], "items": state["items"][start:end]}
        return {**answer, "next": end} if end < len(state["items"]) else answer

    def history(self, params):
        limit = params["limit"]
        return {"commits": self.state()["commits"][-limit:] if limit > 0 else []}

    def commit(self, params):
        with self.lock():
            state = self.state()
            if state["revision"] != params["from"]:
                raise Error("conflict", "Another program changed the list.")
            items, commit = list(state["items"]), params["commit"]
            for change in commit["changes"]:
                apply(change, items)
            new = {item["id"]: item for item in params["put"]}
            self.write({"revision": commit["revision"], "items": [new.get(item["id"], item) for item in items],
                        "commits": [*state["commits"], commit][-COMMITS_KEPT:]})
            return {"revision": commit["revision"]}


def apply(change, items):
    """Makes a change to a list of items. Updated items are replaced afterwards, as a whole."""
    if "insert" in change:
        items.insert(change["at"], change["insert"])
    elif "remove" in change:
        del items[position(change["remove"], items)]
    elif "move" in change:
        items.insert(change["to"], items.pop(position(change["move"], items)))


def position(identifier, items):
    return next(position for position, item in enumerate(items) if item["id"] == identifier)


class Sectioning(Plugin):
    """A way to group items. Set `fields` to the fields that `key` needs."""

    kind = "sectioning"

    def key(self, item):
        """Returns the key of the item's section: a number, a text, or None for no section. Sections are sorted by key."""
        raise NotImplementedError

    def title(self, key):
        """Returns the title of a section."""
        return str(key)

    def index(self, key):
        """Returns what the index next to the list shows for a section."""
        return self.title(key)[:1]

    def keys(self, params):
        keys = [self.key(item) for item in params["items"]]
        sections = [{"key": key, "title": self.title(key), "index": self.index(key)} for key in set(keys) - {None}]
        return {"keys": keys, "sections": sections}


class Refused(dict):
    """An entry of a file that can't be imported, with the reason."""

    def __init__(self, reason, advice="", *, text=""):
        super().__init__(refused=reason, advice=advice, text=text)


class Importer(Plugin):
    """Reads items from files of a format. Set `file_extensions`."""

    kind = "importer"

    def entries(self, data):
        """Yields a pair for each entry in the file: its line, counted from 1, and an item or a `Refused`.

        `data` holds the bytes of the file. Items have only the fields that the file has.
        """
        raise NotImplementedError

    data, waiting = b"", None

    def read(self, params):
        if self.waiting is None or "data" in params:
            self.data += base64.b64decode(params.get("data", ""))
            if params.get("more"):
                return {}
            self.waiting, self.data = iter(self.entries(self.data)), b""
        entries, size = [], 0
        for line, entry in self.waiting:
            entries.append({**(entry if isinstance(entry, Refused) else {"item": entry}), "line": line})
            size += len(json.dumps(entries[-1]))
            if size >= MESSAGE_SIZE:
                return {"entries": entries, "next": True}
        self.waiting = None
        return {"entries": entries}


class Exporter(Plugin):
    """Writes items to files of a format. Set `file_extensions`."""

    kind = "exporter"

    def write(self, items):
        """Returns the text, or the bytes, for a batch of items."""
        raise NotImplementedError

    def finish(self):
        """Returns what ends the file, after the last batch."""
        return ""

    def export(self, params):
        parts = [self.write(params["items"])] if params["items"] else []
        if not params.get("more"):
            parts.append(self.finish())
        data = b"".join(part.encode() if isinstance(part, str) else part for part in parts)
        return {"data": base64.b64encode(data).decode()}


class Hook(Plugin):
    """Checks changes before they are made, or reacts to them afterwards. Implement one method or both."""

    kind = "hook"

    def before(self, transaction):
        """Checks a transaction. Raise `Error("declined", …)` to refuse it, or return a changed one."""

    def after(self, commit):
        """Reacts to a commit. May return a list of sentences for the person."""

    @classmethod
    def features(cls):
        return [name for name in ("before", "after") if getattr(cls, name) is not getattr(Hook, name)]

    def check(self, params):
        transaction = self.before(params["transaction"])
        return {"transaction": transaction} if transaction else {}

    def react(self, params):
        return {"say": self.after(params["commit"]) or []}


class Parameter:
    """What an action needs to know in addition to its items.

    `kind` is "text", "integer", "amount", "day", "flag" or "choice" (with `words`). The members `title` and `required`
    are optional. `loot` checks the kind before the action sees a value.
    """

    def __init__(self, name, kind, summary, **members):
        self.members = {"name": name, "kind": kind, "summary": summary, **members}


class Action(Plugin):
    """Changes the items that a person selects. `loot` makes the change, which can be undone."""

    kind = "action"
    title = None  # The label of buttons. The default is the name.
    minimum_items = 1  # The number of items that the action needs. It isn't offered for fewer.
    parameters = []  # Each a Parameter.

    def change(self, item, arguments):
        """Returns the new values of an item's fields, or None to leave it as it is. Must not change anything itself."""
        raise NotImplementedError

    @classmethod
    def offer(cls):
        title = cls.title or cls.name[:1].upper() + cls.name[1:]
        return {**super().offer(), "title": title, "minimumItems": cls.minimum_items,
                "parameters": [parameter.members for parameter in cls.parameters]}

    def plan(self, params):
        changes = [(item["id"], self.change(item, params["arguments"])) for item in params["items"]]
        return {"changes": [{"update": identifier, "set": fields} for identifier, fields in changes if fields]}


class JSONFile:
    """A JSON file that is replaced as a whole, so that a crash or power cut leaves the old content or the new one."""

    def __init__(self, path):
        self.path = path
        self.version, self.content = None, None

    def read(self):
        """Returns the content, or None if there is no file. Don't modify it. An unchanged file isn't read again."""
        try:
            with open(self.path, encoding="utf-8") as file:
                status = os.fstat(file.fileno())
                version = status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
                if version != self.version:
                    self.version, self.content = version, json.load(file)
                return self.content
        except FileNotFoundError:
            return None

    def write(self, content):
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            file.write(json.dumps(content, separators=(",", ":")))  # Several times as fast as json.dump.
            file.flush()
            os.fsync(file.fileno())
        os.replace(self.path + ".new", self.path)
        folder = os.open(os.path.dirname(self.path), os.O_RDONLY)
        try:
            os.fsync(folder)  # Makes the new name durable.
        finally:
            os.close(folder)

    @contextlib.contextmanager
    def lock(self):
        """Waits until no other program holds the lock."""
        with open(self.path + ".lock", "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


# The method that answers each request, by the kind of the plugin.
METHODS = {
    "store": {name: name for name in ("open", "load", "commit", "revision", "history")},
    "sectioning": {"keys": "keys"},
    "importer": {"import": "read"},
    "exporter": {"export": "export"},
    "hook": {"before": "check", "after": "react"},
    "action": {"plan": "plan"},
}


class Program:
    """Answers requests until `loot` closes the plugin."""

    def __init__(self, plugins):
        self.plugins = {(plugin.kind, plugin.name): plugin for plugin in plugins}
        self.created = {}
        self.latest = None

    def answer(self, method, params):
        if method == "hello":
            name = next(iter(self.plugins.values())).name
            offers = [plugin.offer() for plugin in self.plugins.values()]
            return {"protocol": 1, "name": name, "version": "1.0", "offers": offers}
        if method == "close":
            return {}
        for kind, methods in METHODS.items():
            if method in methods:
                return getattr(self.plugin(kind, params), methods[method])(params)
        raise LookupError(method)

    def plugin(self, kind, params):
        """Returns the plugin that a request is for. A request that names none continues the latest one."""
        if kind in params:
            key = params[kind], json.dumps(params["settings"], sort_keys=True)
            if key not in self.created:
                self.created[key] = self.plugins[kind, params[kind]](params["settings"])
            self.latest = self.created[key]
        return self.latest


def run(*plugins):
    """Offers plugins to `loot`. Call it at the end of the file."""
    if os.environ.get("LOOT_PLUGIN") != "1":
        name = os.path.basename(sys.argv[0])
        sample = " --sample FILE" if any(plugin.kind == "importer" for plugin in plugins) else ""
        print(f"{name} is a plugin for loot. Test it with: loot plugins test {sys.argv[0]}{sample}")
        return
    for plugin in plugins:
        plugin.name = plugin.name or os.path.basename(sys.argv[0]).removeprefix("loot-plugin-")
    program = Program(plugins)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if "id" not in request:
            continue  # A notification, such as $/cancel.
        answer = {"jsonrpc": "2.0", "id": request["id"]}
        try:
            answer["result"] = program.answer(request["method"], request.get("params", {}))
        except Error as error:
            answer["error"] = error.response
        except LookupError:
            answer["error"] = {"code": -32601, "message": "There is no such method."}
        except OSError as error:
            code = "no-space" if error.errno == errno.ENOSPC else "input-output"
            reason = f"{error.strerror or error}."
            answer["error"] = Error(code, "A file can't be read or written.", reason=reason).response
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()
        if request["method"] == "close":
            return
