import LootCore
import LootFormats
import LootPlugins

/// A hook that sends transactions to a program before they are applied, and commits afterwards.
final class BridgedHook: CommitHook {
    private let session: Session
    private let offer: Offer
    private let settings: PluginSettings

    init(_ program: TrustedProgram, _ offer: Offer, _ settings: PluginSettings, _ bridge: BridgeContext) {
        session = Session(program, bridge)
        (self.offer, self.settings) = (offer, settings)
    }

    func willCommit(_ transaction: ItemTransaction) async throws(LootError) -> ItemTransaction {
        if offer.features.contains("after"), !offer.features.contains("before") { return transaction }
        let connection = try session.connection()
        var params = beginning()
        params += ",\"transaction\":".utf8
        ChangeWriter().append(transaction, to: &params)
        params += "}".utf8
        let answer = try await connection.reply(
            to: "before", ExactNumbers.wrapped(params), within: session.limits.hook)
        session.isWell()
        guard let amended = answer.document()?["transaction"] else { return transaction }
        return try Self.amended(transaction, by: amended, session.name)
    }

    func didCommit(_ commit: Commit) async throws(LootError) -> [String] {
        if offer.features.contains("before"), !offer.features.contains("after") { return [] }
        var params = beginning()
        params += ",\"commit\":".utf8
        ChangeWriter().append(commit, to: &params)
        params += "}".utf8
        do throws(LootError) {
            let answer = try await session.connection().reply(
                to: "after", ExactNumbers.wrapped(params), within: session.limits.hook)
            session.isWell()
            return (answer.document()?["say"]?.texts ?? []).map { TextRules.shown($0) }
        } catch { throw error.during("Can't use the plugin “\(session.name)”.") }
    }

    func close() async { await session.close() }

    private func beginning() -> [UInt8] {
        var params = Array("{\"hook\":".utf8)
        ForeignValue.text(offer.descriptor.name).appendJSON(to: &params)
        params += ",\"settings\":".utf8
        settings.json.appendJSON(to: &params)
        return params
    }

    /// Returns the transaction with the changes and the title from the hook's answer. The preconditions and the
    /// origin are kept.
    static func amended(
        _ transaction: ItemTransaction, by value: DocumentValue, _ plugin: String
    ) throws(LootError) -> ItemTransaction {
        let given: ItemTransaction
        do throws(InvalidDocument) { given = try ChangeReader.read(value) { $0.transaction($1) } } catch {
            throw LootError(
                .unavailable, "Can't save the change.",
                reason: "The hook “\(plugin)” returned an invalid change.", advice: "Fix the hook.")
        }
        var amended = transaction
        amended.changes = given.changes
        if value["title"] != nil { amended.title = given.title }
        return amended
    }
}
