#!/usr/bin/env python3
"""Writes the spreadsheets of the tests: python3 make.py, in this folder. Needs openpyxl and odfpy; if LibreOffice
(soffice) is installed, it also writes its versions of two of them."""
import datetime
import shutil
import subprocess

import openpyxl
from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import Style, TableProperties
from odf.table import CoveredTableCell, Table, TableCell, TableRow
from odf.text import P, S

workbook = openpyxl.Workbook()
sheet = workbook.active
sheet.title = "Hidden"
sheet.sheet_state = "hidden"
sheet.append(["Item"])
sheet.append(["Secret"])
sheet = workbook.create_sheet("House & Home")
sheet.append(["Item", "Value", "Bought", "Serial #", "Room", "Discount", "Insured", "Seen", "Weight"])
day = datetime.date(2025, 5, 4)
rows = [
    ["Lamp", 1299.5, day, "007", "Attic", 0.19, True, datetime.datetime(2025, 5, 4, 10, 30), 1.299],
    ["Mug, “blue”\nbig", 1.299, datetime.date(1900, 2, 1), 4006381333931, "Kitchen", 0.5, False, None, 0.1 + 0.2],
    [None] * 9,
    ["=1+1 as text", 19.989999999999998, datetime.date(1900, 3, 1), None, "'Attic", None, None, None, None],
]
for row in rows:
    sheet.append(row)
sheet["A5"].data_type = "s"
for number in (2, 3, 5):
    sheet.cell(number, 2).number_format = '#,##0.00 [$€-407]'
    sheet.cell(number, 3).number_format = "dd/mm/yyyy"
    sheet.cell(number, 6).number_format = "0%"
sheet.merge_cells("E5:G5")
sheet = workbook.create_sheet("Problems")
sheet.append(["Item", "Value", "Notes"])
sheet.append(["Formula", "=1+1", None])
sheet.append(["Error", "#REF!", "x"])
sheet.append(["Not available", "#N/A", None])
workbook.save("openpyxl.xlsx")

workbook = openpyxl.Workbook()
workbook.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
sheet = workbook.active
sheet.append(["Item", "Bought"])
sheet.append(["Lamp", day])
workbook.save("1904.xlsx")

document = OpenDocumentSpreadsheet()
hidden = Style(name="ta2", family="table")
hidden.addElement(TableProperties(display="false"))
document.automaticstyles.addElement(hidden)
table = Table(name="Hidden", stylename=hidden)
document.spreadsheet.addElement(table)
table = Table(name="House")


def add(*cells, **options):
    row = TableRow(**options)
    for cell in cells:
        row.addElement(cell)
    table.addElement(row)


def text(*lines, **options):
    cell = TableCell(valuetype="string", **options)
    for line in lines:
        cell.addElement(P(text=line))
    return cell


def value(kind, shown, **options):
    cell = TableCell(valuetype=kind, **options)
    cell.addElement(P(text=shown))
    return cell


add(*[text(name) for name in ["Item", "Value", "Bought", "Serial #", "Room", "Discount", "Insured", "Seen", "Weight"]])
spaced = TableCell(valuetype="string")
paragraph = P(text="Desk")
paragraph.addElement(S(c=2))
paragraph.addText("lamp")
spaced.addElement(paragraph)
add(spaced, value("currency", "1.299,50 €", value="1299.5", currency="EUR"),
    value("date", "04.05.25", datevalue="2025-05-04"), text("007"), text("Attic"),
    value("percentage", "19%", value="0.19"), value("boolean", "TRUE", booleanvalue="true"),
    value("date", "…", datevalue="2025-05-04T10:30:00"), value("float", "1.299", value="1.299"))
add(text("Mug", "big"), value("float", "2", value="2"), TableCell(numbercolumnsrepeated=2), text("Kitchen"),
    CoveredTableCell(), value("time", "10:30", timevalue="PT10H30M00S"))
add(text("Plate"), numberrowsrepeated=2)
add(TableCell(numbercolumnsrepeated=16384), numberrowsrepeated=1048000)
document.spreadsheet.addElement(table)
document.save("odfpy.ods")

if shutil.which("soffice"):
    for source, kind, name in [("openpyxl.xlsx", "ods", "libreoffice.ods"), ("odfpy.ods", "xlsx", "libreoffice.xlsx")]:
        subprocess.run(["soffice", "--headless", "--convert-to", kind, "--outdir", "made", source], check=True)
        shutil.move("made/" + source.rsplit(".", 1)[0] + "." + kind, name)
    shutil.rmtree("made")
