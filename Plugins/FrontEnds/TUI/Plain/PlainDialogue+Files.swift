import LootActions
import LootCore

extension PlainDialogue {
    func givePhoto(_ rest: String) async throws(LootError) {
        let words = rest.split(separator: " ", maxSplits: 1)
        guard words.count == 2 else {
            throw PlainDialogue.incomplete(
                "The command needs a number and a file.", advice: "Type, for example, “photo 1 lamp.jpg”.")
        }
        let item = try await item(String(words[0]))
        let photo = inventory.asKept(try files.photo(String(words[1])))
        try await inventory.setPhoto(photo, of: item.id)
        say(String(localized: "The photo of \(item.shownName) is now \(ItemPresentation.text(of: photo))."))
    }

    func importFile(_ path: String) async throws(LootError) {
        guard !path.isEmpty else {
            throw PlainDialogue.incomplete(
                "The command needs a file.", advice: "Type, for example, “import items.csv”.")
        }
        var plan: ImportPlan
        do throws(LootError) { plan = try await files.plan(path) } catch {
            guard error.code == .otherCurrency else { throw error }
            say(error.problem())
            let choices = Language.current.list(error.candidates, .none)
            let answer =
                ask(String(localized: "Currency for amounts without one (\(choices)): "))?
                .uppercased() ?? ""
            guard error.candidates.contains(answer) else {
                return say(String(localized: "Nothing was imported."))
            }
            plan = try await files.plan(path, currency: answer)
        }
        if let sheet = plan.sheet, !sheet.others.isEmpty {
            let names = Language.current.list(
                ([sheet.name] + sheet.others).map { TextRules.quoted($0) }, .none)
            let answer =
                ask(String(localized: "Which sheet? \(names). Press Enter for the first one: ")) ?? ""
            if !answer.isEmpty { plan = try await files.plan(path, sheet: answer) }
        }
        for sentence in plan.refusals.prefix(5).flatMap({ plan.sentences(about: $0) }) {
            say(String(localized: "Rejected: \(sentence)"))
        }
        for warning in plan.warnings.prefix(5) { say(warning) }
        guard plan.hasEffect else {
            return say(
                plan.count == 0
                    ? String(localized: "Nothing to import.")
                    : String(localized: "Nothing to import: \(plan.facts(isDone: false))."))
        }
        say(String(localized: "\(plan.facts(isDone: false))."))
        say(String(localized: "\(plan.formatSummary)."))
        for remark in plan.remarks { say(remark) }
        guard agrees("Import?") else {
            return say(String(localized: "Nothing was imported."))
        }
        try await inventory.commit(plan, title: String(localized: "Import \(TextRules.visible(path: path))"))
        say(String(localized: "Imported. To undo this, type undo."))
    }

    func exportFile(_ path: String) async throws(LootError) {
        guard !path.isEmpty else {
            throw PlainDialogue.incomplete(
                "The command needs a file.", advice: "Type, for example, “export items.csv”.")
        }
        let count: (items: Int, missing: Int)
        do throws(LootError) { count = try await files.export(query, to: path, replaces: false) } catch {
            guard error.code == .cannotCreate else { throw error }
            say(String(localized: "Error: \(error.sentence)"))
            guard agrees("Replace it?") else {
                return say(String(localized: "Nothing was exported."))
            }
            count = try await files.export(query, to: path, replaces: true)
        }
        say(ItemPresentation.exported(count.items, to: path, without: count.missing))
    }

    /// Returns the error for a command with missing arguments.
    static func incomplete(_ reason: Message, advice: Message) -> LootError {
        LootError(.usage, "Can't run the command.", reason: reason, advice: advice)
    }
}
