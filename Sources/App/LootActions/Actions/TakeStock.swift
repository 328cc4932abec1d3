import Localization
package import LootCore
package import LootPlugins

/// The actions of a stocktake, which compares the list with what is there.
extension Action {
    package static let startStocktake = Action(
        forList: "stocktake-start", title: "Start stocktake",
        summary: "Count the items in a place, or all items",
        requiredRole: .lend, parameters: [place]
    ) { input throws(LootError) in
        let settings = try await input.store.settings()
        if Stocktake(in: settings) != nil {
            throw LootError(
                .invalidValue, "Can't start a stocktake.", reason: "Another one is still in progress.",
                advice: "Finish or cancel it first.")
        }
        let place = try input[place]
        if let place {
            let query = Query(filter: .all([.compare("location", .inside, .text(place)), .isKept]))
            if try await input.store.outline(of: query).count == 0 {
                throw LootError(
                    .invalidValue, "Can't start a stocktake of “\(TextRules.visible(place))”.",
                    reason: "There are no items in this place.",
                    advice: "Enter a place that the list contains.",
                    field: "location")
            }
        }
        return input.planForList(
            Stocktake.start(in: place, on: input.today, by: input.author, settings: settings),
            title: "Start a stocktake", done: "Started the stocktake.",
            conditions: [Stocktake.condition(in: settings)])
    }

    /// Records an item. A code that belongs to no item is recorded as unknown.
    package static let scan = Action(
        forList: "stocktake-scan", title: "Scan", summary: "Record an item in the stocktake",
        requiredRole: .lend, parameters: [code, count]
    ) { input throws(LootError) in
        let (settings, stocktake) = try await running(input, failing: "Can't scan.")
        let code = try input[code].trimmed
        let change: Change
        let title: Message
        let done: Message
        let isRepeated: Bool
        do throws(LootError) {
            let item = try await Inventory(input.store).item(ItemReference(parsing: code))
            var scan = Stocktake.Scan(day: input.today, person: input.author)
            if let count = try input[count] { scan.record(count, of: item) }
            change = Stocktake.scan(item.id, scan)
            (title, done) = ("Scan “\(item.shownName)”", stocktake.sentence(for: item, scan))
            // A count replaces an earlier one. Without a count, the first scan is kept.
            isRepeated =
                stocktake.scan(of: item.id).map {
                    scan.count == nil || scan.count == $0.count && scan.difference == $0.difference
                } ?? false
        } catch {
            guard error.code == .noSuchItem else { throw error }
            change = try Stocktake.scan(unknown: code)
            (title, done) = ("Scan an unknown code", Stocktake.sentence(forUnknown: code))
            isRepeated = stocktake.unknown.contains(code)
        }
        guard case .set(let key, _) = change, !isRepeated else {
            return input.planForList(
                [], title: title, done: "“\(TextRules.visible(code))” was already scanned.", conditions: [])
        }
        // The first of two scans at the same time is recorded.
        return input.planForList(
            [change], title: title, done: done,
            conditions: [Stocktake.condition(in: settings), .setting(key, settings[key])])
    }

    /// Sets the day and the person in all scanned items, and ends the stocktake. Other changes to the items require the
    /// role `write`.
    package static let finishStocktake = Action(
        forList: "stocktake-finish", title: "Finish stocktake",
        summary: "Record scanned items as seen, and finish", requiredRole: .lend,
        parameters: [moves, quantities]
    ) { input throws(LootError) in
        let (movesItems, setsQuantities) = (try input[moves], try input[quantities])
        // The revision is read first, so that a scan that is made after it is a conflict.
        let revision = try await input.store.summary().revision
        let (settings, stocktake) = try await running(input, failing: "Can't finish the stocktake.")
        let report = try await StocktakeReport(stocktake, in: input.store)
        var changes: [Change] = []
        for result in [StocktakeReport.Result.seen, .misplaced] {
            for item in report.items[result] ?? [] {
                guard let scan = stocktake.scan(of: item.id) else { continue }
                var patch: Patch = ["seen": .day(scan.day), "seenBy": scan.person.map { .text($0) }]
                var isHere = result == .seen && item.disposal == nil
                if result == .misplaced, movesItems, let place = stocktake.place {
                    patch["location"] = .some(.text(place))
                    isHere = true
                }
                // Other pieces of a misplaced item may be in its place.
                if isHere, setsQuantities, let quantity = scan.quantity(of: item) {
                    patch["quantity"] = .some(.integer(quantity))
                }
                changes.append(.update(item.id, patch))
            }
        }
        // A scan by another person in the meantime must not be lost.
        var plan = input.planForList(
            changes + Stocktake.end(in: settings), title: "Finish a stocktake",
            done: "Finished the stocktake: \(report.summary)", conditions: [.list(revision)])
        if movesItems || setsQuantities { plan.requiredRole = .write }
        return plan
    }

    /// Ends the stocktake without a change of items.
    package static let cancelStocktake = Action(
        forList: "stocktake-cancel", title: "Cancel stocktake",
        summary: "End the stocktake without recording anything", requiredRole: .lend
    ) { input throws(LootError) in
        let (settings, _) = try await running(input, failing: "Can't cancel the stocktake.")
        return input.planForList(
            Stocktake.end(in: settings), title: "Cancel a stocktake", done: "Canceled the stocktake.",
            conditions: [Stocktake.condition(in: settings)])
    }

    private static func running(
        _ input: ActionInput, failing failure: Message
    ) async throws(LootError) -> (ListSettings, Stocktake) {
        let settings = try await input.store.settings()
        if let stocktake = Stocktake(in: settings) { return (settings, stocktake) }
        throw .noStocktake(failing: failure)
    }

    private static let place = Parameter.optional(
        "place", .text, sets: "location", title: "Place",
        summary: "The place to count. The default is the whole list.")
    private static let code = Parameter.required(
        "code", .text, title: "Code",
        summary: "The number, ID, name or barcode of an item, or the address on its label.")
    private static let moves = Parameter.flag(
        "move", title: "Move", summary: "Whether to move misplaced items to the place of the stocktake."
    )
    private static let count = Parameter.optional(
        "count", .integer, sets: "quantity", title: "Pieces",
        summary: "The number of pieces that were counted. The last count applies.")
    private static let quantities = Parameter.flag(
        "quantities", title: "Set quantities",
        summary: "Whether to set the quantities of counted items to the number of pieces that were counted."
    )
}

extension LootError {
    /// Creates an error for an operation that needs a stocktake while there is none.
    package static func noStocktake(failing failure: Message) -> LootError {
        LootError(
            .invalidValue, failure, reason: "No stocktake is in progress.", advice: "Start one first.")
    }
}
