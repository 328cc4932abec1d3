import LootActions
import LootCore
import WebServer

/// The form that imports a file: choose, preview, map the columns, import.
struct ImportPage {
    /// The field by which entries mean items that are there; empty for the id alone.
    var updateBy = ""
    /// The currency of amounts beside which none is written.
    var currency = ""
    var skipsInvalid = false
    /// Whether the form says where columns go: not where another file was chosen meanwhile.
    var takesColumns = true
    /// The file that was looked at, to be sent again with the form.
    var held: String?
    /// What came of a form.
    var outcome: HTML?

    /// An empty form.
    init() {}

    /// The form as it was sent.
    init(_ form: MultipartForm) {
        updateBy = form.text("update") ?? ""
        currency = form.text("currency") ?? ""
        skipsInvalid = form["skip"] != nil
        takesColumns = form["held"] == nil || form["file"]?.bytes.isEmpty ?? true
    }

    var html: HTML {
        """
        <header class="bar"><div class="bar-inner">
        <a class="button" href="/"><span aria-hidden="true">‹</span> List</a>
        <h1>Import</h1>
        </div></header>
        <main class="detail-frame">
        <form class="card import" id="import" method="post" action="/import" enctype="multipart/form-data">
        <p class="field"><label for="file">File: CSV, JSON, JSON lines, a property list, or an exported archive</label>
        <input type="file" id="file" name="file" \
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.plist,.bplist,.tar"\(held == nil ? " required" : nil)>\
        \(held.map { "<input type=\"hidden\" name=\"held\" value=\"\($0)\">The previewed file is kept." } as HTML?)</p>
        <p class="field"><label for="update">Match existing items by</label>
        <select id="update" name="update">\(Fragment.options([("", "Id"), ("serialNumber", "Serial number"), ("name", "Name")], chosen: updateBy))</select></p>
        <p class="field"><label for="currency">Currency of amounts without one</label>
        <input id="currency" name="currency" value="\(currency)" placeholder="EUR" autocomplete="off"></p>
        <p class="field"><label class="line"><input type="checkbox" class="switch" role="switch" id="skip" \
        name="skip"\(skipsInvalid ? " checked" : nil)> Skip entries that can’t be imported</label></p>
        <p class="actions"><button class="button prominent" id="look" name="look" value="true">Preview</button></p>
        </form>
        <p><label for="progress" id="progress-title"></label>
        <progress id="progress" max="1" value="0" hidden></progress></p>
        <div id="outcome" role="status" aria-live="polite">\(outcome)</div>
        </main>
        <script type="module" src="\(Asset.path("import.js"))"></script>
        """
    }

    /// Why nothing came of a file.
    static func problem(_ text: String) -> HTML { "<p class=\"problem\" id=\"failed\">\(text)</p>" }

    /// An error as a sentence, with the line instead of a place that editors understand.
    static func sentence(_ error: LootError) -> String {
        var error = error
        if let place = error.place, error.why.hasPrefix(place + ": ") {
            let parts = place.split(separator: ":")
            let line = parts.count >= 3 ? "line \(parts[parts.count - 2]): " : ""
            error.why = line + error.why.dropFirst(place.count + 2)
        }
        return error.sentenceOfPage
    }
}
