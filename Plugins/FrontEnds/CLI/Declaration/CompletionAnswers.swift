import CommandLineKit
import LootActions
import LootCore
import LootPlugins
import LootQueryText
import TextSearch

/// Completions that depend on the store or configuration: items, places, tags, addresses. Errors are ignored, since a
/// person is still typing.
struct CompletionAnswers {
    private typealias Candidate = Completion.Candidate
    /// The maximum number of completions, and of items to read if all must be searched.
    private static let (offered, read) = (50, 10_000)

    private let completion: Completion
    private let host: any ProgramHost
    private let files: any FileAccess
    private var typed: String { completion.typed }

    init(_ completion: Completion, _ host: any ProgramHost, _ files: any FileAccess) {
        self.completion = completion
        self.host = host
        self.files = files
    }

    /// Returns the completions of the unfinished word.
    func candidates() async -> [Completion.Candidate] {
        var found: [Candidate] = []
        for kind in completion.asked.map(Known.init) {
            found += (try? await candidates(kind)) ?? []
        }
        if completion.isOfCommand {
            found += begun(host.aliases.map { Candidate($0.name, Message(verbatim: $0.line)) })
        }
        return found
    }

    private func candidates(_ kind: Known) async throws(LootError) -> [Candidate] {
        switch kind {
        case .items: try await items()
        case .changes: try await changes()
        case .files: try await filesOfItem()
        case .addresses: addresses()
        case .lists: lists()
        case .sections: sections()
        case .sorts: sorts()
        case .fields: entries(fieldNames + Field.computed.map(\.key.rawValue))
        case .filters: try await filters()
        case .places: try await places()
        case .views: views()
        case .templates: begun(host.ownFields.templates.map { Candidate($0.name) })
        case .customs: customs()
        case .settings: begun(keys.map { Candidate($0.word + "=", $0.summary) })
        case .keys: begun(keys)
        default: if let field = kind.field { try await values(of: field) } else { [] }
        }
    }

    private func begun(_ candidates: [Candidate]) -> [Candidate] {
        Array(candidates.filter { $0.word.hasPrefix(typed) }.prefix(CompletionAnswers.offered))
    }

    /// Returns completions of the last word in a comma-separated list.
    private func entries(_ words: [String]) -> [Candidate] {
        let last = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
        let before = Set(typed[..<last].split(separator: ",").map(String.init))
        return begun(words.filter { !before.contains($0) }.map { Candidate(typed[..<last] + $0) })
    }

    /// The names of fields, including custom fields declared in the configuration.
    private var fieldNames: [String] {
        FieldOptions.names + host.ownFields.fields.map { $0.key.rawValue }
    }

    /// All keys of the configuration: those that are set, and the options of the selectable plugins.
    private var keys: [Candidate] {
        var keys = host.configuration().map { Candidate($0.path, Message(verbatim: $0.value)) }
        let slots: [(PluginDescriptor.Kind, String)] = [
            (.store, "store"), (.sectioning, "sections"), (.frontEnd, "frontEnd"),
        ]
        for (kind, slot) in slots {
            for plugin in host.plugins where plugin.kind == kind {
                for option in plugin.options {
                    let path = "\(kind == .frontEnd ? plugin.name : slot).\(option.name)"
                    if !keys.contains(where: { $0.word == path }) {
                        keys.append(Candidate(path, option.summary))
                    }
                }
            }
        }
        return keys
    }

    /// Returns the completions at the end of a filter.
    private func filters() async throws(LootError) -> [Candidate] {
        let filter = FilterCompletion(typed)
        func begun(_ words: [String]) -> [Candidate] {
            words.filter { $0.lowercased().hasPrefix(filter.word.lowercased()) }.prefix(
                CompletionAnswers.offered
            )
            .map { Candidate(filter.head + $0) }
        }
        switch filter.expected {
        case .value(let key) where CompletionAnswers.words(of: key) != nil:
            return begun(CompletionAnswers.words(of: key) ?? [])
        case .field:
            // Fields have a summary as their description.
            let fields = fieldNames + [Field.idKey.rawValue]
            return begun(fields + filter.words).map { candidate in
                let name = String(candidate.word.dropFirst(filter.head.count))
                return Candidate(candidate.word, Field.meant(by: name)?.summary ?? "")
            }
        case .value(let key): return try await values(of: key, in: filter)
        default: return begun(filter.words)
        }
    }

    /// Returns the filter keywords for a field's values, or `nil` if the values are those of the list.
    private static func words(of key: FieldKey) -> [String]? {
        switch Field.with(key: key)?.type {
        case .day, .moment: ["today", "yesterday", "tomorrow", "today+30d", "today-1y"]
        case .flag: ["yes", "no"]
        default: nil
        }
    }

    private func values(
        of key: FieldKey, in filter: FilterCompletion
    ) async throws(LootError) -> [Candidate] {
        let found = try await texts(of: key).filter { Folding.fold($0).hasPrefix(Folding.fold(filter.word)) }
        return found.prefix(CompletionAnswers.offered).compactMap { text in
            filter.written(text).map { Candidate($0) }
        }
    }

    // MARK: Store

    /// Returns positions after `#`, or else IDs and names that begin with the typed text. An ambiguous name is
    /// replaced with the ID.
    private func items() async throws(LootError) -> [Candidate] {
        let store = try await host.store()
        let rows = 0..<CompletionAnswers.offered
        if typed.hasPrefix("#") {
            // For example, 1 can be completed to 1 and 10 to 19.
            let start = Int(typed.dropFirst()) ?? 0
            var ranges = [start == 0 ? rows : start - 1..<start]
            if start > 0, start < Int.max / 10 { ranges.append(start * 10 - 1..<start * 10 + 9) }
            var found: [Candidate] = []
            for range in ranges {
                for (index, item) in try await store.page(of: .all, rows: range).items.enumerated() {
                    found.append(
                        Candidate("#\(range.lowerBound + index + 1)", Message(verbatim: item.shownName)))
                }
            }
            return found
        }
        let isMeant = Filter.any([
            .compare(Field.idKey, .begins, .text(typed)), .compare("name", .begins, .text(typed)),
        ])
        let query = typed.isEmpty ? Query.all : Query(filter: isMeant)
        let items = try await store.page(of: query, rows: rows).items
        let ids = ShortIDs(items.map(\.id))
        let folded = Folding.fold(typed)
        let names = typed.isEmpty ? [] : items.map { Folding.fold($0.name) }
        return items.indices.map { index in
            let (item, id) = (items[index], ids[items[index].id])
            guard !names.isEmpty, names[index].hasPrefix(folded),
                names.count(where: { $0 == names[index] }) == 1, CompletionAnswers.isReference(item.name)
            else { return Candidate(id, Message(verbatim: item.shownName)) }
            return Candidate(item.name, Message(verbatim: item.location.map { "\(id), \($0)" } ?? id))
        }
    }

    /// Returns whether an item can be given by this name on the command line.
    private static func isReference(_ name: String) -> Bool {
        guard !name.hasPrefix("-"), case .name = try? ItemReference(parsing: name) else { return false }
        return TextRules.firstRefused(in: name, allowingLines: false) == nil
    }

    /// Returns all places, including places that only contain other places.
    private func places() async throws(LootError) -> [Candidate] {
        begun(try await placeNames().map { Candidate($0) })
    }

    private func placeNames() async throws(LootError) -> [String] {
        let tree = PlaceTree(try await host.store().outline(of: PlaceTree.query()))
        return tree.rows.indices.map { tree.place($0).description }
    }

    private func changes() async throws(LootError) -> [Candidate] {
        let history = try await host.store().titles(limit: CompletionAnswers.offered)
        return begun(
            history.undoable.reversed().map { Candidate("\($0.revision)", Message(verbatim: $0.title)) })
    }

    /// Returns the numbers of the preceding item's files.
    private func filesOfItem() async throws(LootError) -> [Candidate] {
        let inventory = Inventory(try await host.store())
        let item = try await inventory.item(ItemReference(parsing: completion.invocation[ItemArguments.one]))
        return begun(item.allFiles.enumerated().map { Candidate("\($0 + 1)", Message(verbatim: $1.name)) })
    }

    /// Returns the distinct values of a field.
    private func values(of key: FieldKey) async throws(LootError) -> [Candidate] {
        let texts = try await texts(of: key)
        return Field.with(key: key)?.type == .list ? entries(texts) : begun(texts.map { Candidate($0) })
    }

    private func texts(of key: FieldKey) async throws(LootError) -> [String] {
        if Field.with(key: key)?.traits.contains(.place) ?? false { return try await placeNames() }
        if let own = key.customName.flatMap({ host.ownFields[$0] }), !own.choices.isEmpty {
            return own.choices.map(\.description)
        }
        if let field = Field.with(key: key), !field.choices.isEmpty { return field.choices }
        let rows = 0..<CompletionAnswers.read
        let query = Query(filter: .isSet(key))
        var texts: Set<String> = []
        for item in try await host.store().page(of: query, rows: rows).items {
            switch item.value(for: key) {
            case .list(let entries): texts.formUnion(entries)
            case .text(let text): texts.insert(text)
            case .integer, .decimal, .amount: item.value(for: key).map { _ = texts.insert($0.description) }
            default: break
            }
        }
        return texts.filter { !$0.contains(where: \.isNewline) }.sorted()
    }

    // MARK: Configuration

    /// Returns the names of the lists in the configuration.
    private func lists() -> [Candidate] {
        begun(
            host.configuration().compactMap { entry in
                let parts = entry.path.split(separator: ".")
                guard parts.count == 3, parts[0] == "lists", parts[2] == "use" else { return nil }
                return Candidate(String(parts[1]), Message(verbatim: entry.value))
            })
    }

    /// Returns the names of stores, or the paths of files after the name of a file-based store.
    private func addresses() -> [Candidate] {
        let stores = host.plugins.filter { $0.kind == .store }
        guard let colon = typed.firstIndex(of: ":") else {
            return begun(stores.map { Candidate($0.name + ":", $0.summary) })
        }
        let takesPath = stores.contains { store in
            store.name == typed[..<colon]
                && store.shortForm.first.map { name in
                    store.options.contains { $0.name == name && $0.kind == .path }
                } ?? false
        }
        return takesPath ? begun(paths(behind: typed.index(after: colon))) : []
    }

    /// Returns completions of the path that begins at an index of the word.
    private func paths(behind start: String.Index) -> [Candidate] {
        let end = typed[start...].lastIndex(of: "/").map { typed.index(after: $0) } ?? start
        let folder = String(typed[start..<end])
        let home = host.environment["HOME"] ?? ""
        let place = folder.hasPrefix("~/") ? home + folder.dropFirst() : folder.isEmpty ? "." : folder
        let names = ((try? files.names(in: place)) ?? []).sorted()
        return names.filter { !$0.hasPrefix(".") || typed[end...].hasPrefix(".") }.map { name in
            let isFolder = (try? files.names(in: "\(place)/\(name)")) != nil
            return Candidate(typed[..<end] + name + (isFolder ? "/" : ""))
        }
    }

    /// Returns the names of sectionings, or the fields and words that can follow a name.
    private func sections() -> [Candidate] {
        let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
        let sectionings = host.plugins.filter { $0.kind == .sectioning }
        guard parts.count > 1 else {
            return begun(sectionings.map { Candidate($0.name, $0.summary) })
        }
        guard let plugin = sectionings.first(where: { $0.name == parts[0] }),
            parts.count - 2 < plugin.shortForm.count,
            let option = plugin.options.first(where: { $0.name == plugin.shortForm[parts.count - 2] })
        else { return [] }
        let head = parts.dropLast().joined(separator: ":") + ":"
        if case .choice(let words) = option.kind { return begun(words.map { Candidate(head + $0) }) }
        return option.name == "field" ? begun(fieldNames.map { Candidate(head + $0) }) : []
    }

    /// Returns the names of views, with `@` if it was typed.
    private func views() -> [Candidate] {
        let mark = typed.hasPrefix("@") ? "@" : ""
        return begun(host.views().map { Candidate(mark + $0.name) })
    }

    /// Returns the names of declared custom fields, or their choices after the equals sign.
    private func customs() -> [Candidate] {
        begun(
            host.ownFields.fields.flatMap { field in
                field.choices.isEmpty || !typed.hasPrefix(field.name + "=")
                    ? [Candidate(field.name + "=", Message(verbatim: field.unit ?? ""))]
                    : field.choices.map { Candidate("\(field.name)=\($0)") }
            })
    }

    private func sorts() -> [Candidate] {
        let directions = typed.contains(":") ? [":asc", ":desc"] : [""]
        return begun(fieldNames.flatMap { name in directions.map { Candidate(name + $0) } })
    }
}
