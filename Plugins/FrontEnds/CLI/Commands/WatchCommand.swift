import CommandLineKit
import LootActions
import LootCore
import LootFormats
import LootPlugins

/// The `loot watch` command.
struct WatchCommand: LootCommand {
    private static let steps = Option.number("steps", "N", "Stop after this number of changes")

    let declaration: Command

    init(_ sectionings: [String]) {
        declaration = Command(
            "watch", summary: "Print changes of the list as JSON lines",
            discussion: """
                The first line contains the revision, the count and the sections of the list. Each further line \
                contains the effect of a change by row: “removed” and “from” are rows before the change, all others \
                are rows after it. If a line contains “reset”: true, the list was replaced and must be read again.
                """,
            group: "Overview",
            options: [QueryOptions.sections(of: sectionings)] + QueryOptions.choosing + [Self.steps],
            examples: [
                .init(
                    "loot watch --where 'location = \"Attic\"'",
                    "Watch the items in the attic"),
                .init("loot watch --steps 1 && echo changed", "Wait for the next change"),
            ])
    }

    func run(_ context: CommandContext) async throws(LootError) -> ExitStatus {
        let query = try await context.queryInSections(usesConfigured: false)
        let store = try await context.store()
        var left = context[Self.steps] ?? Int.max
        var isReset = false
        repeat {
            let answer = try await store.live(query)
            try write(WatchLine(answer.outline, isReset: isReset), context)
            while left > 0, !context.console.isBroken, let step = await answer.next() {
                try write(WatchLine(step), context)
                left -= 1
            }
            isReset = true
        } while left > 0 && !context.console.isBroken
        return .success
    }

    private func write(_ line: WatchLine, _ context: CommandContext) throws(LootError) {
        context.write(line.bytes)
        try context.console.flush()
    }
}

/// A line of output that describes a list or a change to it.
private struct WatchLine {
    private(set) var bytes: [UInt8] = []

    init(_ outline: Outline, isReset: Bool) {
        bytes += "{".utf8
        if isReset { bytes += "\"reset\":true,".utf8 }
        append(outline)
        bytes += "}\n".utf8
    }

    init(_ step: AnswerStep) {
        bytes += "{".utf8
        append(step.outline)
        append("removed", step.removed) { $0 += String($1).utf8 }
        append("inserted", step.inserted) { WatchLine.append($1.item, "{\"row\":\($1.row)", to: &$0) }
        append("moved", step.moved) {
            WatchLine.append($1.item, "{\"from\":\($1.source),\"row\":\($1.target)", to: &$0)
        }
        append("changed", step.changed) { WatchLine.append($1.item, "{\"row\":\($1.row)", to: &$0) }
        bytes += "}\n".utf8
    }

    private mutating func append(_ outline: Outline) {
        bytes += "\"revision\":\(outline.revision),\"count\":\(outline.count)".utf8
        append("sections", outline.sections.filter { $0.key != nil }) { bytes, section in
            bytes += "{\"title\":".utf8
            ForeignValue.text(section.title).appendJSON(to: &bytes)
            bytes += ",\"start\":\(section.start),\"count\":\(section.count)}".utf8
        }
    }

    /// Appends a member with an array, unless it is empty.
    private mutating func append<Element>(
        _ name: String, _ elements: [Element], _ append: (inout [UInt8], Element) -> Void
    ) {
        if elements.isEmpty { return }
        bytes += ",\"\(name)\":[".utf8
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes += ",".utf8 }
            append(&bytes, element)
        }
        bytes += "]".utf8
    }

    private static func append(_ item: Item, _ start: String, to bytes: inout [UInt8]) {
        bytes += "\(start),\"item\":".utf8
        bytes += ItemListing.bytes(ofNamed: [item], as: .jsonLines).dropLast()
        bytes += "}".utf8
    }
}
