package import LootCore

extension Inventory {
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
        case .digits(let digits): throw try await refusal(ofDigits: digits)
        case .position(let position): return try await item(at: position)
        }
    }

    private func item(at position: Int) async throws(LootError) -> Item {
        let isPossible = position >= 0 && position < Int.max
        let page = isPossible ? try await store.page(of: .all, rows: position..<position + 1) : nil
        if let item = page?.items.first { return item }
        let count = try await store.summary().count
        throw LootError(
            .noSuchItem, "can't find the item #\(position &+ 1)",
            because: count == 0 ? "there are no items" : "the last one is #\(count)",
            next: count == 0 ? "Add one" : "See positions", remedy: count == 0 ? .add : .list)
    }

    /// Returns the only item that has a name or matches a condition. If several names differ only in case and
    /// accents, the one with the exact spelling wins.
    private func item(called name: String, or condition: Filter? = nil) async throws(LootError) -> Item {
        let isNamed = Filter.compare("name", .equal, .text(name))
        let query = Query(filter: condition.map { .any([isNamed, $0]) } ?? isNamed)
        let answer = try await store.answer(to: query, rows: 0..<Inventory.candidates)
        let found = answer.page.items
        if found.count == 1 { return found[0] }
        if found.isEmpty { throw try await refusal(ofName: name, isPrefix: condition != nil) }
        let alike = found.filter { $0.name == name }
        let namedCount = found.count(where: isNamed.matches)
        if alike.count == 1, namedCount == found.count { return alike[0] }
        let ids = ShortIDs(found.map(\.id))
        let shown = found.prefix(Inventory.told).map { item in
            let place = item.location.map { " in \(TextRules.visible($0))" } ?? ""
            return "\(ids[item.id]) “\(TextRules.visible(item.name))”\(place)"
        }
        let (count, rest) = (answer.outline.count, answer.outline.count - shown.count)
        let why =
            switch namedCount {
            case 0: "\(count) ids begin with it"
            case found.count: "\(count) items have that name"
            default: "it could be any of \(count)"
            }
        throw LootError(
            .ambiguousItem, "can't tell which item “\(TextRules.visible(name))” means",
            because: "\(why): \(shown.joined(separator: ", "))" + (rest > 0 ? " and \(rest) more" : ""),
            next: "Give as much of the id as tells it apart")
    }

    /// Returns an error for a text that matches no item. It suggests items whose names contain the text or are one
    /// typo away.
    private func refusal(ofName name: String, isPrefix: Bool) async throws(LootError) -> LootError {
        var relation = "it is a part of"
        var query = Query(filter: .compare("name", .contains, .text(name)))
        var answer = try await store.answer(to: query, rows: 0..<Inventory.told)
        if answer.page.items.isEmpty,
            let near = try await store.near(Query(search: Search(name, in: ["name"])))
        {
            (relation, query) = ("near it is", near.query)
            answer = try await store.answer(to: query, rows: 0..<Inventory.told)
        }
        let found = answer.page.items.map { "\($0.id.short) “\(TextRules.visible($0.name))”" }
        let rest = answer.outline.count - found.count
        let why =
            switch name {
            case _ where isPrefix: "no id begins with it, and no item has that name"
            case _ where name.hasPrefix("#"): "no item has that name, and # with a number is a position"
            default: "no item has that name"
            }
        let hint = "; \(relation) \(found.joined(separator: ", "))" + (rest > 0 ? " and \(rest) more" : "")
        return LootError(
            .noSuchItem, "can't find the item “\(TextRules.visible(name))”",
            because: found.isEmpty ? why : why + hint,
            next: found.isEmpty ? "See ids and names" : "Give the id or the whole name",
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
        let what = "can't tell which item “\(digits)” means"
        let rowText = row.map { "#\(number) is “\(TextRules.visible($0.name))”" } ?? "there is no #\(number)"
        let idText = started.map { "the id \($0.id.short) of “\(TextRules.visible($0.name))” begins with it" }
        if let named {
            return LootError(
                .ambiguousItem, what,
                because: "\(rowText), and \(named.id.short) has that name"
                    + (idText.map { ", and \($0)" } ?? ""),
                next: "Write \(named.id.short) for the one of that name"
                    + (row == nil ? "" : ", or '#\(number)', in quotes, for the position"))
        }
        if row == nil, started == nil {
            return LootError(
                .noSuchItem, what, because: "\(rowText), and no id begins with it",
                next: "See ids and positions", remedy: .list)
        }
        return LootError(
            .ambiguousItem, what,
            because: "\(rowText), and \(idText ?? "it could be the beginning of an id too")",
            next: (row == nil ? "Write" : "Write '#\(number)', in quotes, for the position, or")
                + " eight characters or more of the id")
    }
}
