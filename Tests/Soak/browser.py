"""A browser controlled through W3C WebDriver, and `loot serve`, for scripts that need both."""

import contextlib
import glob
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.parse

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE = 30


class Failed(Exception):
    """A condition wasn't met in time."""


class Server:
    """A `loot serve` process for a store."""

    def __init__(self, loot, folder, *arguments, store=None, host=None, port=0):
        self.loot, self.folder = loot, folder
        self.store = store or f"json:{folder}/items.json"
        self.environment = {**os.environ, "HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder,
                            "LOOT_CONFIG": "", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [loot, "serve", "--port", str(port), "--store", self.store, *arguments], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=self.environment, text=True)
        said = ""
        while not (found := re.search(r"http://\S+?:(\d+)", said)):
            line = self.process.stdout.readline()
            if not line:
                raise Failed(f"loot serve ended: {said}")
            said += line
        self.port = int(found.group(1))
        self.host = host or "127.0.0.1"
        self.url = f"http://{self.host}:{self.port}"
        self.token = None

    def ask(self, method, path, body=None, **headers):
        """Sends a request. Returns the status and the JSON of the response."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=120)
        if body is not None and not isinstance(body, bytes):
            body, headers = json.dumps(body), {"Content-Type": "application/json", **headers}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, json.loads(data) if "json" in (answer.getheader("Content-Type") or "") else data

    def items(self, limit=1000):
        return self.ask("GET", f"/api/items?limit={limit}")[1]["items"]

    def command(self, *arguments):
        """Runs a command on the same store. Returns its exit status and its output."""
        done = subprocess.run([self.loot, "--store", self.store, *arguments], capture_output=True, text=True,
                              env=self.environment, timeout=120)
        return done.returncode, done.stdout + done.stderr

    def status(self, name):
        """Returns a value from the process's status in /proc."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(rf"{name}:\s+(\d+)", file.read()).group(1))

    def processor(self):
        """Returns the processor time of the process in seconds."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Browser:
    """A browser window with a separate profile."""

    def __init__(self, folder, size=(980, 900), prefix=(), host="127.0.0.1", allowed=None):
        command = [*prefix, shutil.which("chromedriver") or "chromedriver", "--port=0",
                   *([f"--allowed-ips={allowed}", "--allowed-origins=*"] if allowed else [])]
        self.driver, port = self.start(command, {**os.environ, "TMPDIR": folder})
        self.host, self.port = host, port
        options = {
            "binary": shutil.which("chromium") or shutil.which("google-chrome"),
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en-US",
                     "--window-size=%d,%d" % size, "--force-prefers-reduced-motion",
                     "--disable-search-engine-choice-screen"],
        }
        wanted = {"browserName": "chrome", "unhandledPromptBehavior": "ignore", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL"},
                  "timeouts": {"script": 60_000, "pageLoad": 60_000, "implicit": 0}}
        self.session = ""
        made = self.command("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self.session = "/" + made["sessionId"]

    @staticmethod
    def start(command, environment):
        """Starts chromedriver. Returns the process and its port."""
        output = ""
        # chromedriver exits if the free port that it found for IPv4 is in use for IPv6. Then the next start finds another.
        for _ in range(5):
            driver = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                      env=environment, start_new_session=True)
            for line in driver.stdout:
                output += line
                if found := re.search(r"started successfully on port (\d+)", line):
                    return driver, int(found.group(1))
            driver.wait()
        raise Failed(f"chromedriver didn't start: {output}")

    def command(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=120)
        connection.request(method, f"/session{self.session}{path}",
                           None if method in ("GET", "DELETE") else json.dumps(body or {}),
                           {"Content-Type": "application/json"})
        answer = connection.getresponse()
        value = json.loads(answer.read())["value"]
        connection.close()
        if answer.status != 200:
            raise Failed(f"{method} {path}: {value['error']}: {value['message'].splitlines()[0]}")
        return value

    def inspect(self, name, **parameters):
        """Sends a command of the DevTools protocol."""
        return self.command("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def run(self, script, *arguments):
        """Runs a function body in the page."""
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def later(self, script, *arguments):
        """Runs a function body in the page. The body calls its last argument with the result."""
        return self.command("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def open(self, address):
        self.command("POST", "/url", {"url": address})

    def wait(self, what, attempt):
        """Retries until there is a result."""
        end, last = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            try:
                if result := attempt():
                    return result
            except Failed as failed:
                last = failed
            time.sleep(0.03)
        with contextlib.suppress(Failed):
            last = f"{last}\n{self.run('return location.href + document.body.innerText')[:800]}"
        raise Failed(f"Timed out waiting for {what}: {last}")

    def until(self, expression):
        return self.wait(expression, lambda: self.run(f"return Boolean({expression})"))

    def find(self, selector):
        """Returns the visible element that matches a selector."""
        def shown():
            found = self.command("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
            return found if self.command("GET", f"/element/{found}/displayed") else None
        return self.wait(selector, shown)

    def click(self, selector):
        def press():
            # Elements far outside the window may count as hidden.
            self.run("document.querySelector(arguments[0])?.scrollIntoView({ block: 'center', behavior: 'instant' })",
                     selector)
            found = self.find(selector)
            self.command("POST", f"/element/{found}/click")
            return True
        self.wait(f"a click on {selector}", press)

    def fill(self, selector, text):
        found = self.find(selector)
        self.command("POST", f"/element/{found}/clear")
        self.command("POST", f"/element/{found}/value", {"text": text})

    def choose(self, selector, *files):
        """Selects files in a file input."""
        found = self.command("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.command("POST", f"/element/{found}/value", {"text": "\n".join(files)})

    def screen(self, width, height, ratio=1, mobile=None):
        mobile = width < 600 if mobile is None else mobile
        self.inspect("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio,
                     mobile=mobile)
        if mobile:
            self.inspect("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def errors(self):
        """Returns the errors that the browser logged."""
        entries = self.command("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(Exception):
            self.command("DELETE", "")
        # The browser's processes form separate groups. They may still write into the folder, which is removed next.
        while processes := session(self.driver.pid):
            for process in processes:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            time.sleep(0.02)
        self.driver.wait()


def session(leader):
    """Returns the running processes of a session."""
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        with contextlib.suppress(OSError):
            with open(path) as file:
                state, _, _, process_session = file.read().rsplit(")", 1)[1].split()[:4]
            if int(process_session) == leader and state != "Z":
                found.append(int(path.split("/")[2]))
    return found


def newest(root):
    """Returns the path of the newest build."""
    built = [os.path.join(root, ".build", kind, "loot") for kind in ("release", "debug")]
    built = [path for path in built if os.path.exists(path)]
    if not built:
        raise SystemExit("loot isn't built. Run: swift build --product loot")
    return max(built, key=os.path.getmtime)
