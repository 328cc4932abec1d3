"""Mounts a number of rows in Textual's DataTable without a terminal. Prints the milliseconds until they were visible."""

import asyncio
import sys
import time

from textual.app import App
from textual.widgets import DataTable


class Table(App):
    def __init__(self, rows):
        super().__init__()
        self.rows = rows

    def compose(self):
        yield DataTable(cursor_type="row")

    def on_mount(self):
        table = self.query_one(DataTable)
        table.add_columns("Name", "Serial number", "Value")
        table.add_rows(self.rows)
        table.focus()


async def main(count):
    adjectives, nouns = ["Fluffy", "Rusty", "Shiny"], ["Bear", "Spork", "Mac"]
    rows = [
        (f"{adjectives[n % 3]} {nouns[n // 3 % 3]} number {n}", f"SN-{n}" if n % 4 == 0 else "", f"${n * 7 % 1000}")
        for n in range(count)
    ]
    start = time.perf_counter()
    async with Table(rows).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        print("first screen", (time.perf_counter() - start) * 1000, sep="\t", flush=True)


asyncio.run(main(int(sys.argv[1])))
