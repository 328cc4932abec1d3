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
                Section(
                    key: query.sectioning == nil ? nil : section.key, in: query.sectioning,
                    start: section.start,
                    count: section.count, totalValue: section.totalValue)
            })
    }

    var list: JSON {
        JSON(
            outline.sections.map { section in
                [
                    "key": JSON(section.key), "title": JSON(section.title),
                    "indexTitle": section.indexTitle.map { JSON($0) } ?? JSON(.null),
                    "count": JSON(section.count), "totalValue": JSON(section.totalValue),
                    "start": JSON(section.start),
                ]
            })
    }

    /// What a list of sections tells; nil where it is none.
    init?(list: DocumentValue, at revision: Revision, state: String) {
        guard let elements = list.elements else { return nil }
        var sections: [Section] = []
        for element in elements {
            guard let start = element["start"]?.digits.flatMap({ Int($0) }),
                let count = element["count"]?.digits.flatMap({ Int($0) }),
                let value = element["totalValue"]?.digits.flatMap({ Int128($0) })
            else { return nil }
            sections.append(
                Section(
                    key: element["key"].flatMap { SectionKey($0) }, title: element["title"]?.text ?? "",
                    indexTitle: element["indexTitle"]?.text, start: start, count: count, totalValue: value))
        }
        self.init(Outline(revision: revision, sections: sections), state: state)
    }
}

extension AnswerKind where Output == SectionList {
    static let sections = json("SectionList", "The sections.") { sections, bytes in
        let outline = sections.outline
        bytes +=
            ([
                "total": JSON(outline.count), "totalValue": JSON(outline.totalValue),
                "revision": JSON(outline.revision.rawValue), "state": JSON(sections.state),
                "sections": sections.list,
            ] as JSON).bytes
    } read: { document in
        document["revision"]?.revision.flatMap { revision in
            document["sections"].flatMap {
                SectionList(list: $0, at: revision, state: document["state"]?.text ?? "")
            }
        }
    }.with("ETag", "Cache-Control")
}

extension SectionKey {
    fileprivate init?(_ value: DocumentValue) {
        switch value.content {
        case .number(let digits):
            guard let number = Int(digits) else { return nil }
            self = .number(number)
        case .text(let text): self = .text(text)
        case .null: self = .missing
        default: return nil
        }
    }
}

extension JSON {
    /// What the items of a section have in common: a number, a text, or null where they have nothing.
    fileprivate init(_ key: SectionKey?) {
        switch key {
        case .number(let number): self.init(number)
        case .text(let text): self.init(text)
        case .missing, nil: self.init(.null)
        }
    }
}
