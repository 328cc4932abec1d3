#!/usr/bin/env python3
"""Writes one line for each item."""
from lootlogger import Exporter, run


class @CLASS@(Exporter):
    """One line for each item: its name and its location."""

    file_extensions = ["@NAME@"]

    def write(self, items):
        return "".join(f"{item.get('name', '')}\t{item.get('location', '')}\n" for item in items)


run(@CLASS@)
