import Basics
import LootAPI
import LootActions
import LootCore
import LootFormats
import LootPlugins
import WebServer

extension Site {
    /// Handles `POST /import`: the import form, submitted by a browser or by the page's script.
    func importFromForm(_ request: Request) async throws -> Response {
        let form = try MultipartForm(try await request.body.bytes(), of: request)
        let isDry = form["look"] != nil
        var page = ImportPage(form)
        func answer(_ status: Status, _ outcome: HTML) -> Response {
            page.outcome = outcome
            return response(to: page, request, status)
        }
        let file = ImportedFile(form)
        do {
            var options = try file.options(form, columns: page.takesColumns)
            options.ownFields = ownFields
            options.importers = try host.importers()
            // The content determines the format of text files. For other formats, the file name does.
            if let name = form["file"]?.fileName, let told = try host.importer(forFile: name),
                told.plugin.textFormat != told.name
            {
                options.importer = told
            }
            options.isTrial = isDry
            let plan = try await plan(.bytes(file.bytes), options)
            page.sheets = plan.sheet?.names ?? []
            let isTaken = !isDry && (page.skipsInvalid || plan.refusals.isEmpty)
            if isDry || !isTaken { page.held = file.held(form) }
            let outcome = ImportOutcome(plan, isTaken: isTaken, updateBy: page.updateBy).html
            if isTaken { try await inventory.commit(plan, title: String(localized: "Import")) }
            return answer(isDry || isTaken ? .ok : .unprocessableContent, outcome)
        } catch let error as LootError where Problem(error).status < 500 {
            if error.field == "sheet" {
                // The chosen sheet is empty.
                page.sheets = error.candidates
                page.held = file.held(form)
            }
            if error.code == .otherCurrency {
                // The person confirms the currency of the file, or enters another one.
                page.currency = error.candidates[0]
                page.held = file.held(form)
            }
            return answer(Status(Problem(error).status), ImportPage.problem(ImportPage.text(of: error)))
        }
    }

    func response(to page: ImportPage, _ request: Request, _ status: Status = .ok) -> Response {
        layout(String(localized: "Import"), kind: "import-page", request, needsScript: false).response(
            back: .list, page.html, status)
    }
}

/// The file of an import form: the file that the user has chosen, or the previewed file that the page contains.
struct ImportedFile {
    let bytes: [UInt8]
    /// Whether the page contains the file.
    let wasHeld: Bool

    /// The maximum size of a file that the page contains. It would have to be transferred twice more, so a larger
    /// file must be chosen again.
    private static let mostHeld = 4 << 20

    init(_ form: MultipartForm) {
        let chosen = form["file"]?.bytes ?? []
        wasHeld = chosen.isEmpty && form["held"] != nil
        bytes = wasHeld ? form.text("held").flatMap { Base64.decode($0.utf8) } ?? [] : chosen
    }

    /// Returns the file to embed in the page, or `nil` if a script keeps it or it is too large.
    func held(_ form: MultipartForm) -> String? {
        guard form["scripted"] == nil, !bytes.isEmpty, bytes.count <= ImportedFile.mostHeld else {
            return nil
        }
        var text: [UInt8] = []
        Base64.append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the import options in the given form.
    func options(_ form: MultipartForm, columns takesColumns: Bool) throws(LootError) -> ImportOptions {
        var options = ImportOptions()
        options.needsName = false
        if let key = form.text("update"), !key.isEmpty { options.updateBy = try Field.named(key) }
        if let code = form.text("currency"), !code.isEmpty {
            guard let currency = Currency(sign: code) else {
                throw LootError(
                    .invalidValue, "Can't import the file.",
                    reason: "“\(TextRules.visible(code))” isn't a currency.",
                    advice: "Enter its three-letter code, such as EUR.", field: "currency")
            }
            options.currency = currency
        }
        if let sheet = form.text("sheet"), !sheet.isEmpty { options.sheet = sheet }
        options.decimalMark = form.text("decimal").flatMap { AmountText.DecimalMark(rawValue: $0) }
        options.duplicates = form.text("duplicates").flatMap { ImportOptions.Duplicates(rawValue: $0) }
        guard takesColumns else { return options }
        for part in form.parts where part.name.hasPrefix("column.") {
            let number = part.name.dropFirst("column.".count)
            guard let place = Int(number), place > 0 else { continue }
            let choice = String(decoding: part.bytes, as: UTF8.self)
            let key: FieldKey?
            switch choice {
            case ImportOutcome.leftOut: key = nil
            case ImportOutcome.own:
                let name = form.text("own.\(number)") ?? ""
                key = .custom(name.isEmpty ? "column \(number)" : name)
            default: key = try Field.named(choice)
            }
            options.numberedColumns.updateValue(key, forKey: place - 1)
        }
        return options
    }
}
