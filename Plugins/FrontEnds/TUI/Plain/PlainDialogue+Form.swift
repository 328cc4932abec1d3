import LootActions
import LootCore
import TextSearch

/// Forms in plain mode, one question per field.
extension PlainDialogue {
    /// A way to end a form.
    private enum Ending {
        /// The answers are saved.
        case save
        /// The answers are discarded.
        case drop
    }

    /// Asks for the usual fields and the declared custom fields of a new item. `text` is the name of a template,
    /// which determines fields and initial values, or the name of the item.
    func add(_ text: String) async throws(LootError) {
        if configuration.addsAtOnce, text.isEmpty {
            let item = Item.random()
            _ = try await inventory.add([item])
            return say(String(localized: "Added \(item.name). To undo this, type undo."))
        }
        let own = presentation.ownFields
        if !text.isEmpty, let template = try? own.template(named: text) {
            return try await add(DetailForm(own: own, template: template))
        }
        let values: Patch = text.isEmpty ? Patch() : ["name": .text(text)]
        try await add(DetailForm(own: own, values: values))
    }

    /// Asks for the same fields as ``add(_:)``, filled with the data that a catalog has for a barcode: `barcode
    /// 4006381333931`.
    func addByBarcode(_ text: String) async throws(LootError) {
        guard !text.isEmpty else {
            throw PlainDialogue.incomplete(
                "The command needs a barcode.", advice: "Type, for example, “barcode 4006381333931”.")
        }
        let barcode = try Barcode(text)
        let store = inventory.store
        if !store.capabilities.contains(.writable) {
            throw store.problem
                ?? LootError(.readOnly, "Can't add by barcode.", reason: "This store is read-only.")
        }
        let items = try await store.items(of: Query(filter: barcode.filter))
        if let sentence = FoundProduct.sentence(of: items) { say(sentence) }
        let product = try await host.product(barcode)
        say(String(localized: "Found the product in \(product.catalog). Nothing has been added yet."))
        try await add(DetailForm(own: presentation.ownFields, values: product.values))
    }

    /// Asks for the fields of a new item and adds it. `begun` contains the initial values.
    private func add(_ begun: DetailForm) async throws(LootError) {
        var form = begun
        form.money = presentation.money
        let keys: [FieldKey] =
            ["name", "valueInDollars", "serialNumber"]
            + form.rows.map(\.id).filter { $0.customName != nil }
        for row in form.rows where row.isChanged && !keys.contains(row.id) {
            say(Language.current.titled(row.title, row.text))
        }
        guard try fill(&form, keys) == .save, form.isChanged else {
            return say(String(localized: "Nothing was added."))
        }
        say(String(localized: "Added \(try await save(form, addsItem: true)). To undo this, type undo."))
    }

    func edit(_ item: Item) async throws(LootError) {
        var form = DetailForm(item, own: presentation.ownFields)
        form.money = presentation.money
        guard try fill(&form, form.rows.map(\.id)) == .save, form.isChanged else {
            return say(String(localized: "Nothing was changed."))
        }
        say(String(localized: "Saved \(try await save(form, addsItem: false)). To undo this, type undo."))
    }

    /// Saves a form. If saving fails, the person can try again without typing anything again. If the item was changed
    /// elsewhere, asks which values to keep.
    ///
    /// - Returns: The name of the item.
    private func save(_ form: DetailForm, addsItem: Bool) async throws(LootError) -> String {
        var (form, addsItem) = (form, addsItem)
        while true {
            do {
                try await inventory.save(try form.transaction(addsItem: addsItem))
                return try form.edited().shownName
            } catch  where error.code == .conflict || error.code == .noSuchItem {
                if let current = try await inventory.store.item(form.item.id) {
                    guard current != form.item else { throw error }
                    form.follow(current)
                    for row in form.conflicts { try settle(row, in: &form) }
                    continue
                }
                say(String(localized: "\(form.item.shownName) was removed elsewhere."))
                guard agrees("Add it again?") else { throw error }
                addsItem = true
            } catch {
                say(String(localized: "Error: \(error.sentence)"))
                guard agrees("Try again?") else { throw error }
            }
        }
    }

    /// Asks which of two conflicting values to keep.
    private func settle(_ row: DetailForm.Row, in form: inout DetailForm) throws(LootError) {
        say(
            String(
                localized:
                    "\(row.title) was changed elsewhere, too. Yours: \(row.text). Theirs: \(row.theirs ?? "")."
            ))
        while true {
            guard let answer = ask(String(localized: "Keep yours (1) or use theirs (2)? "))
            else { throw ended }
            guard answer == "1" || answer == "2" else { continue }
            return form.settle(row.id, takingTheirs: answer == "2")
        }
    }

    /// The error if the input ends within a form. Nothing is saved.
    private var ended: LootError {
        say("")
        return LootError(
            .cancelled, "Can't save the item.", reason: "The input ended before the last field.",
            advice: "Enter a period (.) after the answers to save the item.")
    }

    /// Asks for fields. Repeats the question after an invalid answer.
    ///
    /// - Throws: `LootError` with code `cancelled` if the input ends before the form. In this case, nothing is
    ///   saved.
    private func fill(_ form: inout DetailForm, _ keys: [FieldKey]) throws(LootError) -> Ending {
        say(String(localized: "Enter keeps a field, - clears it, . saves now, ! leaves without saving."))
        for key in keys {
            while let row = form[key] {
                let choices = if case .choice(let choices) = row.control { choices } else { [String]() }
                let all = Language.current.list(choices, .none)
                let title = row.text.isEmpty ? row.titleWithUnit : "\(row.titleWithUnit) (\(row.text))"
                let prompt: Message = choices.isEmpty ? "\(title): " : "\(title), one of \(all): "
                guard var answer = ask(prompt.text) else { throw ended }
                if answer == "!" { return .drop }
                // An invalid value that the user hasn't changed doesn't prevent saving.
                if row.problem == nil || !row.isChanged {
                    if answer == "." { return .save }
                    if answer.isEmpty { break }
                }
                // An unambiguous beginning of a choice is sufficient.
                let meant = choices.filter { Folding.fold($0).hasPrefix(Folding.fold(answer)) }
                if answer == "-" {
                    answer = ""
                } else if !answer.isEmpty, meant.count == 1 {
                    answer = meant[0]
                }
                form.set(answer, for: key)
                guard let problem = form[key]?.problem else { break }
                say(String(localized: "Error: \(problem.sentence)"))
            }
        }
        return .save
    }
}
