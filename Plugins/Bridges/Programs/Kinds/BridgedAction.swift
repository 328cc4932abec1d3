import Localization
import LootCore
import LootFormats
import LootPlugins

/// An action that runs a program. The program receives the selected items and the arguments, and answers with changes.
struct BridgedAction: Sendable {
    private let program: TrustedProgram
    private let offer: Offer
    private let bridge: BridgeContext

    init(_ program: TrustedProgram, _ offer: Offer, _ bridge: BridgeContext) {
        (self.program, self.offer, self.bridge) = (program, offer, bridge)
    }

    /// The summary without a period.
    private var summary: String {
        let summary = offer.descriptor.summary.text
        return summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    }

    /// The action for a registry.
    var action: Action {
        Action(
            offer.descriptor.name, title: Message(verbatim: offer.title),
            summary: Message(verbatim: summary), minimumItems: offer.minimumItems,
            options: offer.descriptor.options + [Action.serve], parameters: offer.parameters
        ) { [self] input throws(LootError) in try await plan(input) }
    }

    private func plan(_ input: ActionInput) async throws(LootError) -> Plan {
        let session = Session(program, bridge)
        let plan: Result<Plan, LootError>
        do throws(LootError) {
            plan = .success(try await self.plan(input, session.connection()))
        } catch { plan = .failure(error) }
        await session.close()
        return try plan.get()
    }

    private func plan(_ input: ActionInput, _ connection: Connection) async throws(LootError) -> Plan {
        var arguments: [ForeignField] = []
        for parameter in offer.parameters {
            let value = try input.value(of: parameter)
            if let value { arguments.append(ForeignField(parameter.name, value.json)) }
        }
        let revision = try await input.store.summary().revision
        var items: [Item] = []
        try await input.forEachItem { items.append($0) }
        var planned = PlannedChanges()
        for start in stride(from: 0, to: items.count, by: bridge.limits.batch) {
            let batch = items[start..<min(start + bridge.limits.batch, items.count)]
            let patches = try await patches(for: batch, arguments, input, connection)
            for item in batch {
                let patch = patches[item.id]
                try planned.add(
                    patch.map { [Change.update(item.id, $0)] } ?? [], to: item,
                    reading: patch.map { $0.edits.map(\.field) } ?? [])
            }
        }
        let title = Message(verbatim: offer.title)
        return planned.plan(
            title: { "Apply “\(title)” to \($0)" }, done: { "Applied “\(title)” to \($0)." },
            at: revision)
    }

    /// Returns the program's changes to some items.
    private func patches(
        for items: ArraySlice<Item>, _ arguments: [ForeignField], _ input: ActionInput,
        _ connection: Connection
    ) async throws(LootError) -> [ItemID: Patch] {
        var params = Array("{\"action\":".utf8)
        ForeignValue.text(offer.descriptor.name).appendJSON(to: &params)
        params += ",\"settings\":".utf8
        input.settings.json.appendJSON(to: &params)
        params += ",\"today\":\"\(input.today)\",\"arguments\":".utf8
        ForeignValue.object(arguments).appendJSON(to: &params)
        params += ",\"items\":[".utf8
        let writer = JSONItemWriter()
        for (index, item) in items.enumerated() {
            if index > 0 { params.append(UInt8(ascii: ",")) }
            writer.append(item, to: &params)
        }
        params += "]}".utf8
        let answer = try await connection.reply(to: "plan", ExactNumbers.wrapped(params))
        guard let changes = answer.document()?["changes"],
            let read = try? ChangeReader.read(changes, { $0.changes($1) })
        else { throw connection.breach("Its response to “plan” has no changes.") }
        let selected = Set(items.map(\.id))
        var patches: [ItemID: Patch] = [:]
        for change in read {
            guard case .update(let id, let patch) = change, selected.contains(id), patches[id] == nil else {
                throw connection.breach(
                    "Its response to “plan” contains more than one update for a selected item.")
            }
            patches[id] = patch
        }
        return patches
    }
}

extension FieldValue {
    /// The argument as JSON for the program.
    fileprivate var json: ForeignValue {
        switch self {
        case .integer(let number): .number(String(number))
        case .amount(let amount): .number(amount.description)
        case .flag(let flag): .flag(flag)
        default: .text(description)
        }
    }
}
