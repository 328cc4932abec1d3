import LootActions
import LootCore
import WebServer

/// The form that imports a file: choose, preview, assign columns, import.
struct ImportPage {
    /// The field by which entries match existing items, or an empty string to match them only by ID.
    var updateBy = ""
    /// The currency of amounts for which the file doesn't specify a currency.
    var currency = ""
    var skipsInvalid = false
    /// The name of the sheet to import from a spreadsheet, or an empty string for the first sheet.
    var sheet = ""
    /// The names of the file's sheets, once they are known.
    var sheets: [String] = []
    /// The treatment of duplicates, and the decimal separator. Each can be an empty string. It is then derived from the
    /// file.
    var (duplicates, decimal) = ("", "")
    /// Whether the column assignments in the form apply. They don't if another file was chosen.
    var takesColumns = true
    /// The previewed file, to be submitted again with the form.
    var held: String?
    var outcome: HTML?

    init() {}

    /// Creates the form with the values of the given submitted form.
    init(_ form: MultipartForm) {
        updateBy = form.text("update") ?? ""
        currency = form.text("currency") ?? ""
        skipsInvalid = form["skip"] != nil
        sheet = form.text("sheet") ?? ""
        duplicates = form.text("duplicates") ?? ""
        decimal = form.text("decimal") ?? ""
        takesColumns = form["held"] == nil || form["file"]?.bytes.isEmpty ?? true
    }

    var html: HTML {
        """
        <form class="card import" id="import" method="post" action="/import" enctype="multipart/form-data">
        <p class="field"><label for="file">\(localized: "File: Excel, OpenDocument, CSV, JSON, JSON lines, a property list, or an exported archive")</label>
        <input type="file" id="file" name="file" \
        accept=".xlsx,.ods,.csv,.tsv,.txt,.json,.jsonl,.ndjson,.plist,.bplist,.tar"\(held == nil ? " required" : nil)>\
        \(held.map { "<input type=\"hidden\" name=\"held\" value=\"\($0)\">\(localized: "The previewed file will be used.")" } as HTML?)</p>
        <p class="field"><label for="update">\(localized: "Match existing items by")</label>
        <select id="update" name="update">\(Fragment.options(ImportPage.keys, chosen: updateBy))</select></p>
        <p class="field"><label for="currency">\(localized: "Currency for amounts without one")</label>
        <input id="currency" name="currency" value="\(currency)" placeholder="EUR" autocomplete="off"></p>
        <p class="field"><label for="sheet">\(localized: "Sheet of a spreadsheet")</label>
        <select id="sheet" name="sheet">\(Fragment.options([("", String(localized: "First sheet"))] + sheets.map { (value: $0, title: $0) }, chosen: sheet))</select></p>
        <p class="field"><label for="decimal">\(localized: "Decimal separator")</label>
        <select id="decimal" name="decimal">\(Fragment.options(ImportPage.marks, chosen: decimal))</select></p>
        <p class="field"><label for="duplicates">\(localized: "Likely duplicates")</label>
        <select id="duplicates" name="duplicates">\(Fragment.options(ImportPage.resolutions, chosen: duplicates))</select></p>
        <p class="field"><label class="line"><input type="checkbox" class="switch" role="switch" id="skip" \
        name="skip"\(skipsInvalid ? " checked" : nil)> \(localized: "Skip entries that can't be imported")</label></p>
        <p class="actions"><button class="button prominent" id="look" name="look" value="true">\(localized: "Preview")</button></p>
        </form>
        <p><label for="progress" id="progress-title"></label>
        <progress id="progress" max="1" value="0" hidden></progress></p>
        <div id="outcome" role="status" aria-live="polite">\(outcome)</div>
        <script type="module" src="\(Asset.path("import.js"))"></script>
        """
    }

    private static var keys: [(value: String, title: String)] {
        [
            ("", "ID"), ("serialNumber", String(localized: "Serial number")),
            ("name", String(localized: "Name")),
        ]
    }

    private static var marks: [(value: String, title: String)] {
        [
            ("", String(localized: "Detect from the file")), (".", String(localized: "Point: 1,299.99")),
            (",", String(localized: "Comma: 1.299,99")),
        ]
    }

    private static var resolutions: [(value: String, title: String)] {
        [
            ("", String(localized: "Skip known serials")),
            ("skip", String(localized: "Skip")),
            ("update", String(localized: "Update the items")), ("add", String(localized: "Add")),
        ]
    }

    /// Returns the given text as the message about a file that can't be imported.
    static func problem(_ text: String) -> HTML { "<p class=\"problem\" id=\"failed\">\(text)</p>" }

    /// Returns the text of the given error. It contains the line number instead of the location for an editor.
    static func text(of error: LootError) -> String {
        let parts = error.place?.split(separator: ":") ?? []
        guard parts.count >= 3, let line = Int(parts[parts.count - 2]) else { return error.textOfPage }
        return error.during("Can't import line \(line) of the file.").textOfPage
    }
}
