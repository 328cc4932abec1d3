package import LootCore
import LootFormats

/// An event for a client that follows the result of a query.
package struct LiveEvent: Hashable, Sendable {
    /// The kind of an event.
    package enum Kind: Hashable, Sendable {
        /// The initial sections of the result.
        case outline
        /// The step to the current sections.
        case step(AnswerStep)
    }

    /// The sections of the result, with its state.
    package let sections: SectionList
    package let kind: Kind

    /// Creates the initial event.
    package init(_ outline: Outline, state: String) {
        sections = SectionList(outline, state: state)
        kind = .outline
    }

    /// Creates the event for a step.
    package init(_ step: AnswerStep, state: String) {
        sections = SectionList(step.outline, state: state)
        kind = .step(step)
    }
}

extension AnswerKind where Output == LiveEvent {
    static let steps = events(
        "LiveEvent",
        "The event outline with the sections of the result, then an event step for each change. If no step can be "
            + "determined, the stream ends, and the client should connect again."
    ) { event, bytes in
        event.append(to: &bytes)
    } read: {
        try LiveEvent(reading: $0)
    }
}

// MARK: Writing

extension LiveEvent {
    private static let writer = JSONItemWriter()

    fileprivate func append(to bytes: inout [UInt8]) {
        bytes += "id: \(sections.state)\n".utf8
        var document = sections.document
        if case .step(let step) = kind {
            document = document.adding([
                ("base", JSON(step.base.rawValue)), ("removed", JSON(step.removed.map { JSON($0) })),
            ])
        }
        bytes += Array("event: \(name)\ndata: ".utf8) + document.bytes
        if case .step(let step) = kind {
            bytes.removeLast()
            LiveEvent.append("inserted", step.inserted, to: &bytes) { ([("row", $0.row)], $0.item) }
            LiveEvent.append("moved", step.moved, to: &bytes) {
                ([("from", $0.source), ("row", $0.target)], $0.item)
            }
            LiveEvent.append("changed", step.changed, to: &bytes) { ([("row", $0.row)], $0.item) }
            bytes.append(UInt8(ascii: "}"))
        }
        bytes += "\n\n".utf8
    }

    private var name: String {
        switch kind {
        case .outline: "outline"
        case .step: "step"
        }
    }

    /// Appends a member with an array of rows and their items.
    private static func append<Element>(
        _ name: String, _ elements: [Element], to bytes: inout [UInt8],
        _ parts: (Element) -> (rows: [(name: String, row: Int)], item: Item)
    ) {
        bytes += ",\"\(name)\":[".utf8
        for (index, element) in elements.enumerated() {
            let (rows, item) = parts(element)
            bytes += (index == 0 ? "{" : ",{").utf8
            for (name, row) in rows { bytes += "\"\(name)\":\(row),".utf8 }
            bytes += "\"item\":".utf8
            writer.append(item, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "]"))
    }
}

// MARK: Reading

extension LiveEvent {
    fileprivate init?(reading event: ServerSentEvent) throws {
        let data = try DocumentValue(json: Array(event.data.utf8).span, strict: true)
        guard let sections = SectionList(data) else { return nil }
        let outline = sections.outline
        switch event.kind {
        case "outline": self.init(outline, state: sections.state)
        case "step":
            guard let base = data["base"]?.revision, let removed = data["removed"]?.elements else {
                return nil
            }
            func rows(_ name: String) throws -> [AnswerStep.Row] {
                try (data[name]?.elements ?? []).map {
                    AnswerStep.Row(try $0.row("row"), try $0.item)
                }
            }
            let moved = try (data["moved"]?.elements ?? []).map {
                AnswerStep.Move(from: try $0.row("from"), to: try $0.row("row"), try $0.item)
            }
            self.init(
                AnswerStep(
                    from: base, to: outline, removed: removed.compactMap { $0.digits.flatMap { Int($0) } },
                    inserted: try rows("inserted"), moved: moved, changed: try rows("changed")),
                state: sections.state)
        default: return nil
        }
    }
}

extension DocumentValue {
    /// The item in a row.
    fileprivate var item: Item {
        get throws { try ChangeReader.read(self["item"] ?? self) { $0.storedItem($1) } }
    }

    /// Returns the row stored under a name.
    fileprivate func row(_ name: String) throws(LootError) -> Int {
        if let row = self[name]?.digits.flatMap({ Int($0) }), row >= 0 { return row }
        throw LootError(.malformed, "Can't read the step.", reason: "“\(name)” isn't a row.")
    }
}
