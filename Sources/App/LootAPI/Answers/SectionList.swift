package import LootCore
import LootFormats

/// The sections of a query's result in the API.
package struct SectionList: Hashable, Sendable {
    /// The sections with their titles.
    package let outline: Outline
    /// The state, including its epoch.
    package let state: String

    /// Creates a list from the sections of a result.
    package init(_ outline: Outline, state: String) {
        self.outline = outline
        self.state = state
    }

    /// Returns the outline with the titles of the query's sectioning.
    package func outline(of query: Query) -> Outline {
        Outline(
            revision: outline.revision,
            sections: outline.sections.map { section in
                ItemSection(
                    key: key(of: section, in: query), in: query.sectioning, start: section.start,
                    count: section.count, total: section.total)
            })
    }

    /// Returns a section's key. JSON doesn't distinguish whole amounts from integers, so the sectioning's rule
    /// determines the type.
    private func key(of section: ItemSection, in query: Query) -> SectionKey? {
        guard let sectioning = query.sectioning else { return nil }
        if case .number(let number)? = section.key, case .value(let field)? = sectioning.rule,
            Field.with(key: field)?.type == .amount
        {
            return .amount(Amount(number))
        }
        return section.key
    }

    var list: JSON {
        JSON(
            outline.sections.map { section in
                JSON([
                    ("key", JSON(section.key)), ("title", JSON(section.title)),
                    ("indexTitle", section.indexTitle.map { JSON($0) } ?? JSON(.null)),
                    ("count", JSON(section.count)), ("start", JSON(section.start)),
                ]).adding(section.total, "totalValue")
            })
    }

    /// The sections with their totals and the state.
    var document: JSON {
        JSON([
            ("total", JSON(outline.count)), ("revision", JSON(outline.revision.rawValue)),
            ("state", JSON(state)), ("sections", list),
        ]).adding(outline.total, "totalValue")
    }

    /// Decodes a document. Returns `nil` if it is malformed.
    init?(_ document: DocumentValue) {
        guard let revision = document["revision"]?.revision, let list = document["sections"] else {
            return nil
        }
        self.init(list: list, at: revision, state: document["state"]?.text ?? "")
    }

    /// Decodes an array of sections. Returns `nil` if it is malformed.
    init?(list: DocumentValue, at revision: Revision, state: String) {
        guard let elements = list.elements else { return nil }
        var sections: [ItemSection] = []
        for element in elements {
            guard let start = element["start"]?.digits.flatMap({ Int($0) }),
                let count = element["count"]?.digits.flatMap({ Int($0) }),
                let total = MoneyTotal("totalValue", of: element)
            else { return nil }
            sections.append(
                ItemSection(
                    key: element["key"].flatMap { SectionKey($0) }, title: element["title"]?.text ?? "",
                    indexTitle: element["indexTitle"]?.text, start: start, count: count, total: total))
        }
        self.init(Outline(revision: revision, sections: sections), state: state)
    }
}

extension AnswerKind where Output == SectionList {
    static let sections = json("SectionList", "The sections.") { sections, bytes in
        bytes += sections.document.bytes
    } read: {
        SectionList($0)
    }.with("ETag", "Cache-Control")
}

extension SectionKey {
    fileprivate init?(_ value: DocumentValue) {
        switch value.content {
        case .number(let digits):
            if let number = Int(digits) {
                self = .number(number)
            } else if let amount = Amount(digits) {
                self = .amount(amount)
            } else {
                return nil
            }
        case .text(let text): self = .text(text)
        case .array(let parts): self = .place(PlacePath(parts: parts.compactMap(\.text)))
        case .null: self = .missing
        default: return nil
        }
    }
}

extension JSON {
    /// Creates the JSON of a section's key: a number, a string, the components of a place, or null if the
    /// items have no value.
    fileprivate init(_ key: SectionKey?) {
        switch key {
        case .number(let number): self.init(number)
        case .amount(let amount): self.init(.number(amount.description))
        case .text(let text): self.init(text)
        case .place(let place): self.init(place.parts.map { JSON($0) })
        case .missing, nil: self.init(.null)
        }
    }
}
