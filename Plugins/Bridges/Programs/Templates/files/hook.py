#!/usr/bin/env python3
"""Refuses names in capital letters."""
from lootlogger import Error, Hook, run


class @CLASS@(Hook):
    """Refuses names in capital letters."""

    def before(self, transaction):
        for change in transaction["changes"]:
            name = change.get("insert", change.get("set", {})).get("name") or ""
            if len(name) > 3 and name.isupper():
                raise Error("declined", f"“{name}” is in capital letters.", "Use small letters.")


run(@CLASS@)
