"""The measurements of `peers` for a JSON store in all typical states, and for a server with many writers."""

import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import time
import urllib.parse

READING_BOUNDS = {"ratio": (4, 2), "seconds": (0.45, 0.25)}
CHANGING_BOUNDS = {"ratio": (5, 3), "seconds": (0.7, 0.4)}
CONNECTIONS = 64


class Store:
    """A JSON store in a separate folder, which can be put into several states."""

    states = ["clean", "after one edit", "after 1,000 edits", "after an import", "after an outside edit"]

    def __init__(self, bench, source, ids):
        self.bench, self.source, self.ids = bench, source, ids
        self.folder = f"{source}/state"
        self.path = f"{self.folder}/store.json"

    def loot(self, *words):
        return [self.bench.loot, "--store", f"json:{self.path}", *words]

    def enter(self, state):
        """Creates the store again."""
        shutil.rmtree(self.folder, ignore_errors=True)
        os.mkdir(self.folder)
        if state == "after an import":
            return self.bench.spawn(self.loot("import", f"{self.source}/items.json"))
        shutil.copy(f"{self.source}/items.json", self.path)
        if state in ("after one edit", "after an outside edit"):
            self.bench.spawn(self.loot("edit", self.ids[0], "--value", "77"))
        if state == "after 1,000 edits":
            # A server makes so many changes, because one process per change would take an hour.
            with Server(self.bench, self.path) as server:
                server.patch(self.ids, 20 if self.bench.quick else 1000)
        if state == "after an outside edit":
            self.edit_outside()

    def edit_outside(self):
        """Changes one item like an editor, by replacing the file."""
        with open(self.path, "rb") as file:
            content = file.read()
        name = content.index(b'"name":"') + len(b'"name":"')
        with open(f"{self.path}~", "wb") as file:
            file.write(content[:name] + b"Outside " + content[name:])
        os.replace(f"{self.path}~", self.path)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Server:
    """A `loot serve` process for a file."""

    def __init__(self, bench, path):
        self.process = subprocess.Popen(
            [bench.loot, "serve", "--store", f"json:{path}", "--port", "0"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=bench.environment, text=True)
        address = urllib.parse.urlsplit(self.process.stdout.readline().strip())
        self.address = (address.hostname, address.port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def request(self, item, value):
        body = b'{"valueInDollars": %d}' % value
        head = (f"PATCH /api/items/{item} HTTP/1.1\r\nHost: {self.address[0]}:{self.address[1]}\r\n"
                f"Content-Type: application/merge-patch+json\r\nContent-Length: {len(body)}\r\n\r\n")
        return head.encode() + body

    def patch(self, ids, count):
        """Makes a number of changes sequentially."""
        connection = Connection(self.address)
        for number in range(count):
            connection.send(self.request(ids[number % len(ids)], number))
            while connection.receive() is None:
                pass
        connection.socket.close()


class Connection:
    """A client that waits for each response before it sends the next request."""

    def __init__(self, address):
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""

    def send(self, request):
        self.socket.sendall(request)

    def receive(self):
        """Returns the status of a complete response, or None while it is incomplete."""
        piece = self.socket.recv(65536)
        if not piece:
            raise ConnectionError("The server closed the connection.")
        self.buffer += piece
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        length = 0
        for line in self.buffer[:end].split(b"\r\n"):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if len(self.buffer) < end + 4 + length:
            return None
        status = int(self.buffer[9:12])
        self.buffer = self.buffer[end + 4 + length:]
        return status


def clients(server, ids, seconds):
    """Runs clients that repeatedly change one item each. Returns the changes per second and the number of rejections."""
    script = """
        local ids = { IDS }
        local count = 0
        request = function()
            count = count + 1
            return wrk.format("PATCH", "/api/items/" .. ids[count % #ids + 1],
                { ["Content-Type"] = "application/merge-patch+json" }, '{"valueInDollars": ' .. count .. '}')
        end""".replace("IDS", ", ".join(f'"{item}"' for item in ids))
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        words = ["wrk", "-t", "1", "-c", str(len(ids)), "-d", f"{seconds}s", "-s", file.name,
                 f"http://{server.address[0]}:{server.address[1]}"]
        found = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", found)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", found)[1]), int(refused[1]) if refused else 0


def patches(bench, source, size):
    """Compares clients of one server that change different items with a single writer to SQLite."""
    if not bench.wants("PATCH of different items"):
        return
    if not shutil.which("wrk"):
        bench.table.say(f"PATCH of different items, {CONNECTIONS} clients", size, "needs wrk")
        return
    seconds, rounds = (1, 1) if bench.quick else (4, 5)
    ids = [item["id"] for item in bench.items(f"{source}/items.json")[:CONNECTIONS]]
    ours, theirs, refused = [], [], 0
    store = Store(bench, source, ids)
    for _ in range(rounds):
        store.enter("clean")
        with Server(bench, store.path) as server:
            rate, failures = clients(server, ids, seconds)
        ours.append(rate)
        refused += failures
        theirs.append(commits(source, ids, seconds))
    store.remove()
    bench.table.add(f"PATCH of different items, {CONNECTIONS} clients", size, statistics.median(ours),
                    statistics.median(theirs), "SQLite, WAL, synchronous=full", 3, 8, "/s", "more")
    bench.table.add("PATCH of different items, refused", size, refused, must=0, unit="")


def commits(source, ids, seconds):
    """Returns SQLite's durable commits per second."""
    database = f"{source}/commits.db"
    shutil.copy(f"{source}/items.db", database)
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("pragma journal_mode=wal")
    connection.execute("pragma synchronous=full")
    count = 0
    start = time.perf_counter()
    while time.perf_counter() < start + seconds:
        connection.execute("update items set value = ? where id = ?", (count, ids[count % len(ids)]))
        count += 1
    rate = count / (time.perf_counter() - start)
    connection.close()
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(database + ending):
            os.remove(database + ending)
    return rate


# Commands

COLUMNS = "position, substr(id, 1, 8), name, serial, value"


def reading(item):
    """Returns reading commands, with the arguments for loot and for sqlite3."""
    return {
        "list --limit 50": (
            ["list", "--limit", "50"], ["-box", f"select {COLUMNS} from items order by position limit 50"]),
        "list, sorted by value": (
            ["list", "--sort", "value:desc", "--sort", "name", "--limit", "50"],
            ["-box", f"select {COLUMNS} from items order by value desc, name collate nocase, position limit 50"]),
        "count of a filter and a search": (
            ["list", "--where", "value > 50", "--search", "mac", "--count"],
            ["select count(*) from items where value > 50 and (name like '%mac%' or serial like '%mac%')"]),
        "show": (["show", item], ["-line", f"select * from items where id = '{item}'"]),
        "sections": (
            ["sections", "value:25,50,75"],
            ["select (value >= 25) + (value >= 50) + (value >= 75) band, count(*), sum(value) from items group by 1"]),
        "stats": (["stats"], ["select count(*), sum(value), sum(favorite), max(value) from items"]),
    }


def changing(ids):
    """Returns commands for single changes of different items, with the arguments for loot and for sqlite3."""
    edited, moved, removed = next(ids), next(ids), next(ids)
    full = "pragma synchronous=full; "
    return {
        "add": (
            ["add", "Another lamp", "--value", "40"],
            [full + "insert into items (id, name, value) values (lower(hex(randomblob(16))), 'Another lamp', 40)"]),
        "edit": (["edit", edited, "--value", "4711"], [full + f"update items set value = 4711 where id = '{edited}'"]),
        "move": (
            ["move", moved, "--to", "1"],
            [full + f"update items set position = (select min(position) - 1 from items) where id = '{moved}'"]),
        "remove": (["remove", removed, "--yes"], [full + f"delete from items where id = '{removed}'"]),
        "undo": (["undo"], [full + f"update items set value = 40 where id = '{edited}'"]),
    }


class Turns:
    """Returns the times of commands that alternate with those of other tools, by name."""

    def __init__(self, bench, database):
        self.bench, self.database = bench, database
        self.ours, self.theirs, self.failures = {}, {}, {}

    def run(self, store, commands, is_warming):
        for name, (words, query) in commands.items():
            seconds, status = self.bench.timed(store.loot(*words))
            peer, _ = self.bench.timed(["sqlite3", self.database, *query])
            if status != 0:
                self.failures[name] = status
            elif not is_warming:
                self.ours.setdefault(name, []).append(seconds)
                self.theirs.setdefault(name, []).append(peer)

    def medians(self):
        return {name: (statistics.median(times), statistics.median(self.theirs[name]))
                for name, times in self.ours.items()}


def in_every_state(bench, source, size):
    """Measures reading commands and single changes in all states, and reports the worst of each."""
    if not bench.wants("state"):
        return
    is_large = size >= 1_000_000
    rounds = 1 if bench.quick else 3 if is_large else 5
    rng = random.Random(2026)
    known = [item["id"] for item in bench.items(f"{source}/items.json")]
    rng.shuffle(known)
    ids = iter(known[100:])
    store = Store(bench, source, known[:100])
    database = f"{source}/state.db"
    shutil.copy(f"{source}/items.db", database)
    worst = {}
    for state in Store.states:
        reads, writes = Turns(bench, database), Turns(bench, database)
        store.enter(state)
        for round in range(rounds + (0 if bench.quick else 1)):
            reads.run(store, reading(known[50]), is_warming=round == 0 and not bench.quick)
        for round in range(rounds):
            # For large stores, only the first round starts in the exact state; later rounds start with a few more changes.
            if not is_large and round > 0:
                store.enter(state)
            *commands, undo = changing(ids).items()
            turn = round % len(commands)
            writes.run(store, dict(commands[turn:] + commands[:turn] + [undo]), is_warming=False)
        for kind, turns, bounds in (("reading", reads, READING_BOUNDS), ("change", writes, CHANGING_BOUNDS)):
            for name, (ours, theirs) in turns.medians().items():
                bench.table.add(f"{name}, state: {state}", size, ours, theirs, "sqlite3")
                measure = ours if is_large else ours / theirs
                if measure > worst.get(kind, (0,))[0]:
                    worst[kind] = (measure, ours, theirs, f"{name}, {state}")
            for name, status in turns.failures.items():
                bench.table.say(f"{name}, state: {state}", size, f"ends with {status}")
                worst[kind] = (float("inf"), float("inf"), 1, f"{name}, {state}, fails")
    for kind, bounds in (("reading", READING_BOUNDS), ("change", CHANGING_BOUNDS)):
        _, ours, theirs, name = worst[kind]
        what = f"worst {kind} in any state ({name})"
        if is_large:
            bench.table.add(what, size, ours, None, "", *bounds["seconds"])
        else:
            bench.table.add(what, size, ours, theirs, "sqlite3", *(bounds["ratio"] if size == bench.middle else (None, None)))
    store.remove()


def at_once(bench, source, size):
    """Measures a process that adds very many items to an empty store as one step to undo."""
    if not bench.wants("at once"):
        return
    rounds = 1 if bench.quick else 3
    bounds = {"import": (1.5, 0.9), "add --random": (2, 1)} if size >= 1_000_000 else {}
    store = Store(bench, source, [])
    for name, words in (("import", ["import", f"{source}/items.json"]), ("add --random", ["add", "--random", str(size)])):
        times = []
        for _ in range(rounds):
            store.remove()
            os.mkdir(store.folder)
            times.append(bench.spawn(store.loot(*words)))
        must, aim = bounds.get(name, (None, None))
        bench.table.add(f"{name}, all at once", size, statistics.median(times), must=must, aim=aim)
    store.remove()
