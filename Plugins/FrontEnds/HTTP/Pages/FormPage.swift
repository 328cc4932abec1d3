import LootActions
import LootCore
import LootFormats
import WebServer

/// The form of an existing or a new item. It keeps the user's input even if saving fails.
struct FormPage {
    /// The purpose of the form.
    enum Purpose {
        /// Adding a new item.
        case add
        /// Editing an existing item.
        case edit
        /// Adding back an item that was removed after the form was opened.
        case addAgain
    }

    let form: DetailForm
    let purpose: Purpose
    let money: Money
    let back: String
    /// The hidden fields with the initial state of the form: the item in JSON, with which the submitted values are
    /// compared, or the ID of a new item.
    let shown: [(name: String, value: String)]
    /// Whether files can be chosen for a new item.
    var takesFiles = false
    /// Whether photos can be displayed.
    var showsPhoto = false
    /// Whether the item can't be saved at the moment.
    var isLocked = false
    /// Problems of fields, in addition to those that the form itself reports.
    var problems: [FieldKey: String] = [:]
    /// The new values of fields that both the user and another writer have changed. The user must choose one
    /// of them.
    var conflicts: [FieldKey: String] = [:]
    var notice: HTML?
    /// The templates for new items, and the name of the current one.
    var templates: (all: [ItemTemplate], chosen: String?) = ([], nil)
    /// The barcode that the user entered and the result of looking it up, or `nil` if no product catalog is
    /// configured.
    var barcode: (typed: String, outcome: HTML?)?
    /// The user's input for a new custom field.
    var custom: (name: String, type: String, value: String) = ("", "text", "")

    private var path: String { purpose == .add ? "/items" : "/items/\(form.item.id)" }
    private var cancel: String { purpose == .edit ? Site.address(of: form.item.id, back: back) : back }
    var title: String {
        purpose == .add ? String(localized: "New item") : String(localized: "Edit \(form.item.shownName)")
    }

    var backLink: BackLink {
        BackLink(
            address: cancel, title: purpose == .edit ? String(localized: "Item") : BackLink.list.title)
    }

    var html: HTML {
        """
        \(notice.map { "<div class=\"notice\" role=\"alert\">\($0)</div>" } as HTML?)
        \(purpose == .add ? templateBar : nil)
        \(purpose == .add && !isLocked ? barcodeBar : nil)
        <form class="detail-form" method="post" action="\(path)" data-draft="\(purpose == .add ? "new" : form.item.id.description)"\
        \(takesFiles ? " enctype=\"multipart/form-data\"" : nil)\(isUnsaved ? " data-unsaved" : nil)>
        \(Fragment.hidden([("back", back)] + shown))
        \(purpose == .addAgain ? Fragment.hidden([("again", "true")]) : [])
        <div class="sides">
        <fieldset class="card fields"\(isLocked ? " disabled" : nil)>
        \(rows.filter(isFirst).map(row))
        \(takesFiles ? filesRow : nil)
        <details class="wide more-fields"\(custom.name.isEmpty ? nil : " open")><summary>\(localized: "More")</summary><div class="fields">
        \(rows.filter { !isFirst($0) }.map(row))
        \(customRow)
        </div></details>
        </fieldset>
        \(picture)
        </div>
        <p class="actions sticky">\(isLocked ? nil : save)<a class="button" href="\(cancel)">\(localized: "Cancel")</a></p>
        </form>
        """
    }

    /// The rows that have a field in the form.
    private var rows: [DetailForm.Row] {
        form.orderedRows.filter { $0.control != .photo && $0.control != .files }
    }

    private func isFirst(_ row: DetailForm.Row) -> Bool {
        form.leads(with: row.id) || problems[row.id] != nil || conflicts[row.id] != nil
    }

    /// The photo, for reference while editing.
    private var picture: HTML? {
        guard purpose == .edit, showsPhoto, let photo = form.item.photo else { return nil }
        return """
            <section class="photo" aria-label="\(localized: "Photo")">\
            <img src="/api/files/\(photo.description)" alt="\(localized: "Photo of \(form.item.shownName)")" decoding="async"></section>
            """
    }

    /// The links to the form for each template.
    private var templateBar: HTML? {
        if templates.all.isEmpty { return nil }
        func tab(_ name: String?) -> HTML {
            let query = (name.map { [("template", $0)] } ?? []) + [("back", back)]
            return """
                <a href="/items/new\(PercentEncoding.query(query))"\
                \(name == templates.chosen ? " aria-current=\"true\"" : nil)><bdi>\(name ?? String(localized: "Anything"))</bdi></a>
                """
        }
        return """
            <div class="views"><nav aria-label="\(localized: "Kind of item")">\(tab(nil))\(templates.all.map { tab($0.name) })</nav></div>
            """
    }

    /// The form that looks up a product by its barcode.
    private var barcodeBar: HTML? {
        guard let barcode else { return nil }
        return """
            <form class="barcode" method="get" action="/items/new">\(Fragment.hidden([("back", back)]))\
            <label>\(localized: "Barcode") <input name="barcode" inputmode="numeric" required autocomplete="off" \
            value="\(barcode.typed)"></label> <button class="button">\(localized: "Look up")</button></form>
            \(barcode.outcome.map { "<div class=\"notice\" role=\"status\">\($0)</div>" } as HTML?)
            """
    }

    /// Whether the form was submitted but not saved.
    private var isUnsaved: Bool { notice != nil || !problems.isEmpty || !conflicts.isEmpty }

    private var save: HTML {
        let title =
            switch purpose {
            case .add: String(localized: "Add")
            case .edit: String(localized: "Save")
            case .addAgain: String(localized: "Add again")
            }
        return "<button class=\"button prominent\">\(title)</button>"
    }

    private var filesRow: HTML {
        """
        <div class="field wide">\(ItemFilesSection.drop(String(localized: "Photo"), String(localized: "Drop photos and files here, or choose them")))</div>
        """
    }

    private func row(_ row: DetailForm.Row) -> HTML {
        let id = "field-\(row.id.rawValue)"
        let problem = problems[row.id] ?? row.problem.map { "\($0)" }
        let described: HTML? =
            problem == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"\(id)-problem\""
        let message: HTML? = problem.map { "<p class=\"problem\" id=\"\(id)-problem\">\($0)</p>" }
        if let theirs = conflicts[row.id] {
            return choice(row, theirs, id: id, described: described, message)
        }
        return """
            <div class="field\(isWide(row) ? " wide" : "")"><label for="\(id)">\(row.title)\(unit(row))</label>\
            \(control(row, id: id, described: described))\(message)</div>
            """
    }

    /// Returns the choice between both values of a field that the user and another writer have changed. Neither value
    /// is preselected.
    private func choice(
        _ row: DetailForm.Row, _ theirs: String, id: String, described: HTML?, _ message: HTML?
    ) -> HTML {
        let name = "choice-\(row.id.rawValue)"
        let shown: HTML = theirs.isEmpty ? "<em>\(localized: "nothing")</em>" : "<bdi>\(theirs)</bdi>"
        return """
            <fieldset class="card field wide conflict" id="\(id)-conflict"><legend>\(row.title)\(unit(row))</legend>\
            \(Fragment.hidden([("conflict", row.id.rawValue)]))\
            <div class="side"><label class="line"><input type="radio" name="\(name)" value="mine" required> \
            \(localized: "Keep mine")</label><label class="hidden" for="\(id)">\(localized: "Your value: \(row.title)")</label>\
            \(control(row, id: id, described: described))</div>\
            <div class="side"><label class="line"><input type="radio" name="\(name)" value="theirs" required> \
            \(localized: "Use theirs")</label><p class="theirs">\(shown)</p></div>\(message)</fieldset>
            """
    }

    private func isWide(_ row: DetailForm.Row) -> Bool {
        row.control == .lines || ["name", "careLog"].contains(row.id)
    }

    private func unit(_ row: DetailForm.Row) -> HTML? {
        switch row.control {
        case .amount: " <small>\(money.sign(of: form.item.currency))</small>"
        case .moment: " <small>UTC</small>"
        case .tags where row.id == "careLog":
            " <small>\(localized: "for example 2026-11-20 EUR 40: New belt; separated by commas")</small>"
        case .tags: " <small>\(localized: "separated by commas")</small>"
        case .number, .decimal: row.unit.map { " <small>\($0)</small>" }
        case .text where Field.with(key: row.id)?.traits.contains(.period) == true:
            " <small>\(localized: "such as 6 months")</small>"
        case .text where row.id == "depreciation":
            " <small>\(localized: "such as \(Depreciation.straightLineExample)")</small>"
        default: nil
        }
    }

    private func control(_ row: DetailForm.Row, id: String, described: HTML?) -> HTML {
        let name: HTML = "id=\"\(id)\" name=\"\(row.id.rawValue)\"\(described)"
        switch row.control {
        case .lines: return "<textarea \(name) rows=\"4\">\n\(row.text)</textarea>"
        case .toggle:
            let mark: HTML? = row.text == "true" ? " checked" : nil
            return """
                <input type="hidden" name="\(row.id.rawValue)" value="false">\
                <input type="checkbox" class="switch" role="switch" \(name) value="true"\(mark)>
                """
        case .number(let range):
            let greatest: HTML? = range.upperBound == .max ? nil : " max=\"\(range.upperBound)\""
            let isFree = range.lowerBound == .min || row.text.hasPrefix("-")
            let least: HTML? = isFree ? nil : " min=\"\(range.lowerBound)\""
            return "<input type=\"number\" \(name) step=\"1\"\(least)\(greatest) value=\"\(row.text)\">"
        case .amount, .decimal:
            return "<input type=\"text\" inputmode=\"decimal\" \(name) value=\"\(row.text)\">"
        case .day: return "<input type=\"date\" \(name) value=\"\(row.text)\">"
        case .moment:
            let text = row.text.hasSuffix("Z") ? String(row.text.dropLast()) : row.text
            return "<input type=\"datetime-local\" step=\"1\" \(name) value=\"\(text)\">"
        case .choice(let choices):
            let others = row.text.isEmpty || choices.contains(row.text) ? [] : [row.text]
            let options = ([""] + choices + others).map {
                (value: $0, title: $0.isEmpty ? String(localized: "Not set") : $0)
            }
            return "<select \(name)>\(Fragment.options(options, chosen: row.text))</select>"
        case .text, .tags, .photo, .files:
            let focus: HTML? = purpose == .add && row.id == "name" ? " autofocus" : nil
            return
                "<input type=\"text\" \(name) value=\"\(row.text)\" autocomplete=\"off\"\(focus)>"
        }
    }

    /// The controls for adding a custom field.
    private var customRow: HTML {
        let types: [(value: String, title: String)] = CustomField.types.map { ($0.rawValue, $0.title) }
        let problem: HTML? = problems[FormPage.newCustom].map { "<p class=\"problem\">\($0)</p>" }
        return """
            <details class="field wide custom"\(custom.name.isEmpty ? nil : " open")><summary>\(localized: "Custom field")</summary>
            <div class="columns"><label>\(localized: "Name") <input name="custom-name" value="\(custom.name)" autocomplete="off"></label>
            <label>\(localized: "Kind") <select name="custom-type">\(Fragment.options(types, chosen: custom.type))</select></label>
            <label>\(localized: "Value") <input name="custom-value" value="\(custom.value)" autocomplete="off"></label></div>
            \(problem)</details>
            """
    }

    /// The key for problems with the new custom field.
    static let newCustom: FieldKey = "custom-name"
}
