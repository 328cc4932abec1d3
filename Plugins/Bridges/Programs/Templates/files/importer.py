#!/usr/bin/env python3
"""Reads lines of the form NAME = VALUE."""
from lootlogger import Importer, Refused, run


class @CLASS@(Importer):
    """Lines of the form NAME = VALUE."""

    file_extensions = ["@NAME@"]

    def entries(self, data):
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            name, separator, value = (part.strip() for part in line.partition("="))
            if not line.strip():
                continue
            if name and name.isprintable() and separator and value.isdecimal():
                yield number, {"name": name, "valueInDollars": int(value)}
            else:
                yield number, Refused("The line doesn't have the form NAME = VALUE.", text=line)


run(@CLASS@)
