import LootCore

/// The columns of a table according to the header row, before any cell is read.
struct TableHeader {
    /// The columns, in order.
    var columns: [TableColumn]
    /// The program that wrote the table, if it was recognized.
    let program: String?
    /// The columns that can be used as the name of an entry without a name, best first.
    let lesserNames: [Int]

    /// Whether this program wrote the table. If so, cells are read literally, without analyzing them first.
    let isOwn: Bool

    /// The reliability of a column's assignment to a field.
    private enum Rank: Int, Comparable {
        case declared, profile, name, alike, own

        static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    private struct Candidate {
        let label: String
        let plain: String
        var rank = Rank.own
        var column: ProfileColumn
        var type: FieldType?
    }

    /// Creates the columns for the header row. `separator` is the separator between cells.
    init(_ cells: [CSVScanner.Cell], separator: UInt8, _ options: ReadOptions) throws(Fault) {
        var candidates = TableHeader.labels(of: cells).map { label in
            Candidate(label: label, plain: HeaderNames.plain(label), column: ProfileColumn(.own(label)))
        }
        let profile = TableProfile.of(Set(candidates.map(\.plain)))
        for index in candidates.indices { TableHeader.recognize(&candidates[index], profile) }
        try TableHeader.apply(options, to: &candidates, cells)
        try TableHeader.settle(&candidates, cells)
        var names = candidates.indices.filter { candidates[$0].column.style.contains(.namesEntry) }
        names.sort { candidates[$0].plain == "model" && candidates[$1].plain != "model" }
        var hasName = candidates.contains { $0.column.use == .field("name") }
        if !hasName, names.isEmpty,
            let lesser = HeaderNames.lesserNames.lazy.compactMap({ name in
                candidates.firstIndex { $0.plain == name && $0.rank > .name }
            }).first
        {
            (candidates[lesser].column, hasName) = (ProfileColumn(.field("name")), true)
        }
        lesserNames = names
        let isOurs = TableHeader.isOwn(cells, options)
        // Semicolons show that a spreadsheet has saved the table again, with local formats for days and numbers.
        let isVerbatim = isOurs && (separator == CSVFile.comma || separator == CSVFile.tab)
        isOwn = isVerbatim
        columns = candidates.enumerated().map { index, found in
            TableColumn(
                label: found.label, use: TableHeader.use(of: found, isOurs: isOurs),
                useByHeader: TableHeader.use(of: found, isOurs: isOurs),
                style: found.column.style,
                isDeclared: found.rank == .declared || found.rank == .name, isMapped: found.rank == .declared,
                declaredType: isOurs && found.column.use.isOwn ? found.type ?? .text : found.type,
                clears: found.rank != .profile, isOurs: isOurs, isVerbatim: isVerbatim,
                currency: TableHeader.currency(in: found.label))
        }
        program = profile?.name
        guard
            hasName || !names.isEmpty || !options.needsName
                || columns.contains(where: { $0.field.map(options.knownBy.contains) ?? false })
        else {
            throw Fault(
                "No column contains the names of the items.",
                advice: "Map one of these columns to “name”: \(list: TableHeader.labels(of: candidates)).",
                at: cells.first?.start ?? 0)
        }
    }

    /// Returns the labels of the first columns, and the number of the other ones.
    private static func labels(of candidates: [Candidate]) -> [Message] {
        candidates.prefix(20).map { Message(verbatim: TextRules.quoted($0.label)) }
            + (candidates.count > 20 ? ["\(candidates.count - 20, one: "more", other: "more")"] : [])
    }

    /// In tables of this program, a place is in a single cell.
    private static func use(of found: Candidate, isOurs: Bool) -> ColumnUse {
        isOurs && found.column.use.isPlace ? .field("location") : found.column.use
    }

    /// Whether the header is that of a table of this program, with the ID and other fields by their keys.
    private static func isOwn(_ cells: [CSVScanner.Cell], _ options: ReadOptions) -> Bool {
        options.columns.isEmpty && options.numberedColumns.isEmpty
            && cells.contains { $0.text == Field.idKey.rawValue }
            && cells.allSatisfy { cell in
                CSVColumn(header: cell.text)?.header == cell.text || Field.computed(named: cell.text) != nil
            }
    }

    /// Returns the headers without surrounding spaces, made unique.
    private static func labels(of cells: [CSVScanner.Cell]) -> [String] {
        var counts: [String: Int] = [:]
        var labels: Set<String> = []
        return cells.enumerated().map { index, cell in
            var label = cell.text.trimmed
            if label.isEmpty { label = "column \(index + 1)" }
            let key = label.lowercased()
            // The name of a field isn't made unique. The user must choose between such columns.
            guard counts[key] != nil, CSVColumn(header: label) == nil || !labels.contains(key) else {
                counts[key, default: 0] += 1
                labels.insert(key)
                return label
            }
            var number = counts[key, default: 1]
            repeat { number += 1 } while !labels.insert("\(key) \(number)").inserted
            counts[key] = number
            return "\(label) \(number)"
        }
    }

    private static func recognize(_ found: inout Candidate, _ profile: TableProfile?) {
        if let column = profile?.column(found.label, found.plain) {
            (found.rank, found.column) = (.profile, column)
        } else if Field.computed(named: found.label) != nil {
            (found.rank, found.column) = (.name, ProfileColumn(.leftOut))
        } else if let column = CSVColumn(header: found.label) {
            (found.rank, found.column, found.type) = (
                .name, ProfileColumn(use(of: column)), type(of: column, found)
            )
        } else if let column = HeaderNames.columns[found.plain]
            ?? HeaderNames.columns[plainWithoutCurrency(found)]
        {
            (found.rank, found.column) = (.alike, column)
        } else if let field = Field.meant(by: plainWithoutCurrency(found)) ?? HeaderNames.fields[found.plain]
        {
            (found.rank, found.column) = (.alike, ProfileColumn(use(of: CSVColumn(field.key))))
        }
    }

    private static func use(of column: CSVColumn) -> ColumnUse {
        if column.field == Field.idKey { return .id }
        if column.field == "location" { return .place(20) }
        return column.field.customName.map { .own($0) } ?? .field(column.field)
    }

    /// Returns the type in the header of a custom field.
    private static func type(of column: CSVColumn, _ found: Candidate) -> FieldType? {
        column.field.customName != nil && column.header == found.label && found.label != column.field.rawValue
            ? column.type : nil
    }

    /// Applies the user's column assignments.
    private static func apply(
        _ options: ReadOptions, to candidates: inout [Candidate], _ cells: [CSVScanner.Cell]
    ) throws(Fault) {
        var declared: [(index: Int, field: FieldKey?)] = []
        for (name, field) in options.columns.sorted(by: { $0.key < $1.key }) {
            declared.append((try index(of: name, among: candidates, cells), field))
        }
        for (index, field) in options.numberedColumns.sorted(by: { $0.key < $1.key }) {
            guard candidates.indices.contains(index) else {
                throw Fault(
                    """
                    Column \(index + 1) doesn't exist. The table has \
                    \(candidates.count, one: "column", other: "columns").
                    """,
                    at: cells.first?.start ?? 0)
            }
            declared.append((index, field))
        }
        for (index, field) in declared {
            guard let field else {
                (candidates[index].rank, candidates[index].column) = (.declared, ProfileColumn(.leftOut))
                continue
            }
            let column = CSVColumn(header: field.rawValue) ?? CSVColumn(field)
            let use = use(of: column)
            // If the column already has this use, keep its known format.
            let isKnown =
                switch (use, candidates[index].column.use) {
                case (.place, .place): true
                case (.own(let one), .reference(let other)), (.own(let one), .parent(let other)): one == other
                case (let one, let other): one == other
                }
            // Assigned IDs are strict: invalid ones don't turn the column into a custom field.
            if isKnown, use != .id, column.field.customName == nil || candidates[index].rank < .own {
                continue
            }
            candidates[index].rank = .declared
            candidates[index].column = ProfileColumn(use)
            candidates[index].type = field.rawValue == column.field.rawValue ? nil : column.type
        }
    }

    private static func index(
        of name: String, among candidates: [Candidate], _ cells: [CSVScanner.Cell]
    ) throws(Fault) -> Int {
        let wanted = name.trimmed.lowercased()
        if let index = candidates.firstIndex(where: { $0.label.lowercased() == wanted }) { return index }
        let plain = HeaderNames.plain(name)
        let alike = candidates.indices.filter { !plain.isEmpty && candidates[$0].plain == plain }
        if alike.count == 1 { return alike[0] }
        if wanted.hasPrefix("column "), let place = Int(wanted.dropFirst(7)),
            candidates.indices.contains(place - 1)
        {
            return place - 1
        }
        let labels = candidates.prefix(1000).map(\.label)
        let near = Suggestions.nearest(to: name, among: labels).map { TextRules.quoted($0) }
        throw Fault(
            "No column is called “\(TextRules.visible(name))”.",
            advice: near.isEmpty
                ? Suggestions.choice(of: TableHeader.labels(of: candidates))
                : "Did you mean \(list: near, .or)?",
            at: cells.first?.start ?? 0)
    }

    /// Assigns each field to the most reliable column. Other columns become custom fields. Place components and notes
    /// can have several columns, and fallbacks are read last.
    private static func settle(_ candidates: inout [Candidate], _ cells: [CSVScanner.Cell]) throws(Fault) {
        var holders: [ColumnUse: Int] = [:]
        let hasKnownPlaces = candidates.contains { $0.rank <= .profile && $0.column.use.isPlace }
        let order = candidates.indices.sorted { (candidates[$0].rank, $0) < (candidates[$1].rank, $1) }
        for index in order {
            let found = candidates[index]
            if found.column.use == .leftOut || found.column.style.contains(.fallback) { continue }
            if found.column.use == .field("notes"), found.rank >= .profile, found.rank != .name {
                holders[found.column.use] = index
                continue
            }
            if found.column.use.isPlace, found.rank > .profile, hasKnownPlaces {
                candidates[index].column = ProfileColumn(.own(found.label))
                continue
            }
            guard let holder = holders[found.column.use], candidates[holder].type == found.type else {
                holders[found.column.use] = index
                continue
            }
            let other = candidates[holder]
            guard found.rank > other.rank || found.rank >= .alike else {
                let field = TableHeader.name(of: found.column.use)
                throw Fault(
                    found.rank == .declared
                        ? """
                        The columns “\(TextRules.visible(other.label))” and “\(TextRules.visible(found.label))” are \
                        both mapped to “\(TextRules.visible(field))”.
                        """
                        : "A second column contains “\(TextRules.visible(field))”.",
                    advice: "Leave out one of them.", at: cells[index].start)
            }
            (candidates[index].column, candidates[index].rank) = (ProfileColumn(.own(found.label)), .own)
            if holders[.own(found.label)] != nil {
                candidates[index].column = ProfileColumn(.own("\(found.label) (column \(index + 1))"))
            }
            holders[candidates[index].column.use] = index
        }
    }

    private static func name(of use: ColumnUse) -> String {
        switch use {
        case .id, .leftOut: Field.idKey.rawValue
        case .place: "location"
        case .field(let field): Field.with(key: field)?.key.rawValue ?? field.rawValue
        case .own(let name), .reference(let name), .parent(let name): FieldKey.custom(name).rawValue
        }
    }

    /// Returns the currency in a header: `Price (EUR)`, `Wert in €`.
    private static func currency(in label: String) -> Currency? {
        let words = label.split { !$0.isLetter && !$0.isCurrencySymbol }.dropFirst()
        for word in words {
            let isCode = word.count == 3 && word.allSatisfy { $0.isASCII && $0.isUppercase }
            let isSign = word.contains(where: \.isCurrencySymbol)
            guard isCode || isSign, let currency = Currency(sign: String(word)) else { continue }
            if isSign || currency.sign != currency.code || others.contains(currency.code) { return currency }
        }
        return nil
    }

    /// The codes of currencies without a symbol that are recognized in headers. Not every word of three capital
    /// letters is a currency.
    private static let others: Set<String> = [
        "CHF", "SEK", "NOK", "DKK", "HUF", "CNY", "ZAR", "RON", "BGN", "ISK", "THB", "AED", "SAR", "IDR",
        "MYR", "ARS",
        "CLP", "COP", "EGP", "MAD",
    ]

    /// Returns the normalized header without the currency and the word “in”.
    private static func plainWithoutCurrency(_ found: Candidate) -> String {
        guard let currency = currency(in: found.label) else { return found.plain }
        let words = found.label.split { !$0.isLetter && !$0.isNumber && !$0.isCurrencySymbol }
        let kept = words.filter { Currency(sign: String($0)) != currency && $0.lowercased() != "in" }
        return HeaderNames.plain(kept.joined(separator: " "))
    }
}

extension ColumnUse {
    fileprivate var isPlace: Bool { if case .place = self { true } else { false } }
    fileprivate var isOwn: Bool { if case .own = self { true } else { false } }
}
