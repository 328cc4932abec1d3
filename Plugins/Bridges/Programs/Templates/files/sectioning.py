#!/usr/bin/env python3
"""Groups items by the number of words in their names."""
from lootlogger import Sectioning, run


class @CLASS@(Sectioning):
    """By the number of words in the name."""

    fields = ["name"]

    def key(self, item):
        return len(item.get("name", "").split()) or None  # None: no section.

    def title(self, key):
        return "1 word" if key == 1 else f"{key} words"


run(@CLASS@)
