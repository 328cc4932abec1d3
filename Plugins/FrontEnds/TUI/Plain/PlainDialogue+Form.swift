import LootActions
import LootCore
import TextSearch

/// A form as questions: a field after the other.
extension PlainDialogue {
    /// How a person ends a form.
    private enum Ending {
        /// What was answered is to be saved.
        case save
        /// What was answered is to be forgotten.
        case drop
    }

    /// Asks for the usual fields and the declared ones. The text is the name of a template, which says which of these
    /// and with what values, or the name of the item.
    func add(_ text: String) async throws(LootError) {
        let own = presentation.ownFields
        if !text.isEmpty, let template = try? own.template(named: text) {
            return try await add(DetailForm(own: own, template: template))
        }
        let values: Patch = text.isEmpty ? Patch() : ["name": .text(text)]
        try await add(DetailForm(own: own, values: values))
    }

    /// `barcode 4006381333931`: asks for the same fields as ``add(_:)``, with what a catalog knows in them.
    func addByBarcode(_ text: String) async throws(LootError) {
        guard !text.isEmpty else {
            throw PlainDialogue.missing("a barcode", next: "Type for example: barcode 4006381333931")
        }
        let barcode = try Barcode(text)
        let store = inventory.store
        if !store.capabilities.contains(.writable) {
            throw store.problem
                ?? LootError(.readOnly, "can't add by barcode", because: "this store is read-only")
        }
        let items = try await store.items(of: Query(filter: barcode.filter))
        if let sentence = FoundProduct.sentence(of: items) { say(sentence) }
        let product = try await host.product(barcode)
        say("\(product.catalog) knows it. Nothing is added yet.")
        try await add(DetailForm(own: presentation.ownFields, values: product.values))
    }

    /// Asks for what a new item is to be, beginning with what the form holds.
    private func add(_ begun: DetailForm) async throws(LootError) {
        var form = begun
        form.money = presentation.money
        let keys: [FieldKey] =
            ["name", "valueInDollars", "serialNumber"]
            + form.rows.map(\.id).filter { $0.customName != nil }
        for row in form.rows where row.isChanged && !keys.contains(row.id) {
            say("\(row.title): \(row.text)")
        }
        guard try fill(&form, keys) == .save, form.isChanged else { return say("Nothing was added.") }
        say("Added \(try await save(form, addsItem: true)). Type undo to take it back.")
    }

    func edit(_ item: Item) async throws(LootError) {
        var form = DetailForm(item, own: presentation.ownFields)
        form.money = presentation.money
        guard try fill(&form, form.rows.map(\.id)) == .save, form.isChanged else {
            return say("Nothing was changed.")
        }
        say("Saved \(try await save(form, addsItem: false)). Type undo to take it back.")
    }

    /// Writes what a form holds; what the store can't take may be tried again, with nothing typed anew, and what has become
    /// of the item elsewhere is asked about.
    ///
    /// - Returns: the item's name.
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
                say("\(form.item.shownName) was removed elsewhere.")
                guard agrees("Add it again? y or n: ") else { throw error }
                addsItem = true
            } catch {
                say("Error: \(error.sentence)")
                guard agrees("Try again? y or n: ") else { throw error }
            }
        }
    }

    /// Asks for one of two values that were given to a field.
    private func settle(_ row: DetailForm.Row, in form: inout DetailForm) throws(LootError) {
        say("\(row.title) was changed elsewhere, too. Yours: \(row.text). Theirs: \(row.theirs ?? "").")
        while true {
            guard let answer = ask("Keep yours or take theirs? y or t: ")?.lowercased() else { throw ended }
            guard answer.hasPrefix("y") || answer.hasPrefix("t") else { continue }
            return form.settle(row.id, takingTheirs: answer.hasPrefix("t"))
        }
    }

    /// The input ends in the middle of a form: nothing is saved.
    private var ended: LootError {
        say("")
        return LootError(
            .cancelled, "can't save the item", because: "the input ended in the middle of it",
            next: "End it with a dot to save what was answered so far")
    }

    /// Asks for fields. What can't be read is asked for again.
    ///
    /// - Throws: `LootError` with code `cancelled` when the input ends before the form does: nothing is saved then.
    private func fill(_ form: inout DetailForm, _ keys: [FieldKey]) throws(LootError) -> Ending {
        say("Enter keeps a field, - empties it, . saves at once, ! leaves without saving.")
        for key in keys {
            while let row = form[key] {
                let choices = if case .choice(let choices) = row.control { choices } else { [String]() }
                let offer = choices.isEmpty ? "" : ", one of \(choices.joined(separator: ", "))"
                let old = row.text.isEmpty ? "" : " (\(row.text))"
                guard var answer = ask("\(row.titleWithUnit)\(offer)\(old): ") else { throw ended }
                if answer == "!" { return .drop }
                // What was wrong before and is kept, keeps nothing else from being saved.
                if row.problem == nil || !row.isChanged {
                    if answer == "." { return .save }
                    if answer.isEmpty { break }
                }
                // A choice need not be spelled out.
                let meant = choices.filter { Folding.fold($0).hasPrefix(Folding.fold(answer)) }
                if answer == "-" {
                    answer = ""
                } else if !answer.isEmpty, meant.count == 1 {
                    answer = meant[0]
                }
                form.set(answer, for: key)
                guard let problem = form[key]?.problem else { break }
                say("Error: \(problem.sentence)")
            }
        }
        return .save
    }
}
