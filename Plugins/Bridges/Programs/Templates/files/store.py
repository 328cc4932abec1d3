#!/usr/bin/env python3
"""Keeps items in a JSON file."""
from lootlogger import JSONFile, Option, Store, run


class @CLASS@(Store):
    """Items in a JSON file."""

    options = [Option("path", "path", "The file.", required=True)]
    short_form = ["path"]

    def __init__(self, settings):
        self.file = JSONFile(settings["path"])

    def read(self):
        return self.file.read()

    def write(self, state):
        self.file.write(state)

    def lock(self):
        return self.file.lock()


run(@CLASS@)
