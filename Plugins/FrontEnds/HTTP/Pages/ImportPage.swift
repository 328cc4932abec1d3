import LootActions
import LootCore
import LootFormats

/// Where a file's items come in: chosen, looked at, and then taken over.
struct ImportPage {
    /// The field by which entries mean items that are there; empty for the id alone.
    var updateBy = ""
    var skipsInvalid = false
    /// What came of a form that was sent without script.
    var outcome: HTML?

    private static let shownEntries = 50

    var html: HTML {
        """
        <header class="bar"><div class="bar-inner">
        <a class="button" href="/"><span aria-hidden="true">‹</span> List</a>
        <h1>Import</h1>
        </div></header>
        <main class="detail-frame">
        <form class="import" id="import" method="post" action="/import" enctype="multipart/form-data">
        <p class="field"><label for="file">A file: JSON, JSON lines, CSV or a property list</label>
        <input type="file" id="file" name="file" accept=".json,.jsonl,.csv,.plist" required></p>
        <p class="field"><label for="update">Entries update items that have the same</label>
        <select id="update" name="update">\(Fragment.options([("", "Id"), ("serialNumber", "Serial number"), ("name", "Name")], chosen: updateBy))</select></p>
        <p class="field"><label class="line"><input type="checkbox" class="switch" role="switch" id="skip" \
        name="skip"\(skipsInvalid ? " checked" : nil)> Leave out entries that can’t be imported</label></p>
        <p class="actions"><button class="button" id="look" name="look" value="true">Look first</button>
        <button class="button prominent" id="take">Import</button></p>
        </form>
        <p><label for="progress" id="progress-title"></label>
        <progress id="progress" max="1" value="0" hidden></progress></p>
        <div id="outcome" role="status" aria-live="polite">\(outcome)</div>
        </main>
        <script type="module" src="\(Asset.path("import.js"))"></script>
        """
    }

    /// What was done, would be done, or can't be.
    static func outcome(of plan: ImportPlan, isTaken: Bool) -> HTML {
        let refused = plan.refusals.map { "Line \($0.error.position.line + 1): \($0.error.description)" }
        var parts = [
            "\(ItemPresentation.count(plan.added)) \(isTaken ? "added" : "to add")",
            "\(plan.changed) \(isTaken ? "changed" : "to change")",
        ]
        if plan.unchanged > 0 { parts.append("\(plan.unchanged) the same already") }
        if !refused.isEmpty { parts.append("\(refused.count) that can’t be imported") }
        let entries = plan.entries.prefix(shownEntries + 1).map { entry in
            switch entry {
            case .added(let item, _): "+ \(item.shownName)"
            case .changed(let item, from: let old, _):
                "\(item.shownName): \(Patch(from: old, to: item).edits.map(\.field.rawValue).joined(separator: ", "))"
            }
        }
        let next: HTML =
            isTaken
            ? "<a class=\"button\" href=\"/\">To the list</a>"
            : "<p>Nothing was changed. To import it, choose the file again.</p>"
        return """
            <p class="notice">\(parts.joined(separator: ", ")).</p>\
            \(plan.remarkOnUnknownKeys.map { "<p>\($0)</p>" } as HTML?)\(list(refused, of: refused.count))\
            \(list(entries, of: plan.entries.count))\(next)
            """
    }

    /// Why nothing came of a file.
    static func problem(_ text: String) -> HTML { "<p class=\"problem\">\(text)</p>" }

    private static func list(_ texts: [String], of count: Int) -> HTML? {
        if texts.isEmpty { return nil }
        let more: HTML? = count > shownEntries ? "<li>and \(count - shownEntries) more</li>" : nil
        return """
            <ul class="entries">\(texts.prefix(shownEntries).map { "<li>\($0)</li>" as HTML })\(more)</ul>
            """
    }
}
