import LootControllers
import LootCore
import LootFormats
import WebServer

/// The form of one item, or of one that is to be added.
struct DetailPage {
    let form: DetailForm
    let isNew: Bool
    let canWrite: Bool
    let keepsPhotos: Bool
    let money: Money
    let back: String
    /// The state that the form was made of.
    let entityTag: String
    /// What is wrong with fields, beside what the form knows itself.
    var problems: [FieldKey: String] = [:]
    var notice: String?
    /// What was typed for a new custom field.
    var custom: (name: String, type: String, value: String) = ("", "text", "")

    private var path: String { isNew ? "/items" : "/items/\(form.item.id)" }
    var title: String { isNew ? "New item" : form.item.name }

    var html: HTML {
        let delete: HTML = """
            <a class="button destructive" data-action="delete" data-name="\(form.item.name)" \
            href="\(path)/delete\(PercentEncoding.query([("back", back)]))">Delete…</a>
            """
        return """
            <header class="bar"><div class="bar-inner">
            <a class="button" href="\(back)"><span aria-hidden="true">‹</span> List</a>
            <h1><bdi>\(title)</bdi></h1>
            </div></header>
            <main class="detail-frame">
            \(notice.map { "<p class=\"notice\" role=\"alert\">\($0)</p>" } as HTML?)
            \(photo)
            <form class="detail-form" method="post" action="\(path)">
            \(Fragment.hidden([("back", back), ("tag", entityTag)]))
            <fieldset\(canWrite ? nil : " disabled")>
            \(form.rows.filter { $0.control != .photo }.map(row))
            \(canWrite ? customRow : nil)
            </fieldset>
            <p class="actions">\(canWrite ? save : nil)<a class="button" href="\(back)">Cancel</a>
            \(isNew || !canWrite ? nil : delete)</p>
            </form>
            </main>
            """
    }

    /// The photo, and forms to give the item another or none; each is sent by itself.
    private var photo: HTML? {
        guard !isNew, keepsPhotos, canWrite || form.item.photo != nil else { return nil }
        let name = form.item.name
        let image: HTML? = form.item.photo.map { photo in
            """
            <a href="/api/photos/\(photo.description)"><img src="/api/photos/\(photo.description)" \
            alt="Photo of \(name)" decoding="async"></a>
            """
        }
        let remove: HTML? =
            form.item.photo == nil
            ? nil
            : Fragment.button(
                "\(path)/photo/delete", "Remove photo", kind: "button", fields: [("back", back)])
        let controls: HTML = """
            <div class="actions"><form class="photo-form" method="post" action="\(path)/photo" \
            enctype="multipart/form-data">\(Fragment.hidden([("back", back)]))\
            <label for="photo">\(form.item.photo == nil ? "Add a photo" : "Another photo")</label>\
            <input type="file" id="photo" name="photo" accept="\(DetailPage.photoTypes)" required>\
            <button class="button apply">Upload</button></form>\(remove)</div>
            """
        return """
            <section class="photo" aria-label="Photo">\(image)\(canWrite ? controls : nil)\
            <p class="problem" role="alert" hidden></p></section>
            """
    }

    private static let photoTypes = PhotoKind.allCases.map(\.mediaType).joined(separator: ",")

    private var save: HTML { "<button class=\"button prominent\">\(isNew ? "Add" : "Save")</button>" }

    private func row(_ row: DetailForm.Row) -> HTML {
        let id = "field-\(row.id.rawValue)"
        let problem = problems[row.id] ?? row.problem.map { "\($0)" }
        let described: HTML? =
            problem == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"\(id)-problem\""
        let message: HTML? = problem.map { "<p class=\"problem\" id=\"\(id)-problem\">\($0)</p>" }
        return """
            <div class="field\(isWide(row) ? " wide" : "")"><label for="\(id)">\(row.title)\(unit(row))</label>\
            \(control(row, id: id, described: described))\(message)</div>
            """
    }

    private func isWide(_ row: DetailForm.Row) -> Bool { row.control == .lines || row.id == "name" }

    private func unit(_ row: DetailForm.Row) -> HTML? {
        switch row.control {
        case .amount: " <small>\(money.symbol)</small>"
        case .moment: " <small>UTC</small>"
        case .tags: " <small>with commas between</small>"
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
            let least: HTML? = range.lowerBound == .min ? nil : " min=\"\(range.lowerBound)\""
            return "<input type=\"number\" \(name) step=\"1\"\(least)\(greatest) value=\"\(row.text)\">"
        case .amount:
            return "<input type=\"number\" \(name) step=\"1\" min=\"0\" value=\"\(row.text)\">"
        case .decimal: return "<input type=\"text\" inputmode=\"decimal\" \(name) value=\"\(row.text)\">"
        case .day: return "<input type=\"date\" \(name) value=\"\(row.text)\">"
        case .moment:
            let text = row.text.hasSuffix("Z") ? String(row.text.dropLast()) : row.text
            return "<input type=\"datetime-local\" step=\"1\" \(name) value=\"\(text)\">"
        case .text, .tags, .photo:
            let required: HTML? = row.id == "name" ? " required" : nil
            let focus: HTML? = isNew && row.id == "name" ? " autofocus" : nil
            return
                "<input type=\"text\" \(name) value=\"\(row.text)\" autocomplete=\"off\"\(required)\(focus)>"
        }
    }

    /// A field of a person's own, to be added.
    private var customRow: HTML {
        let types: [(value: String, title: String)] = CustomField.types.map { ($0.rawValue, $0.title) }
        let problem: HTML? = problems[DetailPage.newCustom].map { "<p class=\"problem\">\($0)</p>" }
        return """
            <details class="field wide custom"\(custom.name.isEmpty ? nil : " open")><summary>Field of your own</summary>
            <div class="columns"><label>Name <input name="custom-name" value="\(custom.name)" autocomplete="off"></label>
            <label>Kind <select name="custom-type">\(Fragment.options(types, chosen: custom.type))</select></label>
            <label>Value <input name="custom-value" value="\(custom.value)" autocomplete="off"></label></div>
            \(problem)</details>
            """
    }

    /// Where problems with the custom field that is to be added stand.
    static let newCustom: FieldKey = "custom-name"
}

extension FieldType {
    fileprivate var title: String {
        switch self {
        case .text: "Text"
        case .integer: "Whole number"
        case .decimal: "Number"
        case .flag: "Yes or no"
        case .moment: "Date and time"
        case .day: "Date"
        case .list: "List"
        }
    }
}
