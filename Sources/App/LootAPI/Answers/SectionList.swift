package import LootCore
import LootFormats

/// The sections of a query's answer as the API tells them.
package struct SectionList: Hashable, Sendable {
    /// The sections, each with its titles.
    package let outline: Outline
    /// The state with its epoch.
    package let state: String

    /// The sections of an answer.
    package init(_ outline: Outline, state: String) {
        self.outline = outline
        self.state = state
    }

    /// The outline with the titles of a query's own sectioning.
    package func outline(of query: Query) -> Outline {
        Outline(
            revision: outline.revision,
            sections: outline.sections.map { section in
                ItemSection(
                    key: key(of: section, in: query), in: query.sectioning, start: section.start,
                    count: section.count, total: section.total)
            })
    }

    /// A section's key. JSON does not tell a whole amount from a whole number; the rule does.
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

    /// The sections with what they come to, and the state that they are of.
    var document: JSON {
        JSON([
            ("total", JSON(outline.count)), ("revision", JSON(outline.revision.rawValue)),
            ("state", JSON(state)), ("sections", list),
        ]).adding(outline.total, "totalValue")
    }

    /// What such a document tells; nil for another one.
    init?(_ document: DocumentValue) {
        guard let revision = document["revision"]?.revision, let list = document["sections"] else {
            return nil
        }
        self.init(list: list, at: revision, state: document["state"]?.text ?? "")
    }

    /// What a list of sections tells; nil where it is none.
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
    /// What the items of a section have in common: a number, a text, the parts of a place, or null
    /// where they have nothing.
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
