package import LootCore

extension Inventory {
    /// Returns a remark about the disposed items that match a search or filter but are hidden, for example `1 more is
    /// disposed.`, or `nil` if there are none.
    package func disposedMatches(of query: Query) async throws(LootError) -> String? {
        guard !query.selectsAll, var hidden = query.forHiddenItems else { return nil }
        hidden.sectioning = nil
        let count = try await store.outline(of: hidden).count
        if count == 0 { return nil }
        return String(localized: "\(count, one: "more item was", other: "more items were") disposed of.")
    }

    /// The maximum number of candidates that are read, and that are listed in errors, for an ambiguous reference.
    private static let (candidates, told) = (100, 5)

    /// Returns the item that a person refers to.
    ///
    /// - Throws: ``/LootCore/LootError``. The code is `no-such-item`, or `ambiguous-item`, whose message lists the
    ///   candidates.
    package func item(_ reference: ItemReference) async throws(LootError) -> Item {
        switch reference {
        case .id(let id):
            guard let item = try await store.item(id) else { throw LootError.missing(id) }
            return item
        case .prefix(let text):
            return try await item(called: text, or: .compare(Field.idKey, .begins, .text(text)))
        case .name(let text): return try await item(called: text)
        case .number(let text): return try await item(numbered: text)
        case .digits(let digits):
            let query = Query(filter: try await isNumbered(digits))
            let found = try await store.page(of: query, rows: 0..<2).items
            if found.count == 1 { return found[0] }
            throw try await refusal(ofDigits: digits)
        case .position(let position): return try await item(at: position)
        }
    }

    private func item(numbered text: String) async throws(LootError) -> Item {
        let query = Query(filter: try await isNumbered(text))
        let found = try await store.page(of: query, rows: 0..<2).items
        if found.count == 1 { return found[0] }
        let quote = TextRules.visible(text)
        if found.isEmpty {
            throw LootError(
                .noSuchItem, "Can't find the item with the number “\(quote)”.",
                reason: "No item has this number.", remedy: .list)
        }
        throw LootError(
            .ambiguousItem, "Can't tell which item “\(quote)” is.",
            reason: "Several items have this number.", advice: "Give them different numbers.")
    }

    private func item(at position: Int) async throws(LootError) -> Item {
        let isPossible = position >= 0 && position < Int.max
        let page = isPossible ? try await store.page(of: .all, rows: position..<position + 1) : nil
        if let item = page?.items.first { return item }
        let count = try await store.summary().count
        throw LootError(
            .noSuchItem, "Can't find the item #\(position &+ 1).",
            reason: count == 0 ? "The list is empty." : "The last item is #\(count).",
            advice: count == 0 ? "Add an item." : "See the positions.", remedy: count == 0 ? .add : .list)
    }

    /// Returns the only item that has a name, an asset number or a barcode, or matches a condition. An asset number
    /// wins. If several names differ only in case and accents, the one with the exact spelling wins.
    private func item(called name: String, or condition: Filter? = nil) async throws(LootError) -> Item {
        let isNamed = Filter.compare("name", .equal, .text(name))
        let isNumbered = try await isNumbered(name)
        let others = [condition, (try? Barcode(name))?.filter].compactMap(\.self)
        let query = Query(filter: .any([isNamed, isNumbered] + others))
        let answer = try await store.answer(to: query, rows: 0..<Inventory.candidates)
        let found = answer.page.items
        if found.count == 1 { return found[0] }
        let numbered = found.filter(isNumbered.matches)
        if numbered.count == 1 { return numbered[0] }
        if found.isEmpty { throw try await refusal(ofName: name, isPrefix: condition != nil) }
        let alike = found.filter { $0.name == name }
        let namedCount = found.count(where: isNamed.matches)
        if alike.count == 1, namedCount == found.count { return alike[0] }
        let ids = ShortIDs(found.map(\.id))
        let shown = found.prefix(Inventory.told).map { item -> Message in
            let (id, name) = (ids[item.id], TextRules.visible(item.name))
            guard let place = item.location else { return "\(id) “\(name)”" }
            return "\(id) “\(name)” in \(TextRules.visible(place))"
        }
        let count = answer.outline.count
        let candidates = Inventory.candidates(shown, of: count)
        let reason: Message =
            switch namedCount {
            case 0 where condition.map({ found.allSatisfy($0.matches) }) == true:
                "\(count, one: "ID begins", other: "IDs begin") with it: \(list: candidates)."
            case found.count: "\(count, one: "item has", other: "items have") this name: \(list: candidates)."
            default: "\(count, one: "item matches", other: "items match"): \(list: candidates)."
            }
        throw LootError(
            .ambiguousItem, "Can't tell which item “\(TextRules.visible(name))” is.", reason: reason,
            advice: "Enter more characters of the ID.")
    }

    /// Returns the candidates to show, and the number of remaining ones, as elements of a list.
    private static func candidates(_ shown: [Message], of count: Int) -> [Message] {
        shown + (count > shown.count ? ["\(count - shown.count, one: "more", other: "more")"] : [])
    }

    /// Returns an error for text that matches no item. It suggests items whose names contain the text or are
    /// one typo away.
    private func refusal(ofName name: String, isPrefix: Bool) async throws(LootError) -> LootError {
        let query = Query(filter: .compare("name", .contains, .text(name)))
        var answer = try await store.answer(to: query, rows: 0..<Inventory.told)
        if answer.page.items.isEmpty,
            let near = try await store.near(Query(search: Search(name, in: ["name"])))
        {
            answer = try await store.answer(to: near.query, rows: 0..<Inventory.told)
        }
        let found = answer.page.items.map { "\($0.id.short) “\(TextRules.visible($0.name))”" as Message }
        let reason: Message =
            switch name {
            case _ where isPrefix: "No ID begins with it, and no item has this name."
            case _ where name.hasPrefix("#"): "No item has this name. A position consists of # and a number."
            default: "No item has this name."
            }
        let candidates = Inventory.candidates(found, of: answer.outline.count)
        return LootError(
            .noSuchItem, "Can't find the item “\(TextRules.visible(name))”.", reason: reason,
            advice: found.isEmpty ? "See IDs and names." : "Did you mean \(list: candidates, .or)?",
            remedy: found.isEmpty ? .list : nil)
    }

    /// Returns an error for a few digits, which are ambiguous. It suggests the items that could be meant.
    private func refusal(ofDigits digits: String) async throws(LootError) -> LootError {
        let number = Int(digits) ?? 0
        let row = number > 0 ? try await store.page(of: .all, rows: number - 1..<number).items.first : nil
        let query = Query(filter: .compare(Field.idKey, .begins, .text(digits)))
        let started = try await store.page(of: query, rows: 0..<1).items.first
        let isNamed = Query(filter: .compare("name", .equal, .text(digits)))
        let named = try await store.page(of: isNamed, rows: 0..<1).items.first
        let failure: Message = "Can't tell which item “\(digits)” is."
        if row == nil, started == nil, named == nil {
            return LootError(
                .noSuchItem, failure, reason: "No item has this position, and no ID begins with it.",
                advice: "See IDs and positions.", remedy: .list)
        }
        var readings: [Message] = []
        if let row { readings.append("the position of “\(TextRules.visible(row.name))”") }
        if let named { readings.append("the name of \(named.id.short)") }
        if let started {
            readings.append(
                "the beginning of the ID \(started.id.short) of “\(TextRules.visible(started.name))”")
        } else if named == nil {
            readings.append("the beginning of an ID")
        }
        let reason: Message =
            row == nil
            ? "It could be \(list: readings, .or). No item has this position."
            : "It could be \(list: readings, .or)."
        let advice: Message =
            switch (named?.id.short, row == nil) {
            case (let id?, true): "Use \(id) for the name."
            case (let id?, false): "Use \(id) for the name, or '#\(number)', in quotes, for the position."
            case (nil, true): "Enter eight or more characters of the ID."
            case (nil, false):
                "Use '#\(number)', in quotes, for the position, or enter eight or more characters of the ID."
            }
        return LootError(.ambiguousItem, failure, reason: reason, advice: advice)
    }
}
