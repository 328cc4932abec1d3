#!/usr/bin/env python3
"""Lowers the value of items by a percentage."""
from lootlogger import Action, Error, Parameter, run


class @CLASS@(Action):
    """Lower the value of items."""

    parameters = [Parameter("percent", "integer", "How much of the value is taken off.", required=True)]

    def change(self, item, arguments):
        value, percent = item.get("valueInDollars"), arguments["percent"]
        if not 0 < percent <= 100:
            raise Error("invalid-value", f"{percent} isn't a percentage.", "Enter a number from 1 to 100.")
        if not isinstance(value, (int, float)):
            return None  # Nothing is known, or the amount is too precise for a number of Python.
        return {"valueInDollars": round(value * (100 - percent) / 100, 2)}


run(@CLASS@)
