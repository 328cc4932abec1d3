import LootCore
import LootFormats

/// The requests to a program that implements a store.
struct StoreTalk: Sendable {
    /// The contents of a store.
    struct Loaded: Sendable {
        let items: [Item]
        let revision: Revision
    }

    private let name: String
    private let store: String
    private let settings: ForeignValue
    private let limits: Limits

    init(name: String, store: String, settings: ForeignValue, _ limits: Limits) {
        (self.name, self.store, self.settings, self.limits) = (name, store, settings, limits)
    }

    private static let advice: Message = "Fix the plugin or its data."

    /// Returns the error for a protocol violation.
    func breach(_ reason: Message) -> LootError {
        LootError(
            .damaged, "Can't read the store of the plugin “\(name)”.", reason: reason,
            advice: StoreTalk.advice)
    }

    /// Opens the store.
    func open(on connection: Connection) throws(LootError) -> (revision: Revision, isWritable: Bool) {
        let params = ForeignValue.object([
            .init("protocol", .number(String(Greeting.version))), .init("store", .text(store)),
            .init("settings", settings),
        ])
        let answer = try connection.answer(to: "open", params.bytes, within: limits.open)
        guard let document = answer.document(), let revision = Self.revision(document) else {
            throw breach("Its response to “open” has no revision.")
        }
        return (revision, document["writable"]?.flag ?? true)
    }

    /// Loads all items in batches.
    func load(on connection: Connection) throws(LootError) -> Loaded {
        // Batches from different states can't be combined. Start again if another writer committed in between.
        for _ in 0..<5 {
            if let loaded = try loadOnce(on: connection) { return loaded }
        }
        throw LootError(
            .conflict, "Can't read the store of the plugin “\(name)”.",
            reason: "Other programs keep changing it.", advice: "Try again.")
    }

    private func loadOnce(on connection: Connection) throws(LootError) -> Loaded? {
        var items: [Item] = []
        var first: Revision?
        var next: ForeignValue?
        var seen = 0
        repeat {
            let params = ForeignValue.object(next.map { [.init("from", $0)] } ?? [])
            let answer = try connection.answer(to: "load", params.bytes, within: limits.open)
            guard let members = answer.members, let list = members["items"],
                let revision = members["revision"].flatMap({ answer.document($0) }).flatMap(Self.number)
            else { throw breach("Its response to “load” has no items or no revision.") }
            if let first, first != revision { return nil }
            first = revision
            try read(Array(answer.bytes[list]), into: &items)
            next = members["next"].flatMap { answer.document($0) }.flatMap { value in
                value.content == .null ? nil : ForeignValue(value)
            }
            seen += 1
            if items.count > limits.items || next != nil && seen > limits.items {
                throw breach("It has more than \(limits.items, one: "item", other: "items").")
            }
            if next != nil, items.count < seen { throw breach("It announced more items but sent none.") }
        } while next != nil
        return Loaded(items: items, revision: first ?? .initial)
    }

    private func read(_ bytes: [UInt8], into items: inout [Item]) throws(LootError) {
        let exact = ExactNumbers.unwrapped(bytes)
        do throws(FormatError) {
            try JSONFile(ReadOptions()).read(exact.span) { result throws(FormatError) in
                switch result {
                case .refused(let error, _): throw error
                case .item(let read):
                    guard read.hasID else {
                        throw FormatError(
                            .malformed, "An item has no ID.",
                            at: SourcePosition(ofByte: read.bytes.lowerBound, in: exact.span))
                    }
                    items.append(read.item)
                }
            }
        } catch {
            throw LootError(
                .damaged, "Can't read item \(items.count + 1) of the plugin “\(name)”.",
                reason: error.reading(name).explanation, advice: StoreTalk.advice)
        }
    }

    /// Returns the current revision of the store.
    func revision(on connection: Connection) throws(LootError) -> Revision {
        guard let revision = try connection.answer(to: "revision").document().flatMap(Self.revision) else {
            throw breach("Its response to “revision” has no revision.")
        }
        return revision
    }

    /// Sends a commit to the program.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `conflict` if the store's revision isn't `from`.
    func commit(_ commit: Commit, put: [Item], from: Revision, on connection: Connection) throws(LootError) {
        var params = Array("{\"from\":\(from),\"commit\":".utf8)
        ChangeWriter().append(commit, to: &params)
        params += ",\"put\":[".utf8
        let writer = JSONItemWriter()
        for (index, item) in put.enumerated() {
            if index > 0 { params.append(UInt8(ascii: ",")) }
            writer.append(item, to: &params)
        }
        params += "]}".utf8
        let answer = try connection.answer(to: "commit", ExactNumbers.wrapped(params), within: limits.commit)
        guard let made = answer.document().flatMap(Self.revision), made == commit.revision else {
            // The state of the store is unknown, and the program's answers can't be trusted. Its state after a restart
            // is authoritative.
            connection.kill()
            throw breach("It reported a revision other than \(commit.revision.description) for a commit.")
        }
    }

    /// Returns the newest commits, oldest first.
    func commits(limit: Int = 1_000, on connection: Connection) throws(LootError) -> [Commit] {
        let answer = try connection.answer(to: "history", Array("{\"limit\":\(limit)}".utf8))
        guard let values = answer.document()?["commits"]?.elements else {
            throw breach("Its response to “history” has no commits.")
        }
        var commits: [Commit] = []
        for value in values {
            do throws(InvalidDocument) {
                commits.append(try ChangeReader.read(value) { $0.commit($1) })
            } catch { throw breach("Its history contains an invalid commit.") }
        }
        return commits
    }

    private static func revision(_ document: DocumentValue) -> Revision? {
        document["revision"].flatMap(number)
    }

    private static func number(_ value: DocumentValue) -> Revision? {
        guard case .number(let digits) = value.content, let number = UInt64(digits) else { return nil }
        return Revision(rawValue: number)
    }
}

extension ForeignValue {
    /// The value as JSON for a message, with exact numbers wrapped.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        appendJSON(to: &bytes)
        return ExactNumbers.wrapped(bytes)
    }
}

extension LootError {
    /// The error for a commit when other writers committed first on every attempt.
    static let overtaken = LootError(
        .conflict, "Can't save the change.", reason: "Other programs keep changing the list.",
        advice: "Try again.")
}
