"""A PostgreSQL server in a temporary folder, and the program that measures stores in it."""
import contextlib
import glob
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
ACCOUNT = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def benchmark():
    """Returns the path of the program. `BENCHMARK` names it, otherwise it is built."""
    if program := os.environ.get("BENCHMARK"):
        return program
    build = ["swift", "build", "-c", "release", "--package-path", FOLDER]
    subprocess.run(build, check=True, stdout=sys.stderr)
    shown = subprocess.run(build + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return f"{shown.stdout.strip()}/database-benchmarks"


def run(*words):
    subprocess.run([*ACCOUNT, *words], check=True, stdout=subprocess.DEVNULL, cwd="/tmp")


class Server:
    """A running server. Its socket and its log are in `folder`."""

    programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]

    def __init__(self, folder):
        self.folder, self.log = folder, f"{folder}/log"

    def sql(self, statement):
        command = [f"{self.programs}/psql", "-h", self.folder, "-U", "loot", "-d", "postgres", "-Atqc", statement]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@contextlib.contextmanager
def server(*settings, standby_of=None):
    """Starts a server, or a standby of another one, and stops it at the end."""
    with tempfile.TemporaryDirectory() as folder:
        if ACCOUNT:
            subprocess.run(["chown", "postgres", folder], check=True)
            os.chmod(folder, 0o755)
        here = Server(folder)
        data = f"{folder}/data"
        if standby_of:
            run(f"{here.programs}/pg_basebackup", "-D", data, "-d", f"host={standby_of.folder} user=loot dbname=postgres",
                "-R", "--checkpoint=fast")
        else:
            run(f"{here.programs}/initdb", "-D", data, "-U", "loot", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        options = " ".join(f"-c {setting}" for setting in
                           ["listen_addresses=", f"unix_socket_directories={folder}", *settings])
        control = [f"{here.programs}/pg_ctl", "-D", data, "-l", here.log, "-w"]
        run(*control, "-o", options, "start")
        try:
            yield here
        finally:
            run(*control, "-m", "immediate", "stop")
